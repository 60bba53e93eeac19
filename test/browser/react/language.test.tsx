import { cleanup, render } from '@testing-library/react'
import { type ReactNode, StrictMode, Suspense } from 'react'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cdp } from 'vitest/browser'
import { ServiceClient } from '../../../src/client/index.ts'
import { ConsentGate, ConsentScreen, TermsCheckbox } from '../../../src/components/index.ts'
import { es } from '../../../src/locales/es.ts'
import {
  ConsentProvider,
  type ConsentProviderProps,
  type UseConsentResult,
  useConsent,
  useSuspenseTerms,
} from '../../../src/react/index.ts'
import { GALLERY } from '../../../src/terms/gallery.ts'
import type { Template } from '../../../src/terms/index.ts'
import { agreement, configOf, newPerson, screen, service } from '../../fixtures/react-harness.tsx'

const shipped = await loadTemplate('en/rewards')
const spanish = await loadTemplate('es/rewards')

async function loadTemplate(name: string): Promise<Template> {
  const load = GALLERY[name]
  if (load === undefined) throw new Error(`There is no template ${name}.`)
  return (await load()).default
}

afterEach(cleanup)
afterAll(() => service.close())

const seen: { consent?: UseConsentResult; statuses: string[] } = { statuses: [] }

function Probe(): ReactNode {
  seen.consent = useConsent()
  seen.statuses.push(seen.consent.status)
  return null
}

function show(props: Partial<ConsentProviderProps>, part: ReactNode = <ConsentScreen />) {
  seen.statuses = []
  return render(
    <StrictMode>
      <ConsentProvider {...({ config: configOf(newPerson()), ...props } as ConsentProviderProps)}>
        {part}
        <Probe />
      </ConsentProvider>
    </StrictMode>,
  )
}

const status = () => seen.consent?.status

describe('locale without messages', () => {
  it('experience 20: loads the words of the interface and of the terms, and is `checking` until then', async () => {
    show({ locale: 'es' })
    expect(seen.statuses.every((one) => one === 'checking')).toBe(true)
    await expect.poll(status).toBe('ready')
    expect(screen.getByRole('button', { name: es['decision.accept'] })).toBeDefined()
    expect(seen.consent?.agreement.locale).toBe('es')
    expect(document.querySelector('[data-part="terms-text"]')?.getAttribute('lang')).toBe('es')
    expect(document.querySelector('[data-part="screen"]')?.getAttribute('lang')).toBe('es')
  })

  it('experience 1: signs the terms in that language', async () => {
    const config = configOf(newPerson())
    show({ config, locale: 'es' })
    await expect.poll(status).toBe('ready')
    expect(await seen.consent?.accept()).toBe('licensed')
    cleanup()
    const client = new ServiceClient({ ...config, agreement: { ...agreement, template: spanish } })
    const license = await client.getLicense()
    expect(license?.terms).toBe(client.terms())
    await client.close()
  })

  it('keeps a custom template and its language, whatever its name', async () => {
    const template = { ...shipped }
    show({ locale: 'de', config: configOf(newPerson(), { agreement: { ...agreement, template } }) })
    await expect.poll(status).toBe('ready')
    expect(seen.consent?.agreement.template).toBe(template)
    expect(document.querySelector('[data-part="terms-text"]')?.getAttribute('lang')).toBe('en')
    expect(document.querySelector('[data-part="screen"]')?.getAttribute('lang')).toBe('de')
  })

  it('loads nothing for English, and nothing when `messages` is given', async () => {
    show({ locale: 'es', messages: es })
    expect(document.querySelector('[data-part="screen"]')?.getAttribute('lang')).toBe('es')
    await expect.poll(status).toBe('ready')
    expect(seen.consent?.agreement.locale).toBe('en')
  })

  it('offers no box to tick before the words are loaded', async () => {
    show({ locale: 'ar' }, <TermsCheckbox />)
    expect(document.querySelector('input[type="checkbox"]')).toBeNull()
    await expect.poll(() => document.querySelector('input[type="checkbox"]')).not.toBeNull()
    expect(seen.consent?.agreement.locale).toBe('ar')
  })

  it('suspends useSuspenseTerms() until the words are loaded, even without a boundary below the provider', async () => {
    const Terms = () => <pre>{useSuspenseTerms().text}</pre>
    const config = configOf(newPerson())
    render(
      <Suspense fallback="loading">
        <ConsentProvider config={config} locale="es-MX">
          <Terms />
        </ConsentProvider>
      </Suspense>,
    )
    const text = new ServiceClient({ ...config, agreement: { ...agreement, template: spanish } }).terms()
    await expect.poll(() => document.querySelector('pre')?.textContent).toBe(text)
  })
})

describe('locale that changes', () => {
  it('shows and signs the words of the newest locale', async () => {
    const config = configOf(newPerson())
    const tree = (locale: string) => (
      <StrictMode>
        <ConsentProvider config={config} locale={locale}>
          <ConsentScreen className={() => undefined} />
          <Probe />
        </ConsentProvider>
      </StrictMode>
    )
    const { rerender } = render(tree('en'))
    await expect.poll(status).toBe('ready')
    rerender(tree('es'))
    rerender(tree('de'))
    rerender(tree('es'))
    await expect.poll(() => seen.consent?.agreement.locale).toBe('es')
    await expect.poll(status).toBe('ready')
    expect(document.querySelector('[data-part="screen"]')?.className).toBe('licet-screen')
    rerender(tree('en'))
    await expect.poll(() => seen.consent?.agreement.locale).toBe('en')
    await expect.poll(status).toBe('ready')
    await expect.poll(() => seen.consent?.canAccept).toBe(true)
    expect(await seen.consent?.accept()).toBe('licensed')
  })
})

describe('a licensed person', () => {
  const app = (config: ReturnType<typeof configOf>, locale: string) => (
    <StrictMode>
      <ConsentProvider config={config} locale={locale} onEvent={({ type }) => events.push(type)}>
        <ConsentGate usecase="analytics">
          <input aria-label="note" />
        </ConsentGate>
        <Probe />
      </ConsentProvider>
    </StrictMode>
  )
  const events: string[] = []
  const note = () => document.querySelector<HTMLInputElement>('input')

  /** Shows a gate to a person who agreed in English, and types into it. */
  async function showLicensed(): Promise<{ config: ReturnType<typeof configOf>; rerender: (tree: ReactNode) => void }> {
    const config = configOf(newPerson())
    const client = new ServiceClient(config)
    await client.createLicense()
    await client.reportStored(() => {})
    await client.close()
    events.length = 0
    const { rerender } = render(app(config, 'en'))
    await expect.poll(() => note()).not.toBeNull()
    Object.assign(note() ?? {}, { value: 'typed text' })
    seen.statuses = []
    return { config, rerender }
  }

  // Regression: the terms in the other language were another text, so the person was asked again and lost what they had typed.
  it('experience 14: is not asked again in another language, and the content of the gate stays', async () => {
    const { config, rerender } = await showLicensed()
    const input = note()
    rerender(app(config, 'es'))
    await expect.poll(() => seen.consent?.agreement.locale).toBe('es')
    rerender(app(config, 'en'))
    await expect.poll(() => seen.consent?.agreement.locale).toBe('en')
    await expect.poll(status).toBe('already-licensed')
    expect([...new Set(seen.statuses)]).toEqual(['already-licensed'])
    expect([note() === input, note()?.value, events]).toEqual([true, 'typed text', []])
  })

  // Regression: the new client opened with an unknown state, so the gate removed its content for a few milliseconds.
  it('experience 10: keeps the content of the gate while the client of another configuration opens', async () => {
    const { config, rerender } = await showLicensed()
    const input = note()
    rerender(app({ ...config, agreement: { ...agreement, tags: ['email_receipt'] } }, 'en'))
    await expect.poll(() => status()?.startsWith('terms') || status()?.startsWith('update')).toBe(true)
    expect([note() === input, note()?.value]).toEqual([true, 'typed text'])
    expect(seen.statuses).not.toContain('checking')
  })

  it('H1: sees nothing of another person while the client of the next person opens', async () => {
    const { rerender } = await showLicensed()
    rerender(app(configOf(newPerson()), 'en'))
    expect(note()).toBeNull()
    await expect.poll(status).toBe('ready')
    expect(note()).toBeNull()
  })
})

// Regression: a template counted by its name, locale and version only, so an edited one was used after a reload.
it('uses a template that changed under the same name and version immediately, without a new client for an equal one', async () => {
  const config = configOf(newPerson())
  const tree = (template: Template) => (
    <ConsentProvider config={{ ...config, agreement: { ...agreement, template } }}>
      <ConsentScreen />
      <Probe />
    </ConsentProvider>
  )
  const copy = (edit: (text: string) => string = (text) => text): Template => ({
    ...shipped,
    tree: JSON.parse(edit(JSON.stringify(shipped.tree))),
  })
  const { rerender } = render(tree(copy()))
  await expect.poll(status).toBe('ready')
  const { agreement: before } = seen.consent ?? {}
  rerender(tree(copy()))
  expect(seen.consent?.agreement).toBe(before)
  rerender(tree(copy((text) => text.replace('You can say no', 'You may refuse'))))
  await expect.poll(() => document.querySelector('[data-part="terms-text"]')?.textContent).toContain('You may refuse')
  const words = { ...shipped.words, list: (items: readonly string[]) => items.join(' & ') }
  rerender(tree({ ...copy(), words }))
  expect(seen.consent?.agreement.template?.words).toBe(words)
})

describe('words that do not load', () => {
  beforeEach(async () => {
    await cdp().send('Network.enable')
    // Another test file may have loaded the words.
    await cdp().send('Network.setCacheDisabled', { cacheDisabled: true })
  })
  afterEach(async () => {
    await cdp().send('Fetch.disable')
    await cdp().send('Network.setBlockedURLs', { urls: [] })
    await cdp().send('Network.setCacheDisabled', { cacheDisabled: false })
  })

  it('set the status `terms-error`, and load again on retry', async () => {
    await cdp().send('Network.setBlockedURLs', { urls: ['*/locales/fr.ts*'] })
    show({ locale: 'fr' })
    await expect.poll(status).toBe('terms-error')
    await expect.poll(() => seen.consent?.error).toMatchObject({ code: 'code_unavailable', field: 'locale' })
    expect(seen.consent?.canAccept).toBe(false)
    await cdp().send('Network.setBlockedURLs', { urls: [] })
    screen.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(status).toBe('ready')
    expect(document.querySelector('[data-part="screen"]')?.getAttribute('lang')).toBe('fr')
  })

  // Regression: the status stayed `checking`, so a gate showed nothing for as long as the request hung.
  it('set the status `terms-error` when they hang, and load on retry', async () => {
    await cdp().send('Fetch.enable', { patterns: [{ urlPattern: '*/locales/pt-BR.ts*' }] })
    show({ locale: 'pt-BR', config: configOf(newPerson(), { timeoutMs: 300 }) })
    await expect.poll(status).toBe('terms-error')
    await expect.poll(() => seen.consent?.error).toMatchObject({ code: 'code_unavailable', field: 'locale' })
    await cdp().send('Fetch.disable')
    // On a busy machine, a retry can need more than the time limit, too.
    await expect
      .poll(() => {
        if (status() === 'terms-error') document.querySelector<HTMLElement>('[data-part="retry"], [data-part="action"]')?.click()
        return [document.querySelector('[data-part="screen"]')?.getAttribute('lang'), status()]
      })
      .toEqual(['pt-BR', 'ready'])
  })

  it.each([
    ['when the network returns', 'he', () => window.dispatchEvent(new Event('online'))],
    [
      'for the next provider',
      'ja',
      () => {
        cleanup()
        show({ locale: 'ja' })
      },
    ],
  ])('load again %s', async (_, locale, act) => {
    await cdp().send('Network.setBlockedURLs', { urls: [`*/locales/${locale}.ts*`] })
    show({ locale })
    await expect.poll(status).toBe('terms-error')
    await cdp().send('Network.setBlockedURLs', { urls: [] })
    act()
    await expect.poll(status).toBe('ready')
    expect(document.querySelector('[data-part="screen"]')?.getAttribute('lang')).toBe(locale)
  })
})

// Last, because it loads the words of every language.
// Regression: in six of these languages the screen was translated, and the signed contract was in English.
it.each(['ar', 'de', 'en', 'es', 'fr', 'he', 'ja', 'pt-BR'])('shows the screen and the terms in %s', async (locale) => {
  show({ locale })
  await expect.poll(status).toBe('ready')
  expect(seen.consent?.agreement.locale).toBe(locale)
  for (const part of ['screen', 'terms-text'])
    expect([part, document.querySelector(`[data-part="${part}"]`)?.getAttribute('lang')]).toEqual([part, locale])
})
