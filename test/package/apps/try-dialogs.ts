import type { Page } from 'playwright-core'
import { en } from '../../../src/locales/en.ts'
import { stopLabel } from '../../fixtures/company-titles.ts'

declare global {
  interface Window {
    /** Opens a dialog as the host app does: not by a press. `dialogs/page.tsx` sets it. */
    show: (what: 'ours' | 'theirs') => void
  }
}

/** Which modal surface of the kit is open. */
export type ModalSurface = 'dialog' | 'sheet' | 'notice' | 'settings'
/** Which dialog opened first. In the last case, the surface is also a child of their dialog. */
export type Order = 'theirs first' | 'ours first' | 'ours inside theirs'

/** What a person did in a surface of the kit while a dialog of a library is open. */
export interface Tried {
  /** The browser offers the buttons of the surface to screen readers: Close, and Accept or Withdraw. */
  readonly isInTree: boolean
  readonly mouse: 'acted' | 'nothing'
  readonly touch: 'acted' | 'nothing'
  readonly keyboard: 'acted' | 'nothing'
  /** After all of this, and after Esc closed the surface. */
  readonly theirs: 'open' | 'closed'
  /** Esc closes their dialog then. */
  readonly theirsAfterEscape: 'open' | 'closed'
}

/** A fold or a link with which each surface shows more. */
const DETAILS: Readonly<Record<ModalSurface, string>> = {
  dialog: '[data-part="purpose"] input',
  sheet: '[data-part="purpose"] input',
  notice: '[data-part="purpose"] input',
  settings: 'summary',
}

/** The button with which the person decides in each surface. */
const DECISIONS: Readonly<Record<ModalSurface, string>> = {
  dialog: en['decision.accept'],
  sheet: en['decision.accept'],
  notice: en['decision.accept.update'],
  settings: stopLabel('Example Company'),
}

/** Opens both dialogs in an order, and uses the surface of the kit by mouse, touch and keyboard. */
export async function tryDialogs(page: Page, origin: string, surface: ModalSurface, order: Order): Promise<Tried> {
  await page.goto(`${origin}/?surface=${surface}${order === 'ours inside theirs' ? '&inside' : ''}`)
  const dialog = page.locator('dialog[data-licet][open]')
  const ours = () => page.evaluate("show('ours')").then(() => dialog.locator('[data-part$="title"]').first().waitFor())
  const title = page.getByText('Of the host', { exact: true })
  const theirs = () => page.evaluate("show('theirs')").then(() => title.waitFor())
  for (const open of order === 'ours first' ? [ours, theirs] : [theirs, ours]) await open()
  const control = dialog.locator(DETAILS[surface]).first()
  await control.waitFor()
  // The libraries move the focus and listen to presses in later tasks.
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 100)))
  const isInTree = (await isOffered(page, en['action.close'], en['screen.close'])) && (await isOffered(page, DECISIONS[surface]))
  const read = () =>
    control.evaluate((one) => (one instanceof HTMLInputElement ? one.checked : one.parentElement?.hasAttribute('open')))
  const actsBy = async (press: () => Promise<unknown>) => {
    const before = await read()
    await press()
    return (await read()) === before ? 'nothing' : 'acted'
  }
  await control.scrollIntoViewIfNeeded()
  const place = async () => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await control.boundingBox()) ?? {}
    return [x + Math.min(width, 40) / 2, y + height / 2] as const
  }
  const mouse = await actsBy(async () => page.mouse.click(...(await place())))
  const touch = await actsBy(async () => page.touchscreen.tap(...(await place())))
  const keyboard = await actsBy(async () => {
    await control.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
  })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  const isOpen = async () => ((await title.isVisible()) ? 'open' : 'closed')
  const before = await isOpen()
  if (before === 'closed') return { isInTree, mouse, touch, keyboard, theirs: before, theirsAfterEscape: before }
  // MUI looks every 50 ms whether the focus is nowhere.
  await page.waitForFunction(() => document.activeElement !== document.body, undefined, { timeout: 2000 }).catch(() => undefined)
  await page.keyboard.press('Escape')
  await title.waitFor({ state: 'hidden', timeout: 5000 }).catch(() => undefined)
  return { isInTree, mouse, touch, keyboard, theirs: before, theirsAfterEscape: await isOpen() }
}

/** Returns whether the accessibility tree of the browser has a button with one of these names. */
async function isOffered(page: Page, ...names: readonly string[]): Promise<boolean> {
  const session = await page.context().newCDPSession(page)
  try {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    return nodes.some(({ ignored, role, name }) => !ignored && role?.value === 'button' && names.includes(String(name?.value)))
  } finally {
    await session.detach()
  }
}
