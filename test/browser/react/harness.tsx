import { act, render, screen } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import type { ServiceClientConfig } from '../../../src/client/index.ts'
import {
  type ConsentApi,
  type ConsentEventDetails,
  ConsentProvider,
  type ConsentProviderProps,
  type ConsentState,
  useConsent,
  useTerms,
} from '../../../src/react/index.ts'
import { createTestService, type TestService } from '../../../src/testing/index.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })

/** One service for all tests of a file: each test is another person on another device. */
export const service: TestService = await createTestService()

export const agreement = {
  company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
  jurisdiction: 'Ireland',
  compensation: '10 points for each receipt',
  expiry: null,
  purposes: ['analytics', { usecase: 'retargeting' }, { usecase: 'support' }],
} as const satisfies ServiceClientConfig['agreement']

let people = 0

/** A person whom nobody asked yet. */
export function newPerson(): string {
  people++
  return `person-${people}-${crypto.randomUUID()}`
}

export function configOf(userId: string, more: Partial<ServiceClientConfig> = {}): ServiceClientConfig {
  const { authUrl, provider, fetch } = service
  return { authUrl, provider, fetch, origin: 'com.example.shop', userId, agreement, prewarm: 'none', ...more }
}

/** What a test looks at and acts with. */
export interface Bench {
  readonly consent: () => ConsentApi
  readonly events: ConsentEventDetails[]
  readonly unmount: () => void
  readonly rerender: (props: Partial<ConsentProviderProps>) => void
  readonly state: (...wanted: ConsentState[]) => Promise<ConsentState>
}

/** The smallest screen that keeps the rules: terms, two choices, a state. */
export function MiniScreen({ probe }: { readonly probe: (consent: ConsentApi) => void }): ReactNode {
  const consent = useConsent()
  const terms = useTerms()
  probe(consent)
  return (
    <section>
      <output>{consent.state}</output>
      {terms.status === 'ready' && <pre data-hash={terms.hash}>{terms.text}</pre>}
      {consent.acceptable && (
        <button type="button" onClick={() => consent.accept()}>
          Agree
        </button>
      )}
      {consent.asking && (
        <button type="button" onClick={consent.decline}>
          Decline
        </button>
      )}
    </section>
  )
}

/** Mounts a provider in StrictMode with a screen, and whatever else a test puts below it. */
export function mount(props: ConsentProviderProps, extra?: ReactNode): Bench {
  const events: ConsentEventDetails[] = []
  let latest: ConsentApi | undefined
  const waiting = new Set<() => void>()
  const probe = (consent: ConsentApi) => {
    latest = consent
    for (const check of [...waiting]) queueMicrotask(check)
  }
  const tree = (given: ConsentProviderProps) => (
    <StrictMode>
      <ConsentProvider onEvent={(event) => events.push(event)} {...given}>
        <MiniScreen probe={probe} />
        {extra}
      </ConsentProvider>
    </StrictMode>
  )
  const { rerender, unmount } = render(tree(props))
  const consent = () => {
    if (latest === undefined) throw new Error('nothing was rendered')
    return latest
  }
  return {
    consent,
    events,
    unmount,
    rerender: (more) => rerender(tree({ ...props, ...more } as ConsentProviderProps)),
    state: (...wanted) =>
      new Promise((resolve) => {
        const check = () => {
          const { state } = consent()
          if (!wanted.includes(state)) return
          waiting.delete(check)
          resolve(state)
        }
        waiting.add(check)
        check()
      }),
  }
}

export { act, screen }
