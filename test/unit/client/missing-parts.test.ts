import { describe, expect, it } from 'vitest'
import { AuthClient, type ClientStorage, createMemoryStorage, type StoredDevice } from '../../../src/client/index.ts'
import { agreement, newClient, newGate, newUserId, openBench, until } from '../../fixtures/client.ts'

const { test, open } = await openBench()

const create = { path: '/license/create' }
const code = (error: { code: string }) => error.code
const never = () => new Promise<never>(() => {})
const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

describe('G8 a browser that refuses a part which it has', () => {
  // Cause: what the constructor of BroadcastChannel threw ended the opening, and every call after it.
  it('a channel that may not be opened is left out', async () => {
    expect((await open(test, { channel: refuse }).createLicense()).status).toBe('active')
  })

  // Cause: what request() rejected with ended each try before it began, and a timer began the next at once.
  it('locks that may not be taken are left out: a lease in the storage takes their place', async () => {
    const client = open(test, { locks: { request: async () => refuse() } })
    expect((await client.createLicense()).status).toBe('active')
    expect(client.getSnapshot().error).toBeUndefined()
  })

  // Cause: the lock was waited for without an end, and a decision in the page in front with it.
  it('a lock that a sleeping page holds is waited for no longer than a lease is held', async () => {
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

  // Cause: reading `indexedDB` stood before the place where its failures are caught.
  it('an IndexedDB that may not be looked at: memory, and it is said', async () => {
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

  // Cause: the rejected promise of the first opening was kept for every later call.
  it('an opening that failed is told, and tried again', async () => {
    let isBroken = true
    const client = open(test, {
      connectivity: { isOnline: () => true, subscribe: () => (isBroken ? refuse() : () => {}) },
    })
    await expect(client.createLicense()).rejects.toMatchObject({ name: 'SecurityError' })
    expect(client.getSnapshot().error?.code).toBe('unexpected_error')
    isBroken = false
    expect((await client.createLicense()).status).toBe('active')
  })

  // Cause: `body` of such an answer is missing, and reading it threw: every answer counted as none.
  it('G16 a stand-in for fetch whose answers have no streams', async () => {
    const client = open(test, {
      fetch: async (input, init) => {
        const answer = await test.fetch(input, init)
        return new Proxy(answer, { get: (of, name) => (name === 'body' ? undefined : bound(of, name)) })
      },
    })
    expect((await client.createLicense()).status).toBe('active')
  })

  // Cause: setTimeout takes more than it can keep to for no time at all.
  it('a time limit beyond what a timer keeps to is none', async () => {
    expect((await open(test, { timeoutMs: 2 ** 31, schedule: () => () => {} }).createLicense()).status).toBe('active')
  })
})

describe('G7 rows', () => {
  const entry = { id: 'x', kind: 'create', previous: undefined, since: 0, attempts: 0 }
  const texts = { id: 'l', terms: 't', status: 'active', address: 'a', termsHash: 'h' }

  // Cause: what could not be read ended the opening, and close() with it.
  it.each<[string, object]>([
    ['an entry that is no JSON', { outbox: [{ ...entry, body: '{' }], settled: [] }],
    ['an entry without uses', { outbox: [{ ...entry, body: '{"terms":"t","tags":[]}' }], settled: [] }],
    ['no list of outcomes', { outbox: [] }],
    ['no outbox', { settled: [] }],
    ['a license without uses', { outbox: [], settled: [], license: { id: 'l', terms: 't', tags: [], status: 'active' } }],
    // Cause: the snapshot could not be computed, so nothing opened and nothing closed.
    ['no refusal written as null', { outbox: [], settled: [], declined: null }],
    ['no clock written as null', { outbox: [], settled: [], license: { ...texts, tags: [], uses: [] }, clock: null }],
  ])('G11 of another form, with %s: a new device, and agreeing works', async (_, row) => {
    const userId = newUserId()
    const scope = JSON.stringify([test.provider.id, userId])
    const storage = createMemoryStorage([{ scope, hadKey: true, registered: true, ...row } as StoredDevice])
    const client = open(test, { userId, storage })
    client.subscribe(() => {})
    await until(client, ({ phase }) => phase === 'ready')
    expect(client.getSnapshot()).toMatchObject({ licensed: false, keyLost: true, pending: undefined, needs: 'first' })
    expect((await client.createLicense()).status).toBe('active')
  })

  // Cause: a screen that showed such a record took the host's page down with it.
  it.each([
    ['termsHash', null],
    ['termsHash', []],
    ['address', undefined],
    ['address', 5],
  ])('G11 of another form, whose license has a %s that is %j: the record is not shown', async (name, value) => {
    const userId = newUserId()
    const scope = JSON.stringify([test.provider.id, userId])
    const storage = createMemoryStorage()
    const license = await open(test, { userId, storage }).createLicense()
    await storage.update(scope, (row) => ({ ...row, license: { ...license, [name]: value } }))
    const client = open(test, { userId, storage })
    client.subscribe(() => {})
    await until(client, ({ phase }) => phase === 'ready')
    expect(client.getSnapshot()).toMatchObject({ license: undefined, keyLost: true })
    expect((await client.createLicense()).status).toBe('active')
  })

  // Cause: the record had no entry to settle, and the call was told that it was forgotten.
  it('a row that the browser evicts while its license is on the way: the license is kept in memory, and it is said', async () => {
    const rows = createMemoryStorage()
    const userId = newUserId()
    const client = open(test, { userId, storage: { ...rows, kind: 'persistent' } })
    test.faults.add(
      {
        kind: 'alter',
        alter: async (answer) => {
          await rows.remove(JSON.stringify([test.provider.id, userId]))
          return answer
        },
      },
      create,
    )
    expect((await client.createLicense()).status).toBe('active')
    expect(client.getSnapshot()).toMatchObject({ licensed: true, storage: 'memory', error: { code: 'storage_unavailable' } })
    expect((await client.revokeLicense()).status).toBe('revoked')
  })
})

describe('G10 the end reaches what hangs', () => {
  const hanging = (change: Partial<ClientStorage>): ClientStorage => ({ ...createMemoryStorage(), ...change })
  /** Time that never passes, but for what waits to close. */
  const schedule = (callback: () => void) => {
    queueMicrotask(callback)
    return () => {}
  }

  // Cause: a signal was looked at once, before the client opened.
  it('an abort while it opens: told, and nothing is signed', async () => {
    const client = open(test)
    const controller = new AbortController()
    const creating = client.createLicense({ signal: controller.signal }).catch(code)
    controller.abort()
    expect(await creating).toBe('aborted')
    await client.whenIdle()
    expect(client.getSnapshot()).toMatchObject({ pending: undefined, license: undefined })
    expect(test.requests).toEqual([])
  })

  // Cause: the grant is shared, and was waited for whoever had given up.
  it('an abort while a token is granted', async () => {
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

  // Cause: the call and close() waited for the storage, which had nothing to say.
  it.each<[string, Partial<ClientStorage>]>([
    ['does not read', { read: never }],
    ['does not write', { update: never }],
  ])('close() with a storage that %s', async (_, change) => {
    const client = newClient(test, { storage: hanging(change), schedule, prewarm: 'none' })
    const creating = client.createLicense().catch(code)
    const ends: string[] = []
    // Cause: the second of two closings was done before the first.
    await Promise.all([client.close().then(() => ends.push('first')), client.close().then(() => ends.push('second'))])
    expect(await creating).toBe('closed')
    expect(ends).toEqual(['first', 'second'])
  })

  // Cause: nothing ended the request for the keys but its own time.
  it('close() while the key set hangs', async () => {
    const client = open(test, { schedule: () => () => {} })
    test.faults.add({ kind: 'delay', until: never() }, { path: 'jwks.json' })
    const keys = client.getKeySet().catch(code)
    await client.getLicense()
    await client.close()
    expect(await keys).toBe('closed')
  })

  it('close() while a decision is being signed: nothing is put in', async () => {
    const { subtle } = crypto
    const [signing, signed] = [newGate(), newGate()]
    const sign: SubtleCrypto['sign'] = async (...args) => {
      signing.open()
      await signed.opened
      return subtle.sign(...args)
    }
    const rows = createMemoryStorage()
    const userId = newUserId()
    const halting = new Proxy(subtle, { get: (of, name) => (name === 'sign' ? sign : bound(of, name)) })
    const client = newClient(test, { storage: rows, userId, crypto: { subtle: halting } })
    const creating = client.createLicense().catch(code)
    await signing.opened
    const closing = client.close()
    signed.open()
    await closing
    expect(await creating).toBe('closed')
    expect(await rows.read(JSON.stringify([test.provider.id, userId]))).toMatchObject({ outbox: [], key: expect.anything() })
    expect(test.requests).toEqual([])
  })

  it('close() while a try is waited for leaves no timer, no listener and no channel behind', async () => {
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
    // One for the next try, and one for the end of the agreement.
    expect([timers.size, listeners.size, channels.size]).toEqual([2, 1, 1])
    await client.close()
    expect(await withdrawing).toBe('closed')
    expect([timers.size, listeners.size, channels.size]).toEqual([0, 0, 0])
  })

  // Cause: the storage was closed under the call, which failed with the platform's own words.
  it('close() in the midst of decline()', async () => {
    const client = newClient(test)
    await client.getLicense()
    const declining = client.decline().catch(code)
    await client.close()
    expect(await declining).toBe('closed')
  })

  // Cause: a try that a timer had begun was nobody's to wait for, and the storage closed before its lease was given back.
  it('G8 close() during a try gives the lease back', async () => {
    const rows = createMemoryStorage()
    const userId = newUserId()
    const due: (() => void)[] = []
    let now = Date.now()
    const client = open(test, {
      storage: rows,
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
    const row = () => rows.read(JSON.stringify([test.provider.id, userId]))
    await until(client, ({ pending }) => pending?.stage === 'sending')
    expect((await row())?.lease).toBeDefined()
    await client.close()
    expect(await creating).toBe('closed')
    expect((await row())?.lease).toBeUndefined()
  })

  // Cause: the exchange ran with the signal of whoever had asked first.
  it('C9 an abort of one who refreshes does not end the exchange of the other', async () => {
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
