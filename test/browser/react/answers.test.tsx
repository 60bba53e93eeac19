import { cleanup, render } from '@testing-library/react'
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { ServiceClient } from '../../../src/client/index.ts'
import type { StoreClient } from '../../../src/react/consent-store.ts'
import { useStore } from '../../../src/react/context.ts'
import { ConsentProvider, type ConsentProviderEvent, type UseConsentResult, useWithdraw } from '../../../src/react/index.ts'
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
const said = vi.spyOn(console, 'error').mockImplementation(() => {})
const told = () => said.mock.calls.map(([text]) => String(text))

afterEach(() => {
  cleanup()
  service.faults.clear()
})
afterAll(() => service.close())

describe('an Accept that nothing answered', () => {
  // Cause: by this device's clock the record was over as it came, no fact answered the act, and the screen waited for ever.
  it('experience 11: under a clock that runs past the end is answered, by the time of the service', async () => {
    const expiry = new Date(Date.now() + DAY_MS).toISOString()
    let ahead = 0
    const config = configOf(newPerson(), { agreement: { ...agreement, expiry }, now: () => Date.now() + ahead })
    const bench = mount({ config })
    await bench.state('ready')
    ahead = 10 * DAY_MS
    expect(await bench.consent().accept()).toBe('licensed')
  })

  // Cause: whoever heard `closed` took it for the end of the page.
  it('hostile G10: of a client that its host closed is told', async () => {
    const client = new ServiceClient(configOf(newPerson()))
    const bench = mount({ client })
    await bench.state('ready')
    await client.close()
    expect(await bench.consent().accept()).toBe('submit-error')
    expect(bench.consent().error?.code).toBe('closed')
  })
})

describe('a provider', () => {
  // Cause: a boundary that hides a page runs the cleanups of its layout effects, and one of them let the client go.
  it('experience 10: hidden by a boundary above it goes on where it was, and tells nothing twice', async () => {
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
    expect(events.map(({ type }) => type)).toEqual(['shown', 'accepted'])
  })

  // Cause: it stopped to listen before what it waited for was there.
  it('experience 10: that goes right after Accept still tells its host', async () => {
    const bench = mount({ config: configOf(newPerson()) })
    await bench.state('ready')
    void bench.consent().accept()
    bench.unmount()
    await expect.poll(() => bench.events.map(({ type }) => type)).toEqual(['shown', 'accepted'])
  })

  // Cause: the client waited a turn before it signed, and was closed in that turn: nothing was taken back, and nobody heard of it.
  it('experience 13: that goes in the very click that withdraws, as with a sign-out, still takes back and tells its host', async () => {
    for (const next of [undefined, newPerson()]) {
      const person = newPerson()
      const events: string[] = []
      let client: StoreClient | undefined
      const Leave = ({ signOut }: { readonly signOut: () => void }): ReactNode => {
        const { canWithdraw, withdraw } = useWithdraw()
        client = useStore().client
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
      // With nothing to do, it closes at once.
      await client?.whenIdle()
      button.click()
      await expect.poll(async () => (await storedFor(person)).map(({ status }) => status)).toContain('revoked')
      await expect.poll(() => events).toEqual(['withdrawn'])
      cleanup()
    }
  })
})

it('experience 13: a withdrawal is told once, whatever tabs are open', async () => {
  const config = configOf(newPerson())
  const [one, two] = [mount({ config }), mount({ config })]
  await Promise.all([one.state('ready'), two.state('ready')])
  await one.consent().accept()
  await two.state('already-licensed')
  await one.withdraw()
  await Promise.all([one.state('withdrawn'), two.state('withdrawn')])
  await expect.poll(() => one.events.map(({ type }) => type)).toEqual(['shown', 'accepted', 'withdrawn'])
  expect(two.events.map(({ type }) => type)).toEqual(['shown'])
})

it('experience 13: a withdrawal that an earlier visit left behind is told when it is stored', async () => {
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
  await expect.poll(() => next.events).toEqual([{ type: 'withdrawn' }])
})

// Cause: an Accept with nothing to agree to was sent to the client, whose refusal no other try mends.
it('experience 18: an Accept with no purpose on signs nothing and tells what is missing', async () => {
  const purposes = [{ usecase: 'analytics', necessary: false }, { usecase: 'support' }] as const
  const bench = mount({ config: configOf(newPerson(), { agreement: { ...agreement, purposes } }) })
  await bench.state('ready')
  expect(await bench.consent().accept()).toBe('ready')
  await expect.poll(() => bench.consent().missing).toEqual([{ what: 'purposes', part: 'purposes' }])
  expect(bench.consent().error).toBeUndefined()
  bench.consent().choose('support', true)
  await expect.poll(() => bench.consent().missing).toEqual([])
  expect(await bench.consent().accept()).toBe('licensed')
})

describe('a provider set up wrongly', () => {
  it('says that there is nothing to ask for', () => {
    expect(() => mount({ userId: newPerson() } as never)).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', message: expect.stringContaining('`config` or `client`') }),
    )
  })

  it('experience 11: tells at once of an agreement that has ended', async () => {
    const bench = mount({ config: configOf(newPerson(), { agreement: { ...agreement, expiry: '2001-01-01T00:00:00Z' } }) })
    await bench.state('terms-invalid')
    expect(bench.consent().error?.code).toBe('license_expired')
    await expect.poll(() => bench.events).toEqual([{ type: 'failed', code: 'license_expired' }])
    await expect.poll(told).toContainEqual(expect.stringContaining('Set a later date, or null'))
  })

  it('experience 20: warns about a language without words', async () => {
    mount({ config: configOf(newPerson()), locale: 'fi' })
    await expect.poll(told).toContainEqual(expect.stringContaining('Licet: locale "fi". Licet has no words in this language'))
  })
})

describe('terms from elsewhere', () => {
  const textOf = (more = {}) => new ServiceClient(configOf('nobody', { agreement: { ...agreement, ...more } })).terms()

  // Cause: what was loaded was known by its key alone.
  it('experience 2: of another agreement under the same name are not those of the first', async () => {
    const terms = { key: crypto.randomUUID(), load: async () => textOf() }
    const bench = mount({ config: configOf(newPerson()), terms })
    await bench.state('ready')
    const person = newPerson()
    bench.rerender({ config: configOf(person, { agreement: { ...agreement, jurisdiction: 'France' } }) })
    await bench.state('terms-invalid')
    expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull()
  })

  // Cause: a source written inline was the same as long as its key was, with the `load` of the first render.
  it('experience 1: are loaded by the newest `load`, such as one with a renewed token', async () => {
    const key = crypto.randomUUID()
    const bench = mount({ config: configOf(newPerson()), terms: { key, load: () => Promise.reject(new TypeError('401')) } })
    await bench.state('terms-error')
    bench.rerender({ terms: { key, load: async () => textOf() } })
    bench.consent().retry()
    await bench.state('ready')
  })

  // Cause: only an error offered another try, and what hangs is none.
  it('experience 1: that never come can be loaded again', async () => {
    let tries = 0
    const load = (): Promise<string> => (tries++ === 0 ? new Promise<string>(() => {}) : Promise.resolve(textOf()))
    const bench = mount({ config: configOf(newPerson()), terms: { key: crypto.randomUUID(), load } })
    await bench.state('terms-loading')
    await expect.poll(() => tries).toBe(1)
    bench.consent().retry()
    await bench.state('ready')
  })

  // Cause: who had tried again once tried again with whatever came next, past what was loaded already.
  it('experience 1: that were loaded are not loaded again because others had to be', async () => {
    const config = configOf(newPerson())
    let [loads, tries] = [0, 0]
    const load = async () => {
      loads++
      return textOf()
    }
    const known = { key: crypto.randomUUID(), load }
    const bench = mount({ config, terms: known })
    await bench.state('ready')
    const failing = { key: crypto.randomUUID(), load: async () => (tries++ === 0 ? '# Other terms' : textOf()) }
    bench.rerender({ terms: failing })
    await bench.state('terms-invalid')
    bench.consent().retry()
    await bench.state('ready')
    bench.rerender({ terms: known })
    await bench.state('terms-loading')
    await bench.state('ready')
    expect([loads, tries]).toEqual([1, 2])
  })

  // Cause: they reached no event, no console and no `error`.
  it.each([
    ['terms_changed', async (): Promise<string> => '# Other terms'],
    ['unfilled_placeholder', async (): Promise<string> => '# {{company.name}}'],
    ['terms_unavailable', () => Promise.reject(new TypeError('fetch failed'))],
  ] as const)('experience 1: that cannot be agreed to are told to the host with %s', async (code, load) => {
    const bench = mount({ config: configOf(newPerson()), terms: { key: code, load } })
    await bench.state('terms-invalid', 'terms-error')
    expect(bench.consent().error?.code).toBe(code)
    await expect.poll(() => bench.events).toEqual([{ type: 'failed', code }])
    // Once for each code, whichever test came first.
    await expect.poll(told).toContainEqual(expect.stringContaining(`Licet: ${code}.`))
  })

  it.each(['https://acme.example/terms', { load: async () => '' }])(
    'experience 1: that name no text or no way to it are a fault of the configuration: %s',
    (terms) => {
      expect(() => mount({ config: configOf(newPerson()), terms: terms as never })).toThrow(
        expect.objectContaining({ code: 'invalid_configuration', field: 'terms' }),
      )
    },
  )
})

it('experience 7: required reading is met where nothing watches what is in view, as in jsdom', async () => {
  vi.stubGlobal('IntersectionObserver', undefined)
  try {
    const bench = mount({ config: configOf(newPerson()) }, <ReadingPage />)
    await bench.state('ready')
    expect(await bench.consent().accept()).toBe('licensed')
  } finally {
    vi.unstubAllGlobals()
  }
})

/** Something that a page reads while it renders, and that may be on its way. */
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
