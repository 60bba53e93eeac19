import { PassThrough } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { createElement, type ReactElement, StrictMode, Suspense } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import type { OwnTerms, ServiceClientConfig } from '../../../src/client/index.ts'
import {
  ConsentButton,
  ConsentGate,
  ConsentLink,
  ConsentScreen,
  ConsentSettings,
  TermsCheckbox,
  TermsNotice,
} from '../../../src/components/index.ts'
import { isLicetError } from '../../../src/core/errors.ts'
import { en } from '../../../src/locales/en.ts'
import { toSubject } from '../../../src/react/hint/consent-hint.ts'
import {
  ConsentProvider,
  useConsent,
  useLicense,
  useReceipt,
  useSuspenseTerms,
  useTerms,
  useWithdraw,
} from '../../../src/react/index.ts'
import { type AgreementInput, prepareAgreement } from '../../../src/terms/index.ts'
import { OWN_CONTRACT } from '../../fixtures/own-contract.ts'

const config: ServiceClientConfig = {
  authUrl: 'https://auth.example',
  provider: { id: 'provider', publicKey: 'AAAA' },
  origin: 'com.example.shop',
  userId: 'person',
  agreement: {
    company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
    jurisdiction: 'Ireland',
    compensation: null,
    expiry: null,
  },
  fetch: () => Promise.reject(new Error('A server asks nothing on behalf of a device.')),
}

function Everything() {
  const { status, isAsking } = useConsent()
  const { text, hash } = useTerms()
  const { isPending, isLicensed } = useLicense()
  const receipt = useReceipt()
  const withdraw = useWithdraw()
  return createElement(
    'pre',
    null,
    JSON.stringify({
      status,
      isAsking,
      isPending,
      isLicensed,
      receipt: receipt.status,
      hash: hash ?? null,
      withdraw: withdraw.status,
    }),
    text,
  )
}

function Awaited() {
  return <pre>{useSuspenseTerms().text}</pre>
}

describe('on a server', () => {
  it('renders `checking` and the terms, without any browser API', () => {
    const html = renderToString(
      <StrictMode>
        <ConsentProvider config={config}>
          <Everything />
        </ConsentProvider>
      </StrictMode>,
    )
    const expected =
      '{"status":"checking","isAsking":false,"isPending":true,"isLicensed":false,"receipt":"pending","hash":null,"withdraw":"idle"}'
    expect(html.replaceAll('&quot;', '"')).toContain(expected)
    expect(html).toContain('Acme')
  })

  // Regression: configurations are compared as JSON, and an object for a part of the platform can be circular.
  it.each(['storage', 'locks', 'connectivity', 'crypto'])('accepts a configuration whose `%s` is circular', (name) => {
    const part: Record<string, unknown> = { isOnline: () => true, subscribe: () => () => {} }
    part.self = part
    const own = { ...config, [name]: part }
    expect(renderToString(<ConsentProvider config={own}>shown</ConsentProvider>)).toBe('shown')
  })

  it.each<[string, () => ReactElement, hint?: null]>([
    ['hooks', () => <Everything />],
    ['useSuspenseTerms', () => <Awaited />],
    ['ConsentScreen', () => <ConsentScreen />],
    ['ConsentScreen with its question', () => <ConsentScreen />, null],
    ['ConsentGate', () => <ConsentGate usecase="analytics" />],
    ['ConsentSettings', () => <ConsentSettings />],
    ['ConsentLink', () => <ConsentLink />],
    ['TermsNotice', () => <TermsNotice />],
    ['TermsCheckbox', () => <TermsCheckbox />],
  ])('reads no clock and no random numbers for %s, as Next.js with Cache Components requires', (_, part, hint) => {
    const agreement = { ...config.agreement, expiry: '2027-12-31T00:00:00Z' }
    const unsteady = [
      vi.spyOn(Date, 'now'),
      vi.spyOn(Math, 'random'),
      vi.spyOn(crypto, 'getRandomValues'),
      vi.spyOn(crypto, 'randomUUID'),
    ]
    try {
      renderToString(
        <ConsentProvider config={{ ...config, agreement }} hint={hint}>
          {part()}
        </ConsentProvider>,
      )
      expect(unsteady.map((read) => read.mock.calls.length)).toEqual([0, 0, 0, 0])
    } finally {
      for (const read of unsteady) read.mockRestore()
    }
  })

  const stream = async (terms: OwnTerms | undefined) => {
    const onError = vi.fn()
    const html = new PassThrough()
    const { pipe } = renderToPipeableStream(
      <ConsentProvider config={{ ...config, agreement: { ...config.agreement, terms } }}>
        <Suspense fallback="loading">
          <Awaited />
        </Suspense>
      </ConsentProvider>,
      { onError },
    )
    pipe(html)
    return { written: await textOf(html), onError }
  }

  it.each([
    ['a template', undefined, '<pre># '],
    ['a contract of the company', '# Our contract', '<pre># Our contract'],
  ])('streams the text of useSuspenseTerms() immediately: %s', async (_, terms, expected) => {
    const { written, onError } = await stream(terms)
    expect(written).toContain(expected)
    expect(written).not.toContain('loading')
    expect(onError).not.toHaveBeenCalled()
  })

  it('streams the fallback for a contract that was not loaded before, and loads nothing, so that no stream stays open', async () => {
    const load = vi.fn(() => new Promise<string>(() => {}))
    const { written, onError } = await stream({ load })
    expect(written).toContain('loading')
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ code: 'code_unavailable' })
    expect(load).not.toHaveBeenCalled()
  })

  it('renders a prepared contract, without a parser in the browser', async () => {
    const agreement = await prepareAgreement({ ...config.agreement, terms: OWN_CONTRACT } as AgreementInput)
    const html = renderToString(
      <ConsentProvider config={{ ...config, agreement }} hint={null}>
        <ConsentScreen />
      </ConsentProvider>,
    )
    expect(html).toContain('<table role="table">')
    expect(html.replace(/<[^>]*>/g, '')).toContain('31 December 2027')
  })

  it('throws for a wrong configuration while rendering, with the field', () => {
    const wrong = { ...config, authUrl: 'auth.example' }
    const draw = () => renderToString(<ConsentProvider config={wrong}>drawn</ConsentProvider>)
    expect(draw).toThrow(expect.objectContaining({ code: 'invalid_configuration', field: 'authUrl' }))
  })

  it.each([
    ['licensed', false, en['link.settings']],
    [null, true, en['gate.ask']],
    [undefined, false, en['link.settings']],
    ['declined', true, en['gate.ask']],
    ['withdrawn', true, en['gate.ask']],
  ])('renders the fallback of a gate and the label of the button for the hint of a visitor: %s', (word, isClosed, label) => {
    const html = renderToString(
      <ConsentProvider config={config} hint={word && `${word}.${toSubject(config)}`}>
        <ConsentGate usecase="analytics" fallback="Locked" loading="Looking">
          Offers
        </ConsentGate>
        <ConsentButton />
      </ConsentProvider>,
    )
    expect(html).not.toContain('Offers')
    expect([html.includes('Locked'), html.includes('Looking')]).toEqual([isClosed, !isClosed])
    expect(html).toContain(`>${label}</button>`)
  })

  it('throws without a provider, and without a person', () => {
    const { userId: _, ...nobody } = config
    // @ts-expect-error no person
    const ofNobody = () => renderToString(<ConsentProvider config={nobody} />)
    for (const draw of [() => renderToString(<Everything />), ofNobody]) {
      try {
        draw()
        expect.unreachable()
      } catch (error) {
        expect(isLicetError(error, 'invalid_configuration')).toBe(true)
      }
    }
  })
})
