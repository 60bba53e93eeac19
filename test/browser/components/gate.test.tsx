import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  ConsentGate,
  ConsentLink,
  ConsentProvider,
  type ConsentProviderProps,
  ConsentScreen,
  useTerms,
} from '../../../src/index.ts'
import { en } from '../../../src/locales/en.ts'
import { es } from '../../../src/locales/es.ts'
import { configOf, newPerson, offline, service } from '../../fixtures/react-harness.tsx'
import { appear, expectAccessible, find, press } from './harness.tsx'

const said = vi.spyOn(console, 'error').mockImplementation(() => {})

afterEach(cleanup)
afterAll(() => service.close())

function showApp(children: ReactNode, more: Partial<ConsentProviderProps> = {}) {
  const props = { config: configOf(newPerson()), ...more } as ConsentProviderProps
  return render(<ConsentProvider {...props}>{children}</ConsentProvider>)
}

describe('a gate', () => {
  // Cause: its button moved a flow that nothing on the page showed.
  it('experience 6 and 16: opens the request itself where nothing on the page does, through to the outcome', async () => {
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

  // The button that opened the request was gone with the placeholder: the focus fell to the page, and a screen reader to its top.
  it('experience 16: that opens leaves the focus before what it shows', async () => {
    showApp(
      <>
        <button type="button">Before</button>
        <ConsentGate usecase="analytics">
          <button type="button">Offers</button>
        </ConsentGate>
      </>,
    )
    await press(en['gate.ask'])
    await press(en['decision.accept'])
    await press(en['action.done'])
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
    await expect.poll(() => document.activeElement).not.toBe(document.body)
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement?.textContent).toBe('Offers')
  })

  it('leads to the screen that is on the page', async () => {
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

  // Cause: it looked for any screen in the document, and the first was another client's.
  it('leads to the screen of its own provider', async () => {
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

  // Cause: the terms were on screen, so it led to a title that was not there.
  it('opens the request beside a screen of the host’s own, which has no place to lead to', async () => {
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

  // Cause: that the gate had asked was remembered of the gate, not of the person.
  it('that asked one person does not ask the next', async () => {
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

  // Cause: it said that permission was missing, with a button that led nowhere, while permission waited for the network.
  it('experience 11: says what it waits for once that was given', async () => {
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

  // Cause: a word that the agreement does not have is permitted by no license, and nobody said so.
  it('tells of a use case that nobody asks for, with the one that was meant', async () => {
    showApp(<ConsentGate usecase="analytic">Offers</ConsentGate>)
    const told = () => said.mock.calls.map(([text]) => String(text))
    await expect.poll(told).toContainEqual(expect.stringMatching(/^Licet: usecase "analytic"\. .*Did you mean analytics\?$/))
  })

  it('without a use case is a fault of the configuration', () => {
    const wrong = { children: 'Offers' } as never as { usecase: string }
    expect(() => showApp(<ConsentGate {...wrong} />)).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', field: 'usecase' }),
    )
  })
})

describe('a link', () => {
  it('without a provider and an address says so before it is pressed', () => {
    expect(() => render(<ConsentLink />)).toThrow(expect.objectContaining({ code: 'invalid_configuration' }))
    render(<ConsentLink href="/privacy" />)
    expect(screen.getByRole('link').textContent).toBe(en['link.settings'])
  })
})

// Cause: the language was English until it was said, whatever the words were.
it('experience 20: words bring their language along, and what they leave out is English', async () => {
  const { 'decision.accept': _, ...some } = es
  showApp(<ConsentScreen />, { messages: some as typeof es })
  await appear('[data-part="accept"]')
  expect(find('.licet-screen').lang).toBe('es')
  expect(find('[data-part="decline"]').textContent).toBe(es['decision.decline'])
  expect(find('[data-part="accept"]').textContent).toBe(en['decision.accept'])
})

it('experience 14: a minor change opens no dialog by itself', async () => {
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
})

it('experience 18: after agreeing the focus says the outcome, and the region does not say it again', async () => {
  showApp(<ConsentScreen />)
  await press(en['decision.accept'])
  await expect.poll(() => document.activeElement?.textContent).toBe(en['status.licensed.title'])
  expect(find('.licet-screen [role="status"]').textContent).toBe('')
})

// The title had the focus already, so that it said nothing by taking it, and the region was silent for its sake.
it('experience 18: where a press does not move the focus from the title, as in Safari, the region says the outcome', async () => {
  showApp(<ConsentScreen surface="dialog" />)
  const accept = await appear('dialog[open] [data-part="accept"]')
  expect(document.activeElement).toBe(find('[data-part="screen-title"]'))
  accept.click()
  await expect.poll(() => find('.licet-screen [role="status"]').textContent).toBe(en['status.licensed.title'])
  expect(document.activeElement).toBe(find('[data-part="screen-title"]'))
})

it('experience 18: with no purpose on, the press leads to the purposes, and all who may receive are named', async () => {
  const config = configOf(newPerson())
  const purposes = [
    { usecase: 'analytics', necessary: false, destinations: ['acme.example'] },
    { usecase: 'support', destinations: ['help.example'] },
  ] as const
  showApp(<ConsentScreen />, { config: { ...config, agreement: { ...config.agreement, purposes } } })
  await appear('[data-part="accept"]')
  expect(find('[data-line="recipients"] dd').textContent).toBe('acme.example and help.example')
  await press(en['decision.accept'])
  const link = await appear('[data-part="missing"] a')
  expect(link.textContent).toBe(en['decision.missing.purposes'])
  await userEvent.click(link)
  expect(document.activeElement?.querySelector('[type="checkbox"]')).not.toBeNull()
  await expectAccessible()
})
