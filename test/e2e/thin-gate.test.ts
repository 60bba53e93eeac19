import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile, type Profile } from '../support/browser.ts'
import { openScreenSite, type ScreenSite } from './screen-site.ts'

/** A page with a gate and the state of the flow, and no screen. Its buttons perform acts. */
const PAGE = `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { ConsentGate, ConsentProvider, useConsent, useLicense } from 'licet'

const options = new URLSearchParams(location.search)
const config = {
  ...JSON.parse(document.getElementById('config').textContent),
  userId: options.get('user') ?? 'person',
  agreement: {
    company: { name: 'Bramble', termsUrl: 'https://bramble.example/terms', privacyUrl: 'https://bramble.example/privacy' },
    jurisdiction: options.get('law') ?? 'Ireland',
    compensation: null,
    expiry: options.get('expiry'),
    purposes: ['analytics', { usecase: 'personalization' }],
  },
}
function State() {
  const { status, error, agreement, reopen } = useConsent()
  const mayAdvertise = useLicense((license) => license.permits('advertising'))
  const state = { status, code: error?.code, purposes: agreement.purposes.map((one) => one.usecase), mayAdvertise }
  return createElement('p', { id: 'state', 'data-status': status, 'data-code': error?.code },
    JSON.stringify(state), createElement('button', { onClick: () => reopen() }, 'Choose again'))
}
createRoot(document.getElementById('root')).render(
  createElement(ConsentProvider, { config, onEvent: ({ type }) => console.log('event ' + type) },
    createElement(State),
    createElement(ConsentGate, { usecase: 'analytics' }, createElement('p', { id: 'offers' }, 'Offers'))))
`

let site: ScreenSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([openScreenSite(PAGE), launchChromium()])
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

const offers = (page: Page) => page.locator('#offers')
const withStatus = (page: Page, status: string) => page.locator(`#state[data-status="${status}"]`).waitFor()
const stateOf = async (page: Page) => JSON.parse((await page.locator('#state').innerText()).replace(/Choose again$/, ''))

/** Opens the page as a new person, agrees, and waits until nothing is left to do. */
async function agree(query = ''): Promise<Profile> {
  const profile = await openProfile(browser)
  const { page } = profile
  await page.goto(`${site.url}/${query}`)
  await page.getByRole('button', { name: en['gate.ask'] }).click()
  await page.getByRole('button', { name: en['decision.accept'], exact: true }).click()
  await offers(page).waitFor()
  await page.waitForLoadState('networkidle')
  return profile
}

/** Visits the page, waits for a state of it and until it is idle, and returns the paths of its requests. */
async function visit(
  { page, requests }: Profile,
  query = '',
  isReached: () => Promise<unknown> = async () => {},
): Promise<readonly string[]> {
  const before = requests.length
  await page.goto(`${site.url}/${query}`, { waitUntil: 'networkidle' })
  await isReached()
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)))')
  return requests.slice(before).map((request) => new URL(request.split(' ')[1] ?? '').pathname)
}

const scripts = (paths: readonly string[]) => paths.filter((path) => path.endsWith('.js')).sort()
const firstScripts = () => [...site.chunks].flatMap(([path, { first }]) => (first ? [path] : [])).sort()

it('a visitor whose license answers the agreement loads only the provider and the gate, and asks the service nothing', async () => {
  const profile = await agree()
  const paths = await visit(profile)
  await offers(profile.page).waitFor()
  expect(scripts(paths)).toEqual(firstScripts())
  expect(paths.filter((path) => !path.endsWith('.js') && !/^\/(?:styles\.css)?$/.test(path))).toEqual([])
  expect(await stateOf(profile.page)).toEqual({
    status: 'already-licensed',
    purposes: ['analytics', 'personalization'],
    mayAdvertise: false,
  })
  expect(profile.problems).toEqual([])
  await profile.close()
})

it('experience 14: loads the rest when the agreement changed, asks, and keeps the gate open meanwhile', async () => {
  const profile = await agree()
  const { page } = profile
  const paths = await visit(profile, '?law=France', () =>
    page.waitForFunction("/^(terms|update)/.test(document.querySelector('#state').dataset.status)"),
  )
  await offers(page).waitFor()
  expect(scripts(paths).length).toBeGreaterThan(firstScripts().length)
  // Back to the first agreement, which the license still answers.
  await visit(profile)
  await withStatus(page, 'already-licensed')
  expect(scripts(await visit(profile))).toEqual(firstScripts())
  await profile.close()
})

it('experience 13: closes an open gate when another tab withdraws, even when the rest of the code is missing', async () => {
  const profile = await agree()
  const { page, context } = profile
  await visit(profile)
  await offers(page).waitFor()
  await page.route(/\/question-|gate-placeholder/, (route) => route.abort())
  const other = await context.newPage()
  await other.goto(`${site.url}/`)
  // What a withdrawal leaves in storage, and the message that it sends.
  await other.evaluate(async () => {
    const open = indexedDB.open('licet')
    await new Promise((resolve) => (open.onsuccess = resolve))
    const devices = open.result.transaction('devices', 'readwrite').objectStore('devices')
    const all = devices.getAll()
    await new Promise((resolve) => (all.onsuccess = resolve))
    for (const device of all.result) {
      devices.put({ ...device, withdrawn: true })
      new BroadcastChannel(`licet:${device.scope}`).postMessage('changed')
    }
  })
  await offers(page).waitFor({ state: 'detached' })
  await profile.close()
})

it('H1: a gate is closed for the next person on the device', async () => {
  const profile = await agree()
  await visit(profile, '?user=next')
  await profile.page.getByText(en['gate.locked'].split('{purpose}')[0] ?? '').waitFor()
  expect(await offers(profile.page).count()).toBe(0)
  await profile.close()
})

it('experience 11: without the rest of the code, the gate of a licensed visitor opens, an act reports it, and works later', async () => {
  const profile = await agree()
  const { page } = profile
  await page.route(/\/question-/, (route) => route.abort())
  await visit(profile)
  await offers(page).waitFor()
  await withStatus(page, 'already-licensed')
  await page.getByRole('button', { name: 'Choose again' }).click()
  await page.locator('#state[data-code="code_unavailable"]').waitFor()
  expect(await offers(page).count()).toBe(1)
  await page.unroute(/\/question-/)
  await page.getByRole('button', { name: 'Choose again' }).click()
  // No component of the page shows terms, so the question is known without them.
  await withStatus(page, 'choosing')
  expect(await offers(page).count()).toBe(1)
  await profile.close()
})

it('experience 11: without the rest of the code, a first visit shows the gate closed, and asks when the code is there', async () => {
  const profile = await openProfile(browser)
  const { page } = profile
  await page.route(/\/question-|gate-placeholder/, (route) => route.abort())
  await page.goto(site.url)
  await page.locator('#state[data-code="code_unavailable"]').waitFor()
  expect(await offers(page).count()).toBe(0)
  await page.unroute(/\/question-|gate-placeholder/)
  await page.reload()
  await page.getByText(en['gate.locked'].split('{purpose}')[0] ?? '').waitFor()
  await profile.close()
})

it('closes the gate when the license ends while the page is open', async () => {
  const expiry = new Date(Date.now() + 600_000).toISOString()
  const profile = await agree(`?expiry=${expiry}`)
  const { page } = profile
  await page.clock.install()
  await visit(profile, `?expiry=${expiry}`)
  await offers(page).waitFor()
  await page.clock.fastForward(1_200_000)
  await offers(page).waitFor({ state: 'detached' })
  await profile.close()
})
