import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { licensedTitle } from '../fixtures/company-titles.ts'
import { openAdministrator } from '../fixtures/independent-verifier.ts'
import { launchChromium, openProfile, waitForAcceptCode } from '../support/browser.ts'
import { createDemoFolderWithDatabase, type Demo, startDemo } from '../support/demo.ts'

const folder = createDemoFolderWithDatabase()
const started: Demo[] = []
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  for (const demo of started) await demo.stop()
  folder.remove()
})

it('experience 11: a decision is stored while the service is unavailable, not shown as a license, and delivered once by a retry', async () => {
  const first = await startDemo(folder.path)
  started.push(first)
  const port = Number(new URL(first.url).port)
  const profile = await openProfile(browser)
  const { page } = profile
  // The demo serves the pages too, so the page must have its code before the demo stops.
  const loaded = waitForAcceptCode(page)
  await page.goto(`${first.url}/agree`)
  await loaded
  const agree = page.getByRole('button', { name: en['decision.accept'], exact: true })
  await agree.waitFor()
  expect(await first.stop()).toBe(0)

  await agree.click()
  await page.getByText(en['status.queued.title']).first().waitFor()
  expect(await page.getByText(licensedTitle('Pomelo')).count()).toBe(0)
  await page.getByRole('button', { name: en['action.retry'] }).click()
  await page.getByText(en['status.queued.title']).first().waitFor()

  // `npm start` uses the same database and address again.
  const second = await startDemo(folder.path, port)
  started.push(second)
  // The client can retry by itself before the click.
  const receipt = page.getByText(en['receipt.view']).first()
  const retry = page.getByRole('button', { name: en['action.retry'] })
  await Promise.any([receipt.waitFor(), retry.click().then(() => receipt.waitFor())])
  const { userId, apiKey } = second.secrets()
  const { licenses } = await openAdministrator(second.url, userId, apiKey)
  expect((await licenses()).map(({ status }) => status)).toEqual(['active'])
  await profile.close()
  expect(await second.stop()).toBe(0)
})
