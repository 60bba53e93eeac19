import { PassThrough } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { createElement, type ReactElement, StrictMode, Suspense } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import type { ServiceClientConfig } from '../../../src/client/index.ts'
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

  it('streams the text of useSuspenseTerms() immediately and fetches nothing, so that no stream stays open', async () => {
    const load = vi.fn(() => new Promise<string>(() => {}))
    const onError = vi.fn()
    const html = new PassThrough()
    const { pipe } = renderToPipeableStream(
      <ConsentProvider config={config} terms={{ key: 'terms', load }}>
        <Suspense fallback="loading">
          <Awaited />
        </Suspense>
      </ConsentProvider>,
      { onError },
    )
    pipe(html)
    const written = await textOf(html)
    expect(written).toContain('<pre># ')
    expect(written).not.toContain('loading')
    expect([load, onError].map((spy) => spy.mock.calls)).toEqual([[], []])
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
