import { render, screen } from '@testing-library/react'
import { type ReactNode, StrictMode, useEffect } from 'react'
import { AuthClient, type Connectivity, type ServiceClientConfig } from '../../../src/client/index.ts'
import type { ConsentState } from '../../../src/core/consent-flow.ts'
import type { License } from '../../../src/core/license.ts'
import {
  type ConsentApi,
  type ConsentEventDetails,
  ConsentProvider,
  type ConsentProviderProps,
  useConsent,
  useLicense,
  useTerms,
  useWithdraw,
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
  readonly withdraw: () => Promise<void>
  readonly licensed: () => boolean
  readonly events: ConsentEventDetails[]
  readonly unmount: () => void
  readonly rerender: (props: Partial<ConsentProviderProps>) => void
  readonly state: (...wanted: ConsentState[]) => Promise<ConsentState>
}

interface Seen {
  readonly consent: ConsentApi
  readonly withdraw: () => Promise<void>
  readonly licensed: boolean
}

/** A device without a network, until it has one. */
export function offline(): { readonly connectivity: Connectivity; readonly goOnline: () => void } {
  let online = false
  const listeners = new Set<() => void>()
  return {
    connectivity: {
      isOnline: () => online,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    goOnline() {
      online = true
      for (const listener of [...listeners]) listener()
    },
  }
}

/** What the service holds of a person, newest first, as an administrator of the organization reads it. */
export async function storedFor(person: string): Promise<readonly License[]> {
  const { authUrl, user, service: inner } = service
  // Past the faults and the record of requests: this is the test looking, not the device.
  const fetch: typeof globalThis.fetch = (input, init) => inner.fetch(new Request(input, init))
  const { accessToken } = await new AuthClient({ authUrl, fetch }).grant({ type: 'user', ...user })
  const found: License[] = []
  for (let cursor = ''; ; ) {
    const answer = await fetch(`${authUrl}/license?limit=100${cursor}`, { headers: { authorization: `Bearer ${accessToken}` } })
    const page = (await answer.json()) as { readonly licenses: readonly License[]; readonly next?: string }
    found.push(...page.licenses)
    if (page.next === undefined) return found.filter(({ ptr }) => ptr === person)
    cursor = `&cursor=${encodeURIComponent(page.next)}`
  }
}

/** The smallest screen that keeps the rules: terms, two choices, a state. */
export function MiniScreen({ probe }: { readonly probe: (seen: Seen) => void }): ReactNode {
  const consent = useConsent()
  const terms = useTerms()
  const { withdraw } = useWithdraw()
  const licensed = useLicense((license) => license.licensed)
  useEffect(() => probe({ consent, withdraw, licensed }))
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
  let latest: Seen | undefined
  const waiting = new Set<() => void>()
  const probe = (seen: Seen) => {
    latest = seen
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
  const seen = () => {
    if (latest === undefined) throw new Error('nothing was rendered')
    return latest
  }
  const consent = () => seen().consent
  return {
    consent,
    withdraw: () => seen().withdraw(),
    licensed: () => seen().licensed,
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

export { screen }
