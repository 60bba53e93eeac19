import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium, openProfile } from '../support/browser.ts'
import { FORM_PAGE, openScreenSite, type ScreenSite } from './screen-site.ts'

let site: ScreenSite
let browser: Browser
let withoutCache: Browser

beforeAll(async () => {
  ;[site, browser, withoutCache] = await Promise.all([
    openScreenSite(FORM_PAGE),
    launchChromium(['--disable-back-forward-cache']),
    launchChromium(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await withoutCache?.close()
  await site?.close()
})

const purpose = (page: Page) => page.locator('[data-part="purpose"]:has(input)')
const terms = (page: Page) => page.locator('[data-part="checkbox-line"] input')

/** Returns what the person sees, what the flow would sign, and whether the box of the terms is ticked. */
async function readForm(page: Page) {
  await terms(page).waitFor()
  return {
    isChecked: await purpose(page).locator('input').isChecked(),
    state: await purpose(page).getAttribute('data-state'),
    isTicked: await terms(page).isChecked(),
  }
}

const CHOSEN = { isChecked: true, state: 'on', isTicked: true }
const EMPTY = { isChecked: false, state: 'off', isTicked: false }

async function choose(page: Page): Promise<void> {
  await page.goto(site.url)
  await terms(page).check()
  await purpose(page).locator('input').check()
  expect(await readForm(page)).toEqual(CHOSEN)
}

it('experience 5: a form from the back/forward cache keeps the choices of the person', async () => {
  const { page, close } = await openProfile(browser)
  await choose(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => document.body.setAttribute('data-persisted', String(persisted)))
  })
  await page.goto(`${site.url}/elsewhere`)
  await page.goBack({ waitUntil: 'commit' })
  await page.locator('body[data-persisted="true"]').waitFor()
  expect(await readForm(page)).toEqual(CHOSEN)
  await close()
})

// Browsers restore the fields of a page that they load again. Nobody pressed these boxes in the new page.
it.each(['a reload', 'Back, without the cache'])('experience 5: a form starts empty after %s', async (how) => {
  const { page, close } = await openProfile(withoutCache)
  await choose(page)
  if (how === 'a reload') await page.reload()
  else {
    await page.goto(`${site.url}/elsewhere`)
    await page.goBack()
  }
  expect(await readForm(page)).toEqual(EMPTY)
  await close()
})
