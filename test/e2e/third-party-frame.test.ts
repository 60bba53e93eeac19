import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Frame, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { launchChromium } from '../support/browser.ts'
import { chromiumArguments, ensureChromium } from '../support/chromium.ts'
import { openScreenSite, type ScreenSite } from './screen-site.ts'

const NOTE = en['status.memory'].replace('{contact}', 'privacy@bramble.example')

let site: ScreenSite
let shop: Server

beforeAll(async () => {
  site = await openScreenSite()
  shop = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Shop</title><iframe src="${site.url}" width="1000" height="900"></iframe>`)
  })
  await new Promise<void>((resolve) => shop.listen(0, shopHost(), resolve))
})
afterAll(async () => {
  await new Promise((resolve) => shop.close(resolve))
  await site.close()
})

/** Another site than the frame, on this machine, so the frame is a third party. */
function shopHost(): string {
  return new URL(site.url).hostname === 'localhost' ? '127.0.0.1' : 'localhost'
}

/** Opens the page of the shop, and returns the frame with the screen. */
async function openFrame(context: BrowserContext): Promise<Frame> {
  const page = await context.newPage()
  const { port } = shop.address() as AddressInfo
  await page.goto(`http://${shopHost()}:${port}`)
  return frameOf(page)
}

function frameOf(page: Page): Frame {
  const frame = page.frames().find((one) => one !== page.mainFrame())
  if (frame === undefined) throw new Error('The page has no frame.')
  return frame
}

/** Returns the result of opening a database in the frame: `open`, or the name of the error. */
function tryStorage(frame: Frame): Promise<string> {
  return frame.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('probe')
        opening.onsuccess = () => resolve('open')
        opening.onerror = () => resolve(opening.error?.name ?? '')
      }),
  )
}

const agreeButton = (frame: Frame) => frame.getByRole('button', { name: en['decision.accept'], exact: true })

it('experience 24: a frame with blocked storage shows before agreeing that it forgets the license, and whom to write to', async () => {
  // A person who lets no site store anything. Chromium reads this setting from the profile only.
  const folder = mkdtempSync(join(tmpdir(), 'licet-profile-'))
  mkdirSync(join(folder, 'Default'))
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences))
  const options = { executablePath: ensureChromium(), args: [...chromiumArguments], locale: 'en-US' }
  const context = await chromium.launchPersistentContext(folder, options)
  const frame = await openFrame(context)
  await agreeButton(frame).waitFor()
  expect(await tryStorage(frame)).toBe('UnknownError')
  await frame.getByText(NOTE).waitFor()
  await agreeButton(frame).click()
  await frame.getByText(en['receipt.view']).first().waitFor()
  await frame.getByText(NOTE).waitFor()
  await frame.page().reload()
  const again = frameOf(frame.page())
  await agreeButton(again).waitFor()
  await again.getByText(NOTE).waitFor()
  await context.close()
  rmSync(folder, { recursive: true, force: true })
})

it('experience 24: a frame whose cookies are blocked, and whose storage is separate, remembers the license without such a note', async () => {
  const browser = await launchChromium()
  // A private window blocks the cookies of third parties, and keeps their storage apart for each site.
  const frame = await openFrame(await browser.newContext({ locale: 'en-US' }))
  await agreeButton(frame).waitFor()
  expect(await frame.evaluate(() => Object.assign(document, { cookie: 'a=1' }).cookie)).toBe('')
  expect(await tryStorage(frame)).toBe('open')
  expect(await frame.getByText(NOTE).count()).toBe(0)
  await agreeButton(frame).click()
  await frame.getByText(en['receipt.view']).first().waitFor()
  await frame.page().reload()
  await frameOf(frame.page()).getByText(en['status.already.title']).waitFor()
  await browser.close()
})
