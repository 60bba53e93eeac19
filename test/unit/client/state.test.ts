import { describe, expect, it, vi } from 'vitest'
import {
  type ClientStorage,
  createMemoryStorage,
  ServiceClient,
  type ServiceClientConfig,
  type StoredDevice,
} from '../../../src/client/index.ts'
import { emptyDevice } from '../../../src/client/storage/stored-device.ts'
import { agreement, newClient, newUserId, openBench, until } from '../../fixtures/client.ts'
import { FastTime } from '../../fixtures/fast-time.ts'

const { test, open } = await openBench()

describe('what an agreement needs', () => {
  const choosing = { ...agreement, purposes: ['analytics', { usecase: 'retargeting' }] } as const

  it.each<[string, Partial<typeof agreement>]>([
    ['the words', { compensation: '20 points for each receipt' }],
    ['the data', { tags: ['email_receipt'] }],
    ['the purposes', { purposes: ['analytics', 'support'] }],
    ['the recipients', { destinations: ['partner.example'] }],
    ['the end', { expiry: '2099-01-01T00:00:00Z' }],
  ])('a change of %s is an update, and agreeing supersedes', async (_, change) => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    const before = open(test, { storage, userId })
    const license = await before.createLicense()
    const after = open(test, { storage, userId, agreement: { ...agreement, ...change } })
    await after.getLicense()
    expect(after.getSnapshot()).toMatchObject({
      licensed: true,
      needs: 'update',
      change: { from: { terms: license.terms }, to: after.agreement },
    })
    const updated = await after.createLicense()
    expect(updated.supersedes).toBe(license.id)
    expect(after.getSnapshot()).toMatchObject({ licensed: true, needs: 'nothing', change: undefined })
  })

  // What had been offered and left off was told as newly offered: the record names only what was chosen.
  it('experience 14: a change knows what was there to choose, until the record is one that this device did not agree to', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    const before = open(test, { storage, userId, agreement: choosing })
    await before.createLicense()
    const after = open(test, { storage, userId, agreement: { ...choosing, compensation: '20 points for each receipt' } })
    await after.getLicense()
    expect(after.getSnapshot().change?.from.offered).toEqual(['retargeting'])
    await after.getLicense({ refresh: true })
    expect(after.getSnapshot().change?.from.offered).toEqual(['retargeting'])
    const scope = JSON.stringify([test.provider.id, userId])
    await storage.update(scope, ({ license: _, offered: __, ...device }) => device)
    await after.getLicense({ refresh: true })
    expect(after.getSnapshot().needs).toBe('update')
    expect(after.getSnapshot().change?.from.offered).toBeUndefined()
  })

  it('declining an update keeps what was agreed', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    await open(test, { storage, userId }).createLicense()
    const after = open(test, { storage, userId, agreement: { ...agreement, compensation: null } })
    await after.decline()
    expect(after.getSnapshot()).toMatchObject({ licensed: true, needs: 'update', declined: { termsHash: expect.any(String) } })
  })

  it('the choices are the person’s: they are what is signed, and no update of their own', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    const client = open(test, { storage, userId, agreement: choosing })
    const chosen = await client.createLicense({ granted: ['retargeting'] })
    expect(chosen.uses.flatMap(({ usecases }) => usecases)).toEqual(['analytics', 'retargeting'])
    expect(client.getSnapshot().needs).toBe('nothing')
    expect(await client.createLicense()).toEqual(chosen)
    const fewer = await client.createLicense({ granted: [] })
    expect(fewer.uses.flatMap(({ usecases }) => usecases)).toEqual(['analytics'])
    expect(fewer.supersedes).toBe(chosen.id)
  })

  it('H3 a text that is not the one on screen is not signed', async () => {
    const client = open(test)
    await expect(client.createLicense({ terms: `${client.terms()} ` })).rejects.toMatchObject({ code: 'terms_changed' })
    expect(test.requests).toEqual([])
    expect(client.getSnapshot()).toMatchObject({ needs: 'first', pending: undefined })
  })

  it('a license that ends by its date stops counting at that moment', async () => {
    let now = Date.now()
    const due: (() => void)[] = []
    const expiry = new Date(now + 3_600_000).toISOString()
    const client = open(test, {
      agreement: { ...agreement, expiry },
      now: () => now,
      schedule: (callback) => {
        due.push(callback)
        return () => {}
      },
    })
    await client.createLicense()
    expect(client.getSnapshot().licensed).toBe(true)
    now += 3_600_000
    for (const callback of due.splice(0)) callback()
    expect(client.getSnapshot()).toMatchObject({ licensed: false, needs: 'first' })
  })
})

describe('the end of an agreement in two months', () => {
  it('is waited for in parts, since a timer reaches 24 days', async () => {
    const DAY_MS = 86_400_000
    let now = Date.now()
    let due = () => {}
    const client = open(test, {
      agreement: { ...agreement, expiry: new Date(now + 60 * DAY_MS).toISOString() },
      prewarm: 'none',
      now: () => now,
      schedule: (callback) => {
        due = callback
        return () => {}
      },
    })
    await client.createLicense()
    for (const licensed of [true, true, false]) {
      now += 24 * DAY_MS
      const run = due
      due = () => {}
      run()
      expect(client.getSnapshot().licensed).toBe(licensed)
    }
  })
})

it('a license that the service does not know any more is not shown as one, once the service was asked', async () => {
  const client = open(test)
  await client.createLicense()
  test.faults.add({ kind: 'alter', alter: () => Response.json({ licenses: [] }) }, { method: 'GET', path: '/license' })
  expect(await client.getLicense({ refresh: true })).toBeUndefined()
  expect(client.getSnapshot()).toMatchObject({ licensed: false, license: undefined, receiptStatus: undefined, needs: 'first' })
})

describe('refusal', () => {
  it('is remembered for the text that was refused, and for as long as configured', async () => {
    let now = Date.now()
    const storage = createMemoryStorage()
    const userId = newUserId()
    const options = { storage, userId, now: () => now, reaskAfterMs: 1000 }
    await open(test, options).decline()
    const again = open(test, options)
    await again.getLicense()
    expect(again.getSnapshot().declined).toMatchObject({ at: now, termsHash: expect.stringMatching(/^[\w-]{43}$/) })
    const other = open(test, { ...options, agreement: { ...agreement, compensation: null } })
    await other.getLicense()
    expect(other.getSnapshot().declined).toBeUndefined()
    now += 1000
    const later = open(test, options)
    await later.getLicense()
    expect(later.getSnapshot().declined).toBeUndefined()
    expect(test.requests).toEqual([])
  })

  it('ends when the person agrees after all', async () => {
    const client = open(test)
    await client.decline()
    await client.createLicense()
    expect(client.getSnapshot()).toMatchObject({ declined: undefined, licensed: true })
  })
})

describe('the snapshot', () => {
  it('is the same object until something in it changes', async () => {
    const client = open(test)
    const seen = new Set<unknown>()
    let calls = 0
    client.subscribe(() => {
      calls += 1
      seen.add(client.getSnapshot())
    })
    const stages: unknown[] = []
    client.subscribe(() => stages.push(client.getSnapshot().pending?.stage))
    await until(client, ({ phase }) => phase === 'ready')
    await client.createLicense()
    expect(calls).toBe(seen.size)
    const { license } = client.getSnapshot()
    const before = client.getSnapshot()
    await client.getLicense({ refresh: true })
    expect(client.getSnapshot()).toBe(before)
    expect(client.getSnapshot().license).toBe(license)
    expect(Object.isFrozen(before)).toBe(true)
    expect(stages.filter((stage, at) => at > 0 && stage !== stages[at - 1])).toEqual(['signing', 'signed', 'sending', undefined])
  })

  it('a listener that throws keeps no record from being stored and no other from being told; its fault is the page’s to hear', async () => {
    const thrown: unknown[] = []
    vi.stubGlobal('queueMicrotask', (task: () => void) => {
      try {
        task()
      } catch (error) {
        thrown.push(error)
      }
    })
    try {
      const client = open(test)
      client.subscribe(() => {
        throw new Error('mine')
      })
      let calls = 0
      client.subscribe(() => calls++)
      expect((await client.createLicense()).status).toBe('active')
      await client.close()
      expect(calls).toBeGreaterThan(0)
      expect(thrown).toHaveLength(calls)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('StrictMode’s double subscription opens once and leaves nothing behind', async () => {
    const client = open(test)
    client.subscribe(() => {})()
    const end = client.subscribe(() => {})
    await until(client, ({ phase }) => phase === 'ready')
    end()
    expect(client.getSnapshot().phase).toBe('ready')
  })

  it('constructing does nothing but check', () => {
    const forbidden = () => {
      throw new Error('touched')
    }
    const storage: ClientStorage = { kind: 'memory', read: forbidden, update: forbidden, remove: forbidden, close: forbidden }
    const client = newClient(test, { storage, fetch: forbidden, channel: forbidden, random: Math.random, schedule: forbidden })
    expect(client.terms()).toContain('Acme')
    expect(client.getSnapshot()).toMatchObject({ phase: 'opening', storage: 'unknown' })
  })
})

describe('configuration', () => {
  const good: ServiceClientConfig = {
    authUrl: 'https://auth.example',
    provider: { id: 'p', publicKey: 'AAAA' },
    origin: 'com.acme.app',
    userId: 'u',
    agreement,
  }

  it.each<[string, object]>([
    ['authUrl', { authUrl: 'nowhere' }],
    ['authUrl', { authUrl: 'ftp://auth.example' }],
    ['authUrl', { authUrl: 'https://:password@auth.example' }],
    // Cause: it was asked at an address with the blank in it, and the person was told to wait for the network.
    ['authUrl', { authUrl: 'https://auth.example ' }],
    ['authUrl', { authUrl: ' https://auth.example' }],
    ['trailUrl', { trailUrl: 'https://a.example/?q' }],
    ['trailUrl', { trailUrl: 'https://a.example#' }],
    ['provider.id', { provider: { id: '', publicKey: 'AAAA' } }],
    ['provider.id', { provider: undefined }],
    ['provider.publicKey', { provider: { id: 'p', publicKey: '[object Object]' } }],
    ['provider.publicKey', { provider: { id: 'p', publicKey: 'AAAA\n' } }],
    ['origin', { origin: 'https://acme.example' }],
    ['userId', { userId: '' }],
    ['userId', { userId: '\ud800' }],
    ['prewarm', { prewarm: 'all' }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['reaskAfterMs', { reaskAfterMs: -1 }],
    ['company.name', { agreement: { ...agreement, company: { ...agreement.company, name: '' } } }],
  ])('a wrong %s is told at construction, by name', (field, change) => {
    expect(() => new ServiceClient({ ...good, ...change })).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', field }),
    )
  })
})

describe('what is done without being asked', () => {
  // Some browsers ask the person about it: not before they agreed to anything.
  it('the browser is asked once to keep what is stored, when there is a license, and nobody waits for it', async () => {
    let asked = 0
    const persist = (): Promise<boolean> => {
      asked++
      return Promise.reject(new Error('no'))
    }
    const client = open(test, { persist })
    await client.decline()
    await client.whenIdle()
    expect(asked).toBe(0)
    await client.createLicense()
    expect(asked).toBe(1)
  })

  it.each<[string, boolean, Partial<ServiceClientConfig>, Partial<StoredDevice>]>([
    ['made ahead for someone who is asked', true, {}, {}],
    ['not made ahead where the host wants none', false, { prewarm: 'none' }, {}],
    [
      'not made ahead for someone who declined',
      false,
      {},
      { declined: { at: Date.now(), termsHash: '', terms: newClient(test).terms() } },
    ],
    ['not made anew ahead for someone who lost it', false, {}, { hadKey: true }],
  ])('the device key is %s', async (_, isMade, options, row) => {
    const userId = newUserId()
    const scope = JSON.stringify([test.provider.id, userId])
    const storage = createMemoryStorage([{ ...emptyDevice(scope), ...row }])
    const client = open(test, { userId, storage, schedule: new FastTime().schedule, ...options })
    await client.getLicense()
    await client.whenIdle()
    expect((await storage.read(scope))?.key !== undefined).toBe(isMade)
    expect(test.requests).toEqual([])
  })
})

describe('storage that fails', () => {
  it.each(['QuotaExceededError', 'InvalidStateError'])(
    'G7 a %s at any step: told, kept in memory, delivered all the same',
    async (name) => {
      for (let failAt = 0; failAt < 6; failAt++) {
        const inner = createMemoryStorage()
        let writes = 0
        const storage: ClientStorage = {
          ...inner,
          kind: 'persistent',
          update: async (scope, change) => {
            if (writes++ >= failAt) throw new DOMException('no', name)
            return inner.update(scope, change)
          },
        }
        const client = open(test, { storage })
        const license = await client.createLicense()
        await client.whenIdle()
        expect(license).toMatchObject({ status: 'active' })
        expect(license.supersedes).toBeUndefined()
        const code = name === 'QuotaExceededError' ? 'storage_full' : 'storage_unavailable'
        if (writes > failAt) expect(client.getSnapshot()).toMatchObject({ licensed: true, storage: 'memory', error: { code } })
      }
    },
  )

  it('G11 what a row of another person, provider or time holds does no harm', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    const client = open(test, { storage: { ...storage, kind: 'persistent' }, userId })
    const scope = JSON.stringify([test.provider.id, userId])
    // An entry that an older client left, signed by a key that is gone, over other terms.
    await storage.update(scope, (device) => ({
      ...device,
      hadKey: true,
      head: 'old',
      outbox: [
        {
          id: 'old',
          kind: 'create',
          body: '{"terms":"old","tags":[],"uses":[],"signature":"AAAA"}',
          previous: undefined,
          since: 0,
          attempts: 3,
        },
      ],
    }))
    client.subscribe(() => {})
    await until(client, ({ phase, pending }) => phase === 'ready' && pending === undefined)
    expect(client.getSnapshot()).toMatchObject({ licensed: false, needs: 'first' })
    expect((await client.createLicense()).status).toBe('active')
  })

  it('experience 15: a key that the browser gives back unusable is a new device: said, asked again, and agreeing works', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    const { address } = await open(test, { storage, userId }).createLicense()
    const scope = JSON.stringify([test.provider.id, userId])
    await storage.update(scope, (device) => ({ ...device, key: { ...device.key, privateKey: {} } as never }))
    const client = open(test, { storage, userId })
    client.subscribe(() => {})
    await until(client, ({ phase }) => phase === 'ready')
    expect(client.getSnapshot()).toMatchObject({ keyLost: true, licensed: false, license: undefined, needs: 'first' })
    const license = await client.createLicense()
    expect(license.address).not.toBe(address)
    expect(client.getSnapshot()).toMatchObject({ keyLost: false, licensed: true })
  })

  it('G16 a page that polluted Object.prototype signs and keeps the same', async () => {
    // No member that the service would read as well: it runs in this process too.
    const polluted = {
      'x-evil': 'yes',
      uses: [],
      retryAfterMs: 1e9,
      withdrawn: true,
      status: 418,
      kid: 'evil',
    }
    for (const [name, value] of Object.entries(polluted))
      Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true })
    try {
      const client = open(test)
      const license = await client.createLicense()
      expect(Object.keys(license)).not.toContain('x-evil')
      expect(license.uses).toHaveLength(1)
    } finally {
      for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name)
    }
  })

  it('G9 without WebCrypto: unsupported, told, nothing signed', async () => {
    const client = open(test, { crypto: null })
    client.subscribe(() => {})
    await until(client, ({ phase }) => phase === 'unsupported')
    expect(client.getSnapshot().error?.code).toBe('unsupported')
    await expect(client.createLicense()).rejects.toMatchObject({ code: 'unsupported' })
    expect(test.requests).toEqual([])
  })
})
