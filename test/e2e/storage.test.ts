import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { openAdministrator, type StoredLicense } from '../fixtures/independent-verifier.ts'
import { launchChromium, openProfile, type Profile, waitForAcceptCode } from '../support/browser.ts'
import { createDemoFolderWithDatabase, type Demo, startDemo } from '../support/demo.ts'

const folder = createDemoFolderWithDatabase()
let demo: Demo
let browser: Browser
let licenses: () => Promise<StoredLicense[]>

beforeAll(async () => {
  ;[demo, browser] = await Promise.all([startDemo(folder.path), launchChromium()])
  const { userId, apiKey } = demo.secrets()
  licenses = (await openAdministrator(demo.url, userId, apiKey)).licenses
})
afterAll(async () => {
  await browser?.close()
  expect(await demo?.stop()).toBe(0)
  folder.remove()
})

const memoryNote = en['status.memory'].replace('{contact}', 'privacy@pomelo.example')

const agreeButton = ({ page }: Profile) => page.getByRole('button', { name: en['decision.accept'], exact: true })

it('G7, experience 11: a license is stored once without IndexedDB, and the screen shows what this device will not remember', async () => {
  const before = (await licenses()).length
  const profile = await openProfile(browser)
  await profile.context.addInitScript(() => Reflect.deleteProperty(window, 'indexedDB'))
  const loaded = waitForAcceptCode(profile.page)
  await profile.page.goto(`${demo.url}/agree`)
  await agreeButton(profile).waitFor()
  await loaded
  await profile.context.setOffline(true)
  await agreeButton(profile).click()
  await profile.page.getByText(en['status.queued.memory']).first().waitFor()
  expect(await profile.page.getByText(en['status.queued']).count()).toBe(0)
  await profile.context.setOffline(false)
  await profile.page.getByText(en['receipt.view']).first().waitFor()
  await profile.page.getByText(memoryNote).waitFor()
  expect(await licenses()).toHaveLength(before + 1)
  await profile.close()
})

it('G7, experience 11: a license is stored once on a full disk, and the device remembers it when there is space again', async () => {
  const before = (await licenses()).length
  const profile = await openProfile(browser)
  const { page } = profile
  const tools = await profile.context.newCDPSession(page)
  const { origin } = new URL(demo.url)
  // Chromium caches the free space for 30 seconds, so the quota is set before the first write.
  await tools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await page.goto(`${demo.url}/agree`)
  await agreeButton(profile).click()
  await page.getByText(en['receipt.view']).first().waitFor()
  await page.getByText(memoryNote).waitFor()
  await tools.send('Storage.overrideQuotaForOrigin', { origin })
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByText(memoryNote).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText(en['receipt.view']).first().waitFor()
  expect(await licenses()).toHaveLength(before + 1)
  await profile.close()
})

it('G7, experience 15: a device whose storage the browser evicted asks again and creates one license with a new key', async () => {
  const profile = await openProfile(browser)
  await profile.page.goto(`${demo.url}/agree`)
  await agreeButton(profile).click()
  await profile.page.getByText(en['receipt.view']).first().waitFor()
  const before = await licenses()
  const tools = await profile.context.newCDPSession(profile.page)
  await tools.send('Storage.clearDataForOrigin', { origin: new URL(demo.url).origin, storageTypes: 'indexeddb' })
  await profile.page.goto(`${demo.url}/agree`)
  await agreeButton(profile).click()
  await profile.page.getByText(en['receipt.view']).first().waitFor()
  const all = await licenses()
  expect(all).toHaveLength(before.length + 1)
  expect(new Set(all.map(({ address }) => address)).size).toBe(all.length)
  await profile.close()
})
