import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile, type Profile } from '../support/browser.ts'
import type { Chunk } from '../support/bundle.ts'
import { bundlePiece } from '../support/size-bundles.ts'
import { GATED_PAGE, openScreenSite, type ScreenSite } from './screen-site.ts'

let site: ScreenSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([openScreenSite(), launchChromium()])
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

const press = ({ page }: Profile, name: string) => page.getByRole('button', { name, exact: true }).click()
const reach = ({ page }: Profile, state: string) => page.locator(`#own[data-state="${state}"]`).waitFor()

/** Not React, and not the page itself. */
const isCounted = (id: string) => !/bundle-entry\.js$|node_modules\/(?:react|react-dom|scheduler)\/|^\0/.test(id)

/** Presses what downloads, and resolves with the name of the file. */
async function download(profile: Profile, name: string): Promise<string> {
  const [file] = await Promise.all([profile.page.waitForEvent('download'), press(profile, name)])
  return file.suggestedFilename()
}

// What hashes the text is the code that signs. Once it had not arrived it was never asked for again, and the terms stayed away for good.
it('experience 1: terms that the host fetches come at the next try when the code that hashes them did not arrive at the first', async () => {
  const profile = await openProfile(browser)
  const { page, requests } = profile
  await page.route(/\/engine-/, (route) => route.abort())
  await page.goto(`${site.url}/?fetched`)
  await reach(profile, 'terms-error')
  await page.unroute(/\/engine-/)
  await press(profile, en['action.retry'])
  await reach(profile, 'ready')
  // And this is where the query cache is fetched.
  expect(requests.filter((request) => request.includes('/load-terms-'))).not.toEqual([])
  await profile.close()
})

// What had not arrived was never asked for again: the button did nothing, for good.
it('experience 11: the button of a closed gate opens the request at the next press when its code did not arrive at the first', async () => {
  const gated = await openScreenSite(GATED_PAGE)
  const profile = await openProfile(browser)
  const { page } = profile
  await page.route(/\/request-/, (route) => route.abort())
  await page.goto(gated.url)
  await Promise.all([page.waitForEvent('requestfailed'), press(profile, en['gate.ask'])])
  await page.unroute(/\/request-/)
  await press(profile, en['gate.ask'])
  await page.getByRole('dialog').waitFor()
  await profile.close()
  await gated.close()
})

// The budget of the screen leaves out what only a text of one's own needs; it may, as long as this walk fetches nothing of it.
it('a screen on a shipped template fetches in all its life what its size budget counts, and nothing else', async () => {
  const profile = await openProfile(browser, { acceptDownloads: true })
  const { page, context } = profile
  await page.goto(site.url)
  await reach(profile, 'ready')
  await press(profile, en['decision.decline'])
  await reach(profile, 'declined')
  await press(profile, en['action.reconsider'])
  await reach(profile, 'ready')
  // What signs is here before the network goes.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await reach(profile, 'offline')
  await press(profile, en['decision.accept'])
  await reach(profile, 'queued')
  await context.setOffline(false)
  await reach(profile, 'licensed')
  expect(await download(profile, en['receipt.downloadJson'])).toMatch(/\.json$/)
  expect(await download(profile, en['receipt.downloadHtml'])).toMatch(/\.html$/)

  await press(profile, 'Choose anew')
  await page.getByRole('checkbox').first().check()
  // What tells a developer of a refusal comes with the first one.
  const refusal = { status: 400, contentType: 'application/problem+json', body: '{"status":400,"code":"invalid_license"}' }
  await page.route(/\/license\/create/, (route) => route.fulfill(refusal))
  await press(profile, en['decision.accept'])
  await reach(profile, 'submit-error')
  await page.unroute(/\/license\/create/)
  await press(profile, en['decision.accept'])
  await reach(profile, 'licensed')
  await page.goto(`${site.url}/?changed`)
  await reach(profile, 'update-material')
  await page.locator('ins').first().waitFor()
  await press(profile, en['decision.accept'])
  await reach(profile, 'licensed')
  await press(profile, 'Withdraw')
  await reach(profile, 'withdrawn')
  await page.reload()
  await reach(profile, 'withdrawn')
  await profile.close()

  const fetched = [...site.chunks].filter(([path]) => profile.requests.some((request) => request.endsWith(path)))
  const modulesOf = (chunks: readonly Chunk[]) => chunks.flatMap(({ modules }) => [...modules.keys()].filter(isCounted)).sort()
  expect(modulesOf(fetched.map(([, chunk]) => chunk))).toEqual(modulesOf(await bundlePiece('screen')))
  expect(profile.complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED|status of 400/.test(text))).toEqual([])
})
