import 'licet/styles.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ServiceClient, type ServiceClientConfig } from '../../../src/client/index.ts'
import { ConsentButton, ConsentGate, ConsentScreen, TermsCheckbox, TermsNotice } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { es } from '../../../src/locales/es.ts'
import { toSubject } from '../../../src/react/hint/consent-hint.ts'
import { ConsentProvider, readConsentHint } from '../../../src/react/index.ts'
// Loaded before the tests: where a test expects no cookie, the code that writes it is ready to run.
import '../../../src/react/hint/keep-hint.ts'
import { configOf, newPerson, service } from '../../fixtures/react-harness.tsx'

const QUESTION = en['screen.title'].replace('{company}', 'Acme')
const keptHint = () => readConsentHint(document.cookie)
const removeCookie = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the kit writes it in this way too
  document.cookie = 'licet=; Max-Age=0; Path=/'
}
// Not after each test: its page can still write the cookie until it is closed, and that is later.
beforeEach(removeCookie)
afterAll(removeCookie)
afterAll(() => service.close())

/** The decisions of an earlier visit, by name. */
const VISITS = {
  none: async () => {},
  licensed: async (client: ServiceClient) => void (await client.createLicense()),
  declined: (client: ServiceClient) => client.decline(),
  withdrawn: async (client: ServiceClient) => {
    await client.createLicense()
    await client.revokeLicense()
  },
} as const

async function visitBefore(visit: keyof typeof VISITS): Promise<ServiceClientConfig> {
  const config = configOf(newPerson())
  const client = new ServiceClient(config)
  await VISITS[visit](client)
  await client.whenIdle()
  await client.close()
  return config
}

/** Shows the HTML of a server, hydrates it, and records each text that the page had, and each warning. */
function open(config: ServiceClientConfig, hint: string | null | undefined, hintCookie?: boolean, locale?: string) {
  const tree = (
    <StrictMode>
      <ConsentProvider config={config} hint={hint} hintCookie={hintCookie} locale={locale}>
        <ConsentScreen />
        <ConsentGate usecase="analytics">
          <p>Offers</p>
        </ConsentGate>
        <TermsNotice />
        <ConsentButton />
      </ConsentProvider>
    </StrictMode>
  )
  const place = document.createElement('div')
  document.body.append(place)
  place.innerHTML = renderToString(tree)
  const seen = [place.innerText]
  const watch = new MutationObserver(() => seen.push(place.innerText))
  watch.observe(place, { subtree: true, childList: true, characterData: true, attributes: true })
  const problems: unknown[] = []
  const spies = (['error', 'warn'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...words) => void problems.push(words)),
  )
  const root = hydrateRoot(place, tree, { onRecoverableError: (error) => problems.push(error) })
  const close = () => {
    for (const spy of spies) spy.mockRestore()
    watch.disconnect()
    root.unmount()
    place.remove()
  }
  onTestFinished(close)
  const state = (wanted: string) => expect.poll(() => place.querySelector<HTMLElement>('.licet-screen')?.dataset.state).toBe(wanted)
  return { place, seen, problems, state, close }
}

/** Returns the hint that a visit leaves in the cookie. */
async function hintAfter(config: ServiceClientConfig, state: string): Promise<string | null> {
  const visit = open(config, null)
  await visit.state(state)
  await expect.poll(keptHint).not.toBeNull()
  visit.close()
  return keptHint()
}

describe('HTML from a server', () => {
  // Regression: the HTML had the title "… asks for your permission" and the place of the terms for every visitor.
  it.each(['licensed', 'declined', 'withdrawn'] as const)(
    'experience 22: shows no question to a person whose last visit was %s, without a hint',
    async (visit) => {
      const { place, seen, problems, state } = open(await visitBefore(visit), undefined)
      expect(place.innerText.trim()).toBe(en['link.settings'])
      expect(place.querySelector('[data-part="skeleton"]')).toBeNull()
      await state(visit === 'licensed' ? 'already-licensed' : visit)
      expect(seen.filter((text) => text.includes(QUESTION))).toEqual([])
      expect(document.cookie).not.toContain('licet')
      expect(problems).toEqual([])
    },
  )

  it.each([
    ['licensed', 'already-licensed', 'status.already.title'],
    ['declined', 'declined', 'status.declined.title'],
    ['withdrawn', 'withdrawn', 'status.withdrawn.title'],
  ] as const)('shows the outcome to a person whose last visit was %s, with the hint of that visit', async (visit, state, title) => {
    const config = await visitBefore(visit)
    const hint = await hintAfter(config, state)
    expect(hint).toMatch(new RegExp(`^${visit}\\.[0-9a-z]{5,11}\\.[0-9a-z]{2}$`))
    const page = open(config, hint)
    expect(page.place.querySelector('h1')?.textContent).toBe(en[title])
    // The children of a gate can use the data, so a hint never opens one.
    expect(page.place.innerText).not.toContain('Offers')
    await page.state(state)
    expect(page.seen.filter((text) => text.includes(QUESTION))).toEqual([])
    expect(page.problems).toEqual([])
  })

  // Regression: the HTML of the server and the first paint had the English texts, until the words of `locale` were loaded.
  it('experience 20: shows no English text while the words of another `locale` load, and keeps the place of the title', async () => {
    const config = await visitBefore('licensed')
    const hint = await hintAfter(config, 'already-licensed')
    const { place, seen, state, problems } = open(config, hint, undefined, 'es')
    const title = () => place.querySelector('h1')
    const height = title()?.getBoundingClientRect().height
    expect(height).toBeGreaterThan(20)
    expect(place.innerText.trim()).toBe('')
    expect([...place.querySelectorAll('[lang]')].map((element) => element.getAttribute('lang'))).not.toContain('en')
    await state('already-licensed')
    expect(title()?.textContent).toBe(es['status.already.title'])
    expect(title()?.getBoundingClientRect().height).toBe(height)
    expect(seen.filter((text) => text.includes(en['status.already.title']) || text.includes(en['link.settings']))).toEqual([])
    expect(problems).toEqual([])
  })

  it('shows the summary and the full terms to a person without a hint cookie, and enables the choices after hydration', async () => {
    const config = await visitBefore('none')
    const { place, problems, state } = open(config, null)
    expect(place.querySelector('h1')?.textContent).toBe(QUESTION)
    const terms = place.querySelector<HTMLElement>('[data-part="terms-text"]')?.innerText ?? ''
    expect(terms).toContain('Acme')
    expect(terms.length).toBeGreaterThan(1500)
    expect(place.querySelectorAll('.licet-summary dt')).toHaveLength(4)
    const controls = () => [...place.querySelectorAll<HTMLInputElement>('.licet-screen :is(button, input)')]
    expect(controls().length).toBeGreaterThan(3)
    expect(controls().every((control) => control.disabled)).toBe(true)
    const places = () =>
      ['h1', '.licet-summary', '[data-part="terms-text"]', '[data-part="decline"]'].map((selector) => {
        const { x, y, width, height } = place.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
        return { selector, x, y, width, height }
      })
    const before = places()
    await state('ready')
    await expect.poll(() => controls().some((control) => control.disabled)).toBe(false)
    expect(places()).toEqual(before)
    expect(controls().some((control) => control.disabled)).toBe(false)
    expect(place.querySelector<HTMLElement>('[data-part="terms-text"]')?.innerText).toContain(terms)
    expect(document.cookie).not.toContain('licet')
    expect(problems).toEqual([])
  })

  it.each([
    ['licensed', null, 'already-licensed', 'the cookie was removed'],
    ['none', 'licensed', 'ready', 'the storage was removed'],
    ['withdrawn', 'licensed', 'withdrawn', 'the license was withdrawn'],
  ] as const)('corrects a wrong hint: the last visit was %s, and the hint is %s', async (visit, word, state, _reason) => {
    const config = await visitBefore(visit)
    const page = open(config, word && `${word}.${toSubject(config)}`)
    await page.state(state)
    expect(page.place.querySelector('h1')?.textContent === QUESTION).toBe(state === 'ready')
    expect(page.problems).toEqual([])
  })

  // Regression: a hint did not know the person.
  it('experience 22: shows the next person nothing for the hint of the person before', async () => {
    const hint = await hintAfter(await visitBefore('licensed'), 'already-licensed')
    const { place, state } = open(await visitBefore('none'), hint)
    expect(place.innerText.trim()).toBe(en['link.settings'])
    await state('ready')
  })

  it('renders the place of the date instead of the box in a form for a person who has agreed, by the hint', async () => {
    const config = await visitBefore('licensed')
    const hint = await hintAfter(config, 'already-licensed')
    const form = (value: string | null) =>
      renderToString(
        <ConsentProvider config={config} hint={value}>
          <form>
            <TermsCheckbox />
          </form>
        </ConsentProvider>,
      )
    expect(form(null)).toMatch(/<input[^>]* required/)
    expect(form(null)).toContain('licet-terms')
    expect(form(hint)).toContain('licet-terms')
    expect(form(hint)).not.toContain('<input')
  })

  it.each(['licensed.another', 'constructor.x', 'licensed', '<script>', ''])('shows nothing for the hint "%s"', async (hint) => {
    const { place, state } = open(await visitBefore('none'), hint)
    expect(place.innerText.trim()).toBe(en['link.settings'])
    await state('ready')
  })

  it('keeps no cookie with `hintCookie={false}`', async () => {
    const config = await visitBefore('licensed')
    const { state } = open(config, null, false)
    await state('already-licensed')
    expect(keptHint()).toBeNull()
  })

  it('keeps no cookie before an answer, writes it after, and removes it when the person is asked again', async () => {
    const config = await visitBefore('none')
    const { place, state } = open(config, null)
    const press = async (selector: string) => {
      const found = () => place.querySelector<HTMLElement>(selector)
      await expect.poll(found).not.toBeNull()
      found()?.click()
    }
    await state('ready')
    expect(keptHint()).toBeNull()
    await press('[data-part="decline"]:enabled')
    await state('declined')
    await expect.poll(keptHint).toMatch(/^declined\./)
    await press('[data-part="screen-outcome"] [data-part="action"]')
    await state('ready')
    await expect.poll(keptHint).toBeNull()
    await press('[data-part="accept"]:enabled')
    await state('licensed')
    await expect.poll(keptHint).toMatch(/^licensed\./)
    // Neither the person nor the device is in it.
    expect(document.cookie).not.toContain(config.userId)
  })
})
