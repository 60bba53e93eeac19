import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createMemoryStorage, ServiceClient, type ServiceClientConfig } from '../../../src/client/index.ts'
import { openIndexedDbStorage } from '../../../src/client/record/change-indexed-db.ts'
import { toScope } from '../../../src/client/record/device-record.ts'
import { RecordReader } from '../../../src/client/record/record-reader.ts'
import type { StoredDevice } from '../../../src/client/record/stored-device.ts'
import { ConsentGate, ConsentProvider, ConsentScreen, ConsentSettings } from '../../../src/index.ts'
import { en } from '../../../src/locales/en.ts'
import { configOf, newPerson, offline, service } from '../../fixtures/react-harness.tsx'

afterEach(cleanup)
afterAll(() => service.close())

/** A person who agreed on an earlier visit, and the requests of this device since. */
async function agreed(more: Partial<ServiceClientConfig> = {}) {
  const requests: string[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    requests.push(new URL(String(input)).pathname)
    return service.fetch(input, init)
  }
  const config = configOf(newPerson(), { fetch, ...more })
  const client = new ServiceClient(config)
  await client.createLicense()
  await client.close()
  requests.length = 0
  return { config, requests, checks: () => requests.filter((path) => path === '/license').length }
}

async function recordOf({ provider, userId, authUrl }: ServiceClientConfig): Promise<StoredDevice> {
  const storage = await openIndexedDbStorage()
  const record = await storage.read(toScope({ provider, userId, authUrl, trailUrl: authUrl }))
  storage.close()
  if (record === undefined) throw new Error('The device has stored nothing.')
  return record
}

/** Withdraws at the service without this device, as the company does on request. */
async function withdrawElsewhere(config: ServiceClientConfig): Promise<void> {
  const elsewhere = new ServiceClient({
    ...config,
    fetch: service.fetch,
    storage: createMemoryStorage([await recordOf(config)]),
    channel: null,
  })
  await elsewhere.revokeLicense()
  await elsewhere.close()
}

function showGate(config: ServiceClientConfig) {
  return render(
    <ConsentProvider config={config}>
      <ConsentGate usecase="analytics" fallback={<p>Locked</p>}>
        <p>Offers</p>
      </ConsentGate>
    </ConsentProvider>,
  )
}

it('a license that was withdrawn elsewhere closes the gate at the next visit with a network, a day after the last response', async () => {
  const { config, checks } = await agreed()
  await withdrawElsewhere(config)
  const net = offline()
  // No day has passed, then there is no network: the stored license counts.
  showGate(config)
  await screen.findByText('Offers')
  cleanup()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (!net.connectivity.isOnline()) throw new TypeError('fetch failed')
    return config.fetch?.(input, init) ?? new Response()
  }
  showGate({ ...config, refreshAfterMs: 0, connectivity: net.connectivity, fetch })
  await screen.findByText('Offers')
  expect(checks()).toBe(0)
  net.goOnline()
  await screen.findByText('Locked')
  expect((await recordOf(config)).license?.status).toBe('revoked')
})

it.each(['person', 'company', 'court'] as const)(
  'the settings and the screen show that a %s ended the license',
  async (requestedBy) => {
    const { config } = await agreed()
    const { license } = await recordOf(config)
    await service.service.admin.revokeLicense(license?.id ?? '', { requestedBy, channel: 'letter' })
    const tomorrow = { ...config, now: () => Date.now() + 25 * 3_600_000 }
    const company = config.agreement.company.name
    const title = en[`status.revoked.${requestedBy}`].replace('{company}', company)
    for (const part of [<ConsentSettings key="settings" />, <ConsentScreen key="screen" />]) {
      render(<ConsentProvider config={tomorrow}>{part}</ConsentProvider>)
      expect((await screen.findAllByText(title)).length).toBeGreaterThan(0)
      await screen.findByText(/^Your permission on this device ended on .+ may no longer use your data based on it\.$/)
      // The place of the outcome has only the text of every withdrawal, until the code of the outcome has loaded.
      await expect.poll(() => screen.queryByText(/If you did not ask for this/) !== null).toBe(requestedBy === 'person')
      await expect.poll(() => screen.queryByText(en['settings.stays.text']) !== null).toBe(requestedBy === 'person')
      expect(screen.queryByText(en['status.withdrawn.title'])).toBeNull()
      cleanup()
    }
  },
)

// Regression: where the platform wrongly reports no network, a withdrawal that was made elsewhere was never found out.
it('asks about a license although the platform reports no network', async () => {
  const { config } = await agreed()
  await withdrawElsewhere(config)
  showGate({ ...config, refreshAfterMs: 0, connectivity: offline().connectivity })
  await screen.findByText('Locked')
})

// Regression: two tabs that opened in the same millisecond both asked.
it('asks about a license once a day, even in several tabs and visits', async () => {
  const { config, checks } = await agreed()
  const openedAt = Date.now() + 25 * 3_600_000
  const tomorrow = { ...config, now: () => openedAt }
  const { unmount } = showGate(tomorrow)
  showGate(tomorrow)
  await expect.poll(checks).toBe(1)
  unmount()
  cleanup()
  showGate(tomorrow)
  await screen.findByText('Offers')
  const client = new ServiceClient(tomorrow)
  await client.getLicense()
  await client.whenIdle()
  expect(checks()).toBe(1)
  expect(client.getSnapshot().licensed).toBe(true)
  client.close()
})

it('asks about a license never with `refreshAfterMs: Infinity`', async () => {
  const { config, requests } = await agreed()
  const client = new ServiceClient({ ...config, refreshAfterMs: Infinity, now: () => Date.now() + 400 * 86_400_000 })
  await client.getLicense()
  await client.whenIdle()
  expect(requests).toEqual([])
  client.close()
})

it('a check that fails changes nothing, and is repeated an hour later', async () => {
  let hours = 25
  const { config, requests, checks } = await agreed()
  const later = { ...config, now: () => Date.now() + hours * 3_600_000 }
  const failing = new ServiceClient({ ...later, fetch: async () => new Response('', { status: 503 }) })
  await failing.getLicense()
  await failing.whenIdle()
  expect([failing.getSnapshot().licensed, failing.getSnapshot().error]).toEqual([true, undefined])
  await failing.close()
  for (const expected of [0, 1]) {
    const client = new ServiceClient(later)
    await client.getLicense()
    await client.whenIdle()
    expect([client.getSnapshot().licensed, checks()], requests.join()).toEqual([true, expected])
    await client.close()
    hours += 1.5
  }
})

// Regression: the time of the check was stored before the service answered, so a page that closed meanwhile put the check off by a day.
it('a check that gets no answer before the page is gone is repeated an hour later', async () => {
  let hours = 25
  const { config, checks } = await agreed()
  const later = { ...config, now: () => Date.now() + hours * 3_600_000 }
  let asked = false
  const silent: typeof globalThis.fetch = (input) => {
    asked ||= String(input).includes('/')
    return new Promise(() => {})
  }
  const gone = new ServiceClient({ ...later, fetch: silent })
  await gone.getLicense()
  await expect.poll(() => asked).toBe(true)
  for (const expected of [0, 1]) {
    const client = new ServiceClient(later)
    await client.getLicense()
    await client.whenIdle()
    expect(checks()).toBe(expected)
    await client.close()
    hours += 1.5
  }
  await gone.close()
})

/** Timers that a test runs, with their delays in milliseconds. */
function manualTimers() {
  const timers = new Map<() => void, number>()
  const schedule = (callback: () => void, delayMs: number) => {
    const run = () => callback()
    timers.set(run, delayMs)
    return () => void timers.delete(run)
  }
  const run = () => {
    for (const callback of [...timers.keys()]) {
      timers.delete(callback)
      callback()
    }
  }
  return { schedule, run, delays: () => [...timers.values()] }
}

const IN_90_DAYS = new Date(Date.now() + 90 * 86_400_000).toISOString()

// Regression: one timer waited for the end of the license. It lasts 24 days at most, and does not notice a clock that is set.
it('closes an open gate within an hour after the clock of the device passes the end of the license', async () => {
  const { agreement } = configOf('nobody')
  const { config } = await agreed({ agreement: { ...agreement, expiry: IN_90_DAYS } })
  const timers = manualTimers()
  let days = 0
  showGate({ ...config, schedule: timers.schedule, now: () => Date.now() + days * 86_400_000, refreshAfterMs: Infinity })
  await screen.findByText('Offers')
  await expect.poll(() => Math.max(...timers.delays())).toBe(3_600_000)
  timers.run()
  await expect.poll(() => Math.max(...timers.delays())).toBe(3_600_000)
  expect(screen.queryByText('Offers')).not.toBeNull()
  days = 91
  timers.run()
  await screen.findByText('Locked')
})

// Regression: a reading that failed repeated the last one, even after the license had ended.
it('a license that was read before counts until its end while the storage fails', async () => {
  const { agreement } = configOf('nobody')
  const { config } = await agreed({ agreement: { ...agreement, expiry: IN_90_DAYS } })
  const memory = createMemoryStorage([await recordOf(config)])
  let days = 0
  let fails = false
  const storage = {
    ...memory,
    read: (scope: string) => (fails ? Promise.reject(new Error('The storage is gone.')) : memory.read(scope)),
  }
  let readAgain = () => {}
  const connectivity = {
    isOnline: () => false,
    subscribe(listener: () => void) {
      readAgain = listener
      return () => {}
    },
  }
  const now = () => Date.now() + days * 86_400_000
  const client = new RecordReader({ ...config, storage, now, connectivity })
  const isLicensed = () => expect.poll(() => client.getSnapshot().licensed)
  client.subscribe(() => {})
  await isLicensed().toBe(true)
  fails = true
  readAgain()
  await expect.poll(() => client.last?.agreement).toBeUndefined()
  expect(client.getSnapshot().licensed).toBe(true)
  days = 91
  readAgain()
  await isLicensed().toBe(false)
  client.close()
})

it('reads that a visitor is new while the browser is still hashing the configuration', async () => {
  const crypto = { subtle: { digest: () => new Promise(() => {}) } } as unknown as Crypto
  const client = new RecordReader(configOf(newPerson(), { crypto }))
  await new Promise<void>((resolve) => client.subscribe(resolve))
  expect(client.getSnapshot()).toMatchObject({ phase: 'ready', needs: 'first' })
  client.close()
})
