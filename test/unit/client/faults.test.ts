import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { createMemoryStorage, type License } from '../../../src/client/index.ts'
import type { StoredDevice } from '../../../src/client/record/stored-device.ts'
import { KEY_SET_COOLDOWN_MS } from '../../../src/client/tokens/key-set.ts'
import type { Fault } from '../../../src/testing/index.ts'
import { newClient, newUserId, openService, scopeOf, until } from '../../fixtures/client.ts'
import { FastTime } from '../../fixtures/fast-time.ts'

const shared = await openService()
const { test } = shared

const open: typeof shared.open = (service, options) => {
  const time = new FastTime(Date.now())
  return shared.open(service, { now: time.now, schedule: time.schedule, ...options })
}

const create = { path: '/license/create' }
const paths = () => test.requests.map(({ path }) => path).filter((path) => !path.endsWith('jwks.json'))

describe('round trips', () => {
  it('needs three requests for a first agreement, and one with an existing token', async () => {
    const client = open(test)
    await client.createLicense()
    expect(paths()).toEqual(['/api/latest/auth/token', expect.stringMatching(/\/user$/), '/license/create'])
    test.requests.length = 0
    await client.revokeLicense()
    expect(paths()).toEqual(['/license/create'])
  })

  it('needs two requests on a registered device', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    const earlier = open(test, { storage, userId })
    await earlier.createLicense()
    await earlier.close()
    test.requests.length = 0
    await open(test, { storage, userId }).revokeLicense()
    expect(paths()).toEqual(['/api/latest/auth/token', '/license/create'])
  })

  it('experience 9: sends nothing about the device before the person agrees, whatever other method is called', async () => {
    const client = open(test)
    client.subscribe(() => {})
    client.terms()
    await client.getLicense({ refresh: true })
    await client.verifyLicense({ usecase: 'analytics', destination: 'acme.example' })
    await client.decline()
    client.retry()
    await client.whenIdle()
    await expect(client.revokeLicense()).rejects.toMatchObject({ code: 'nothing_agreed' })
    expect(test.requests).toEqual([])
  })
})

describe('lost and duplicated requests', () => {
  it.each(['drop-request', 'drop-response', 'reset', 'duplicate'] as const)(
    'G2: creates one license when the same bytes are sent again after a %s',
    async (kind) => {
      const client = open(test)
      test.faults.add({ kind }, create)
      const license = await client.createLicense()
      expect(license.status).toBe('active')
      expect(license.supersedes).toBeUndefined()
      expect(await client.getLicense({ refresh: true })).toEqual(license)
    },
  )

  it('G2: sends the same bytes on every attempt', async () => {
    const bodies: string[] = []
    const client = open(test, {
      fetch: async (input, init) => {
        if (String(input).endsWith(create.path)) bodies.push(String(init?.body))
        return test.fetch(input, init)
      },
    })
    test.faults.add({ kind: 'drop-response' }, create).add({ kind: 'status', status: 503 }, create).add({ kind: 'reset' }, create)
    await client.createLicense()
    expect(bodies).toHaveLength(4)
    expect(new Set(bodies).size).toBe(1)
  })

  it('G2: takes the license in a 409 license_ended when a power cut restores a decision that was withdrawn since', async () => {
    const [storage, userId] = [createMemoryStorage(), newUserId()]
    const restored: StoredDevice[] = []
    const client = open(test, {
      storage,
      userId,
      fetch: async (input, init) => {
        const record = await storage.read(scopeOf(test, userId))
        if (String(input).endsWith(create.path) && record !== undefined) restored.push(record)
        return test.fetch(input, init)
      },
    })
    const agreed = await client.createLicense()
    await client.revokeLicense()
    await client.close()
    expect(restored[0]?.outbox).toHaveLength(1)
    const statuses: number[] = []
    const again = open(test, {
      userId,
      storage: createMemoryStorage(restored.slice(0, 1)),
      fetch: async (input, init) => {
        const response = await test.fetch(input, init)
        if (String(input).endsWith(create.path)) statuses.push(response.status)
        return response
      },
    })
    await until(again, ({ license }) => license !== undefined)
    expect(statuses).toEqual([409])
    const { error, licensed, license, pending } = again.getSnapshot()
    expect([error, licensed, license?.id, license?.status, pending]).toEqual([undefined, false, agreed.id, 'revoked', undefined])
    const next = await again.createLicense()
    expect([next.status, next.id === agreed.id, statuses]).toEqual(['active', false, [409, 201]])
  })

  it('G6: creates one license when ten clients on one storage agree at the same time, twice each', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    const ten = Array.from({ length: 10 }, () => shared.open(test, { storage, userId }))
    const records = await Promise.all(ten.flatMap((client) => [client.createLicense(), client.createLicense()]))
    expect(new Set(records.map(({ id }) => id)).size).toBe(1)
    expect(records.every((record) => JSON.stringify(record) === JSON.stringify(records[0]))).toBe(true)
    expect(paths().filter((path) => path === create.path)).toHaveLength(1)
  })
})

describe('failed responses', () => {
  it.each([429, 503, 500, 408, 425, 502, 504])('G3: tries again after %i, and shows the error meanwhile', async (status) => {
    const client = open(test)
    const statuses: unknown[] = []
    client.subscribe(() => statuses.push(client.getSnapshot().pending?.lastError?.status))
    test.faults.add({ kind: 'status', status }, create)
    await client.createLicense()
    expect(statuses).toContain(status)
    expect(client.getSnapshot()).toMatchObject({ licensed: true, pending: undefined, error: undefined })
  })

  it.each([
    [400, 'invalid_license'],
    [403, 'insufficient_scope'],
    [404, 'not_found'],
    [409, 'address_taken'],
    [413, 'payload_too_large'],
    [415, 'unsupported_media_type'],
  ])('G12: reports %i, drops the decision and never sends it again', async (status, code) => {
    const client = open(test)
    test.faults.add({ kind: 'status', status, code }, create)
    await expect(client.createLicense()).rejects.toMatchObject({ code, status })
    expect(client.getSnapshot()).toMatchObject({ licensed: false, pending: undefined, error: { code }, needs: 'first' })
    const sent = test.requests.length
    client.retry()
    await client.whenIdle()
    expect(test.requests).toHaveLength(sent)
    // A new action clears the error and tries again.
    expect((await client.createLicense()).status).toBe('active')
    expect(client.getSnapshot().error).toBeUndefined()
  })

  // Regression: a token of another issuer counted as a temporary failure, so the client waited for the network forever.
  it('experience 11: reports another issuer immediately, as an invalid configuration', async () => {
    const client = open(test, { issuer: 'https://licenses.example' })
    await expect(client.createLicense()).rejects.toMatchObject({ code: 'invalid_configuration' })
    expect(client.getSnapshot()).toMatchObject({ licensed: false, pending: undefined, error: { code: 'invalid_configuration' } })
  })

  it.each([
    ['HTML', '<!doctype html><title>Log in to the airport</title>'],
    ['an empty body', ''],
    ['truncated JSON', '{"id":"1'],
    ['an array', '[]'],
    ['wrong types', '{"id":1,"address":[]}'],
  ])('G3: tries again after %s in place of the license', async (_, body) => {
    const client = open(test)
    test.faults.add({ kind: 'alter', alter: () => new Response(body) }, create)
    expect((await client.createLicense()).status).toBe('active')
  })

  it('stops automatic attempts after a limit, keeps the signed decision, and reports the error', async () => {
    const time = new FastTime(Date.now())
    const waiting = new Set<() => void>()
    const client = open(test, {
      now: time.now,
      schedule: (callback, delayMs) => {
        const run = () => {
          waiting.delete(run)
          callback()
        }
        waiting.add(run)
        const cancel = time.schedule(run, delayMs)
        return () => {
          waiting.delete(run)
          cancel()
        }
      },
    })
    test.faults.add({ kind: 'status', status: 503 }, { ...create, times: Number.POSITIVE_INFINITY })
    const outcome = client.createLicense()
    await until(client, ({ pending }) => (pending?.attempts ?? 0) >= 12)
    await client.whenIdle()
    expect(waiting.size).toBe(0)
    expect(client.getSnapshot()).toMatchObject({
      licensed: false,
      pending: { stage: 'signed', lastError: { code: 'unavailable' } },
    })
    test.faults.clear()
    client.retry()
    expect((await outcome).status).toBe('active')
  })

  it('follows Retry-After, but lets the person try immediately', async () => {
    let now = Date.now()
    const waits: number[] = []
    const client = open(test, {
      prewarm: 'none',
      now: () => now,
      schedule: (_, delayMs) => {
        waits.push(delayMs)
        return () => {}
      },
    })
    test.faults.add({ kind: 'status', status: 429, retryAfter: 120 }, create)
    const outcome = client.createLicense()
    await until(client, ({ pending }) => pending?.attempts === 1)
    await client.whenIdle()
    expect(Math.max(...waits)).toBeGreaterThanOrEqual(120_000)
    now += 1
    client.retry()
    expect((await outcome).status).toBe('active')
  })
})

describe('offline', () => {
  it('G1: keeps a decision that was signed offline as pending, and delivers it when online', async () => {
    const listeners = new Set<() => void>()
    const client = open(test, {
      connectivity: {
        isOnline: () => test.online,
        subscribe: (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
    })
    test.online = false
    const outcome = client.createLicense()
    await until(client, ({ pending }) => pending?.stage === 'signed')
    await client.whenIdle()
    expect(client.getSnapshot()).toMatchObject({ licensed: false, needs: 'nothing', license: undefined })
    expect(test.requests.filter(({ status }) => status !== undefined)).toEqual([])
    test.online = true
    for (const listener of listeners) listener()
    expect((await outcome).status).toBe('active')
    test.online = false
    const withdrawal = client.revokeLicense()
    await until(client, ({ licensed }) => !licensed)
    expect(client.getSnapshot().pending?.kind).toBe('revoke')
    test.online = true
    for (const listener of listeners) listener()
    expect((await withdrawal).status).toBe('revoked')
    expect(listeners.size).toBe(1)
  })
})

describe('tokens and clocks', () => {
  it.each([3_600_000, -3_600_000])('G5: works with a clock that is an hour wrong (%i ms)', async (skewMs) => {
    test.skewMs = skewMs
    const client = open(test)
    await client.createLicense()
    expect(client.getSnapshot().receiptStatus).toBe('verified')
    test.requests.length = 0
    await client.revokeLicense()
    expect(paths()).toEqual(['/license/create'])
  })

  it.each([3_600_000, -3_600_000])(
    'G5: works with a clock that is an hour wrong (%i ms) when the browser hides the Date header',
    async (skewMs) => {
      test.skewMs = skewMs
      const hide = async (response: Response) => {
        const headers = new Headers(response.headers)
        headers.delete('date')
        return new Response(await response.arrayBuffer(), { status: response.status, headers })
      }
      test.faults.add({ kind: 'alter', alter: hide }, { times: Number.POSITIVE_INFINITY })
      const client = open(test)
      await client.createLicense()
      test.requests.length = 0
      await client.revokeLicense()
      expect(paths()).toEqual(['/license/create'])
    },
  )

  it('G5: renews the token before its use after a day of sleep', async () => {
    let now = Date.now()
    const client = open(test, { now: () => now })
    await client.createLicense()
    now += 86_400_000
    test.skewMs = 86_400_000
    test.requests.length = 0
    await client.revokeLicense()
    expect(paths()).toEqual(['/api/latest/auth/token', '/license/create'])
  })

  it.each([create.path, '/user'])('G5: renews a token once when it expires between its grant and its use at %s', async (path) => {
    const client = open(test)
    test.faults.add({ kind: 'status', status: 401, code: 'invalid_token' }, { path })
    expect((await client.createLicense()).status).toBe('active')
    expect(paths().filter((seen) => seen.endsWith(path))).toHaveLength(2)
  })

  it('A4: fetches the key set once after a key rotation', async () => {
    const client = open(test)
    await client.createLicense()
    await test.rotateSigningKey()
    test.requests.length = 0
    await client.revokeLicense()
    expect(client.getSnapshot().receiptStatus).toBe('verified')
    expect(test.requests.filter(({ path }) => path.endsWith('jwks.json'))).toHaveLength(1)
  })

  it('A4: bypasses the browser’s cached key set after a key rotation', async () => {
    const cacheModes: unknown[] = []
    const client = open(test, {
      fetch: (input, init) => {
        if (String(input).endsWith('jwks.json')) cacheModes.push(init?.cache)
        return test.fetch(input, init)
      },
    })
    await client.createLicense()
    await test.rotateSigningKey()
    await client.revokeLicense()
    expect(cacheModes).toEqual(['default', 'no-cache'])
  })

  it('A21: fetches the key set after a key rotation even if the clock was set back since', async () => {
    let now = Date.now()
    let time = 0
    const client = open(test, { now: () => now, monotonic: () => time })
    for (const setBackMs of [0, 86_400_000]) {
      await client.createLicense()
      await test.rotateSigningKey()
      now -= setBackMs
      time += KEY_SET_COOLDOWN_MS
      await client.revokeLicense()
      expect(client.getSnapshot()).toMatchObject({ licensed: false, receiptStatus: 'verified', error: undefined })
    }
  })

  it('A21: fetches a failed key set again after a while, even if the clock was set back since', async () => {
    let now = Date.now()
    let time = 0
    const client = open(test, { now: () => now, monotonic: () => time })
    test.faults.add({ kind: 'drop-request' }, { path: 'jwks.json' })
    await client.createLicense()
    expect(client.getSnapshot().receiptStatus).toBe('unverified')
    now -= 86_400_000
    time += KEY_SET_COOLDOWN_MS
    await client.revokeLicense()
    expect(client.getSnapshot().receiptStatus).toBe('verified')
  })

  it('experience 9: registers a device with a token that permits nothing else', async () => {
    const forms: URLSearchParams[] = []
    const client = open(test, {
      fetch: (input, init) => {
        if (String(input).endsWith('/token')) forms.push(new URLSearchParams(String(init?.body)))
        return test.fetch(input, init)
      },
    })
    await client.createLicense()
    expect(forms.map((form) => [form.get('client_id'), form.get('scope')])).toEqual([
      [`provider:${test.provider.id}`, 'account:provider'],
    ])
  })

  it('G5: renews a token 30 seconds before it expires', async () => {
    let now = Date.now()
    const client = open(test, { now: () => now })
    await client.createLicense()
    const use = { usecase: 'analytics', destination: 'acme.example' }
    const grantsAfter = async (ms: number) => {
      now += ms
      test.skewMs += ms
      test.requests.length = 0
      await client.verifyLicense(use)
      return paths().filter((path) => path.endsWith('/token')).length
    }
    expect(await grantsAfter(565_000)).toBe(0)
    expect(await grantsAfter(10_000)).toBe(1)
  })

  it('C9: makes one grant for fifty calls with an expired token', async () => {
    let now = Date.now()
    const client = open(test, { now: () => now })
    await client.createLicense()
    now += 601_000
    test.requests.length = 0
    const use = { usecase: 'analytics', destination: 'acme.example' }
    await Promise.all(Array.from({ length: 50 }, () => client.verifyLicense(use)))
    expect(paths().filter((path) => path.endsWith('/token'))).toHaveLength(1)
  })

  it('G13: keeps the license with an unverified receipt when the key set is unreachable', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    test.faults.add({ kind: 'drop-request' }, { path: 'jwks.json', times: Number.POSITIVE_INFINITY })
    const client = open(test, { storage, userId })
    await client.createLicense()
    expect(client.getSnapshot()).toMatchObject({ licensed: true, receiptStatus: 'unverified' })
    test.faults.clear()
    const reloaded = open(test, { storage, userId })
    reloaded.subscribe(() => {})
    await until(reloaded, ({ receiptStatus }) => receiptStatus === 'verified')
    expect(reloaded.getSnapshot()).toMatchObject({ licensed: true, error: undefined })
  })
})

describe('G13: an outdated or unavailable key set after a key rotation', () => {
  const jwks = { path: 'jwks.json', times: Number.POSITIVE_INFINITY }

  it.each<[string, () => Fault]>([
    ['is unreachable', () => ({ kind: 'drop-request' })],
    ['responds with 500', () => ({ kind: 'status', status: 500 })],
    ['responds with 404', () => ({ kind: 'status', status: 404, code: 'not_found' })],
    ['responds with 401', () => ({ kind: 'status', status: 401, code: 'invalid_token' })],
  ])('keeps the license with an unverified receipt when the key set %s', async (_, fault) => {
    const client = open(test)
    await client.createLicense()
    await test.rotateSigningKey()
    test.faults.add(fault(), jwks)
    await client.revokeLicense()
    const again = await client.createLicense()
    expect(again.status).toBe('active')
    expect(client.getSnapshot()).toMatchObject({ licensed: true, receiptStatus: 'unverified', error: undefined })
  })

  it('continues to use the earlier keys', async () => {
    const client = open(test)
    await client.createLicense()
    const before = await client.getKeySet()
    await test.rotateSigningKey()
    test.faults.add({ kind: 'drop-request' }, jwks)
    await client.revokeLicense()
    expect(client.getSnapshot().receiptStatus).toBe('unverified')
    expect(await client.getKeySet()).toEqual(before)
  })

  it.each([400, 401, 403, 404, 410])('lets the person agree when the key set never existed (%i)', async (status) => {
    const client = open(test)
    test.faults.add({ kind: 'status', status }, jwks)
    await client.createLicense()
    expect(client.getSnapshot()).toMatchObject({ licensed: true, receiptStatus: 'unverified', error: undefined })
  })

  it('keeps the decision pending with an outdated copy, and delivers it when the new key is published', async () => {
    let now = Date.now()
    const client = open(test, { now: () => now, monotonic: () => now })
    await client.createLicense()
    const before = await client.getKeySet()
    await client.revokeLicense()
    await test.rotateSigningKey()
    test.faults.add({ kind: 'alter', alter: () => Response.json(before) }, jwks)
    const creating = client.createLicense()
    await until(client, ({ pending }) => pending?.lastError !== undefined)
    expect(client.getSnapshot()).toMatchObject({ licensed: false, error: undefined })
    test.faults.clear()
    now += 31_000
    test.skewMs = 31_000
    client.retry()
    expect((await creating).status).toBe('active')
    expect(client.getSnapshot()).toMatchObject({ licensed: true, receiptStatus: 'verified' })
  })
})

describe('G14: a malicious service', () => {
  const other: { license?: License } = {}
  beforeAll(async () => {
    const client = newClient(test)
    other.license = await client.createLicense()
    await client.close()
  })

  const alter = (change: (record: License) => object) => async (response: Response) =>
    Response.json(change((await response.json()) as License))

  it.each<[string, string, (record: License) => object]>([
    ['the license of another device', 'record_mismatch', () => other.license as object],
    ['another address', 'record_mismatch', (record) => ({ ...record, address: other.license?.address })],
    ['another provider', 'record_mismatch', (record) => ({ ...record, providerId: 'someone-else' })],
    ['changed terms', 'record_mismatch', (record) => ({ ...record, terms: `${record.terms}And your house.\n` })],
    ['more uses', 'record_mismatch', (record) => ({ ...record, uses: [{ usecases: ['*'], destinations: ['*'] }] })],
    ['another person', 'record_mismatch', (record) => ({ ...record, ptr: 'someone-else' })],
    ['an unsigned expiry', 'record_mismatch', (record) => ({ ...record, expiry: '2099-01-01T00:00:00Z' })],
    ['an unsigned member', 'record_mismatch', (record) => ({ ...record, 'x-extra': true })],
    ['another hash of the terms', 'record_mismatch', (record) => ({ ...record, termsHash: other.license?.address })],
    ['an erased license', 'record_mismatch', (record) => ({ ...record, status: 'erased' })],
    ['another signature', 'record_mismatch', (record) => ({ ...record, signature: other.license?.signature })],
    ['the receipt of another license', 'invalid_receipt', (record) => ({ ...record, receipt: other.license?.receipt })],
    ['a changed receipt', 'invalid_receipt', (record) => ({ ...record, receipt: `${record.receipt.slice(0, -8)}AAAAAAAA` })],
    [
      'another time of storage',
      'invalid_receipt',
      (record) => ({ ...record, timestamp: new Date(Date.parse(record.timestamp) - 5000).toISOString() }),
    ],
    [
      'an access token in place of the receipt',
      'invalid_receipt',
      (record) => ({ ...record, receipt: record.receipt.replace(/^[^.]+/, 'eyJhbGciOiJub25lIn0') }),
    ],
  ])('is rejected when it contains %s', async (_, code, change) => {
    const client = open(test)
    test.faults.add({ kind: 'alter', alter: alter(change) }, create)
    await expect(client.createLicense()).rejects.toMatchObject({ code })
    expect(client.getSnapshot()).toMatchObject({ licensed: false, license: undefined, error: { code } })
    // The service has stored it nevertheless: agreeing again sends the same request and returns it.
    expect((await client.createLicense()).supersedes).toBeUndefined()
  })

  it.each<[string, (claims: JWTPayload) => object]>([
    ['another service', (claims) => ({ ...claims, iss: 'https://other.example' })],
    ['another device', (claims) => ({ ...claims, sub: other.license?.address })],
    ['another license', (claims) => ({ ...claims, lic: other.license?.id })],
    ['other terms', (claims) => ({ ...claims, terms: other.license?.address })],
    ['another request', (claims) => ({ ...claims, req: other.license?.address })],
    ['a withdrawn license', (claims) => ({ ...claims, status: 'revoked' })],
  ])('is rejected when it sends a receipt of %s, signed with a published key', async (_, change) => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const published = { ...(await exportJWK(publicKey)), kid: 'published' }
    const publish = async (response: Response) => {
      const { keys } = (await response.json()) as { keys: object[] }
      return Response.json({ keys: [...keys, published] })
    }
    let altered = change
    const sign = async (response: Response) => {
      const record = (await response.json()) as License
      const header = { ...decodeProtectedHeader(record.receipt), alg: 'ES256', kid: published.kid }
      const receipt = await new SignJWT({ ...altered(decodeJwt(record.receipt)) }).setProtectedHeader(header).sign(privateKey)
      return Response.json({ ...record, receipt })
    }
    test.faults.add({ kind: 'alter', alter: publish }, { path: 'jwks.json', times: Number.POSITIVE_INFINITY })
    test.faults.add({ kind: 'alter', alter: sign }, { ...create, times: 2 })
    const client = open(test)
    await expect(client.createLicense()).rejects.toMatchObject({ code: 'invalid_receipt' })
    expect(client.getSnapshot()).toMatchObject({ licensed: false, license: undefined })
    // With that key, the unchanged receipt is valid.
    altered = (claims) => claims
    expect((await client.createLicense()).status).toBe('active')
    expect(client.getSnapshot().receiptStatus).toBe('verified')
  })

  it('is not trusted when it signs the receipt with an unpublished key, and the client tries again', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const client = open(test)
    test.faults.add(
      {
        kind: 'alter',
        alter: async (response) => {
          const record = (await response.json()) as License
          const header = { ...decodeProtectedHeader(record.receipt), alg: 'ES256', kid: 'unknown' }
          const receipt = await new SignJWT(decodeJwt(record.receipt)).setProtectedHeader(header).sign(privateKey)
          return Response.json({ ...record, receipt })
        },
      },
      create,
    )
    const creating = client.createLicense()
    await until(client, ({ pending }) => pending?.lastError !== undefined)
    expect(client.getSnapshot()).toMatchObject({
      licensed: false,
      license: undefined,
      pending: { lastError: { code: 'invalid_response' } },
    })
    expect(test.requests.filter(({ path }) => path.endsWith('jwks.json'))).toHaveLength(2)
    client.retry()
    expect((await creating).supersedes).toBeUndefined()
    expect(client.getSnapshot()).toMatchObject({ licensed: true, receiptStatus: 'verified' })
  })

  // Regression: deeply nested JSON cannot be stored, so the client reported that the browser stores nothing.
  it('is not trusted when it adds a member that cannot be stored, and the client tries again', async () => {
    const client = open(test)
    const deep = `{"deep":${'['.repeat(5000)}${']'.repeat(5000)},`
    const add = async (response: Response) => new Response((await response.text()).replace('{', deep))
    test.faults.add({ kind: 'alter', alter: add }, create)
    const creating = client.createLicense()
    await until(client, ({ pending }) => pending?.lastError !== undefined)
    expect(client.getSnapshot()).toMatchObject({ license: undefined, pending: { lastError: { code: 'invalid_response' } } })
    client.retry()
    expect((await creating).status).toBe('active')
  })

  it.each<[string, (record: License) => object]>([
    ['changed terms', (record) => ({ ...record, terms: `${record.terms}And your house.\n` })],
    ['more uses', (record) => ({ ...record, uses: [{ usecases: ['*'], destinations: ['*'] }] })],
    ['another person', (record) => ({ ...record, ptr: 'someone-else' })],
    ['another address', (record) => ({ ...record, address: other.license?.address })],
    ['another provider', (record) => ({ ...record, providerId: 'someone-else' })],
    ['another hash of the terms', (record) => ({ ...record, termsHash: other.license?.address })],
    ['the license of another device', () => other.license as object],
    ['a malformed signature', (record) => ({ ...record, signature: '?' })],
  ])('is rejected when its newest license has %s, even without the key set', async (_, change) => {
    const client = open(test)
    const license = await client.createLicense()
    test.faults.add({ kind: 'drop-request' }, { path: 'jwks.json', times: Number.POSITIVE_INFINITY })
    const alterList = async (response: Response) => {
      const { licenses } = (await response.json()) as { licenses: License[] }
      return Response.json({ licenses: licenses.map(change) })
    }
    test.faults.add({ kind: 'alter', alter: alterList }, { path: '/license' })
    await expect(client.getLicense({ refresh: true })).rejects.toMatchObject({ code: 'invalid_response' })
    expect(client.getSnapshot().license).toEqual(license)
    test.faults.clear()
    expect(await client.getLicense({ refresh: true })).toEqual(license)
  })
})

describe('ending a client or a call', () => {
  it('G10: rejects the call when the client closes during it, and the next client delivers', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    for (const path of ['/api/latest/auth/token', '/user', create.path]) {
      const client = newClient(test, { storage, userId })
      test.faults.add({ kind: 'delay', until: new Promise(() => {}) }, { path })
      const outcome = client.createLicense().catch((error: { code: string }) => error.code)
      await until(client, ({ pending }) => pending?.stage === 'sending')
      await client.close()
      expect(await outcome).toBe('closed')
      expect(client.getSnapshot().phase).toBe('closed')
      await expect(client.createLicense()).rejects.toMatchObject({ code: 'closed' })
    }
    test.faults.clear()
    const next = open(test, { storage, userId })
    next.subscribe(() => {})
    await until(next, ({ licensed }) => licensed)
    expect((await next.getLicense({ refresh: true }))?.supersedes).toBeUndefined()
  })

  it('stops waiting on abort, and delivers the signed decision', async () => {
    const client = open(test)
    const controller = new AbortController()
    test.faults.add({ kind: 'drop-request' }, create)
    const outcome = client.createLicense({ signal: controller.signal })
    await until(client, ({ pending }) => pending !== undefined && pending.stage !== 'signing')
    controller.abort()
    await expect(outcome).rejects.toMatchObject({ code: 'aborted' })
    await until(client, ({ licensed }) => licensed)
    await expect(open(test).createLicense({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' })
  })

  it('G10: separates the licenses and keys of two persons', async () => {
    const storage = createMemoryStorage()
    const a = open(test, { storage })
    const b = open(test, { storage })
    const one = await a.createLicense()
    expect(await b.getLicense()).toBeUndefined()
    const two = await b.createLicense()
    expect(two.address).not.toBe(one.address)
  })

  it('experience 15: registers again on the next decision after the service erased the device', async () => {
    const client = open(test)
    const { address } = await client.createLicense()
    const { AuthClient } = await import('../../../src/client/index.ts')
    const auth = new AuthClient({ authUrl: test.authUrl, fetch: test.fetch })
    const { accessToken } = await auth.grant({ type: 'user', ...test.user })
    await auth.deleteAddresses(accessToken, test.provider.id, { address })
    const outcome = await client.revokeLicense().catch((error: { code: string }) => error.code)
    expect(outcome).toBe('erased')
    const erased = { licensed: false, needs: 'first', license: { address, status: 'erased' }, receiptStatus: 'verified' }
    expect(client.getSnapshot()).toMatchObject(erased)
    // The withdrawal did not register the device again.
    expect(
      await auth.listAddresses(
        (await auth.grant({ type: 'provider', providerId: test.provider.id, publicKey: test.provider.publicKey })).accessToken,
        test.provider.id,
        { address },
      ),
    ).toEqual([])
    expect((await client.createLicense()).status).toBe('active')
  })

  it('G15: puts no ptr, key, token or signature in any error or log', async () => {
    const userId = 'canary-ptr'
    const secrets: string[] = [userId]
    const logged: unknown[] = []
    const { log, warn, error, info } = console
    Object.assign(console, { log: note, warn: note, error: note, info: note })
    function note(...args: unknown[]) {
      logged.push(...args)
    }
    try {
      for (const fault of [
        { kind: 'status', status: 400, code: 'invalid_license' },
        { kind: 'status', status: 401, code: 'invalid_token' },
        { kind: 'alter', alter: () => Response.json({}) },
      ] as const) {
        const client = newClient(test, {
          userId,
          fetch: async (input, init) => {
            const authorization = new Headers(init?.headers).get('authorization')
            if (authorization !== null) secrets.push(authorization.slice('Bearer '.length))
            return test.fetch(input, init)
          },
        })
        test.faults.add(fault, { ...create, times: 2 })
        const outcome: unknown = await Promise.race([
          client.createLicense().catch((caught: unknown) => caught),
          until(client, ({ pending }) => pending?.lastError !== undefined).then(() => client.getSnapshot().pending?.lastError),
        ])
        logged.push(outcome, client.getSnapshot().error)
        await client.close()
        test.faults.clear()
      }
    } finally {
      Object.assign(console, { log, warn, error, info })
    }
    const text = logged
      .map((entry) => `${entry} ${JSON.stringify(entry)} ${entry instanceof Error ? `${entry.stack} ${entry.cause}` : ''}`)
      .join('\n')
    for (const secret of secrets) expect(text.includes(secret)).toBe(false)
    expect(secrets.length).toBeGreaterThan(3)
  })
})
