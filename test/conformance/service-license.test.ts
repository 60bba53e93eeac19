import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { decodeJwt } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { canonicalize } from '../../src/core/canonical-json.ts'
import { endOf } from '../../src/core/duration.ts'
import { parseLicense } from '../../src/protocol/parse-license.ts'
import { call, createTenant, type ParsedResponse, type Tenant } from '../fixtures/caller.ts'
import { type Device, sha3, signedRequest, unsignedRequest } from '../fixtures/device.ts'
import { createRsaPublicKey } from '../fixtures/rsa-keys.ts'
import { describeLicenses } from '../fixtures/worlds.ts'
import { countOf } from '../support/counts.ts'
import { processorTimeMs } from '../support/processor-time.ts'

describeLicenses('license create', (world) => {
  let tenant: Tenant
  let device: Device
  let token: string
  let stranger: { readonly device: Device; readonly token: string }
  let user = 0

  beforeAll(async () => {
    tenant = await createTenant(world.service)
    ;({ device, token } = await tenant.device())
    stranger = await tenant.device('user-2')
  })

  const create = (json: unknown, bearer = token) => call(world.service, '/license/create', { token: bearer, json })
  const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    call(world.service, '/license/create', { token, body, headers })
  const refused = (response: ParsedResponse) => [response.status, response.body.code]
  /** A request with a new `ptr`, so that no other license of the device is superseded. */
  const fresh = (members: Parameters<typeof signedRequest>[1] = {}) => signedRequest(device, { ptr: `ptr-${user++}`, ...members })
  const count = async () => {
    const [row] = await world.storage.query<{ n: number }>('SELECT count(*) AS n FROM licet.licenses WHERE provider_id = $1', [
      tenant.provider.providerId,
    ])
    return row?.n
  }

  test('D1: a changed value is refused, and another order or white space is the same request', async () => {
    const request = fresh()
    const stored = await create(request)
    expect(stored.status).toBe(201)
    const before = await count()
    for (const change of [
      { terms: `${request.terms} ` },
      { ptr: 'other' },
      { origin: 'com.example.basked' },
      { uses: [] },
      { 'x-more': 1 },
    ]) {
      expect(refused(await create({ ...request, ...change }))).toEqual([400, 'invalid_signature'])
    }
    const { description: _, ...without } = request
    expect(refused(await create(without))).toEqual([400, 'invalid_license'])
    expect(await count()).toBe(before)
    const reversed = Object.fromEntries(Object.entries(request).reverse())
    const same = await send(`\n ${JSON.stringify(reversed, null, 3)}\t`)
    expect(same.status).toBe(200)
    expect(same.body).toEqual(stored.body)
  })

  test('every configured suite is accepted, and no other', async () => {
    const unsigned = unsignedRequest({ ptr: `ptr-${user++}`, 'x-number': 1.5 })
    const canonical = canonicalize(JSON.parse(JSON.stringify(unsigned)))
    const sha3Suite = { ...unsigned, signature: device.sign(canonical, 'sha3-256') }
    const jsonSuite = { ...unsigned, signature: device.sign(JSON.stringify(unsigned)) }
    const only = await world.another({ suites: ['licet-1'] })
    for (const request of [sha3Suite, jsonSuite]) {
      expect((await call(only, '/license/create', { token, json: request })).body.code).toBe('invalid_signature')
    }
    const first = await create(sha3Suite)
    expect(first.status).toBe(201)
    const other = { ...jsonSuite, ptr: 'json-suite', tags: ['user_id'] }
    const { signature: _, ...rest } = other
    const signed = { ...rest, signature: device.sign(JSON.stringify(rest)) }
    expect((await create(signed)).status).toBe(201)
    const reordered = Object.fromEntries(Object.entries({ ...signed, ptr: 'json-suite' }).reverse())
    expect((await create(reordered)).body.code).toBe('invalid_signature')
    // The canonical request identifies a license in every suite.
    const again = await create({ ...unsigned, signature: device.sign(sha3(canonical)) })
    expect([again.status, again.body.id]).toEqual([200, first.body.id])
    const rows = await world.storage.query<{ suite: string }>('SELECT suite FROM licet.licenses WHERE id = $1', [first.body.id])
    expect(rows).toEqual([{ suite: 'rsa-sha3-256' }])
  })

  // Regression: the record had the members in a fixed order instead of the signed one.
  test('every response has the members of the request in the order that was signed', async () => {
    const { uses, ptr, ...rest } = unsignedRequest({ ptr: `ptr-${user++}`, 'x-z': { b: 1, a: [2] }, 'x-a': 'é' })
    const [use] = uses
    const unsigned = { uses: [{ destinations: use?.destinations ?? [], usecases: use?.usecases ?? [] }], ...rest, ptr }
    const created = await create({ signature: device.sign(JSON.stringify(unsigned)), ...unsigned })
    expect(created.status).toBe(201)
    const { licenses } = (await call(world.service, '/license?limit=1', { token })).body
    const got = (await call(world.service, `/license/${created.body.id}`, { token })).body
    for (const record of [created.body, licenses[0], got]) {
      const { id, providerId, address, termsHash, signature, timestamp, status, vouched, receipt, ...request } = record
      expect(JSON.stringify(request)).toBe(JSON.stringify(unsigned))
      expect(parseLicense(record)).toEqual(record)
    }
    expect(JSON.stringify(got)).toBe(JSON.stringify(created.body))
  })

  test('the stored license gives the signed bytes again', async () => {
    const { body } = await create(fresh({ terms: 'Zeile\r\n\u2028 "ü" 💙\n', 'x-deep': { b: [1, null], a: 'é' } }))
    const [row] = await world.storage.query<{ request: Uint8Array; text: string; hash: string }>(
      `SELECT l.request, t.text, l.request_hash AS hash FROM licet.licenses l JOIN licet.terms t ON t.hash = l.terms_hash WHERE l.id = $1`,
      [body.id],
    )
    const request = JSON.parse(Buffer.from(row?.request ?? []).toString())
    const canonical = canonicalize({ ...request, terms: row?.text ?? '' })
    expect(sha3(canonical).toString('base64url')).toBe(row?.hash)
    expect(decodeJwt(body.receipt)).toMatchObject({ req: row?.hash, terms: body.termsHash })
  })

  test('D2: a signature in another encoding is refused', async () => {
    const request = fresh()
    const bytes = Buffer.from(request.signature, 'base64')
    const spellings = [
      bytes.toString('hex'),
      bytes.toString('base64url'),
      `${request.signature.slice(0, 64)}\n${request.signature.slice(64)}`,
      ` ${request.signature}`,
      `${request.signature}=`,
      '',
    ]
    for (const signature of spellings.filter((text) => text.replaceAll('=', '') !== request.signature.replaceAll('=', ''))) {
      expect((await create({ ...request, signature })).status).toBe(400)
    }
    // Regression: the record repeated the unpadded form of the request. Base64 on the wire is padded (wire decisions, section 2).
    const bare = { ...request, signature: request.signature.replace(/=+$/, '') }
    const created = await create(bare)
    expect([created.status, created.body.signature]).toEqual([201, request.signature])
    for (const again of [bare, request]) expect(await create(again)).toMatchObject({ status: 200, body: created.body })
  })

  test('D3: a signature of another length, of zeros, above the modulus, or with PSS, SHA-1 or SHA-512 is refused', async () => {
    const request = fresh()
    const { signature, ...unsigned } = request
    const digest = sha3(canonicalize(JSON.parse(JSON.stringify(unsigned))))
    const good = Buffer.from(signature, 'base64')
    const modulus = device.spki.subarray(33, 289)
    const bad = [
      Buffer.alloc(0),
      good.subarray(1),
      Buffer.concat([good, Buffer.alloc(1)]),
      Buffer.concat([Buffer.alloc(1), good]),
      Buffer.alloc(256),
      Buffer.alloc(256, 0xff),
      modulus,
      sign('sha256', digest, { key: device.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }),
      sign('sha1', digest, device.privateKey),
      sign('sha512', digest, device.privateKey),
      sign('sha256', createHash('sha256').update(digest).digest(), device.privateKey),
    ]
    for (const bytes of bad) {
      const response = await create({ ...request, signature: bytes.toString('base64') })
      expect(response.status).toBe(400)
      expect(['invalid_signature', 'invalid_license']).toContain(response.body.code)
    }
    expect((await create(request)).status).toBe(201)
  })

  test('D4: a signature by another key, and the request of another device, are refused', async () => {
    expect(refused(await create(signedRequest(stranger.device, { ptr: 'd4' })))).toEqual([400, 'invalid_signature'])
    expect(refused(await create(fresh(), stranger.token))).toEqual([400, 'invalid_signature'])
    const path = `/api/latest/provider/${tenant.provider.providerId}/user`
    const provider = await tenant.providerToken()
    const register = (json: unknown) => call(world.service, path, { token: provider, json })
    const base = {
      id: 'user-1',
      address: device.address,
      pubKey: device.pubKey,
      signature: device.sign(`user-1.${device.address}`),
    }
    expect(refused(await register({ ...base, pubKey: stranger.device.pubKey }))).toEqual([400, 'invalid_address'])
    expect(refused(await register({ ...base, address: stranger.device.address }))).toEqual([400, 'invalid_address'])
    expect(refused(await register({ ...base, signature: stranger.device.sign(`user-1.${device.address}`) }))).toEqual([
      400,
      'invalid_signature',
    ])
    const foreign = await register({ ...base, id: 'user-9' })
    expect(refused(foreign)).toEqual([400, 'invalid_signature'])
    // Regression: the message asked to sign the canonical request, which a registration does not have.
    expect(foreign.body.detail).toContain('the id, a full stop and the address')
    expect((await register({ ...base, signature: 'AAAA' })).body.detail).toBe(foreign.body.detail)
    expect(refused(await register({ ...base, more: 1 }))).toEqual([400, 'invalid_request'])
    expect((await register(base)).status).toBe(200)
  })

  test('D5: every key except RSA-2048 with e = 65537 in DER is refused within milliseconds', async () => {
    const spkiOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' })
    const even = Buffer.from(device.spki)
    even[288] = (even[288] ?? 0) & 0xfe
    const small = Buffer.from(device.spki)
    small[33] = (small[33] ?? 0) & 0x7f
    const keys = [
      spkiOf(createRsaPublicKey(1024, 65_537)),
      spkiOf(createRsaPublicKey(4096, 65_537)),
      spkiOf(createRsaPublicKey(2048, 3)),
      spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey),
      spkiOf(generateKeyPairSync('ed25519').publicKey),
      even,
      small,
      Buffer.concat([device.spki, Buffer.alloc(1)]),
      Buffer.concat([Buffer.alloc(1), device.spki]),
      device.spki.subarray(24),
      device.privateKey.export({ type: 'pkcs8', format: 'der' }),
      Buffer.from('not a key'),
    ]
    const path = `/api/latest/provider/${tenant.provider.providerId}/user`
    const provider = await tenant.providerToken()
    for (const key of keys) {
      const address = sha3(key).toString('base64url')
      const json = { id: 'user-1', address, pubKey: key.toString('base64'), signature: device.sign(`user-1.${address}`) }
      const started = processorTimeMs()
      expect(refused(await call(world.service, path, { token: provider, json }))).toEqual([400, 'invalid_key'])
      expect(processorTimeMs() - started).toBeLessThan(100)
    }
  })

  const IDENTICAL = countOf(200, 200, 50)
  test(`D6: ${IDENTICAL} concurrent identical requests store one row and return one record`, async () => {
    const request = fresh()
    const before = (await count()) ?? 0
    const responses = await Promise.all(Array.from({ length: IDENTICAL }, () => create(request)))
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1)
    expect(responses.filter((response) => response.status === 200)).toHaveLength(IDENTICAL - 1)
    expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1)
    expect(await count()).toBe(before + 1)
  })

  test('D7: concurrent different requests of a device are stored in an order, and one is active', async () => {
    const mine = await tenant.device('user-d7')
    const requests = Array.from({ length: 20 }, (_, n) => signedRequest(mine.device, { ptr: 'd7', description: `Version ${n}` }))
    const responses = await Promise.all(requests.map((request) => create(request, mine.token)))
    expect(responses.map((response) => response.status)).toEqual(requests.map(() => 201))
    const { licenses } = (await call(world.service, '/license?limit=100', { token: mine.token })).body
    const statuses = licenses.map((license: { status: string }) => license.status)
    expect(statuses).toEqual(['active', ...Array.from({ length: 19 }, () => 'superseded')])
    for (const [at, license] of licenses.entries()) expect(license.supersedes).toBe(licenses[at + 1]?.id)
    const transitions = await world.storage.query<{ n: number }>(
      `SELECT count(*) AS n FROM licet.license_transitions t JOIN licet.licenses l ON l.registration = t.registration AND l.id = t.license_id WHERE l.address = $1 AND l.ptr = 'd7' AND l.provider_id = $2`,
      [mine.device.address, tenant.provider.providerId],
    )
    expect(transitions).toEqual([{ n: 39 }])
  })

  test('D8: ambiguous JSON is refused with 400', async () => {
    const text = JSON.stringify(fresh())
    const odd = [
      text.replace('{', '{"ptr":"x",'),
      text.replace('{', '{"__proto__":{},'),
      `${'['.repeat(8000)}${']'.repeat(8000)}`,
      text.replace('{', `{"x-deep":${'['.repeat(8000)}${']'.repeat(8000)},`),
      `\uFEFF${text}`,
      text.replace('{', '{"x-a":"\\ud800",'),
      text.replace('{', '{"x-a":"\\u0000",'),
      text.replace('{', '{"x-a":-0,'),
      text.replace('{', '{"x-a":1e400,'),
      text.replace('{', '{"x-a":9007199254740993,'),
      text.replace('{', '{"x-a":NaN,'),
      text.replace('{', '{x-a:1,'),
      `${text}x`,
      text.slice(0, -1),
      `${text.slice(0, -1)},}`,
    ]
    for (const body of odd) expect(refused(await send(body))).toEqual([400, 'invalid_json'])
    const bytes = new TextEncoder().encode(text)
    for (const bad of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80]]) {
      expect(refused(await send(new Uint8Array([...bytes, ...bad])))).toEqual([400, 'invalid_json'])
    }
  })

  test('D9: NFC and NFD are different requests', async () => {
    const composed = fresh({ ptr: 'd9', description: 'caf\u00e9' })
    const decomposed = { ...composed, description: 'cafe\u0301' }
    expect((await create(composed)).status).toBe(201)
    expect(refused(await create(decomposed))).toEqual([400, 'invalid_signature'])
    const own = await create(signedRequest(device, { ptr: 'd9', description: 'cafe\u0301' }))
    expect([own.status, own.body.description]).toEqual([201, 'cafe\u0301'])
  })

  test('D10: an empty body, null and an array are 400', async () => {
    expect(refused(await send(''))).toEqual([400, 'invalid_json'])
    for (const body of ['null', '[]', '"x"', '1', '{}']) expect(refused(await send(body))).toEqual([400, 'invalid_license'])
    expect(refused(await send('{}', { 'content-type': 'text/plain' }))).toEqual([415, 'unsupported_media_type'])
  })

  test('D11: terms of ten megabytes are 413', async () => {
    expect(refused(await send(JSON.stringify({ ...unsignedRequest(), terms: 'x'.repeat(10_000_000) })))).toEqual([
      413,
      'payload_too_large',
    ])
  })

  test('D12: terms with SQL, HTML, scripts and bidi overrides are returned unchanged', async () => {
    const terms = `'; DROP TABLE licet.licenses; --\n<script>alert(1)</script> $1 $& \\ {{x}} %s \u202Eevil\u202C \u200B\uFFFD 💙\r\n\t`
    const description = terms.replace(/[\u202A-\u202E\u200B]/g, '')
    const { status, body } = await create(fresh({ terms, description }))
    expect([status, body.terms, body.description]).toEqual([201, terms, description])
    expect((await call(world.service, `/license/${body.id}`, { token })).body).toEqual(body)
  })

  // Wire decisions, section 3.
  test('a description, tag or use with an invisible character is refused in a grant, and accepted in a withdrawal', async () => {
    for (const values of [
      { description: '90\u200f / \u200f10' },
      { description: 'a\u00adb' },
      { tags: ['x-a\u3164'] },
      { uses: [{ usecases: ['x-a\u034f'], destinations: ['*'] }] },
    ])
      expect(refused(await create(fresh(values)))).toEqual([400, 'invalid_license'])
    await create(fresh({ ptr: 'unseen' }))
    const { status } = await create(fresh({ ptr: 'unseen', description: 'a\u00adb', tags: ['x-a\u3164'], uses: [] }))
    expect(status).toBe(201)
  })

  test('D13: unknown and malformed members are refused, and members x-… are stored', async () => {
    for (const member of [{ extra: 1 }, { id: 'x' }, { status: 'active' }, { X: 1 }, { 'X-a': 1 }]) {
      expect(refused(await create(fresh(member as never)))).toEqual([400, 'invalid_license'])
    }
    for (const member of [
      { ptr: '' },
      { origin: 'no dots' },
      { tags: ['a b'] },
      { tags: 'x' },
      { uses: [{ usecases: [], destinations: ['*'] }] },
    ]) {
      expect(refused(await create(fresh(member as never)))).toEqual([400, 'invalid_license'])
    }
    const nested = await create(fresh({ 'x-app': { version: '1.2', list: [1, 2.5, null, true] } }))
    expect(nested.body['x-app']).toEqual({ version: '1.2', list: [1, 2.5, null, true] })
    const shared = [{ usecases: ['analytics'], destinations: ['*'], more: 1 }]
    expect(refused(await create(fresh({ uses: shared } as never)))).toEqual([400, 'invalid_license'])
  })

  // The terms name the duration, so a later end would permit more than the person read.
  test('an expiry that is later than its x-duration allows is refused, and an earlier one is stored', async () => {
    const DAY_MS = 86_400_000
    const inDays = (days: number) => endOf({ days: 1 }, Date.now() + (days - 1) * DAY_MS)
    const lasting = { 'x-duration': 'P7D' }
    expect(refused(await create(fresh({ ...lasting, expiry: inDays(9) })))).toEqual([400, 'invalid_license'])
    expect(refused(await create(fresh(lasting)))).toEqual([400, 'invalid_license'])
    // The clock of the device may be a day ahead, and a decision may be delivered days later.
    for (const days of [8, 7, 1]) expect((await create(fresh({ ...lasting, expiry: inDays(days) }))).status).toBe(201)
    // Other values belong to the app.
    expect((await create(fresh({ 'x-duration': 'a while', expiry: inDays(9) }))).status).toBe(201)
  })

  test('D14: an expiry in the past, an invalid expiry, and a revocation without a license are refused', async () => {
    expect(refused(await create(fresh({ expiry: '2020-01-01T00:00:00Z' })))).toEqual([400, 'license_expired'])
    // Regression: PostgreSQL has no year 0000, so a revocation with this expiry was 500.
    expect(refused(await create(fresh({ expiry: '0000-01-01T00:00:00Z', uses: [] })))).toEqual([400, 'invalid_license'])
    for (const expiry of ['2030-02-31T00:00:00Z', '2030-01-01T00:00:00+01:00', '2030-01-01', 'soon', '2030-01-01T24:00:00Z', '']) {
      expect(refused(await create(fresh({ expiry })))).toEqual([400, 'invalid_license'])
    }
    expect(refused(await create(fresh({ uses: [] })))).toEqual([409, 'nothing_to_revoke'])
    const good = await create(fresh({ expiry: '2099-12-31T23:59:59.999Z' }))
    expect([good.status, good.body.expiry]).toEqual([201, '2099-12-31T23:59:59.999Z'])
  })

  test('D16: almost valid PKCS#1 v1.5 signatures are refused', async () => {
    const { privateKey } = device
    const request = fresh()
    const { signature: _, ...unsigned } = request
    const digest = createHash('sha256')
      .update(sha3(canonicalize(JSON.parse(JSON.stringify(unsigned)))))
      .digest()
    const info = Buffer.from('3031300d060960864801650304020105000420', 'hex')
    const pad = (length: number) => Buffer.alloc(length, 0xff)
    const good = Buffer.concat([Buffer.from([0, 1]), pad(202), Buffer.from([0]), info, digest])
    const raw = (block: Buffer) => rawSign(privateKey, block)
    expect(raw(good).toString('base64')).toBe(request.signature)
    const noNull = Buffer.concat([Buffer.from('302f300b0609608648016503040201', 'hex'), Buffer.from('0420', 'hex'), digest])
    const forged = [
      Buffer.concat([Buffer.from([0, 2]), pad(202), Buffer.from([0]), info, digest]),
      Buffer.concat([Buffer.from([0, 0]), pad(202), Buffer.from([0]), info, digest]),
      Buffer.concat([Buffer.from([0, 1]), pad(201), Buffer.from([0xfe, 0]), info, digest]),
      Buffer.concat([Buffer.from([0, 1]), pad(8), Buffer.from([0]), info, digest, Buffer.alloc(194)]),
      Buffer.concat([Buffer.from([0, 1]), pad(204), Buffer.from([0]), noNull]),
      Buffer.concat([Buffer.from([0, 1]), pad(221), Buffer.from([0]), digest]),
      Buffer.concat([Buffer.from([0, 1]), pad(202), Buffer.from([1]), info, digest]),
    ]
    for (const block of forged) {
      expect(block).toHaveLength(256)
      expect(refused(await create({ ...request, signature: raw(block).toString('base64') }))).toEqual([400, 'invalid_signature'])
    }
    const otherInfo = Buffer.concat([
      Buffer.from([0, 1]),
      pad(202),
      Buffer.from([0]),
      Buffer.from('3031300d060960864801650304020805000420', 'hex'),
      digest,
    ])
    expect(refused(await create({ ...request, signature: raw(otherInfo).toString('base64') }))).toEqual([400, 'invalid_signature'])
  })

  test('the record matches the schema of the client', async () => {
    const { body } = await create(fresh({ 'x-a': 1, expiry: '2099-01-01T00:00:00Z' }))
    expect(parseLicense(body)).toEqual(body)
  })
})

/** Performs RSA without padding, to create a "signature" of any padded block. */
function rawSign(key: KeyObject, block: Buffer): Buffer {
  const { n = '', d = '' } = key.export({ format: 'jwk' })
  const big = (text: string) => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`)
  const modulus = big(n)
  let [base, exponent, result] = [BigInt(`0x${block.toString('hex')}`), big(d), 1n]
  for (; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % modulus
    base = (base * base) % modulus
  }
  return Buffer.from(result.toString(16).padStart(512, '0'), 'hex')
}
