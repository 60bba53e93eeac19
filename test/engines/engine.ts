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
  /** Scrolls to the only element of an XPath, waits until it stands still, and clicks its center. */
  click(xpath: string): Promise<void>
  /** Presses a key. The focused element receives it. */
  press(key: Key): Promise<void>
  /** Sets the size of the window's content. An engine may have a smallest width. */
  resize(width: number, height: number): Promise<void>
  /** Turns the wheel down by {@link WHEEL_PX}, at a point of the window. */
  turnWheel(x: number, y: number): Promise<void>
  /** Evaluates an expression in the page and returns its awaited value as JSON. The CSP of the page does not apply. */
  evaluate(expression: string): Promise<unknown>
}

/** How far {@link Tab.turnWheel} turns, in pixels. */
export const WHEEL_PX = 300

/** The keys of the journeys, with their code points in WebDriver. */
export const KEYS = { Escape: '\uE00C', PageDown: '\uE00F', End: '\uE010' } as const

export type Key = keyof typeof KEYS

/**
 * Source of a function that runs in the page: scrolls to an element, and resolves when its center is inside the viewport and its rectangle is
 * the same in two animation frames. Before that, a click can miss it. Rejects when the element is removed.
 */
export const scrollUntilStill = `(element) => new Promise((resolve, reject) => {
  let last = ''
  const look = () => {
    if (!element.isConnected) return reject(new Error('The element was removed before the click.'))
    const { x, y, width, height } = element.getBoundingClientRect()
    const [centerX, centerY] = [x + width / 2, y + height / 2]
    const isInside = centerX >= 0 && centerX < innerWidth && centerY >= 0 && centerY < innerHeight
    const now = [x, y, width, height].join()
    if (isInside && now === last) return resolve(null)
    last = now
    if (!isInside) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    requestAnimationFrame(look)
  }
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  look()
})`
