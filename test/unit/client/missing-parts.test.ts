import { describe, expect, it, vi } from 'vitest'
import { AuthClient, type ClientStorage, createMemoryStorage, type StoredDevice } from '../../../src/client/index.ts'
import { DeviceStore } from '../../../src/client/record/device-store.ts'
import { agreement, newClient, newGate, newUserId, openService, scopeOf, until } from '../../fixtures/client.ts'

const { test, open } = await openService()

const create = { path: '/license/create' }
const code = (error: { code: string }) => error.code
const never = () => new Promise<never>(() => {})
const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

describe('G8: a browser that refuses an API that it has', () => {
  // Regression: an error in the constructor of BroadcastChannel rejected the opening and every later call.
  it('works when opening a BroadcastChannel throws', async () => {
    expect((await open(test, { channel: refuse }).createLicense()).status).toBe('active')
  })

  // Regression: the error was thrown while the provider rendered, and React removed the host app.
  it.each(['isOnline', 'subscribe'] as const)('works when `%s` of the host app’s connectivity throws', async (method) => {
    const connectivity = { isOnline: () => true, subscribe: () => () => {}, [method]: refuse }
    const client = open(test, { connectivity })
    expect((await client.createLicense()).status).toBe('active')
    expect(client.getSnapshot()).toMatchObject({ online: true, error: undefined })
  })

  // Regression: the decision was signed, and no time was late enough to send it.
  it('G5: uses the clock of the device while the host app’s clock returns no number', async () => {
    const client = open(test, { now: () => Number.NaN })
    expect((await client.createLicense()).status).toBe('active')
    expect((await client.revokeLicense()).status).toBe('revoked')
  })

  // Regression: a rejection of request() ended each attempt before it started, and a timer started the next one immediately.
  it('uses a lease in the storage when requesting a lock fails', async () => {
    const client = open(test, { locks: { request: async () => refuse() } })
    expect((await client.createLicense()).status).toBe('active')
    expect(client.getSnapshot().error).toBeUndefined()
  })

  // Regression: the client waited for the lock without a limit, so the visible page could not deliver.
  it('waits for the lock of a suspended page at most as long as for a lease', async () => {
    const waits = new Map<number, () => void>()
    const client = open(test, {
      prewarm: 'none',
      locks: {
        request: (_, { signal }) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      },
      schedule: (callback, delayMs) => {
        waits.set(delayMs, callback)
        return () => {}
      },
    })
    const creating = client.createLicense()
    await until(client, ({ pending }) => pending?.stage === 'signed')
    await expect.poll(() => waits.has(90_000)).toBe(true)
    waits.get(90_000)?.()
    expect((await creating).status).toBe('active')
    expect(client.getSnapshot().error).toBeUndefined()
  })

  // Regression: `indexedDB` was read outside the `try` block.
  it('uses memory when reading `indexedDB` throws, and reports it', async () => {
    Object.defineProperty(globalThis, 'indexedDB', { get: refuse, configurable: true })
    try {
      const client = open(test, { storage: undefined })
      await client.getLicense()
      expect(client.getSnapshot()).toMatchObject({ storage: 'memory', error: { code: 'storage_unavailable' } })
      expect((await client.createLicense()).status).toBe('active')
    } finally {
      Reflect.deleteProperty(globalThis, 'indexedDB')
    }
  })

  // Regression: every later call reused the rejected promise of the first opening.
  it('reports a client that failed to open, and opens it at the next call', async () => {
    vi.spyOn(DeviceStore.prototype, 'open').mockImplementationOnce(async () => refuse())
    const client = open(test)
    await expect(client.createLicense()).rejects.toMatchObject({ name: 'SecurityError' })
    expect(client.getSnapshot().error?.code).toBe('unexpected_error')
    expect((await client.createLicense()).status).toBe('active')
  })

  // Regression: reading the missing `body` threw, so every response counted as a network error.
  it('G16: works with a replaced fetch whose responses have no `body`', async () => {
    const client = open(test, {
      fetch: async (input, init) => {
        const response = await test.fetch(input, init)
        return new Proxy(response, { get: (of, name) => (name === 'body' ? undefined : bound(of, name)) })
      },
    })
    expect((await client.createLicense()).status).toBe('active')
  })

  // Regression: setTimeout treats a delay above its limit as 0.
  it('accepts a time limit that is longer than a timer supports', async () => {
    expect((await open(test, { timeoutMs: 2 ** 31, schedule: () => () => {} }).createLicense()).status).toBe('active')
  })
})

describe('G7: stored records', () => {
  const entry = { id: 'x', kind: 'create', previous: undefined, since: 0, attempts: 0 }
  const texts = { id: 'l', terms: 't', status: 'active', address: 'a', termsHash: 'h' }

  // Regression: an unreadable record rejected the opening and close().
  it.each<[string, object]>([
    ['an entry that is not JSON', { outbox: [{ ...entry, body: '{' }], settled: [] }],
    ['an entry without uses', { outbox: [{ ...entry, body: '{"terms":"t","tags":[]}' }], settled: [] }],
    ['no list of settlements', { outbox: [] }],
    ['no outbox', { settled: [] }],
    ['a license without uses', { outbox: [], settled: [], license: { id: 'l', terms: 't', tags: [], status: 'active' } }],
    // Regression: computing the snapshot threw, so the client neither opened nor closed.
    ['a refusal of null', { outbox: [], settled: [], declined: null }],
    ['a clock of null', { outbox: [], settled: [], license: { ...texts, tags: [], uses: [] }, clock: null }],
  ])('G11: treats a record with %s as a new device, which can agree', async (_, record) => {
    const userId = newUserId()
    const scope = scopeOf(test, userId)
    const storage = createMemoryStorage([{ scope, hadKey: true, registered: true, ...record } as StoredDevice])
    const client = open(test, { userId, storage })
    client.subscribe(() => {})
    await until(client, ({ phase }) => phase === 'ready')
    expect(client.getSnapshot()).toMatchObject({ licensed: false, keyLost: true, pending: undefined, needs: 'first' })
    expect((await client.createLicense()).status).toBe('active')
  })

  // Regression: rendering such a license crashed the host app.
  it.each([
    ['termsHash', null],
    ['termsHash', []],
    ['address', undefined],
    ['address', 5],
  ])('G11: does not show a license whose %s is %j', async (name, value) => {
    const userId = newUserId()
    const scope = scopeOf(test, userId)
    const storage = createMemoryStorage()
    const license = await open(test, { userId, storage }).createLicense()
    await storage.update(scope, (record) => ({ ...record, license: { ...license, [name]: value } }))
    const client = open(test, { userId, storage })
    client.subscribe(() => {})
    await until(client, ({ phase }) => phase === 'ready')
    expect(client.getSnapshot()).toMatchObject({ license: undefined, keyLost: true })
    expect((await client.createLicense()).status).toBe('active')
  })

  // Regression: the record had no entry to settle, so the call was rejected as cleared.
  it('keeps the license in memory when the browser evicts the record during delivery, and reports it', async () => {
    const records = createMemoryStorage()
    const userId = newUserId()
    const client = open(test, { userId, storage: { ...records, kind: 'persistent' } })
    test.faults.add(
      {
        kind: 'alter',
        alter: async (response) => {
          await records.remove(scopeOf(test, userId))
          return response
        },
      },
      create,
    )
    expect((await client.createLicense()).status).toBe('active')
    expect(client.getSnapshot()).toMatchObject({ licensed: true, storage: 'memory', error: { code: 'storage_unavailable' } })
    expect((await client.revokeLicense()).status).toBe('revoked')
  })
})

describe('G10: ending a call or a client that hangs', () => {
  const hanging = (change: Partial<ClientStorage>): ClientStorage => ({ ...createMemoryStorage(), ...change })
  /** Timers that never run, except in close(). */
  const schedule = (callback: () => void) => {
    queueMicrotask(callback)
    return () => {}
  }

  // Regression: the signal was checked only once, before the client opened.
  it('rejects on an abort while the client opens, and signs nothing', async () => {
    const client = open(test)
    const controller = new AbortController()
    const creating = client.createLicense({ signal: controller.signal }).catch(code)
    controller.abort()
    expect(await creating).toBe('aborted')
    await client.whenIdle()
    expect(client.getSnapshot()).toMatchObject({ pending: undefined, license: undefined })
    expect(test.requests).toEqual([])
  })

  // Regression: the grant is shared, and an aborted call still waited for it.
  it('rejects on an abort while a token is granted', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    await open(test, { storage, userId }).createLicense()
    const controller = new AbortController()
    const client = open(test, {
      storage,
      userId,
      fetch: (input, init) => {
        if (String(input).endsWith('/token')) controller.abort()
        return test.fetch(input, init)
      },
    })
    test.faults.add({ kind: 'delay', until: never() }, { path: '/auth/token' })
    const asking = client.verifyLicense({ usecase: 'analytics', destination: 'acme.example' }, { signal: controller.signal })
    await expect(asking).rejects.toMatchObject({ code: 'aborted' })
  })

  // Regression: the call and close() waited for a storage that never completes a request.
  it.each<[string, Partial<ClientStorage>]>([
    ['never reads', { read: never }],
    ['never writes', { update: never }],
  ])('closes with a storage that %s', async (_, change) => {
    const client = newClient(test, { storage: hanging(change), schedule, prewarm: 'none' })
    const creating = client.createLicense().catch(code)
    const ends: string[] = []
    // Regression: the second call of close() resolved before the first.
    await Promise.all([client.close().then(() => ends.push('first')), client.close().then(() => ends.push('second'))])
    expect(await creating).toBe('closed')
    expect(ends).toEqual(['first', 'second'])
  })

  // Regression: the request for the keys ended only at its own time limit.
  it('closes while the key set hangs', async () => {
    const client = open(test, { schedule: () => () => {} })
    test.faults.add({ kind: 'delay', until: never() }, { path: 'jwks.json' })
    const keys = client.getKeySet().catch(code)
    await client.getLicense()
    await client.close()
    expect(await keys).toBe('closed')
  })

  it('adds nothing to the outbox when the client closes while signing', async () => {
    const { subtle } = crypto
    const [signing, signed] = [newGate(), newGate()]
    const sign: SubtleCrypto['sign'] = async (...args) => {
      signing.open()
      await signed.opened
      return subtle.sign(...args)
    }
    const records = createMemoryStorage()
    const userId = newUserId()
    const halting = new Proxy(subtle, { get: (of, name) => (name === 'sign' ? sign : bound(of, name)) })
    const client = newClient(test, { storage: records, userId, crypto: { subtle: halting } })
    const creating = client.createLicense().catch(code)
    await signing.opened
    const closing = client.close()
    signed.open()
    await closing
    expect(await creating).toBe('closed')
    expect(await records.read(scopeOf(test, userId))).toMatchObject({ outbox: [], key: expect.anything() })
    expect(test.requests).toEqual([])
  })

  it('leaves no timer, listener or channel when the client closes before an attempt', async () => {
    const timers = new Set<() => void>()
    const listeners = new Set<unknown>()
    const channels = new Set<unknown>()
    const add = (to: Set<unknown>, one: unknown) => {
      to.add(one)
      return () => void to.delete(one)
    }
    const client = newClient(test, {
      agreement: { ...agreement, expiry: new Date(Date.now() + 3_600_000).toISOString() },
      prewarm: 'none',
      schedule: (callback) => add(timers, callback),
      connectivity: { isOnline: () => true, subscribe: (listener) => add(listeners, listener) },
      channel: (_, listener) => ({ post: () => {}, close: add(channels, listener) }),
    })
    await client.createLicense()
    test.faults.add({ kind: 'drop-request' }, create)
    const withdrawing = client.revokeLicense().catch(code)
    await until(client, ({ pending }) => pending?.attempts === 1)
    await client.whenIdle()
    // One for the next attempt and one for the expiry.
    expect([timers.size, listeners.size, channels.size]).toEqual([2, 1, 1])
    await client.close()
    expect(await withdrawing).toBe('closed')
    expect([timers.size, listeners.size, channels.size]).toEqual([0, 0, 0])
  })

  // Regression: the storage closed during the call, which rejected with the platform's error.
  it('closes during decline()', async () => {
    const client = newClient(test)
    await client.getLicense()
    const declining = client.decline().catch(code)
    await client.close()
    expect(await declining).toBe('closed')
  })

  // Regression: close() did not wait for an attempt that a timer had started, so the storage closed before the lease was returned.
  it('G8: returns the lease when the client closes during an attempt', async () => {
    const records = createMemoryStorage()
    const userId = newUserId()
    const due: (() => void)[] = []
    let now = Date.now()
    const client = open(test, {
      storage: records,
      userId,
      now: () => now,
      locks: null,
      prewarm: 'none',
      schedule: (callback) => {
        due.push(callback)
        return () => {}
      },
    })
    test.faults.add({ kind: 'drop-request' }, create).add({ kind: 'delay', until: never() }, create)
    const creating = client.createLicense().catch(code)
    await until(client, ({ pending }) => pending?.attempts === 1 && pending.stage === 'signed')
    await client.whenIdle()
    now += 2000
    for (const callback of due.splice(0)) callback()
    const record = () => records.read(scopeOf(test, userId))
    await until(client, ({ pending }) => pending?.stage === 'sending')
    expect((await record())?.lease).toBeDefined()
    await client.close()
    expect(await creating).toBe('closed')
    expect((await record())?.lease).toBeUndefined()
  })

  // Regression: the exchange used the signal of the first caller.
  it('C9: continues the exchange for other callers when one refresh is aborted', async () => {
    const auth = new AuthClient({ authUrl: test.authUrl, fetch: test.fetch })
    const { id: providerId, publicKey } = test.provider
    const { refreshToken = '' } = await auth.grant({ type: 'provider', providerId, publicKey })
    const controller = new AbortController()
    const first = auth.refresh(refreshToken, { signal: controller.signal }).catch(code)
    const second = auth.refresh(refreshToken)
    controller.abort()
    expect(await first).toBe('aborted')
    expect((await second).accessToken).toEqual(expect.any(String))
  })
})

function bound(of: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(of, name, of)
  return typeof value === 'function' ? value.bind(of) : value
}
