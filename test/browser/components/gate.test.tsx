import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  ConsentGate,
  ConsentLink,
  ConsentProvider,
  type ConsentProviderProps,
  ConsentScreen,
  useTerms,
} from '../../../src/index.ts'
import { de } from '../../../src/locales/de.ts'
import { en } from '../../../src/locales/en.ts'
import { es } from '../../../src/locales/es.ts'
import { fr } from '../../../src/locales/fr.ts'
import { licensedTitle } from '../../fixtures/company-titles.ts'
import { configOf, newPerson, offline, service } from '../../fixtures/react-harness.tsx'
import { appear, expectAccessible, find, press } from './harness.tsx'

const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})

afterEach(cleanup)
afterAll(() => service.close())

function showApp(children: ReactNode, more: Partial<ConsentProviderProps> = {}) {
  const props = { config: configOf(newPerson()), ...more } as ConsentProviderProps
  return render(<ConsentProvider {...props}>{children}</ConsentProvider>)
}

describe('a gate', () => {
  // Regression: the button changed the flow, but nothing on the page showed the request.
  it('experience 6 and 16: opens the request in a dialog when no screen is on the page, up to the outcome', async () => {
    showApp(<ConsentGate usecase="analytics">Offers</ConsentGate>)
    await press(en['gate.ask'])
    await appear('dialog[open] [data-part="accept"]')
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.activeElement?.textContent).toBe(en['gate.ask'])
    await press(en['gate.ask'])
    await appear('dialog[open] [data-part="accept"]')
    await expectAccessible()
    await press(en['decision.accept'])
    await appear('dialog[open] .licet-receipt')
    await press(en['action.done'])
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
    expect(screen.getByText('Offers')).toBeVisible()
  })

  // Regression: the opener disappeared with the placeholder, so the focus moved to the body, and screen readers to the top of the page.
  it('experience 16: moves the focus before its children when it opens', async () => {
    showApp(
      <>
        <button type="button">Before</button>
        <ConsentGate usecase="analytics">
          <button type="button">Offers</button>
        </ConsentGate>
      </>,
    )
    await press(en['gate.ask'])
    await appear('dialog[open] [data-part="terms-text"]')
    await press(en['decision.accept'])
    await press(en['action.done'])
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
    await expect.poll(() => document.activeElement).not.toBe(document.body)
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement?.textContent).toBe('Offers')
  })

  it('moves the focus to a screen on the page', async () => {
    showApp(
      <>
        <ConsentScreen />
        <ConsentGate usecase="analytics">Offers</ConsentGate>
      </>,
    )
    await appear('[data-part="accept"]')
    await press(en['gate.ask'])
    await expect.poll(() => document.activeElement?.getAttribute('data-part')).toBe('screen-title')
    expect(document.querySelector('dialog')).toBeNull()
    await press(en['decision.decline'])
    await expect.poll(() => document.querySelector('[data-part="accept"]')).toBeNull()
    await press(en['gate.ask'])
    await appear('[data-part="accept"]')
    expect(document.querySelector('dialog')).toBeNull()
  })

  // Regression: the gate took the first screen in the document, which belonged to another client.
  it('moves the focus to the screen of its own provider', async () => {
    const app = (id: string, children?: ReactNode) => (
      <ConsentProvider config={configOf(newPerson())}>
        <ConsentScreen surface="inline" id={id} />
        {children}
      </ConsentProvider>
    )
    render(
      <>
        {app('theirs')}
        {app('ours', <ConsentGate usecase="analytics">Offers</ConsentGate>)}
      </>,
    )
    await appear('#theirs [data-part="accept"]')
    await appear('#ours [data-part="accept"]')
    await press(en['gate.ask'])
    await expect.poll(() => document.activeElement).toBe(find('#ours [data-part="screen-title"]'))
  })

  // Regression: the terms were on screen, so the gate searched for the title of a screen, which did not exist.
  it('opens the request beside a custom screen of the host app', async () => {
    const Own = () => <pre>{useTerms().text}</pre>
    showApp(
      <>
        <Own />
        <ConsentGate usecase="analytics">Offers</ConsentGate>
      </>,
    )
    await press(en['gate.ask'])
    await appear('dialog[open] [data-part="accept"]')
  })

  // Regression: the gate stored that it had asked, but not which person it had asked.
  it('does not open its dialog for the next person', async () => {
    const app = (person: string) => (
      <ConsentProvider config={configOf(person)}>
        <ConsentGate usecase="analytics">Offers</ConsentGate>
      </ConsentProvider>
    )
    const { rerender } = render(app(newPerson()))
    await press(en['gate.ask'])
    await appear('dialog[open] [data-part="accept"]')
    rerender(app(newPerson()))
    expect(document.querySelector('dialog')).toBeNull()
    await press(en['gate.ask'])
    await appear('dialog[open] [data-part="accept"]')
  })

  // Regression: the placeholder asked for a permission that the person had given and that waited for the network.
  it('experience 11: shows that a given permission waits for the network', async () => {
    const net = offline()
    showApp(
      <>
        <ConsentScreen />
        <ConsentGate usecase="analytics">Offers</ConsentGate>
      </>,
      { config: configOf(newPerson(), { connectivity: net.connectivity }) },
    )
    await press(en['decision.accept'])
    const gate = () => find('.licet-message[data-part="gate"][data-variant="waiting"]')
    await expect.poll(() => gate().textContent).toContain(en['status.queued.title'])
    expect(gate().querySelector('button')?.textContent).toBe(en['action.retry'])
    net.goOnline()
    await screen.findByText('Offers')
  })

  // Regression: nothing named the optional purpose that the feature needs, so the gate stayed shut after Accept.
  it('experience 11: marks the optional purpose of the gate in its dialog, without turning it on', async () => {
    const config = configOf(newPerson())
    const purposes = [
      'analytics',
      { usecase: 'x-coaching', necessary: false },
      { usecase: 'retargeting', necessary: false },
    ] as const
    showApp(<ConsentGate usecase="x-coaching">Coaching</ConsentGate>, {
      config: { ...config, agreement: { ...config.agreement, purposes } },
    })
    await press(en['gate.ask'])
    await appear('dialog[open] [data-part="accept"]')
    const marked = [...document.querySelectorAll('[data-part="purpose"]')].filter(({ textContent }) =>
      textContent.includes(en['purposes.needed']),
    )
    expect(marked.map((purpose) => purpose.querySelector('label')?.textContent?.toLowerCase())).toEqual(['coaching'])
    expect(marked[0]?.querySelector('input')?.checked).toBe(false)
  })

  it('experience 11: moves the focus to the switch of its purpose on a screen of the page', async () => {
    const config = configOf(newPerson())
    const purposes = ['analytics', { usecase: 'x-coaching', necessary: false }] as const
    showApp(
      <>
        <ConsentScreen />
        <ConsentGate usecase="x-coaching">Coaching</ConsentGate>
      </>,
      { config: { ...config, agreement: { ...config.agreement, purposes } } },
    )
    await press(en['decision.accept'])
    await appear('[data-view="outcome"]')
    await press(en['gate.ask'])
    await expect.poll(() => document.activeElement?.matches('[data-needed] input')).toBe(true)
    expect(document.activeElement?.closest('[data-part="purpose"]')?.textContent).toContain(en['purposes.needed'])
  })

  // Regression: a gate for a purpose that the person did not turn on showed the agreement that waits, as if it would open the gate.
  it('experience 11: shows the missing permission while an agreement without its purpose waits for the network', async () => {
    const config = configOf(newPerson(), { connectivity: offline().connectivity })
    const purposes = [
      ...(config.agreement.purposes ?? []),
      { usecase: 'x-coaching', necessary: false, destinations: ['acme.example'] },
    ] as const
    showApp(
      <>
        <ConsentScreen />
        <ConsentGate usecase="analytics">Offers</ConsentGate>
        <ConsentGate usecase="x-coaching">Coaching</ConsentGate>
      </>,
      { config: { ...config, agreement: { ...config.agreement, purposes } } },
    )
    await press(en['decision.accept'])
    const titles = () =>
      [...document.querySelectorAll('[data-part="gate"] [data-part="message-title"]')].map((title) => title.textContent)
    await expect.poll(titles).toEqual([en['status.queued.title'], en['gate.locked'].replace('{purpose}', 'coaching')])
  })

  // Regression: the gate never opened, because no license permits such a use case, and there was no warning.
  it('warns about a use case that is not in the agreement, and suggests the nearest one', async () => {
    showApp(<ConsentGate usecase={'analytic' as 'analytics'}>Offers</ConsentGate>)
    const warnings = () => consoleError.mock.calls.map(([text]) => String(text))
    await expect
      .poll(warnings)
      .toContainEqual(
        expect.stringMatching(
          /^Licet: usecase "analytic"\. .*Did you mean analytics\? See .*setup-messages\.md#a-gate-never-opens$/,
        ),
      )
  })

  it('throws invalid_configuration without a use case', () => {
    const wrong = { children: 'Offers' } as never as { usecase: 'analytics' }
    expect(() => showApp(<ConsentGate {...wrong} />)).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', field: 'usecase' }),
    )
  })
})

describe('a link', () => {
  it('throws invalid_configuration without a provider and an address', () => {
    expect(() => render(<ConsentLink />)).toThrow(expect.objectContaining({ code: 'invalid_configuration' }))
    render(<ConsentLink href="/privacy" />)
    expect(screen.getByRole('link').textContent).toBe(en['link.settings'])
  })

  // Regression: outside of a provider, the link was in English on every page.
  it('experience 20: has the language of the page outside of a provider, even when that changes', async () => {
    onTestFinished(() => document.documentElement.setAttribute('lang', 'en'))
    document.documentElement.lang = 'de-AT'
    render(<ConsentLink href="/privacy" />)
    const link = screen.getByRole('link')
    expect(link.textContent?.trim()).toBe('')
    await expect.poll(() => link.textContent).toBe(de['link.settings'])
    expect(link.lang).toBe('de-AT')
    document.documentElement.lang = 'es'
    await expect.poll(() => link.textContent).toBe(es['link.settings'])
    document.documentElement.lang = 'en'
    await expect.poll(() => link.textContent).toBe(en['link.settings'])
  })

  it('experience 20: is hydrated in English outside of a provider, and then gets the language of the page', async () => {
    onTestFinished(() => document.documentElement.setAttribute('lang', 'en'))
    document.documentElement.lang = 'fr'
    const place = document.createElement('div')
    document.body.append(place)
    place.innerHTML = renderToString(<ConsentLink href="/privacy" />)
    expect(place.textContent).toBe(en['link.settings'])
    const problems: unknown[] = []
    const root = hydrateRoot(place, <ConsentLink href="/privacy" />, { onRecoverableError: (error) => problems.push(error) })
    onTestFinished(() => {
      root.unmount()
      place.remove()
    })
    await expect.poll(() => place.textContent).toBe(fr['link.settings'])
    expect(problems).toEqual([])
  })

  it('has the language of its provider, whatever the page has', async () => {
    onTestFinished(() => document.documentElement.setAttribute('lang', 'en'))
    document.documentElement.lang = 'de'
    showApp(<ConsentLink />, { messages: es })
    await appear('.licet-link')
    expect(find('.licet-link').textContent).toBe(es['link.settings'])
  })
})

// Regression: the language was English by default, even with another catalog.
it('experience 20: a catalog sets the language, and missing messages are English', async () => {
  const { 'decision.accept': _, ...some } = es
  showApp(<ConsentScreen />, { messages: some as typeof es })
  await appear('[data-part="accept"]')
  expect(find('.licet-screen').lang).toBe('es')
  expect(find('[data-part="decline"]').textContent).toBe(es['decision.decline'])
  expect(find('[data-part="accept"]').textContent).toBe(en['decision.accept'])
})

it('experience 14: a minor change opens no dialog, and a page asks about it only once the person has opened it', async () => {
  const person = newPerson()
  const config = configOf(person)
  const { unmount } = showApp(<ConsentScreen />, { config })
  await press(en['decision.accept'])
  await appear('.licet-receipt')
  unmount()
  const company = { ...config.agreement.company, contact: 'data@acme.example' }
  const later = { ...config, agreement: { ...config.agreement, company } }
  showApp(
    <>
      <ConsentScreen surface="dialog" />
      <ConsentScreen surface="inline" />
    </>,
    { config: later },
  )
  await appear('[data-surface="inline"][data-state="update-minor"]')
  expect(find('[data-surface="dialog"]').hasAttribute('open')).toBe(false)
  const page = find('[data-surface="inline"]')
  await expect.poll(() => page.textContent).toContain(en['notice.minor'])
  expect(find('[data-surface="inline"] [data-part="screen-title"]').textContent).toBe(en['status.already.title'])
  expect(page.querySelector('[data-part="accept"], [data-part="decline"]')).toBeNull()
  await press(en['notice.show'])
  await appear('[data-surface="inline"] [data-part="accept"]')
  expect(find('[data-surface="inline"] [data-part="screen-title"]').textContent).toBe('Acme updates its terms')
  expect(find('[data-surface="dialog"]').hasAttribute('open')).toBe(false)
  await press(en['decision.decline.update'])
  await expect.poll(() => find('[data-surface="inline"] [data-part="screen-title"]').textContent).toBe(en['status.kept.title'])
})

it('experience 18: the focused title announces the outcome after agreeing, and the live region stays empty', async () => {
  showApp(<ConsentScreen />)
  await press(en['decision.accept'])
  await expect.poll(() => document.activeElement?.textContent).toBe(licensedTitle('Acme'))
  expect(find('.licet-screen [role="status"]').textContent).toBe('')
})

// Regression: the title of the question had the focus and became the title of the outcome, so nothing was announced.
it('experience 18: the title of the outcome gets the focus when the title of the question had it, as in Safari', async () => {
  showApp(<ConsentScreen surface="dialog" />)
  const accept = await appear('dialog[open] [data-part="accept"]')
  const question = find('[data-part="screen-title"]')
  await expect.poll(() => document.activeElement).toBe(question)
  accept.click()
  await expect.poll(() => document.activeElement?.textContent).toBe(licensedTitle('Acme'))
  expect(document.activeElement).toBe(find('[data-part="screen-title"]'))
  expect(document.activeElement).not.toBe(question)
})

it('experience 18: an Accept without a purpose links to the purposes, and all possible recipients are named', async () => {
  const config = configOf(newPerson())
  const purposes = [
    { usecase: 'analytics', necessary: false, destinations: ['acme.example'] },
    { usecase: 'support', destinations: ['help.example'] },
  ] as const
  showApp(<ConsentScreen />, { config: { ...config, agreement: { ...config.agreement, purposes } } })
  await appear('[data-part="accept"]')
  expect(find('[data-line="recipients"] dd').textContent).toBe('Acme and help.example')
  await press(en['decision.accept'])
  const link = await appear('[data-part="missing"] a')
  expect(link.textContent).toBe(en['decision.missing.purposes'])
  await userEvent.click(link)
  await expect.poll(() => document.activeElement?.querySelector('[type="checkbox"]')).not.toBeNull()
  await expectAccessible()
})
