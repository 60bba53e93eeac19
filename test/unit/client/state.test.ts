import { describe, expect, it, vi } from 'vitest'
import {
  type ClientStorage,
  createMemoryStorage,
  ServiceClient,
  type ServiceClientConfig,
  type StoredDevice,
} from '../../../src/client/index.ts'
import { ClientCore } from '../../../src/client/question/client-core.ts'
import { emptyDevice } from '../../../src/client/record/stored-device.ts'
import { agreement, newClient, newUserId, openService, scopeOf, until } from '../../fixtures/client.ts'
import { FastTime } from '../../fixtures/fast-time.ts'

const { test, open } = await openService()

describe('the needs of an agreement', () => {
  const choosing = { ...agreement, purposes: ['analytics', { usecase: 'retargeting' }] } as const

  it.each<[string, Partial<typeof agreement>]>([
    ['the compensation', { compensation: '20 points for each receipt' }],
    ['the data', { tags: ['email_receipt'] }],
    ['the purposes', { purposes: ['analytics', 'support'] }],
    ['the recipients', { destinations: ['partner.example'] }],
    ['the expiry', { expiry: '2099-01-01T00:00:00Z' }],
  ])('reports a change of %s as an update, and agreeing replaces the license', async (_, change) => {
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

  // Regression: a use case that was offered and not chosen was reported as new, because the license names only the chosen ones.
  it('experience 14: lists the offered use cases in a change, except for a license that this device did not agree to', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    const before = open(test, { storage, userId, agreement: choosing })
    await before.createLicense()
    const after = open(test, { storage, userId, agreement: { ...choosing, compensation: '20 points for each receipt' } })
    await after.getLicense()
    expect(after.getSnapshot().change?.from.offered).toEqual(['retargeting'])
    await after.getLicense({ refresh: true })
    expect(after.getSnapshot().change?.from.offered).toEqual(['retargeting'])
    const scope = scopeOf(test, userId)
    await storage.update(scope, ({ license: _, offered: __, ...device }) => device)
    await after.getLicense({ refresh: true })
    expect(after.getSnapshot().needs).toBe('update')
    expect(after.getSnapshot().change?.from.offered).toBeUndefined()
  })

  it('keeps the license when the person declines an update', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    await open(test, { storage, userId }).createLicense()
    const after = open(test, { storage, userId, agreement: { ...agreement, compensation: null } })
    await after.decline()
    expect(after.getSnapshot()).toMatchObject({ licensed: true, needs: 'update', declined: { at: expect.any(Number) } })
  })

  // Regression: a refusal in one tab had no effect on an agreement that another tab had just sent.
  it('withdraws an agreement to the same terms, on its way or stored, when the person declines in another tab', async () => {
    for (const isDelivered of [false, true]) {
      const shared = { storage: createMemoryStorage(), userId: newUserId(), channel: null }
      const [one, two] = [open(test, shared), open(test, shared)]
      await two.getLicense()
      test.online = isDelivered
      void one.createLicense().catch(() => {})
      await until(one, ({ licensed, pending }) => (isDelivered ? licensed : pending?.stage === 'signed'))
      await two.decline()
      test.online = true
      two.retry()
      await until(two, ({ license, pending }) => license?.status === 'revoked' && pending === undefined)
      expect((await two.getLicense({ refresh: true }))?.status).toBe('revoked')
    }
  })

  it('withdraws the agreement that is signed just before it', async () => {
    const client = open(test)
    await client.getLicense()
    const [license, withdrawal] = await Promise.all([client.createLicense(), client.revokeLicense()])
    expect([license.status, withdrawal.status, client.getSnapshot().licensed]).toEqual(['active', 'revoked', false])
  })

  it('signs the choices of the person, which are no update', async () => {
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

  it('H3: does not sign a text that was not on screen', async () => {
    const client = open(test)
    await expect(client.createLicense({ terms: `${client.terms()} ` })).rejects.toMatchObject({ code: 'terms_changed' })
    expect(test.requests).toEqual([])
    expect(client.getSnapshot()).toMatchObject({ needs: 'first', pending: undefined })
  })

  it('ends a license at its expiry', async () => {
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

describe('an expiry in two months', () => {
  it('is awaited in parts, because a timer lasts 24 days at most', async () => {
    const DAY_MS = 86_400_000
    let now = Date.now()
    const due = new Set<() => void>()
    const client = open(test, {
      agreement: { ...agreement, expiry: new Date(now + 60 * DAY_MS).toISOString() },
      prewarm: 'none',
      now: () => now,
      schedule: (callback) => {
        due.add(callback)
        return () => due.delete(callback)
      },
    })
    await client.createLicense()
    for (const licensed of [true, true, false]) {
      now += 24 * DAY_MS
      for (const run of [...due]) {
        due.delete(run)
        run()
      }
      expect(client.getSnapshot().licensed).toBe(licensed)
    }
  })
})

// Regression: the device dropped its signed license and the receipt.
it('sends a license again that the service no longer knows, and keeps it', async () => {
  const client = open(test)
  const license = await client.createLicense()
  test.faults.add({ kind: 'alter', alter: () => Response.json({ licenses: [] }) }, { method: 'GET', path: '/license' })
  test.requests.length = 0
  expect(await client.getLicense({ refresh: true })).toEqual(license)
  expect(test.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /license', 'POST /license/create'])
  expect(client.getSnapshot()).toMatchObject({ licensed: true, license, receiptStatus: 'verified', needs: 'nothing' })
})

describe('a refusal', () => {
  // Regression: it needed the code that signs, only for a hash. Without it, the person was asked again after a reload.
  it('experience 6: is stored without the code that signs', async () => {
    const options = { storage: createMemoryStorage(), userId: newUserId() }
    const client = open(test, options)
    await client.getLicense()
    const load = vi.spyOn(ClientCore.prototype, 'loadEngine')
    await client.decline()
    expect(load).not.toHaveBeenCalled()
    load.mockRestore()
    const again = open(test, options)
    await again.getLicense()
    expect(again.getSnapshot().declined).toBeDefined()
  })

  it('is remembered for the refused text and the configured time', async () => {
    let now = Date.now()
    const storage = createMemoryStorage()
    const userId = newUserId()
    const options = { storage, userId, now: () => now, reaskAfterMs: 1000 }
    await open(test, options).decline()
    const again = open(test, options)
    await again.getLicense()
    expect(again.getSnapshot().declined).toEqual({ at: now })
    const other = open(test, { ...options, agreement: { ...agreement, compensation: null } })
    await other.getLicense()
    expect(other.getSnapshot().declined).toBeUndefined()
    now += 1000
    const later = open(test, options)
    await later.getLicense()
    expect(later.getSnapshot().declined).toBeUndefined()
    expect(test.requests).toEqual([])
  })

  it('ends when the person agrees', async () => {
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

  it('stores the license and calls the other listeners when one throws, and reports its error to the page', async () => {
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

  it('opens once for the double subscription of StrictMode, and leaves no listener', async () => {
    const client = open(test)
    client.subscribe(() => {})()
    const end = client.subscribe(() => {})
    await until(client, ({ phase }) => phase === 'ready')
    end()
    expect(client.getSnapshot().phase).toBe('ready')
  })

  it('only checks the configuration when it is constructed', () => {
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
    // Regression: requests went to a URL that contains the space, and the error asked the person to wait for the network.
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
  ])('rejects an invalid %s at construction, with the field', (field, change) => {
    expect(() => new ServiceClient({ ...good, ...change })).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', field }),
    )
  })
})

describe('automatic actions', () => {
  // Some browsers ask the person, so the client waits until they have agreed.
  it('asks the browser once for persistent storage when there is a license, without waiting for it', async () => {
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
    ['created ahead when the person is asked', true, {}, {}],
    ['not created ahead with prewarm: none', false, { prewarm: 'none' }, {}],
    ['not created ahead after the person declined', false, {}, { declined: { at: Date.now(), terms: newClient(test).terms() } }],
    ['not created ahead after it was lost', false, {}, { hadKey: true }],
  ])('the device key is %s', async (_, isMade, options, record) => {
    const userId = newUserId()
    const scope = scopeOf(test, userId)
    const storage = createMemoryStorage([{ ...emptyDevice(scope), ...record }])
    const client = open(test, { userId, storage, schedule: new FastTime().schedule, ...options })
    await client.getLicense()
    await client.whenIdle()
    expect((await storage.read(scope))?.key !== undefined).toBe(isMade)
    expect(test.requests).toEqual([])
  })
})

describe('storage that fails', () => {
  it.each(['QuotaExceededError', 'InvalidStateError'])(
    'G7: reports a %s at any step, continues in memory and delivers',
    async (name) => {
      for (let failAt = 0; failAt < 6; failAt++) {
        const inner = createMemoryStorage()
        let writes = 0
        let hasFailed = false
        const storage: ClientStorage = {
          ...inner,
          kind: 'persistent',
          update: async (scope, change, durability) => {
            if (writes++ < failAt) return inner.update(scope, change)
            // What the client notes about a stored license only saves work later, so its failure changes nothing.
            const isNote = durability === 'relaxed' && (await inner.read(scope))?.license !== undefined
            hasFailed ||= !isNote
            throw new DOMException('no', name)
          },
        }
        const client = open(test, { storage })
        const license = await client.createLicense()
        await client.whenIdle()
        expect(license).toMatchObject({ status: 'active' })
        expect(license.supersedes).toBeUndefined()
        const code = name === 'QuotaExceededError' ? 'storage_full' : 'storage_unavailable'
        expect(hasFailed || failAt > 1).toBe(true)
        if (hasFailed) expect(client.getSnapshot()).toMatchObject({ licensed: true, storage: 'memory', error: { code } })
      }
    },
  )

  it('G11: ignores the record of another person, provider or time', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    const client = open(test, { storage: { ...storage, kind: 'persistent' }, userId })
    const scope = scopeOf(test, userId)
    // An entry of an older client, signed with a lost key over other terms.
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

  it('experience 15: becomes a new device when the browser returns an unusable key: reports it, asks again, and agreeing works', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    const { address } = await open(test, { storage, userId }).createLicense()
    const scope = scopeOf(test, userId)
    await storage.update(scope, (device) => ({ ...device, key: { ...device.key, privateKey: {} } as never }))
    const client = open(test, { storage, userId })
    client.subscribe(() => {})
    await until(client, ({ phase }) => phase === 'ready')
    expect(client.getSnapshot()).toMatchObject({ keyLost: true, licensed: false, license: undefined, needs: 'first' })
    const license = await client.createLicense()
    expect(license.address).not.toBe(address)
    expect(client.getSnapshot()).toMatchObject({ keyLost: false, licensed: true })
  })

  it('G16: signs and stores the same on a page that polluted Object.prototype', async () => {
    // Not a member that the service reads, because the service runs in this process too.
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

  it('G9: reports unsupported without WebCrypto, and signs nothing', async () => {
    const client = open(test, { crypto: null })
    client.subscribe(() => {})
    await until(client, ({ phase }) => phase === 'unsupported')
    expect(client.getSnapshot().error?.code).toBe('unsupported')
    await expect(client.createLicense()).rejects.toMatchObject({ code: 'unsupported' })
    expect(test.requests).toEqual([])
  })
})
