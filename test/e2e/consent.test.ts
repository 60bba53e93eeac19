import { fromMarkdown } from 'mdast-util-from-markdown'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { administrator, examine, registeredKey, type StoredLicense, sha3 } from '../fixtures/independent.ts'
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

const agree = (profile: Profile) => profile.page.getByRole('button', { name: en['decision.accept'], exact: true })
const decline = (profile: Profile) => profile.page.getByRole('button', { name: en['decision.decline'], exact: true })
const shown = (profile: Profile, text: string) => profile.page.getByText(text).first().waitFor()

/** Opens the page that asks, in a profile that nobody has used. */
async function asked(): Promise<Profile> {
  const profile = await openProfile(browser)
  await profile.page.goto(`${demo.url}/agree`)
  await agree(profile).waitFor()
  return profile
}

/** The words of the terms on screen, as one text: what a person reads there, without what only a screen reader is told and the mark of the end. */
const wordsOnScreen = (profile: Profile) =>
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

/** The words of a Markdown text, as its grammar has them. */
const wordsOf = ({ value = '', children = [] }: Node): string => value + children.map(wordsOf).join('')

/** A text without the space between its words, which a screen lays out as it likes. */
const close = (text: string) => text.replaceAll(/\s+/g, '')

describe('someone who agrees', () => {
  let profile: Profile
  let license: StoredLicense
  let read: string
  const earlier = new Set<string>()

  beforeAll(async () => {
    for (const { id } of await licenses()) earlier.add(id)
    profile = await asked()
  })
  afterAll(() => profile.close())

  const added = async () => (await licenses()).filter(({ id }) => !earlier.has(id))

  it('experience 9: nothing leaves the device before the act but what loads the page itself', async () => {
    const sent = profile.requests.filter((request) => !request.startsWith('GET '))
    const service = profile.requests.filter((request) => /^\w+ http:\/\/[^/]+\/(api|license|\.well-known)(\/|$)/.test(request))
    expect({ sent, service }).toEqual({ sent: [], service: [] })
    expect(await added()).toEqual([])
  })

  it('reads the terms, agrees, and has one license with a receipt', async () => {
    await profile.page.getByRole('region', { name: en['terms.label'] }).first().waitFor()
    read = await wordsOnScreen(profile)
    await agree(profile).click()
    await shown(profile, en['status.licensed.title'])
    await shown(profile, en['receipt.title'])
    const rows = await added()
    expect(rows).toHaveLength(1)
    const [row] = rows
    if (row === undefined) throw new Error('unreachable')
    license = row
    expect(license.status).toBe('active')
  })

  it('has a signature and a receipt that hold without any of our code', async () => {
    const { provider } = demo.secrets()
    const key = await registeredKey(demo.url, provider, license.address)
    expect(await examine(demo.url, license, key)).toEqual({
      address: true,
      signature: true,
      termsHash: true,
      receipt: true,
      receiptRequest: true,
      receiptTerms: true,
    })
  })

  it('experience 2: what was on screen is what was signed, and the receipt has its fingerprint', async () => {
    expect(read.length).toBeGreaterThan(1000)
    expect(close(read)).toBe(close(wordsOf(fromMarkdown(license.terms))))
    expect(license.termsHash).toBe(sha3(license.terms))
    const receipt = await profile.page.locator('.licet-receipt').first().textContent()
    expect(close(receipt ?? '')).toContain(license.termsHash)
  })

  it('finds the license after a reload, without asking again and without another row', async () => {
    await profile.page.reload()
    await shown(profile, en['status.already.title'])
    expect(await agree(profile).count()).toBe(0)
    expect(await added()).toHaveLength(1)
  })

  it('opens what the license is for, from the first paint after a reload', async () => {
    await profile.page.goto(demo.url)
    await profile.page.getByRole('heading', { name: 'Where your money went' }).waitFor()
  })

  it('withdraws in the settings, with no more acts than agreeing took, and the gate closes', async () => {
    await profile.page.goto(`${demo.url}/settings`)
    const delivered = profile.page.waitForResponse((response) => response.url().endsWith('/license/create'))
    await profile.page.getByRole('button', { name: en['settings.withdraw'] }).click()
    // It has effect here at once, and at the service as soon as it is told.
    await shown(profile, en['status.withdrawn.title'])
    expect((await delivered).status()).toBe(201)
    const rows = await added()
    expect(rows.map(({ status }) => status).sort()).toEqual(['revoked', 'revoked'])
    expect(rows.find(({ uses }) => uses.length === 0)?.supersedes).toBe(license.id)
    await profile.page.goto(demo.url)
    await profile.page.getByRole('heading', { name: 'Earn 200 points a month' }).waitFor()
  })

  it('experience 21: met no violation of the strict policy, no error, and no third party', () => {
    const elsewhere = profile.requests.filter((request) => !request.includes(` ${demo.url}/`) && !/ (blob|data):/.test(request))
    expect({ complaints: profile.complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] })
  })
})

it('someone who declines in a fresh profile is not asked again, and nothing was sent or stored', async () => {
  const before = (await licenses()).length
  const profile = await asked()
  await decline(profile).click()
  await shown(profile, en['status.declined.title'])
  await profile.page.reload()
  await shown(profile, en['status.declined.title'])
  expect(profile.requests.filter((request) => request.startsWith('POST'))).toEqual([])
  expect(await licenses()).toHaveLength(before)
  expect(profile.complaints).toEqual([])
  await profile.close()
})

it('experience 10: two tabs and a double click make one license', async () => {
  const before = (await licenses()).length
  const profile = await asked()
  const second = await profile.context.newPage()
  await second.goto(`${demo.url}/agree`)
  const other = second.getByRole('button', { name: en['decision.accept'], exact: true })
  await other.waitFor()
  await Promise.all([agree(profile).dblclick(), other.click()])
  await shown(profile, en['receipt.title'])
  await second.getByText(en['receipt.title']).first().waitFor()
  expect(await licenses()).toHaveLength(before + 1)
  await profile.close()
})
