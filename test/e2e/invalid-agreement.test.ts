import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { stopLabel } from '../fixtures/company-titles.ts'
import { launchChromium, openProfile } from '../support/browser.ts'
import { openScreenSite, type ScreenSite, SETTINGS_PAGE } from './screen-site.ts'

let site: ScreenSite
let browser: Browser

beforeAll(async () => {
  site = await openScreenSite(SETTINGS_PAGE)
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

// Cause: a value that a content management system made too long. "Change your choices" led to a request with empty rows and no choice.
it('the settings of a license show what is known while the agreement of the app is invalid, and still stop the license', async () => {
  const { context, page } = await openProfile(browser)
  await page.goto(site.url)
  await page.getByRole('button', { name: en['settings.review'] }).click()
  await page.getByRole('button', { name: en['decision.accept'], exact: true }).click()
  await page.getByRole('button', { name: en['settings.change'] }).waitFor()

  await page.goto(`${site.url}?invalid`)
  await page.getByText(en['settings.change.invalid']).waitFor()
  expect(await page.getByRole('button', { name: en['settings.change'] }).count()).toBe(0)
  await page.getByText(en['purposes.necessary']).waitFor()
  expect(await page.getByText(en['purposes.optional'], { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: stopLabel('Bramble') }).click()
  await page.getByText(en['status.withdrawn.title']).first().waitFor()
  await context.close()
})
