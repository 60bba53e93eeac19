import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile } from '../support/browser.ts'
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

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const reach = (page: Page, state: string) => page.locator(`#own[data-state="${state}"]`).waitFor()

/** What a person can read of a printed document: each text on paper, how dark it is, and whether any of it is cut off. */
function readPaper() {
  const pen = document.createElement('canvas').getContext('2d')
  // As bytes, however the style names the color.
  const lightest = (color: string) => {
    if (pen === null) return 255
    pen.fillStyle = color
    pen.fillRect(0, 0, 1, 1)
    return Math.max(...pen.getImageData(0, 0, 1, 1).data.slice(0, 3))
  }
  const texts = [...document.querySelectorAll('.licet-receipt dt, .licet-receipt dd, main dt, main dd, main pre')]
  return {
    texts: texts.map((element) => element.textContent ?? ''),
    // Paper is white, and backgrounds are not printed.
    pale: texts.filter((element) => lightest(getComputedStyle(element).color) > 118).map(({ outerHTML }) => outerHTML),
    cut: texts.filter((element) => element.scrollWidth > element.clientWidth + 1).map(({ outerHTML }) => outerHTML),
    buttons: [...document.querySelectorAll('.licet-receipt button')].filter((button) => button.checkVisibility()).length,
  }
}

it.each(['light', 'dark'] as const)(
  'experience 12: a receipt seen in %s prints whole, dark on white, on one page',
  async (look) => {
    const { page, close } = await openProfile(browser, { colorScheme: look })
    await page.goto(site.url)
    await press(page, en['decision.accept'])
    await reach(page, 'licensed')
    await page.getByText(en['receipt.title']).first().waitFor()
    // A host may have chosen the look, whatever the system says.
    await page.evaluate((theme) => {
      for (const root of document.querySelectorAll('[data-licet]')) root.setAttribute('data-licet-theme', theme)
    }, look)
    const onScreen = await page.evaluate(readPaper)
    await page.emulateMedia({ media: 'print' })
    const paper = await page.evaluate(readPaper)
    expect(paper.texts).toEqual(onScreen.texts)
    expect(paper.texts.length).toBeGreaterThan(16)
    expect({ pale: paper.pale, cut: paper.cut, buttons: paper.buttons }).toEqual({ pale: [], cut: [], buttons: 0 })
    // What comes next, and the button that ends the screen, are no part of the document.
    expect(await page.locator('[data-part="outcome-next"]').isVisible()).toBe(false)
    expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(1)
    await close()
  },
)

it('experience 12: the saved receipt prints whole and readable from its file alone', async () => {
  const { page, context, close } = await openProfile(browser, { acceptDownloads: true, colorScheme: 'dark' })
  await page.goto(site.url)
  await press(page, en['decision.accept'])
  await reach(page, 'licensed')
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, en['receipt.downloadHtml'])])
  const saved = await context.newPage()
  await context.setOffline(true)
  const path = join(folder, file.suggestedFilename())
  await file.saveAs(path)
  await saved.goto(pathToFileURL(path).href)
  await saved.locator('#verdict[data-verdict="valid"]').waitFor()
  await saved.emulateMedia({ media: 'print' })
  const paper = await saved.evaluate(readPaper)
  expect(paper.texts.join('\n')).toContain('50 points for each receipt')
  expect({ pale: paper.pale, cut: paper.cut }).toEqual({ pale: [], cut: [] })
  await close()
})

// The page is frozen whole and thawed: its timers and its connections, to the database and to other tabs, were away meanwhile.
it('experience 11: a page that comes back out of the back/forward cache is in the state that holds now', async () => {
  const { page, context, close } = await openProfile(browser)
  await page.goto(site.url)
  await reach(page, 'ready')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => document.body.setAttribute('data-persisted', String(persisted)))
  })
  await page.goto(`${site.url}/elsewhere`)
  await page.goBack({ waitUntil: 'commit' })
  await page.locator('body[data-persisted="true"]').waitFor()
  await reach(page, 'ready')
  await press(page, en['decision.decline'])
  await reach(page, 'declined')

  // Away again, while another tab agrees: what that tab says would wake a frozen page, so Chromium lets it go and loads it anew.
  await page.goto(`${site.url}/elsewhere`)
  const other = await context.newPage()
  await other.goto(site.url)
  await press(other, en['action.reconsider'])
  await press(other, en['decision.accept'])
  await reach(other, 'licensed')
  await page.goBack({ waitUntil: 'commit' })
  await reach(page, 'already-licensed')
  await press(page, 'Withdraw')
  await reach(page, 'withdrawn')
  await reach(other, 'withdrawn')
  await close()
})

/** Pages of a PDF as Chromium writes it: its page tree is not compressed. */
function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
