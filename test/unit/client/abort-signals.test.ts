import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { AuthClient, type ClientStorage, createMemoryStorage, type ServiceClient } from '../../../src/client/index.ts'
import { newUserId, openService } from '../../fixtures/client.ts'

const { test, open } = await openService()

type Options = { readonly signal: AbortSignal }
type Call<Client> = (client: Client, options: Options) => Promise<unknown>
/** The asynchronous methods of a client. */
type Waits<Client> = {
  [Name in keyof Client]: Client[Name] extends (...args: never[]) => Promise<unknown> ? Name : never
}[keyof Client]

const use = { usecase: 'analytics', destination: 'acme.example' }

/** Every asynchronous method. The compiler reports a missing one. `close()` takes no signal. */
const CALLS = {
  createLicense: (client, options) => client.createLicense(options),
  revokeLicense: (client, options) => client.revokeLicense(options),
  getLicense: (client, options) => client.getLicense({ refresh: true, ...options }),
  verifyLicense: (client, options) => client.verifyLicense(use, options),
  getKeySet: (client, options) => client.getKeySet(options),
  getLogProof: (client, options) => client.getLogProof(options),
  decline: (client, options) => client.decline(options),
  reportStored: (client, options) => client.reportStored(() => {}, options),
  clear: (client, options) => client.clear(options),
  whenIdle: (client, options) => client.whenIdle(options),
} satisfies Record<Exclude<Waits<ServiceClient>, 'close'>, Call<ServiceClient>>

const address = { id: 'user', address: 'address', pubKey: 'key', signature: 'signature' }
const AUTH_CALLS = {
  permits: (auth, options) => auth.permits({ userId: 'user', usecase: 'analytics' }, options),
  permitsMany: (auth, options) => auth.permitsMany([{ userId: 'user', usecase: 'analytics' }], options),
  grant: (auth, options) => auth.grant({ type: 'user', userId: 'user', apiKey: 'key' }, options),
  refresh: (auth, options) => auth.refresh('token', options),
  revoke: (auth, options) => auth.revoke('token', { refreshToken: 'token' }, options),
  getProfile: (auth, options) => auth.getProfile('token', options),
  createApiKey: (auth, options) => auth.createApiKey('token', { name: 'key' }, options),
  listApiKeys: (auth, options) => auth.listApiKeys('token', options),
  createProvider: (auth, options) => auth.createProvider('token', { name: 'provider' }, options),
  getProvider: (auth, options) => auth.getProvider('token', 'provider', options),
  deleteProvider: (auth, options) => auth.deleteProvider('token', 'provider', options),
  registerAddress: (auth, options) => auth.registerAddress('token', 'provider', address, options),
  listAddresses: (auth, options) => auth.listAddresses('token', 'provider', { id: 'user' }, options),
  deleteAddresses: (auth, options) => auth.deleteAddresses('token', 'provider', { id: 'user' }, options),
  listLicenses: (auth, options) => auth.listLicenses('token', {}, options),
  getLicense: (auth, options) => auth.getLicense('token', 'license', options),
  revokeLicense: (auth, options) => auth.revokeLicense('token', 'license', { requestedBy: 'person', channel: 'letter' }, options),
  getKeySet: (auth, options) => auth.getKeySet(options),
} satisfies Record<Waits<AuthClient>, Call<AuthClient>>

const code = (error: { code: string }) => error.code
const keys = { path: 'jwks.json' }
const newAuth = () => new AuthClient({ authUrl: test.authUrl, fetch: test.fetch })
/** The requests to the service, without those for its public keys. */
const asked = () => test.requests.filter(({ path }) => !path.endsWith(keys.path))

describe('a signal that is aborted before the call', () => {
  it.each(Object.entries(CALLS))('%s() starts nothing', async (_, call) => {
    const client = open(test, { prewarm: 'none' })
    await client.createLicense()
    await client.whenIdle()
    const before = client.getSnapshot()
    test.requests.length = 0
    await expect(call(client, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' })
    await client.whenIdle()
    expect(client.getSnapshot()).toBe(before)
    expect(test.requests).toEqual([])
  })

  // Regression: an exchange started before the signal was checked, and used up the refresh token.
  it.each(Object.entries(AUTH_CALLS))('%s() of an AuthClient sends nothing', async (_, call) => {
    await expect(call(newAuth(), { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' })
    expect(asked()).toEqual([])
  })
})

/** A point that a task reaches, and that it passes when the test permits. */
function newGate() {
  let reach = () => {}
  let release = () => {}
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const opened = new Promise<void>((resolve) => (release = resolve))
  return {
    reached,
    release: () => release(),
    async pass() {
      reach()
      await opened
    },
  }
}

describe('a signal that aborts while the call waits', () => {
  const onStorage = (override: (inner: ClientStorage) => Partial<ClientStorage>) => {
    const storage = createMemoryStorage()
    return { storage: { ...storage, ...override(storage) }, userId: newUserId(), prewarm: 'none' } as const
  }

  it('decline() stops waiting, and the refusal is stored', async () => {
    const gate = newGate()
    const device = onStorage((inner) => ({ update: (...args) => gate.pass().then(() => inner.update(...args)) }))
    const client = open(test, device)
    const controller = new AbortController()
    const declining = client.decline({ signal: controller.signal }).catch(code)
    await gate.reached
    controller.abort()
    expect(await declining).toBe('aborted')
    gate.release()
    await client.whenIdle()
    expect(client.getSnapshot().declined).toBeDefined()
  })

  it('clear() stops waiting, and everything is deleted', async () => {
    const gate = newGate()
    const device = onStorage((inner) => ({ remove: (scope) => gate.pass().then(() => inner.remove(scope)) }))
    const client = open(test, device)
    await client.createLicense()
    const controller = new AbortController()
    const clearing = client.clear({ signal: controller.signal }).catch(code)
    await gate.reached
    controller.abort()
    expect(await clearing).toBe('aborted')
    gate.release()
    await client.whenIdle()
    expect(client.getSnapshot()).toMatchObject({ license: undefined, keyLost: false, error: undefined })
    expect(await client.getLicense()).toBeUndefined()
  })

  it('getKeySet() and whenIdle() stop waiting, and other callers get the keys', async () => {
    const gate = newGate()
    const client = open(test, { prewarm: 'none' })
    test.faults.add({ kind: 'delay', until: gate.pass() }, keys)
    const controller = new AbortController()
    const options = { signal: controller.signal }
    const stopped = client.getKeySet(options).catch(code)
    const waiting = client.getKeySet()
    const idle = client.whenIdle(options).catch(code)
    controller.abort()
    expect(await Promise.all([stopped, idle])).toEqual(['aborted', 'aborted'])
    gate.release()
    expect((await waiting).keys).not.toEqual([])
  })

  it('getKeySet() of an AuthClient stops only that call, and fetches the keys once', async () => {
    const gate = newGate()
    const auth = newAuth()
    test.faults.add({ kind: 'delay', until: gate.pass() }, keys)
    const controller = new AbortController()
    const stopped = auth.getKeySet({ signal: controller.signal }).catch(code)
    const waiting = auth.getKeySet()
    controller.abort()
    expect(await stopped).toBe('aborted')
    gate.release()
    expect((await waiting).keys).not.toEqual([])
    expect(test.requests).toHaveLength(1)
  })
})

describe('a signal that lives longer than its calls', () => {
  /** Returns the number of entries that Node stores on a signal: its listeners, and each `AbortSignal.any` of it. */
  const kept = (signal: AbortSignal) =>
    Object.getOwnPropertySymbols(signal).reduce((sum, name) => sum + (Object(Reflect.get(signal, name)).size ?? 0), 0)

  // Regression: Node keeps every `AbortSignal.any`, so a server with one signal for its shutdown leaked memory with every call.
  it('has one listener while calls wait, and none after them', async () => {
    const { signal } = new AbortController()
    const options = { signal }
    const gate = newGate()
    const client = open(test, { prewarm: 'none' })
    await client.createLicense(options)
    const auth = newAuth()
    test.faults.add({ kind: 'delay', until: gate.pass() }, { ...keys, times: 2 })
    const calls = Array.from({ length: 20 }, () => [auth.getKeySet(options), auth.getProfile('token', options).catch(code)])
    const own = [client.verifyLicense(use, options), client.getLicense({ refresh: true, ...options }), client.whenIdle(options)]
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    gate.release()
    await Promise.all([...calls.flat(), ...own])
    expect(kept(signal)).toBe(0)
  })

  it('aborts the request of the call', async () => {
    const asking = newGate()
    let sent: AbortSignal | undefined
    const fetch: typeof globalThis.fetch = (input, init) => {
      if (!String(input).endsWith('/license/verify')) return test.fetch(input, init)
      sent = init?.signal ?? undefined
      return asking.pass().then(() => test.fetch(input, init))
    }
    const client = open(test, { prewarm: 'none', fetch })
    await client.createLicense()
    const controller = new AbortController()
    const verifying = client.verifyLicense(use, { signal: controller.signal }).catch(code)
    await asking.reached
    controller.abort()
    expect(await verifying).toBe('aborted')
    expect(sent?.aborted).toBe(true)
    asking.release()
  })
})
