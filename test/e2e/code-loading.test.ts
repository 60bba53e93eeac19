import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile, type Profile, waitForAcceptCode, waitForStoredDecline } from '../support/browser.ts'
import type { Chunk } from '../support/bundle.ts'
import { bundlePiece } from '../support/size-bundles.ts'
import { GATED_PAGE, LINKED_PAGE, openScreenSite, type ScreenSite } from './screen-site.ts'

let site: ScreenSite
let linked: ScreenSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([openScreenSite(), launchChromium()])
  // Not at the same time: a build sets `NODE_ENV` for as long as it runs.
  linked = await openScreenSite(LINKED_PAGE)
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  await linked?.close()
})

const clickButton = ({ page }: Profile, name: string) => page.getByRole('button', { name, exact: true }).click()
const waitForState = ({ page }: Profile, state: string) => page.locator(`#controls[data-state="${state}"]`).waitFor()

/** Excludes React and the page itself. */
const isCounted = (id: string) => !/bundle-entry\.js$|node_modules\/(?:react|react-dom|scheduler)\/|^\0/.test(id)

/** Clicks a download button and returns the name of the file. */
async function download(profile: Profile, name: string): Promise<string> {
  const [file] = await Promise.all([profile.page.waitForEvent('download'), clickButton(profile, name)])
  return file.suggestedFilename()
}

// Regression: after one failed load, the code that the terms need was never requested again, so they never appeared.
it('experience 1: loads terms from the host app at the second attempt when their code fails to load at the first', async () => {
  const profile = await openProfile(browser)
  const { page, requests } = profile
  await page.route(/\/load-own-terms-/, (route) => route.abort())
  await page.goto(`${site.url}/?fetched`)
  await waitForState(profile, 'terms-error')
  await page.unroute(/\/load-own-terms-/)
  await clickButton(profile, en['action.retry'])
  await waitForState(profile, 'ready')
  expect(requests.filter((request) => request.includes('/load-own-terms-'))).not.toEqual([])
  await profile.close()
})

// Regression: the code was never requested again, or the gate showed nothing, and the button of the gate did nothing.
it.each([
  ['placeholder', /\/gate-placeholder-/],
  ['dialog', /\/gate-dialog-/],
])('experience 11: a closed gate whose %s fails to load shows an error, and loads it with Retry', async (piece, file) => {
  const gated = await openScreenSite(GATED_PAGE)
  const profile = await openProfile(browser)
  const { page } = profile
  await page.route(file, (route) => route.abort())
  await page.goto(gated.url)
  if (piece === 'dialog') await clickButton(profile, en['gate.ask'])
  await page.getByRole('alert').filter({ hasText: 'A part of this page did not load.' }).waitFor()
  await page.unroute(file)
  await clickButton(profile, en['action.retry'])
  if (piece === 'placeholder') await clickButton(profile, en['gate.ask'])
  await page.getByRole('dialog').waitFor()
  expect(await page.getByRole('alert').filter({ hasText: 'did not load' }).count()).toBe(0)
  await profile.close()
  await gated.close()
})

it('experience 11: a link whose settings fail to load opens their dialog, and loads them with Retry, and nothing in it moves', async () => {
  const profile = await openProfile(browser)
  const { page } = profile
  await page.route(/\/after-question-/, (route) => route.abort())
  await page.goto(linked.url)
  const link = page.getByRole('button', { name: en['link.settings'] })
  const isOpen = await link.evaluate(async (button: HTMLElement) => {
    button.click()
    await new Promise((resolve) => setTimeout(resolve))
    return document.querySelector('dialog')?.matches(':modal')
  })
  expect(isOpen).toBe(true)
  const title = page.getByRole('dialog').getByRole('heading', { name: en['settings.title'], exact: true })
  const place = await title.boundingBox()
  await page.getByRole('alert').filter({ hasText: 'A part of this page did not load.' }).waitFor()
  await page.unroute(/\/after-question-/)
  await clickButton(profile, en['action.retry'])
  await page.getByRole('button', { name: en['settings.review'] }).waitFor()
  expect(await title.boundingBox()).toEqual(place)
  // React moves the focus after it has changed the page.
  await expect.poll(() => title.evaluate((heading) => heading === document.activeElement)).toBe(true)
  await profile.close()
})

// Regression: only the title was shown, without the receipt and the way to stop, until a reload or until the browser had been offline.
it('experience 11: an outcome that fails to load shows an error, and loads with Retry', async () => {
  const profile = await openProfile(browser)
  const { page } = profile
  await page.route(/\/after-question-/, (route) => route.abort())
  await page.goto(site.url)
  await clickButton(profile, en['decision.accept'])
  await waitForState(profile, 'licensed')
  await page.getByRole('alert').filter({ hasText: 'A part of this page did not load.' }).waitFor()
  await page.unroute(/\/after-question-/)
  await clickButton(profile, en['action.retry'])
  await page.getByText(en['receipt.view']).waitFor()
  expect(await page.getByRole('alert').filter({ hasText: 'did not load' }).count()).toBe(0)
  await profile.close()
})

// Regression: on a slow device, the link moved from the top of the page below the screen, and the screen by 16 px between its first two frames.
it('experience 22: nothing moves on a slow device, neither at the first visit nor at the next one', async () => {
  const profile = await openProfile(browser)
  const { page } = profile
  await page.addInitScript(() => {
    const found: string[] = []
    Object.assign(window, { found })
    new PerformanceObserver((list) => found.push(...list.getEntries().map((entry) => JSON.stringify(entry)))).observe({
      type: 'layout-shift',
      buffered: true,
    })
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const visit = async (state: string) => {
    await page.goto(linked.url)
    await page.locator(`.licet-screen[data-state="${state}"]`).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => Reflect.get(window, 'found'))).toEqual([])
  }
  await visit('ready')
  await clickButton(profile, en['decision.decline'])
  await page.locator('[data-part="screen-outcome"]:not(.licet-place)').waitFor()
  await waitForStoredDecline(page)
  await visit('declined')
  await profile.close()
})

it('experience 13: an Accept waits for the code that checks what the person sees, and is signed with Retry when it did not load', async () => {
  const profile = await openProfile(browser)
  const { page } = profile
  let fail = () => {}
  const held = new Promise<void>((resolve) => (fail = resolve))
  await page.route(/\/press-checks-/, (route) => held.then(() => route.abort()))
  await page.goto(site.url)
  await clickButton(profile, en['decision.accept'])
  await page.locator('.licet-decision[data-state="pending"]').waitFor()
  fail()
  await page.getByRole('alert').filter({ hasText: 'A part of this page did not load.' }).waitFor()
  await waitForState(profile, 'ready')
  await page.unroute(/\/press-checks-/)
  await clickButton(profile, en['action.retry'])
  await waitForState(profile, 'licensed')
  await profile.close()
})

// Regression: "You declined" was on screen while nothing was stored, and a person who left immediately was asked again.
it('experience 13: a refusal counts while the code of the client is still loading', async () => {
  const profile = await openProfile(browser)
  const { page } = profile
  let isHeld = true
  await page.route(/\/open-client-/, (route) => (isHeld ? undefined : route.continue()))
  await page.goto(site.url)
  await clickButton(profile, en['decision.decline'])
  await waitForState(profile, 'declined')
  await waitForStoredDecline(page)
  isHeld = false
  await page.reload()
  await waitForState(profile, 'declined')
  await profile.close()
})

// Regression: without the code that signs, the withdrawal was refused, and the license stayed in force.
it('experience 13: a withdrawal counts while the signing engine fails to load, and is signed when it loads', async () => {
  const profile = await openProfile(browser)
  const { page } = profile
  await page.goto(site.url)
  await waitForState(profile, 'ready')
  await clickButton(profile, en['decision.accept'])
  await waitForState(profile, 'licensed')
  await page.route(/\/signing-engine-/, (route) => route.abort())
  await page.reload()
  await waitForState(profile, 'already-licensed')
  await clickButton(profile, 'Withdraw')
  await waitForState(profile, 'withdrawing')
  await page.locator('.licet-message').getByText(en['status.withdrawn.queued']).waitFor()
  await page.reload()
  await waitForState(profile, 'withdrawing')
  await page.unroute(/\/signing-engine-/)
  await page.reload()
  await waitForState(profile, 'withdrawn')
  await profile.close()
})

// Regression: the license was on screen, and its withdrawal was ignored until the code had loaded.
it('experience 13: a withdrawal counts while the code that compares a changed agreement is still loading', async () => {
  const profile = await openProfile(browser)
  const { page } = profile
  await page.goto(site.url)
  await clickButton(profile, en['decision.accept'])
  await waitForState(profile, 'licensed')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/open-client-/, (route) => released.then(() => route.fallback()))
  await page.goto(`${site.url}/?changed`)
  await page.locator('#controls[data-licensed="true"][data-state="checking"]').waitFor()
  await clickButton(profile, 'Withdraw')
  await waitForState(profile, 'withdrawing')
  release()
  await waitForState(profile, 'withdrawn')
  await page.reload()
  await waitForState(profile, 'withdrawn')
  await profile.close()
})

// The size budget of the screen excludes the code for custom terms. This journey proves that a shipped template does not load it.
it('a screen with a shipped template loads exactly the code that its size budget counts', async () => {
  const profile = await openProfile(browser, { acceptDownloads: true })
  const { page, context } = profile
  const loaded = waitForAcceptCode(page)
  await page.goto(site.url)
  await waitForState(profile, 'ready')
  await clickButton(profile, en['decision.decline'])
  await waitForState(profile, 'declined')
  await clickButton(profile, en['action.review'])
  await waitForState(profile, 'ready')
  await loaded
  await context.setOffline(true)
  await waitForState(profile, 'offline')
  await clickButton(profile, en['decision.accept'])
  await waitForState(profile, 'queued')
  await context.setOffline(false)
  await waitForState(profile, 'licensed')
  expect(await download(profile, en['receipt.downloadHtml'])).toMatch(/\.html$/)
  await page.getByText(en['receipt.view']).click()
  await page.getByText(en['receipt.details']).click()
  expect(await download(profile, en['receipt.downloadJson'])).toMatch(/\.json$/)

  await clickButton(profile, 'Choose again')
  await page.getByRole('checkbox').first().check()
  // A refusal loads no messages for developers: only a development build has them.
  const refusal = { status: 400, contentType: 'application/problem+json', body: '{"status":400,"code":"invalid_license"}' }
  await page.route(/\/license\/create/, (route) => route.fulfill(refusal))
  await clickButton(profile, en['decision.accept.update'])
  await waitForState(profile, 'submit-error')
  await page.unroute(/\/license\/create/)
  await clickButton(profile, en['decision.accept.update'])
  await waitForState(profile, 'licensed')
  await page.goto(`${site.url}/?changed`)
  await waitForState(profile, 'update-material')
  await page.locator('ins').first().waitFor({ state: 'attached' })
  await clickButton(profile, en['decision.accept.update'])
  await waitForState(profile, 'licensed')
  await clickButton(profile, 'Withdraw')
  await waitForState(profile, 'withdrawn')
  await page.reload()
  await waitForState(profile, 'withdrawn')
  await profile.close()

  const fetched = [...site.chunks].filter(([path]) => profile.requests.some((request) => request.endsWith(path)))
  const modulesOf = (chunks: readonly Chunk[]) => chunks.flatMap(({ modules }) => [...modules.keys()].filter(isCounted)).sort()
  // Only a proof with a time stamp loads the code that checks it.
  const ofTimestamps = /\/log\/(?:timestamp\/.*|read-stamp)\.js$/
  const counted = modulesOf(await bundlePiece('screen')).filter((id) => !ofTimestamps.test(id))
  expect(modulesOf(fetched.map(([, chunk]) => chunk))).toEqual(counted)
  expect(profile.problems.filter((text) => !/ERR_INTERNET_DISCONNECTED|status of 400/.test(text))).toEqual([])
})
