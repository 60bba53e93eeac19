import { fromMarkdown } from 'mdast-util-from-markdown'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { licensedTitle, stopLabel } from '../fixtures/company-titles.ts'
import { openAdministrator, readRegisteredKey, type StoredLicense, sha3, verifyLicense } from '../fixtures/independent-verifier.ts'
import { launchChromium, openProfile, type Profile, waitForStoredDecline } from '../support/browser.ts'
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

const agreeButton = (profile: Profile) => profile.page.getByRole('button', { name: en['decision.accept'], exact: true })
const declineButton = (profile: Profile) => profile.page.getByRole('button', { name: en['decision.decline'], exact: true })
const waitForText = (profile: Profile, text: string) => profile.page.getByText(text).first().waitFor()

/** Scrolls to a button and returns its center in CSS pixels of the viewport. */
async function centerOf(button: Locator): Promise<{ x: number; y: number }> {
  await button.click({ trial: true })
  const { x, y, width, height } = (await button.boundingBox()) ?? expect.fail('The button is not rendered.')
  return { x: x + width / 2, y: y + height / 2 }
}

/** Opens the consent screen in an empty profile. */
async function openConsentScreen(): Promise<Profile> {
  const profile = await openProfile(browser)
  await profile.page.goto(`${demo.url}/agree`)
  await agreeButton(profile).waitFor()
  return profile
}

/** Returns the visible text of the terms, without the parts for screen readers and the end marker. */
const readTermsOnScreen = (profile: Profile) =>
  profile.page
    .locator('[data-part="terms-text"]')
    .first()
    .evaluate((region) => {
      const copy = region.cloneNode(true) as Element
      for (const hidden of copy.querySelectorAll('.licet-visually-hidden, [data-part="terms-end"]')) hidden.remove()
      return copy.textContent ?? ''
    })

interface Node {
  readonly type: string
  readonly value?: string
  readonly children?: readonly Node[]
}

/** Returns the text of a Markdown tree, without markup. */
const toText = ({ value = '', children = [] }: Node): string => value + children.map(toText).join('')

/** Removes white space, because the layout of the screen changes it. */
const removeSpace = (text: string) => text.replaceAll(/\s+/g, '')

describe('a person who agrees', () => {
  let profile: Profile
  let license: StoredLicense
  let termsOnScreen: string
  const earlierIds = new Set<string>()

  beforeAll(async () => {
    for (const { id } of await licenses()) earlierIds.add(id)
    profile = await openConsentScreen()
  })
  afterAll(() => profile.close())

  const newLicenses = async () => (await licenses()).filter(({ id }) => !earlierIds.has(id))

  it('experience 9: sends only the requests that load the page before the decision', async () => {
    const sent = profile.requests.filter((request) => !request.startsWith('GET '))
    const service = profile.requests.filter((request) => /^\w+ http:\/\/[^/]+\/(api|license|\.well-known)(\/|$)/.test(request))
    expect({ sent, service }).toEqual({ sent: [], service: [] })
    expect(await newLicenses()).toEqual([])
  })

  it('reads the terms, agrees, and has one license with a receipt', async () => {
    await profile.page.getByRole('region', { name: en['terms.label'] }).first().waitFor()
    termsOnScreen = await readTermsOnScreen(profile)
    await agreeButton(profile).click()
    await waitForText(profile, licensedTitle('Pomelo'))
    await waitForText(profile, en['receipt.view'])
    const licenses = await newLicenses()
    expect(licenses).toHaveLength(1)
    const [stored] = licenses
    if (stored === undefined) throw new Error('unreachable')
    license = stored
    expect(license.status).toBe('active')
  })

  it('has a signature and a receipt that verify without any code of licet', async () => {
    const { provider } = demo.secrets()
    const key = await readRegisteredKey(demo.url, provider, license.address)
    expect(await verifyLicense(demo.url, license, key)).toEqual({
      address: true,
      signature: true,
      termsHash: true,
      receipt: true,
      receiptRequest: true,
      receiptTerms: true,
    })
  })

  it('experience 2: signed exactly the text on the screen, and the receipt has its hash', async () => {
    expect(termsOnScreen.length).toBeGreaterThan(1000)
    expect(removeSpace(termsOnScreen)).toBe(removeSpace(toText(fromMarkdown(license.terms))))
    expect(license.termsHash).toBe(sha3(license.terms))
    const receipt = await profile.page.locator('.licet-receipt').first().textContent()
    expect(removeSpace(receipt ?? '')).toContain(license.termsHash)
  })

  it('finds the license after a reload, and is not asked again', async () => {
    await profile.page.reload()
    await waitForText(profile, en['status.already.title'])
    expect(await agreeButton(profile).count()).toBe(0)
    expect(await newLicenses()).toHaveLength(1)
  })

  it('sees the licensed content immediately after a reload', async () => {
    await profile.page.goto(demo.url)
    await profile.page.getByRole('heading', { name: 'Where your money went' }).waitFor()
  })

  it('withdraws in the settings with one click, and the gate closes', async () => {
    await profile.page.goto(`${demo.url}/settings`)
    const delivered = profile.page.waitForResponse((response) => response.url().endsWith('/license/create'))
    await profile.page.getByRole('button', { name: stopLabel('Pomelo') }).click()
    // The withdrawal takes effect on this device immediately, and at the service when it is delivered.
    await waitForText(profile, en['status.withdrawn.title'])
    expect((await delivered).status()).toBe(201)
    const licenses = await newLicenses()
    expect(licenses.map(({ status }) => status).sort()).toEqual(['revoked', 'revoked'])
    expect(licenses.find(({ uses }) => uses.length === 0)?.supersedes).toBe(license.id)
    await profile.page.goto(demo.url)
    await profile.page.getByRole('heading', { name: 'Earn 200 points a month' }).waitFor()
  })

  it('experience 21: causes no CSP violation, no error and no request to a third party', () => {
    const elsewhere = profile.requests.filter((request) => !request.includes(` ${demo.url}/`) && !/ (blob|data):/.test(request))
    expect({ problems: profile.problems, elsewhere }).toEqual({ problems: [], elsewhere: [] })
  })
})

it('a person who declines is not asked again, and nothing is sent or stored', async () => {
  const before = (await licenses()).length
  const profile = await openConsentScreen()
  await declineButton(profile).click()
  await waitForText(profile, en['status.declined.title'])
  await waitForStoredDecline(profile.page)
  await profile.page.reload()
  await waitForText(profile, en['status.declined.title'])
  expect(profile.requests.filter((request) => request.startsWith('POST'))).toEqual([])
  expect(await licenses()).toHaveLength(before)
  expect(profile.problems).toEqual([])
  await profile.close()
})

it('experience 10: a double click in one tab and a click in another create one license', async () => {
  const before = (await licenses()).length
  const profile = await openConsentScreen()
  const secondTab = await profile.context.newPage()
  await secondTab.goto(`${demo.url}/agree`)
  const secondButton = secondTab.getByRole('button', { name: en['decision.accept'], exact: true })
  await secondButton.waitFor()
  // By coordinates: Playwright would look for a button again that the other tab has taken away, and wait.
  const [first, second] = [await centerOf(agreeButton(profile)), await centerOf(secondButton)]
  await Promise.all([profile.page.mouse.dblclick(first.x, first.y), secondTab.mouse.click(second.x, second.y)])
  await waitForText(profile, en['receipt.view'])
  await secondTab.getByText(en['receipt.view']).first().waitFor()
  expect(await licenses()).toHaveLength(before + 1)
  await profile.close()
})
