import type { Engine, EngineProfile, Tab } from './engine.ts'
import type { World } from './world.ts'

const PATIENCE_MS = 20_000

/** Where the page of a person can be. */
type Where = Parameters<World['page']>[1]

/** A person at a tab: finds things by what they are called, as people do. */
export interface Person {
  visit(where?: Where): Promise<void>
  reload(): Promise<void>
  /** Presses the button of this name once it is there. */
  press(name: string): Promise<void>
  escape(): Promise<void>
  /** Waits until this text is on screen. */
  sees(text: string): Promise<void>
  /** Waits until something is on screen that an XPath finds. */
  finds(xpath: string): Promise<void>
  /** How many visible buttons have this name, now. */
  buttons(name: string): Promise<number>
  evaluate(expression: string): Promise<unknown>
  /** What the pages of this tab complained about, all of them. */
  complaints(): Promise<readonly string[]>
}

/** A profile with one person in it. */
export interface Household {
  readonly name: string
  openTab(): Promise<Person>
  close(): Promise<void>
}

let count = 0

/** Opens a browser that nobody has used, for a person whom nobody asked yet. */
export async function openHousehold(engine: Engine, world: World): Promise<Household> {
  count += 1
  const name = `person-${count}`
  const profile: EngineProfile = await engine.openProfile()
  return { name, openTab: async () => createPerson(await profile.openTab(), world, name), close: () => profile.close() }
}

function createPerson(tab: Tab, world: World, name: string): Person {
  const complaints: string[] = []
  let here: string | undefined
  // Each page has a list of its own: it is read before the page goes.
  const collect = async () => {
    if (here === undefined) return
    complaints.push(...((await tab.evaluate('window.complaints.splice(0)')) as string[]))
  }
  const goto = async (url: string) => {
    await collect()
    here = url
    await tab.goto(url)
  }
  const finds = async (xpath: string) => {
    const missing = await tab.evaluate(`(${waitFor})(${JSON.stringify(xpath)}, ${PATIENCE_MS})`)
    if (missing !== null) throw new Error(`Nothing on screen is ${xpath}. The page reads:\n${missing}`)
  }
  const button = (label: string) => `//button[normalize-space()=${quoted(label)} or @aria-label=${quoted(label)}]`
  return {
    finds,
    evaluate: tab.evaluate,
    visit: (where) => goto(world.page(name, where)),
    reload: () => goto(here ?? world.page(name)),
    async press(label) {
      await finds(button(label))
      await tab.click(button(label))
    },
    escape: () => tab.press('Escape'),
    sees: (text) => finds(`//*[text()[contains(normalize-space(), ${quoted(text)})]]`),
    buttons: async (label) => Number(await tab.evaluate(`(${countVisible})(${JSON.stringify(button(label))})`)),
    async complaints() {
      await collect()
      return complaints
    },
  }
}

/** A string of XPath; none that we look for has both kinds of quotes. */
function quoted(text: string): string {
  return text.includes("'") ? `"${text}"` : `'${text}'`
}

/** Runs in the page: waits until an XPath finds something visible, then answers `null`; or after a while with what the page reads. */
const waitFor = `(xpath, patience) => new Promise((resolve) => {
  const found = () => {
    const result = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null)
    for (let at = 0; at < result.snapshotLength; at++) if (result.snapshotItem(at).checkVisibility()) return true
    return false
  }
  if (found()) return resolve(null)
  const observer = new MutationObserver(() => found() && settle(null))
  const timer = setTimeout(() => settle(found() ? null : document.body.innerText), patience)
  const settle = (answer) => {
    observer.disconnect()
    clearTimeout(timer)
    resolve(answer)
  }
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
})`

const countVisible = `(xpath) => {
  const result = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null)
  let visible = 0
  for (let at = 0; at < result.snapshotLength; at++) if (result.snapshotItem(at).checkVisibility()) visible++
  return visible
}`
