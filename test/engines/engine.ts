/** A browser engine that runs the journeys. */
export interface Engine {
  /** Name and version, as the browser reports them. */
  readonly name: string
  /** Opens an empty profile. */
  openProfile(): Promise<EngineProfile>
  /** Stops the browser and every program that was started for it. */
  close(): Promise<void>
}

/** A browser profile. Its tabs share storage and locks with each other, but not with other profiles. */
export interface EngineProfile {
  openTab(): Promise<Tab>
  close(): Promise<void>
}

/** A tab. Input is sent as real pointer and keyboard events. */
export interface Tab {
  /** Opens an address and waits until the page has loaded. */
  goto(url: string): Promise<void>
  /** Scrolls to the only element of an XPath and clicks its center. */
  click(xpath: string): Promise<void>
  /** Presses a key. The focused element receives it. */
  press(key: Key): Promise<void>
  /** Evaluates an expression in the page and returns its awaited value as JSON. The CSP of the page does not apply. */
  evaluate(expression: string): Promise<unknown>
}

/** The keys of the journeys, with their code points in WebDriver. */
export const KEYS = { Escape: '\uE00C' } as const

export type Key = keyof typeof KEYS
