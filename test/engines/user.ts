import type { Engine, EngineProfile, Tab } from './engine.ts'
import type { Site } from './site.ts'

const TIMEOUT_MS = 40_000

type PageOptions = Parameters<Site['page']>[1]

/** A user in one tab, who finds elements by their text and their accessible name. */
export interface User {
  visit(options?: PageOptions): Promise<void>
  reload(): Promise<void>
  /** Waits for the button with this name, then clicks it. */
  clickButton(name: string): Promise<void>
  /** Waits for the button with this name that unfolds something, then clicks it. */
  openFold(name: string): Promise<void>
  pressEscape(): Promise<void>
  /** Makes the window as large as a phone. */
  usePhone(): Promise<void>
  /** Scrolls with the wheel, at the corner and in the middle of the window, and with the keyboard. */
  scroll(): Promise<void>
  /** Waits until this text is visible. */
  waitForText(text: string): Promise<void>
  /** Waits until an element of this XPath is visible. */
  waitForXPath(xpath: string): Promise<void>
  /** Returns the number of visible buttons with this name. */
  countButtons(name: string): Promise<number>
  evaluate(expression: string): Promise<unknown>
  /** Returns the errors, warnings and CSP violations of every page in this tab. */
  problems(): Promise<readonly string[]>
}

/** A new browser profile with a new user. */
export interface UserProfile {
  /** The id of the user at the service. */
  readonly userId: string
  openTab(): Promise<User>
  close(): Promise<void>
}

let count = 0

/** Opens an empty browser profile for a user without a license. */
export async function openUserProfile(engine: Engine, site: Site): Promise<UserProfile> {
  count += 1
  const userId = `user-${count}`
  const profile: EngineProfile = await engine.openProfile()
  return { userId, openTab: async () => createUser(await profile.openTab(), site, userId), close: () => profile.close() }
}

function createUser(tab: Tab, site: Site, userId: string): User {
  const problems: string[] = []
  let currentUrl: string | undefined
  // Each page has its own list, so it is read before the next page loads.
  const collectProblems = async () => {
    if (currentUrl === undefined) return
    problems.push(...((await tab.evaluate('window.problems.splice(0)')) as string[]))
  }
  const goto = async (url: string) => {
    await collectProblems()
    currentUrl = url
    await tab.goto(url)
  }
  const waitForXPath = async (xpath: string) => {
    const pageText = await tab.evaluate(`(${waitForVisible})(${JSON.stringify(xpath)}, ${TIMEOUT_MS})`)
    if (pageText !== null) throw new Error(`No visible element matches ${xpath}. The text of the page:\n${pageText}`)
  }
  const waitForFrames = () =>
    tab.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))')
  const button = (label: string) => `//button[normalize-space()=${quote(label)} or @aria-label=${quote(label)}]`
  return {
    waitForXPath,
    evaluate: tab.evaluate,
    visit: (options) => goto(site.page(userId, options)),
    reload: () => goto(currentUrl ?? site.page(userId)),
    async clickButton(label) {
      await waitForXPath(button(label))
      await tab.click(button(label))
    },
    async openFold(label) {
      const fold = `//summary[normalize-space()=${quote(label)}]`
      await waitForXPath(fold)
      await tab.click(fold)
    },
    pressEscape: () => tab.press('Escape'),
    usePhone: () => tab.resize(390, 844),
    async scroll() {
      // The thread that scrolls receives the lock of a dialog with the frame that shows the dialog.
      await waitForFrames()
      const middle = (await tab.evaluate('[innerWidth / 2, innerHeight / 2].map(Math.round)')) as [number, number]
      for (const [x, y] of [[2, 2], middle] as const) for (let turn = 0; turn < 4; turn++) await tab.turnWheel(x, y)
      for (const key of ['PageDown', 'End'] as const) await tab.press(key)
      // What was scrolled is drawn.
      await waitForFrames()
    },
    waitForText: (text) => waitForXPath(`//*[text()[contains(normalize-space(), ${quote(text)})]]`),
    countButtons: async (label) => Number(await tab.evaluate(`(${countVisible})(${JSON.stringify(button(label))})`)),
    async problems() {
      await collectProblems()
      return problems
    },
  }
}

/** Returns an XPath string literal. XPath has no escapes, and no text of the tests contains both kinds of quotes. */
function quote(text: string): string {
  return text.includes("'") ? `"${text}"` : `'${text}'`
}

/** Runs in the page. Resolves with `null` when an element of the XPath is visible, or with the text of the page after the timeout. */
const waitForVisible = `(xpath, timeout) => new Promise((resolve) => {
  const isVisible = () => {
    const result = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null)
    for (let at = 0; at < result.snapshotLength; at++) if (result.snapshotItem(at).checkVisibility({ visibilityProperty: true })) return true
    return false
  }
  if (isVisible()) return resolve(null)
  const observer = new MutationObserver(() => isVisible() && settle(null))
  const timer = setTimeout(() => settle(isVisible() ? null : document.body.innerText), timeout)
  const settle = (result) => {
    observer.disconnect()
    clearTimeout(timer)
    resolve(result)
  }
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
})`

/** Runs in the page. Returns the number of visible elements of the XPath. */
const countVisible = `(xpath) => {
  const result = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null)
  let visible = 0
  for (let at = 0; at < result.snapshotLength; at++) if (result.snapshotItem(at).checkVisibility({ visibilityProperty: true })) visible++
  return visible
}`
