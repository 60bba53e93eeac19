import { cleanup, render } from '@testing-library/react'
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { type DefinedAgreement, type OwnTerms, ServiceClient, type TermsSource } from '../../../src/client/index.ts'
import { ConsentProvider, type ConsentProviderEvent, type UseConsentResult, useWithdraw } from '../../../src/react/index.ts'
import type { StoreClient } from '../../../src/react/store/store-client.ts'
import { useStore } from '../../../src/react/store/use-store.ts'
import { OWN_CONTRACT, OWN_CONTRACT_DE, OWN_CONTRACT_V2 } from '../../fixtures/own-contract.ts'
import {
  agreement,
  configOf,
  MiniScreen,
  mount,
  newPerson,
  offline,
  screen,
  service,
  storedFor,
} from '../../fixtures/react-harness.tsx'
import { ReadingPage } from './reading-page.tsx'

const DAY_MS = 86_400_000
const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
const printed = () => consoleError.mock.calls.map(([text]) => String(text))

afterEach(() => {
  cleanup()
  service.faults.clear()
})
afterAll(() => service.close())

describe('an Accept that ends without a license in force', () => {
  // Regression: the new license had expired by the clock of this device, so no confirmation followed the act, and the screen waited forever.
  it('experience 11: ends in an error when the clock of this device is past the expiry', async () => {
    const expiry = new Date(Date.now() + DAY_MS).toISOString()
    let ahead = 0
    const config = configOf(newPerson(), { agreement: { ...agreement, expiry }, now: () => Date.now() + ahead })
    const app = mount({ config })
    await app.state('ready')
    ahead = 10 * DAY_MS
    expect(await app.consent().accept()).toBe('licensed')
  })

  // Regression: the error `closed` was treated as the end of the page.
  it('G10: fails when the host app has closed the client', async () => {
    const client = new ServiceClient(configOf(newPerson()))
    const app = mount({ client })
    await app.state('ready')
    await client.close()
    expect(await app.consent().accept()).toBe('submit-error')
    await expect.poll(() => app.consent().error?.code).toBe('closed')
  })
})

describe('a provider', () => {
  // Regression: a boundary that hides a page runs the cleanups of its layout effects, and one of them closed the client.
  it('experience 10: continues after a Suspense boundary above it hid it, and reports nothing twice', async () => {
    const events: ConsentProviderEvent[] = []
    const seen: { consent?: UseConsentResult } = {}
    const data = createData()
    const Child = (): ReactNode => data.read(useSyncExternalStore(data.subscribe, data.get))
    render(
      <Suspense fallback="away">
        <ConsentProvider config={configOf(newPerson())} onEvent={(event) => events.push(event)}>
          <MiniScreen probe={({ consent }) => void Object.assign(seen, { consent })} />
          <Child />
        </ConsentProvider>
      </Suspense>,
    )
    await expect.poll(() => seen.consent?.status).toBe('ready')
    await expect.poll(() => events).toHaveLength(1)
    seen.consent?.choose('support', true)
    const accepted = seen.consent?.accept()
    data.leave()
    await expect.poll(() => screen.queryByText('away')).not.toBeNull()
    expect(await accepted).toBe('licensed')
    data.come()
    await expect.poll(() => seen.consent?.status).toBe('licensed')
    await expect.poll(() => events.map(({ type }) => type).sort()).toEqual(['accepted', 'shown'])
  })

  // Regression: the provider unsubscribed before the result arrived.
  it('experience 10: still reports an Accept when it is unmounted right after it', async () => {
    const app = mount({ config: configOf(newPerson()) })
    await app.state('ready')
    void app.consent().accept()
    app.unmount()
    await expect.poll(() => app.events.map(({ type }) => type).sort()).toEqual(['accepted', 'shown'])
  })

  // Regression: the client waited for a microtask before it signed, and was closed meanwhile, so nothing was withdrawn or reported.
  it('experience 13: still withdraws, and reports it, when it is unmounted by the same click, as with a sign-out', async () => {
    for (const next of [undefined, newPerson()]) {
      const person = newPerson()
      const events: string[] = []
      let client: StoreClient | undefined
      const Leave = ({ signOut }: { readonly signOut: () => void }): ReactNode => {
        const { canWithdraw, withdraw } = useWithdraw()
        client = useStore().question.decisions.client
        const both = () => {
          void withdraw()
          signOut()
        }
        return (
          canWithdraw && (
            <button type="button" onClick={both}>
              Withdraw and sign out
            </button>
          )
        )
      }
      const App = (): ReactNode => {
        const [userId, setUserId] = useState<string | undefined>(person)
        if (userId === undefined) return null
        return (
          <ConsentProvider config={configOf(person)} userId={userId} onEvent={({ type }) => events.push(type)}>
            <Leave signOut={() => setUserId(next)} />
          </ConsentProvider>
        )
      }
      const first = mount({ config: configOf(person) })
      await first.state('ready')
      await first.consent().accept()
      first.unmount()
      render(<App />)
      const button = await screen.findByText('Withdraw and sign out')
      // Without pending work, the client closes immediately.
      await client?.whenIdle()
      button.click()
      await expect.poll(async () => (await storedFor(person)).map(({ status }) => status)).toContain('revoked')
      await expect.poll(() => events).toEqual(['withdrawn'])
      cleanup()
    }
  })
})

it('experience 13: reports a withdrawal once, even with two tabs', async () => {
  const config = configOf(newPerson())
  const [one, two] = [mount({ config }), mount({ config })]
  await Promise.all([one.state('ready'), two.state('ready')])
  await one.consent().accept()
  await two.state('already-licensed')
  await one.withdraw()
  await Promise.all([one.state('withdrawn'), two.state('withdrawn')])
  // The first tab that reads the stored decision reports it.
  const types = () => [...one.events, ...two.events].map(({ type }) => type).sort()
  await expect.poll(types).toEqual(['accepted', 'shown', 'shown', 'withdrawn'])
})

it('experience 13: reports the withdrawal of an earlier visit when it is stored', async () => {
  const person = newPerson()
  const net = offline()
  const first = mount({ config: configOf(person) })
  await first.state('ready')
  await first.consent().accept()
  first.unmount()
  const away = mount({ config: configOf(person, { connectivity: net.connectivity }) })
  await away.state('already-licensed')
  void away.withdraw()
  await expect.poll(() => away.consent().pendingDecision?.stage).toBe('signed')
  away.unmount()
  const next = mount({ config: configOf(person) })
  await next.state('withdrawn')
  const [license] = (await storedFor(person)).slice(-1)
  await expect
    .poll(() => next.events)
    .toEqual([
      { type: 'queued', reason: 'network_error' },
      { type: 'withdrawn', licenseId: license?.id },
    ])
})

// Regression: an Accept without a purpose was sent to the client, which refuses it every time.
it('experience 18: an Accept without a purpose signs nothing and reports what is missing', async () => {
  const purposes = [{ usecase: 'analytics', necessary: false }, { usecase: 'support' }] as const
  const app = mount({ config: configOf(newPerson(), { agreement: { ...agreement, purposes } }) })
  await app.state('ready')
  expect(await app.consent().accept()).toBe('ready')
  await expect.poll(() => app.consent().missing).toEqual([{ what: 'purposes', part: 'purposes' }])
  await expect.poll(() => app.consent().error).toBeUndefined()
  app.consent().choose('support', true)
  await expect.poll(() => app.consent().missing).toEqual([])
  expect(await app.consent().accept()).toBe('licensed')
})

describe('a provider with a wrong configuration', () => {
  it('throws without a client and without a configuration', () => {
    expect(() => mount({ userId: newPerson() } as never)).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', message: expect.stringContaining('neither `config` nor `client`') }),
    )
  })

  it('experience 11: reports an expired agreement immediately', async () => {
    const app = mount({ config: configOf(newPerson(), { agreement: { ...agreement, expiry: '2001-01-01T00:00:00Z' } }) })
    await app.state('terms-invalid')
    await expect.poll(() => app.consent().error?.code).toBe('license_expired')
    await expect.poll(() => app.events).toEqual([{ type: 'failed', code: 'license_expired' }])
    await expect.poll(printed).toContainEqual(expect.stringContaining('Set a later date, or null'))
  })

  it('experience 20: warns about a language without a catalog', async () => {
    mount({ config: configOf(newPerson()), locale: 'fi' })
    await expect.poll(printed).toContainEqual(expect.stringContaining('Licet: locale "fi". Licet has no words in this language'))
  })
})

describe('loaded terms', () => {
  const configWith = (terms: TermsSource, more = {}, person = newPerson()) =>
    configOf(person, { agreement: { ...agreement, ...more, terms } })

  // Regression: loaded terms were cached by their key alone.
  it('experience 2: are cached by the agreement, not only by their key', async () => {
    const key = crypto.randomUUID()
    const app = mount({ config: configWith({ key, load: async () => '# Terms' }) })
    await app.state('ready')
    app.rerender({ config: configWith({ key, load: async () => '<b>' }, { jurisdiction: 'France' }) })
    await app.state('terms-invalid')
    expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull()
  })

  // Regression: an inline source kept the `load` of the first render as long as its key stayed the same.
  it('experience 1: are loaded by the newest `load`, for example with a renewed token', async () => {
    const [key, person] = [crypto.randomUUID(), newPerson()]
    const app = mount({ config: configWith({ key, load: () => Promise.reject(new TypeError('401')) }, {}, person) })
    await app.state('terms-error')
    app.rerender({ config: configWith({ key, load: async () => '# Terms' }, {}, person) })
    app.consent().retry()
    await app.state('ready')
  })

  // Regression: only an error offered a retry, and pending terms are not an error.
  it('experience 1: can be loaded again while they are pending', async () => {
    let tries = 0
    const load = (): Promise<string> => (tries++ === 0 ? new Promise<string>(() => {}) : Promise.resolve('# Terms'))
    const app = mount({ config: configWith({ key: crypto.randomUUID(), load }) })
    await app.state('terms-loading')
    await expect.poll(() => tries).toBe(1)
    app.consent().retry()
    await app.state('ready')
  })

  // Regression: after one retry, every later text was loaded again instead of being read from the cache.
  it('experience 1: come from the cache, even after a retry of other terms', async () => {
    const person = newPerson()
    let [loads, tries] = [0, 0]
    const load = async () => {
      loads++
      return '# Terms'
    }
    const known = { key: crypto.randomUUID(), load }
    const app = mount({ config: configWith(known, {}, person) })
    await app.state('ready')
    const failing = { key: crypto.randomUUID(), load: async () => (tries++ === 0 ? '<b>' : '# Terms') }
    app.rerender({ config: configWith(failing, {}, person) })
    await app.state('terms-invalid')
    app.consent().retry()
    await app.state('ready')
    app.rerender({ config: configWith(known, {}, person) })
    await app.state('ready')
    expect([loads, tries]).toEqual([1, 2])
  })

  it('experience 1: can be declined before they arrive, and are not asked for when they do', async () => {
    const [key, person] = [crypto.randomUUID(), newPerson()]
    let arrive: ((text: string) => void) | undefined
    const load = () => new Promise<string>((resolve) => (arrive = resolve))
    const app = mount({ config: configWith({ key, load }, {}, person) })
    await app.state('terms-loading')
    await expect.poll(() => arrive).toBeDefined()
    app.consent().decline()
    await app.state('declined')
    arrive?.('# Terms')
    await expect.poll(() => (app.consent().agreement as DefinedAgreement).terms).toMatchObject({ loaded: { en: '# Terms' } })
    await app.state('declined')
  })

  // Regression: unusable terms caused no event, no console message and no `error`.
  it.each([
    ['terms_changed', { load: async (): Promise<string> => '# Other terms', hash: 'A'.repeat(43) }],
    ['invalid_configuration', { load: async (): Promise<string> => '# {{company.name}}' }],
    ['terms_unavailable', { load: () => Promise.reject(new TypeError('fetch failed')) }],
  ] as const)('experience 1: report %s to the host app when nobody can agree to them', async (code, source) => {
    const app = mount({ config: configWith({ key: code, ...source }) })
    await app.state('terms-invalid', 'terms-error')
    await expect.poll(() => app.consent().error?.code).toBe(code)
    await expect.poll(() => app.events).toEqual([{ type: 'failed', code }])
    // Printed once for each code, so an earlier test may have printed it.
    await expect.poll(printed).toContainEqual(expect.stringContaining(`Licet: ${code}.`))
  })

  it.each([
    ['a source without a function', { load: '/terms' }, 'terms.load'],
    ['a text with HTML', '<b>', 'terms'],
  ])('experience 1: are refused as a wrong configuration: %s', (_, terms, field) => {
    expect(() => mount({ config: configWith(terms as never) })).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', field }),
    )
  })
})

describe('a contract of the company', () => {
  const contractOf = (terms: OwnTerms, person: string) => configOf(person, { agreement: { ...agreement, terms } })

  it('is shown in the language of the interface, and a person who changes the language is not asked again', async () => {
    const person = newPerson()
    const terms = { en: OWN_CONTRACT, de: OWN_CONTRACT_DE }
    const app = mount({ config: contractOf(terms, person) })
    await app.state('ready')
    expect(await app.consent().accept()).toBe('licensed')
    expect((await storedFor(person))[0]?.terms).toBe(OWN_CONTRACT)
    app.rerender({ locale: 'de' })
    await expect.poll(() => app.consent().agreement.locale).toBe('de')
    await app.state('licensed', 'already-licensed')
  })

  it('keeps the license of a person while it loads, and asks again when another text arrives', async () => {
    const person = newPerson()
    const first = mount({ config: contractOf({ load: async () => OWN_CONTRACT }, person) })
    await first.state('ready')
    expect(await first.consent().accept()).toBe('licensed')
    first.unmount()
    let arrive: ((text: string) => void) | undefined
    const load = () => new Promise<string>((resolve) => (arrive = resolve))
    const key = crypto.randomUUID()
    const second = mount({ config: contractOf({ load, key }, person) })
    await second.state('already-licensed')
    expect(second.licensed()).toBe(true)
    await expect.poll(() => arrive).toBeDefined()
    arrive?.(OWN_CONTRACT_V2)
    await second.state('update-material')
    expect(await second.consent().accept()).toBe('licensed')
    expect((await storedFor(person))[0]?.terms).toBe(OWN_CONTRACT_V2)
  })
})

it('experience 7: required reading works without IntersectionObserver, as in jsdom', async () => {
  vi.stubGlobal('IntersectionObserver', undefined)
  try {
    const app = mount({ config: configOf(newPerson()) }, <ReadingPage />)
    await app.state('ready')
    expect(await app.consent().accept()).toBe('licensed')
  } finally {
    vi.unstubAllGlobals()
  }
})

/** Data that a page reads while it renders, and that can be pending. */
function createData() {
  const listeners = new Set<() => void>()
  let coming: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined
  const set = (next: typeof coming) => {
    coming = next
    for (const listener of [...listeners]) listener()
  }
  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get: () => coming,
    read(now: typeof coming): string {
      if (now !== undefined) throw now.promise
      return 'here'
    },
    leave() {
      let resolve = () => {}
      const promise = new Promise<void>((done) => {
        resolve = done
      })
      set({ promise, resolve })
    },
    come() {
      const was = coming
      set(undefined)
      was?.resolve()
    },
  }
}
