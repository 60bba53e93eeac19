import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { administrator, type StoredLicense } from '../fixtures/independent.ts'
import { launchChromium, openProfile, type Profile } from '../support/browser.ts'
import { createDemoFolder, type Demo, startDemo } from '../support/demo.ts'

const folder = createDemoFolder()
let demo: Demo
let browser: Browser
let licenses: () => Promise<StoredLicense[]>

beforeAll(async () => {
  ;[demo, browser] = await Promise.all([startDemo(folder.path), launchChromium()])
  const { userId, apiKey } = demo.secrets()
  licenses = (await administrator(demo.url, userId, apiKey)).licenses
})
afterAll(async () => {
  await browser?.close()
  expect(await demo?.stop()).toBe(0)
  folder.remove()
})

const agree = ({ page }: Profile) => page.getByRole('button', { name: en['decision.accept'], exact: true })

it('G7, experience 11: in a browser without IndexedDB agreeing works, is stored once, and the person hears what this device will not remember', async () => {
  const before = (await licenses()).length
  const profile = await openProfile(browser)
  await profile.context.addInitScript(() => Reflect.deleteProperty(window, 'indexedDB'))
  const signer = profile.page.waitForResponse((response) => /\/engine-[\w-]+\.js$/.test(response.url()))
  await profile.page.goto(`${demo.url}/agree`)
  await agree(profile).waitFor()
  await signer
  await profile.page.waitForLoadState('networkidle')
  await profile.context.setOffline(true)
  await agree(profile).click()
  await profile.page.getByText(en['status.queued.memory']).waitFor()
  expect(await profile.page.getByText(en['status.queued']).count()).toBe(0)
  await profile.context.setOffline(false)
  await profile.page.getByText(en['receipt.title']).first().waitFor()
  await profile.page.getByText(en['status.memory']).waitFor()
  expect(await licenses()).toHaveLength(before + 1)
  await profile.close()
})

it('G7, experience 15: storage that the browser evicted is a new device: asked again, one license more when agreed, and no second one of the old key', async () => {
  const profile = await openProfile(browser)
  await profile.page.goto(`${demo.url}/agree`)
  await agree(profile).click()
  await profile.page.getByText(en['receipt.title']).first().waitFor()
  const held = await licenses()
  const tools = await profile.context.newCDPSession(profile.page)
  await tools.send('Storage.clearDataForOrigin', { origin: new URL(demo.url).origin, storageTypes: 'indexeddb' })
  await profile.page.goto(`${demo.url}/agree`)
  await agree(profile).click()
  await profile.page.getByText(en['receipt.title']).first().waitFor()
  const all = await licenses()
  expect(all).toHaveLength(held.length + 1)
  expect(new Set(all.map(({ address }) => address)).size).toBe(all.length)
  await profile.close()
})
