/** A browser engine that the journeys run on. */
export interface Engine {
  /** Name and version, as it tells them. */
  readonly name: string
  /** Opens a profile that nobody has used. */
  openProfile(): Promise<EngineProfile>
  /** Ends it and whatever was started for it. */
  close(): Promise<void>
}

/** One person's browser: its tabs share storage and locks, no other profile does. */
export interface EngineProfile {
  openTab(): Promise<Tab>
  close(): Promise<void>
}

/** The little that a journey needs of a tab. All input goes the way of a real pointer and a real keyboard. */
export interface Tab {
  /** Goes to an address and answers when the page has loaded. */
  goto(url: string): Promise<void>
  /** Clicks the middle of the one element that an XPath finds, after bringing it into view. */
  click(xpath: string): Promise<void>
  /** Presses a key wherever the focus is. */
  press(key: Key): Promise<void>
  /** Evaluates an expression in the page and answers with its value, awaited, as JSON has it. Not subject to the page's policy. */
  evaluate(expression: string): Promise<unknown>
}

/** Keys that journeys press, with the code points that WebDriver has for them. */
export const KEYS = { Escape: '\uE00C' } as const

export type Key = keyof typeof KEYS
