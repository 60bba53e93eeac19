import { cleanup } from '@testing-library/react'
import { type ReactNode, useRef, useState } from 'react'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type ClientStorage, createMemoryStorage, ServiceClient } from '../../../src/client/index.ts'
import {
  type UseConsentResult,
  type UseReadingProgressResult,
  type UseVerifiedLicenseResult,
  useConsent,
  useReadingProgress,
  useVerifiedLicense,
} from '../../../src/react/index.ts'
import type { PublicClient } from '../../../src/react/store/store-client.ts'
import { useStore } from '../../../src/react/store/use-store.ts'
import { agreement, configOf, mount, newPerson, offline, screen, service } from '../../fixtures/react-harness.tsx'

afterEach(() => {
  cleanup()
  service.faults.clear()
})
afterAll(() => service.close())

const CREATE = { path: '/license/create' } as const

describe('useVerifiedLicense', () => {
  const asked: { current?: UseVerifiedLicenseResult; of?: (use: readonly [usecase: string, destination: string]) => void } = {}
  function Ask(): ReactNode {
    const [[usecase, destination], setUse] = useState<readonly [usecase: string, destination: string]>(['support', 'acme.example'])
    asked.of = setUse
    asked.current = useVerifiedLicense(usecase, destination)
    return asked.current.status
  }

  it('asks again for another destination, another use and another license, and never returns an earlier result for them', async () => {
    const app = mount({ config: configOf(newPerson()) }, <Ask />)
    await app.state('ready')
    await app.consent().accept()
    const known = (verified: boolean) => expect.poll(() => asked.current).toMatchObject({ status: 'success', verified })
    await known(false)
    asked.of?.(['analytics', 'acme.example'])
    await known(true)
    asked.of?.(['analytics', 'elsewhere.example'])
    await known(false)
    asked.of?.(['support', 'acme.example'])
    app.consent().reopen()
    await app.state('choosing')
    app.consent().choose('support', true)
    expect(await app.consent().accept()).toBe('licensed')
    await known(true)
  })
})

describe('pendingDecision', () => {
  const queue: { current?: UseConsentResult } = {}
  function Queue(): ReactNode {
    queue.current = useConsent()
    return null
  }

  it('experience 11: is set while a decision waits for the network, and is delivered automatically when the network returns', async () => {
    const net = offline()
    const app = mount({ config: configOf(newPerson(), { connectivity: net.connectivity }) }, <Queue />)
    await app.state('offline')
    await expect.poll(() => queue.current).toMatchObject({ isOnline: false, pendingDecision: undefined })
    await app.consent().accept()
    await expect.poll(() => queue.current?.pendingDecision).toMatchObject({ kind: 'create', stage: 'signed', attempts: 0 })
    net.goOnline()
    await app.state('licensed')
    await expect.poll(() => queue.current).toMatchObject({ isOnline: true, pendingDecision: undefined })
  })

  it('experience 11: has the time of the next attempt, and `retry()` attempts immediately', async () => {
    service.faults.add({ kind: 'status', status: 503, retryAfter: 120 }, CREATE)
    const app = mount({ config: configOf(newPerson()) }, <Queue />)
    await app.state('ready')
    const earliest = Date.now() + 120_000
    expect(await app.consent().accept()).toBe('queued')
    await expect.poll(() => queue.current?.pendingDecision?.attempts ?? 0).toBeGreaterThan(0)
    expect(queue.current?.pendingDecision?.retryAt).toBeGreaterThanOrEqual(earliest)
    queue.current?.retry()
    await app.state('licensed')
  })
})

it('G7, experience 11: an Accept succeeds when the storage is full, and the error is reported', async () => {
  const rows = createMemoryStorage()
  let isFull = false
  const update: ClientStorage['update'] = async (...args) => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError')
    return rows.update(...args)
  }
  const app = mount({ config: configOf(newPerson(), { storage: { ...rows, kind: 'persistent', update } }) })
  await app.state('ready')
  isFull = true
  expect(await app.consent().accept()).toBe('licensed')
  await expect.poll(() => app.consent().error?.code).toBe('storage_full')
  await expect.poll(() => app.events.map(({ type }) => type).sort()).toEqual(['accepted', 'shown'])
})

it('experience 1: terms that did not load are loaded again when the network returns', async () => {
  const net = offline()
  const person = newPerson()
  const text = new ServiceClient(configOf(person)).terms()
  const load = () => (net.connectivity.isOnline() ? Promise.resolve(text) : Promise.reject(new TypeError('fetch failed')))
  const terms = { key: crypto.randomUUID(), load }
  const app = mount({ config: configOf(person, { connectivity: net.connectivity, agreement: { ...agreement, terms } }) })
  await app.state('terms-error')
  net.goOnline()
  await app.state('ready')
})

it('G10: unmounting closes the client and removes its listeners', async () => {
  const listeners = new Set<unknown>()
  const connectivity = {
    isOnline: () => true,
    subscribe(listener: unknown) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const seen: { client?: Pick<PublicClient, 'getSnapshot'> } = {}
  const Probe = (): ReactNode => {
    seen.client = useStore().source
    return null
  }
  const app = mount({ config: configOf(newPerson(), { connectivity }) }, <Probe />)
  await app.state('ready')
  expect(listeners.size).toBe(1)
  app.unmount()
  await expect.poll(() => seen.client?.getSnapshot().phase).toBe('closed')
  expect(listeners.size).toBe(0)
})

it('experience 7: another text has to be read again', async () => {
  const hands: { reading?: UseReadingProgressResult; show?: (text: string) => void } = {}
  const Reader = (): ReactNode => {
    const region = useRef<HTMLDivElement>(null)
    const [text, setText] = useState('one')
    hands.show = setText
    hands.reading = useReadingProgress(region, { mode: 'required', text })
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard (experience 17).
      <section ref={region} aria-label="Terms" tabIndex={0} style={{ height: 200, overflowY: 'auto' }}>
        <div style={{ height: 10_000 }}>{text}</div>
        <div ref={hands.reading.endRef} tabIndex={-1} data-testid="end" />
      </section>
    )
  }
  const app = mount({ config: configOf(newPerson()) }, <Reader />)
  await app.state('reading-required')
  const end = () => screen.getByTestId('end')
  end().focus({ preventScroll: true })
  await app.state('ready')
  expect(hands.reading?.isDone).toBe(true)
  end().blur()
  hands.show?.('two')
  await app.state('reading-required')
  expect(hands.reading?.isDone).toBe(false)
  expect(await app.consent().accept()).toBe('reading-required')
  end().focus({ preventScroll: true })
  await app.state('ready')
})
