import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { createMemoryStorage, type License } from '../../../src/client/index.ts'
import { KEY_SET_COOLDOWN_MS } from '../../../src/client/tokens/key-set.ts'
import type { Fault } from '../../../src/testing/index.ts'
import { newClient, newUserId, openBench, until } from '../../fixtures/client.ts'
import { FastTime } from '../../fixtures/fast-time.ts'

const bench = await openBench()
const { test } = bench

const open: typeof bench.open = (service, options) => {
  const time = new FastTime(Date.now())
  return bench.open(service, { now: time.now, schedule: time.schedule, ...options })
}

const create = { path: '/license/create' }
const paths = () => test.requests.map(({ path }) => path).filter((path) => !path.endsWith('jwks.json'))

describe('round trips', () => {
  it('a first agreement takes three in a row, and one when the session exists', async () => {
    const client = open(test)
    await client.createLicense()
    expect(paths()).toEqual(['/api/latest/auth/token', expect.stringMatching(/\/user$/), '/license/create'])
    test.requests.length = 0
    await client.revokeLicense()
    expect(paths()).toEqual(['/license/create'])
  })

  it('a device that is registered needs two', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    await open(test, { storage, userId }).createLicense()
    test.requests.length = 0
    await open(test, { storage, userId }).revokeLicense()
    expect(paths()).toEqual(['/api/latest/auth/token', '/license/create'])
  })

  it('experience 9: before acceptance nothing leaves the device, whatever else is asked of the client', async () => {
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

describe('lost and doubled', () => {
  it.each(['drop-request', 'drop-answer', 'reset', 'duplicate'] as const)(
    'G2 after a %s the same bytes give one license',
    async (kind) => {
      const client = open(test)
      test.faults.add({ kind }, create)
      const license = await client.createLicense()
      expect(license.status).toBe('active')
      expect(license.supersedes).toBeUndefined()
      expect(await client.getLicense({ refresh: true })).toEqual(license)
    },
  )

  it('G2 the bytes of every try are the same', async () => {
    const bodies: string[] = []
    const client = open(test, {
      fetch: async (input, init) => {
        if (String(input).endsWith(create.path)) bodies.push(String(init?.body))
        return test.fetch(input, init)
      },
    })
    test.faults.add({ kind: 'drop-answer' }, create).add({ kind: 'status', status: 503 }, create).add({ kind: 'reset' }, create)
    await client.createLicense()
    expect(bodies).toHaveLength(4)
    expect(new Set(bodies).size).toBe(1)
  })

  it('G6 ten clients over one storage, all at once, twice each: one license and the same record for all', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    const ten = Array.from({ length: 10 }, () => bench.open(test, { storage, userId }))
    const records = await Promise.all(ten.flatMap((client) => [client.createLicense(), client.createLicense()]))
    expect(new Set(records.map(({ id }) => id)).size).toBe(1)
    expect(records.every((record) => JSON.stringify(record) === JSON.stringify(records[0]))).toBe(true)
    expect(paths().filter((path) => path === create.path)).toHaveLength(1)
  })
})

describe('answers of every kind', () => {
  it.each([429, 503, 500, 408, 425, 502, 504])('G3 %i is tried again, and the person is told meanwhile', async (status) => {
    const client = open(test)
    const told: unknown[] = []
    client.subscribe(() => told.push(client.getSnapshot().pending?.lastError?.status))
    test.faults.add({ kind: 'status', status }, create)
    await client.createLicense()
    expect(told).toContain(status)
    expect(client.getSnapshot()).toMatchObject({ licensed: true, pending: undefined, error: undefined })
  })

  it.each([
    [400, 'invalid_license'],
    [403, 'insufficient_scope'],
    [404, 'not_found'],
    [409, 'address_taken'],
    [413, 'payload_too_large'],
    [415, 'unsupported_media_type'],
  ])('G12 %i is final: told, dropped, never replayed', async (status, code) => {
    const client = open(test)
    test.faults.add({ kind: 'status', status, code }, create)
    await expect(client.createLicense()).rejects.toMatchObject({ code, status })
    expect(client.getSnapshot()).toMatchObject({ licensed: false, pending: undefined, error: { code }, needs: 'first' })
    const sent = test.requests.length
    client.retry()
    await client.whenIdle()
    expect(test.requests).toHaveLength(sent)
    // A new act is a new try, and clears what was told.
    expect((await client.createLicense()).status).toBe('active')
    expect(client.getSnapshot().error).toBeUndefined()
  })

  // Cause: a token of another issuer counted as a passing failure, so that a wrong address waited "for the network" for ever.
  it('experience 11: a service that names itself otherwise is told at once, as wrong configuration', async () => {
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
  ])('G3 %s where the record belongs is tried again: it is nobody’s answer', async (_, body) => {
    const client = open(test)
    test.faults.add({ kind: 'alter', alter: () => new Response(body) }, create)
    expect((await client.createLicense()).status).toBe('active')
  })

  it('the tries have an end: then the client waits for an event, keeps what was signed, and says so', async () => {
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

  it('Retry-After is kept to, but a person may try at once', async () => {
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
  it('G1 signed offline is pending and not licensed, and is delivered on coming back', async () => {
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
    expect(test.requests).toEqual([])
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
  it.each([3_600_000, -3_600_000])('G5 a clock that is an hour wrong (%i ms) changes nothing', async (skewMs) => {
    test.skewMs = skewMs
    const client = open(test)
    await client.createLicense()
    expect(client.getSnapshot().receiptStatus).toBe('verified')
    test.requests.length = 0
    await client.revokeLicense()
    expect(paths()).toEqual(['/license/create'])
  })

  it.each([3_600_000, -3_600_000])('G5 … also where the browser hides the service’s Date (%i ms)', async (skewMs) => {
    test.skewMs = skewMs
    const hide = async (answer: Response) => {
      const headers = new Headers(answer.headers)
      headers.delete('date')
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers })
    }
    test.faults.add({ kind: 'alter', alter: hide }, { times: Number.POSITIVE_INFINITY })
    const client = open(test)
    await client.createLicense()
    test.requests.length = 0
    await client.revokeLicense()
    expect(paths()).toEqual(['/license/create'])
  })

  it('G5 after a day of sleep the token is renewed before it is used', async () => {
    let now = Date.now()
    const client = open(test, { now: () => now })
    await client.createLicense()
    now += 86_400_000
    test.skewMs = 86_400_000
    test.requests.length = 0
    await client.revokeLicense()
    expect(paths()).toEqual(['/api/latest/auth/token', '/license/create'])
  })

  it.each([create.path, '/user'])('G5 a token that ends between its grant and its use at %s is renewed once', async (path) => {
    const client = open(test)
    test.faults.add({ kind: 'status', status: 401, code: 'invalid_token' }, { path })
    expect((await client.createLicense()).status).toBe('active')
    expect(paths().filter((seen) => seen.endsWith(path))).toHaveLength(2)
  })

  it('G5 a token that is refused twice is a refusal', async () => {
    const client = open(test)
    test.faults.add({ kind: 'status', status: 401, code: 'invalid_token' }, { ...create, times: 2 })
    await expect(client.createLicense()).rejects.toMatchObject({ code: 'invalid_token', status: 401 })
    expect(paths().filter((seen) => seen === create.path)).toHaveLength(2)
  })

  it('A4 a key that was rotated in is looked for once, and found', async () => {
    const client = open(test)
    await client.createLicense()
    await test.rotateSigningKey()
    test.requests.length = 0
    await client.revokeLicense()
    expect(client.getSnapshot().receiptStatus).toBe('verified')
    expect(test.requests.filter(({ path }) => path.endsWith('jwks.json'))).toHaveLength(1)
  })

  it('A4 … past what the browser keeps of the key set, which is from before', async () => {
    const looks: unknown[] = []
    const client = open(test, {
      fetch: (input, init) => {
        if (String(input).endsWith('jwks.json')) looks.push(init?.cache)
        return test.fetch(input, init)
      },
    })
    await client.createLicense()
    await test.rotateSigningKey()
    await client.revokeLicense()
    expect(looks).toEqual(['default', 'no-cache'])
  })

  it('A21 … also when the clock was set back since the last look', async () => {
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

  it('A21 a key set that could not be had is asked for again after a while, also when the clock was set back since', async () => {
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

  it('experience 9: the token that registers a device may do nothing else', async () => {
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

  it('G5 a token is used until half a minute before its end, and renewed then', async () => {
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

  it('C9 fifty calls with an expired token share one grant', async () => {
    let now = Date.now()
    const client = open(test, { now: () => now })
    await client.createLicense()
    now += 601_000
    test.requests.length = 0
    const use = { usecase: 'analytics', destination: 'acme.example' }
    await Promise.all(Array.from({ length: 50 }, () => client.verifyLicense(use)))
    expect(paths().filter((path) => path.endsWith('/token'))).toHaveLength(1)
  })

  it('G13 a key set that cannot be reached: the license is kept, its receipt is marked unverified', async () => {
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

describe('G13 a key set that is behind, or away, when the service signs with a new key', () => {
  const jwks = { path: 'jwks.json', times: Number.POSITIVE_INFINITY }

  it.each<[string, () => Fault]>([
    ['cannot be reached', () => ({ kind: 'drop-request' })],
    ['answers 500', () => ({ kind: 'status', status: 500 })],
    ['answers 404', () => ({ kind: 'status', status: 404, code: 'not_found' })],
    ['answers 401', () => ({ kind: 'status', status: 401, code: 'invalid_token' })],
  ])('%s: the license is kept, its receipt is marked unverified', async (_, fault) => {
    const client = open(test)
    await client.createLicense()
    await test.rotateSigningKey()
    test.faults.add(fault(), jwks)
    await client.revokeLicense()
    const again = await client.createLicense()
    expect(again.status).toBe('active')
    expect(client.getSnapshot()).toMatchObject({ licensed: true, receiptStatus: 'unverified', error: undefined })
  })

  it('the keys that were there before serve on', async () => {
    const client = open(test)
    await client.createLicense()
    const before = await client.getKeySet()
    await test.rotateSigningKey()
    test.faults.add({ kind: 'drop-request' }, jwks)
    await client.revokeLicense()
    expect(client.getSnapshot().receiptStatus).toBe('unverified')
    expect(await client.getKeySet()).toEqual(before)
  })

  it.each([400, 401, 403, 404, 410])('a key set that was never there (%i) keeps nobody from agreeing', async (status) => {
    const client = open(test)
    test.faults.add({ kind: 'status', status }, jwks)
    await client.createLicense()
    expect(client.getSnapshot()).toMatchObject({ licensed: true, receiptStatus: 'unverified', error: undefined })
  })

  it('is a copy from before the rotation: the decision waits, and is taken once the key is published', async () => {
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

describe('G14 a malicious service', () => {
  const other: { license?: License } = {}
  beforeAll(async () => {
    const client = newClient(test)
    other.license = await client.createLicense()
    await client.close()
  })

  const alter = (change: (record: License) => object) => async (answer: Response) =>
    Response.json(change((await answer.json()) as License))

  it.each<[string, string, (record: License) => object]>([
    ['another device’s record', 'record_mismatch', () => other.license as object],
    ['another address', 'record_mismatch', (record) => ({ ...record, address: other.license?.address })],
    ['another provider', 'record_mismatch', (record) => ({ ...record, providerId: 'someone-else' })],
    ['altered terms', 'record_mismatch', (record) => ({ ...record, terms: `${record.terms}And your house.\n` })],
    ['more uses', 'record_mismatch', (record) => ({ ...record, uses: [{ usecases: ['*'], destinations: ['*'] }] })],
    ['another person', 'record_mismatch', (record) => ({ ...record, ptr: 'someone-else' })],
    ['an expiry that nobody agreed to', 'record_mismatch', (record) => ({ ...record, expiry: '2099-01-01T00:00:00Z' })],
    ['a member that nobody signed', 'record_mismatch', (record) => ({ ...record, 'x-extra': true })],
    ['another hash of the terms', 'record_mismatch', (record) => ({ ...record, termsHash: other.license?.address })],
    ['a record that was erased', 'record_mismatch', (record) => ({ ...record, status: 'erased' })],
    ['another signature', 'record_mismatch', (record) => ({ ...record, signature: other.license?.signature })],
    ['another record’s receipt', 'invalid_receipt', (record) => ({ ...record, receipt: other.license?.receipt })],
    ['an altered receipt', 'invalid_receipt', (record) => ({ ...record, receipt: `${record.receipt.slice(0, -8)}AAAAAAAA` })],
    [
      'an access token for a receipt',
      'invalid_receipt',
      (record) => ({ ...record, receipt: record.receipt.replace(/^[^.]+/, 'eyJhbGciOiJub25lIn0') }),
    ],
  ])('answers with %s: refused', async (_, code, change) => {
    const client = open(test)
    test.faults.add({ kind: 'alter', alter: alter(change) }, create)
    await expect(client.createLicense()).rejects.toMatchObject({ code })
    expect(client.getSnapshot()).toMatchObject({ licensed: false, license: undefined, error: { code } })
    // The service holds it all the same: agreeing again is the same request, and finds it.
    expect((await client.createLicense()).supersedes).toBeUndefined()
  })

  it.each<[string, (claims: JWTPayload) => object]>([
    ['another service', (claims) => ({ ...claims, iss: 'https://other.example' })],
    ['another device', (claims) => ({ ...claims, sub: other.license?.address })],
    ['another record', (claims) => ({ ...claims, lic: other.license?.id })],
    ['other terms', (claims) => ({ ...claims, terms: other.license?.address })],
    ['another request', (claims) => ({ ...claims, req: other.license?.address })],
    ['a license that was taken back', (claims) => ({ ...claims, status: 'revoked' })],
  ])('sends a receipt of %s, by a key that the service publishes: refused', async (_, change) => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const published = { ...(await exportJWK(publicKey)), kid: 'published' }
    const publish = async (answer: Response) => {
      const { keys } = (await answer.json()) as { keys: object[] }
      return Response.json({ keys: [...keys, published] })
    }
    let altered = change
    const sign = async (answer: Response) => {
      const record = (await answer.json()) as License
      const header = { ...decodeProtectedHeader(record.receipt), alg: 'ES256', kid: published.kid }
      const receipt = await new SignJWT({ ...altered(decodeJwt(record.receipt)) }).setProtectedHeader(header).sign(privateKey)
      return Response.json({ ...record, receipt })
    }
    test.faults.add({ kind: 'alter', alter: publish }, { path: 'jwks.json', times: Number.POSITIVE_INFINITY })
    test.faults.add({ kind: 'alter', alter: sign }, { ...create, times: 2 })
    const client = open(test)
    await expect(client.createLicense()).rejects.toMatchObject({ code: 'invalid_receipt' })
    expect(client.getSnapshot()).toMatchObject({ licensed: false, license: undefined })
    // By that key, and of nothing else, it is one.
    altered = (claims) => claims
    expect((await client.createLicense()).status).toBe('active')
    expect(client.getSnapshot().receiptStatus).toBe('verified')
  })

  it('signs the receipt with a key of its own: not taken after one look at the key set, and asked again', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const client = open(test)
    test.faults.add(
      {
        kind: 'alter',
        alter: async (answer) => {
          const record = (await answer.json()) as License
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

  // Cause: no storage takes what is nested so deep, so the browser was said to keep nothing, and the receipt could not be written.
  it('adds to a record what no storage takes: not taken, and asked again', async () => {
    const client = open(test)
    const deep = `{"deep":${'['.repeat(5000)}${']'.repeat(5000)},`
    const add = async (answer: Response) => new Response((await answer.text()).replace('{', deep))
    test.faults.add({ kind: 'alter', alter: add }, create)
    const creating = client.createLicense()
    await until(client, ({ pending }) => pending?.lastError !== undefined)
    expect(client.getSnapshot()).toMatchObject({ license: undefined, pending: { lastError: { code: 'invalid_response' } } })
    client.retry()
    expect((await creating).status).toBe('active')
  })

  it.each<[string, (record: License) => object]>([
    ['altered terms', (record) => ({ ...record, terms: `${record.terms}And your house.\n` })],
    ['more uses', (record) => ({ ...record, uses: [{ usecases: ['*'], destinations: ['*'] }] })],
    ['another person', (record) => ({ ...record, ptr: 'someone-else' })],
    ['another address', (record) => ({ ...record, address: other.license?.address })],
    ['another provider', (record) => ({ ...record, providerId: 'someone-else' })],
    ['another hash of the terms', (record) => ({ ...record, termsHash: other.license?.address })],
    ['another device’s record', () => other.license as object],
    ['a signature that is none', (record) => ({ ...record, signature: '?' })],
  ])('lists a newest record with %s: refused though the key set is away', async (_, change) => {
    const client = open(test)
    const license = await client.createLicense()
    test.faults.add({ kind: 'drop-request' }, { path: 'jwks.json', times: Number.POSITIVE_INFINITY })
    const alterList = async (answer: Response) => {
      const { licenses } = (await answer.json()) as { licenses: License[] }
      return Response.json({ licenses: licenses.map(change) })
    }
    test.faults.add({ kind: 'alter', alter: alterList }, { path: '/license' })
    await expect(client.getLicense({ refresh: true })).rejects.toMatchObject({ code: 'invalid_response' })
    expect(client.getSnapshot().license).toEqual(license)
    test.faults.clear()
    expect(await client.getLicense({ refresh: true })).toEqual(license)
  })
})

describe('the end of things', () => {
  it('G10 close() in mid-flight: the call is told, and the next client delivers', async () => {
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

  it('an aborted call stops waiting, and what was signed is delivered', async () => {
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

  it('G10 another person is another client: neither sees the other’s license or key', async () => {
    const storage = createMemoryStorage()
    const a = open(test, { storage })
    const b = open(test, { storage })
    const one = await a.createLicense()
    expect(await b.getLicense()).toBeUndefined()
    const two = await b.createLicense()
    expect(two.address).not.toBe(one.address)
  })

  it('experience 15: a device that was erased at the service registers again on the next act', async () => {
    const client = open(test)
    const { address } = await client.createLicense()
    const { AuthClient } = await import('../../../src/client/index.ts')
    const auth = new AuthClient({ authUrl: test.authUrl, fetch: test.fetch })
    const { accessToken } = await auth.grant({ type: 'user', ...test.user })
    await auth.deleteAddresses(accessToken, test.provider.id, { address })
    const outcome = await client.revokeLicense().catch((error: { code: string }) => error.code)
    expect(outcome).toBe('nothing_to_revoke')
    // What the person took back does not count, whatever the service says to it.
    expect(client.getSnapshot()).toMatchObject({ licensed: false, needs: 'first', error: { code: 'nothing_to_revoke' } })
    expect((await client.createLicense()).status).toBe('active')
  })

  it('G15 no ptr, key, token or signature is in any error or log', async () => {
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
