import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile, waitForStoredDecline } from '../support/browser.ts'
import { openScreenSite, type ScreenSite } from './screen-site.ts'

const folder = mkdtempSync(join(tmpdir(), 'licet-receipt-'))
let site: ScreenSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([openScreenSite(), launchChromium(['--disable-back-forward-cache'])])
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  rmSync(folder, { recursive: true, force: true })
})

const clickButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const waitForState = (page: Page, state: string) => page.locator(`#controls[data-state="${state}"]`).waitFor()

/** Returns the texts of a printed receipt, and those that are too pale to read or cut off. Runs in the page. */
function readPrint() {
  const context = document.createElement('canvas').getContext('2d')
  // Drawing the color converts every CSS notation to bytes.
  const brightestChannel = (color: string) => {
    if (context === null) return 255
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    return Math.max(...context.getImageData(0, 0, 1, 1).data.slice(0, 3))
  }
  const texts = [...document.querySelectorAll('.licet-receipt dt, .licet-receipt dd, main dt, main dd, main pre')]
  return {
    texts: texts.map((element) => element.textContent ?? ''),
    // Browsers print on white, without backgrounds.
    pale: texts.filter((element) => brightestChannel(getComputedStyle(element).color) > 118).map(({ outerHTML }) => outerHTML),
    cut: texts.filter((element) => element.scrollWidth > element.clientWidth + 1).map(({ outerHTML }) => outerHTML),
    folded: texts.filter((element) => !element.checkVisibility()).map((element) => element.textContent),
    buttons: [...document.querySelectorAll('.licet-receipt button')].filter((button) => button.checkVisibility()).length,
  }
}

it.each(['light', 'dark'] as const)(
  'experience 12: prints a receipt in the %s theme completely, dark on white, on one page',
  async (theme) => {
    const { page, close } = await openProfile(browser, { colorScheme: theme })
    await page.goto(site.url)
    await clickButton(page, en['decision.accept'])
    await waitForState(page, 'licensed')
    // The last part of the receipt that appears.
    await page.locator('[data-part="receipt-verified"][data-state="verified"]').waitFor({ state: 'attached' })
    // A host app can set the theme independently of the system.
    await page.evaluate((name) => {
      for (const root of document.querySelectorAll('[data-licet]')) root.setAttribute('data-licet-theme', name)
    }, theme)
    const onScreen = await page.evaluate(readPrint)
    // A person who prints the outcome gets the receipt, which is folded there.
    await page.emulateMedia({ media: 'print' })
    const print = await page.evaluate(readPrint)
    expect(print.texts).toEqual(onScreen.texts)
    expect(print.texts.length).toBeGreaterThan(16)
    // Fingerprints and numbers stay folded.
    const technical = ['Agreed on', 'App', 'License number', 'Fingerprint of the terms', 'Key of this device']
    expect(print.folded.filter((_, at) => at % 2 === 0)).toEqual(technical)
    expect({ pale: print.pale, cut: print.cut, buttons: print.buttons }).toEqual({ pale: [], cut: [], buttons: 0 })
    // The next steps, the button that closes the screen and the folded details are not printed.
    expect(await page.locator('[data-part="action"]:visible, summary:visible').count()).toBe(0)
    expect(countPages(await page.pdf({ format: 'A4' }))).toBe(1)
    await close()
  },
)

it('experience 12: prints a saved receipt completely, without a network', async () => {
  const { page, context, close } = await openProfile(browser, { acceptDownloads: true, colorScheme: 'dark' })
  await page.goto(site.url)
  await clickButton(page, en['decision.accept'])
  await waitForState(page, 'licensed')
  const [file] = await Promise.all([page.waitForEvent('download'), clickButton(page, en['receipt.downloadHtml'])])
  const saved = await context.newPage()
  await context.setOffline(true)
  const path = join(folder, file.suggestedFilename())
  await file.saveAs(path)
  await saved.goto(pathToFileURL(path).href)
  await saved.locator('#verdict[data-verdict="consistent"]').waitFor()
  await saved.emulateMedia({ media: 'print' })
  const print = await saved.evaluate(readPrint)
  expect(print.texts.join('\n')).toContain('50 points for each receipt')
  expect({ pale: print.pale, cut: print.cut }).toEqual({ pale: [], cut: [] })
  // The terms follow on their own pages. On screen, the person opens them.
  expect(await saved.locator('pre').isVisible()).toBe(true)
  expect(countPages(await saved.pdf({ format: 'A4' }))).toBeGreaterThan(1)
  await saved.emulateMedia({ media: null })
  expect(await saved.locator('pre').isVisible()).toBe(false)
  await saved.locator('summary').last().click()
  expect(await saved.locator('pre').isVisible()).toBe(true)
  await close()
})

// The browser freezes a page in the back/forward cache, with its timers and its connections to storage and to other tabs.
it('experience 11: a page from the back/forward cache shows the current state', async () => {
  const { page, context, close } = await openProfile(browser)
  await page.goto(site.url)
  await waitForState(page, 'ready')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => document.body.setAttribute('data-persisted', String(persisted)))
  })
  await page.goto(`${site.url}/elsewhere`)
  await page.goBack({ waitUntil: 'commit' })
  await page.locator('body[data-persisted="true"]').waitFor()
  await waitForState(page, 'ready')
  await clickButton(page, en['decision.decline'])
  await waitForState(page, 'declined')
  await waitForStoredDecline(page)

  // A message from another tab would wake a frozen page, so Chromium discards the page and loads it again.
  await page.goto(`${site.url}/elsewhere`)
  const other = await context.newPage()
  await other.goto(site.url)
  await clickButton(other, en['action.review'])
  await clickButton(other, en['decision.accept'])
  await waitForState(other, 'licensed')
  await page.goBack({ waitUntil: 'commit' })
  await waitForState(page, 'already-licensed')
  await clickButton(page, 'Withdraw')
  await waitForState(page, 'withdrawn')
  await waitForState(other, 'withdrawn')
  await close()
})

// Regression: the screen said that the permission has ended, and nothing was stored until the code had loaded.
it.each(['signing-engine', 'open-client'])(
  'experience 13: a withdrawal counts when the person leaves before the file %s has loaded',
  async (file) => {
    const { page, close } = await openProfile(browser)
    await page.goto(site.url)
    await clickButton(page, en['decision.accept'])
    await waitForState(page, 'licensed')
    await page.reload()
    await waitForState(page, 'already-licensed')
    const isFile = (url: URL) => url.pathname.includes(`/${file}-`)
    await page.route(isFile, () => {})
    await page.reload()
    await waitForState(page, 'already-licensed')
    await clickButton(page, 'Withdraw')
    await waitForState(page, 'withdrawing')
    await page.waitForFunction(() => Object.values(localStorage).includes('withdrawing'))
    await page.unroute(isFile)
    await page.reload()
    await waitForState(page, 'withdrawn')
    await close()
  },
)

/** Returns the number of pages in a PDF. Chromium does not compress the page tree. */
function countPages(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
