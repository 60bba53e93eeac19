import { verify } from 'node:crypto'
import { decodeJwt } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { canonicalize } from '../../../src/core/canonical-json.ts'
import { parseLicense } from '../../../src/protocol/parse-license.ts'
import { call, createTenant, type Tenant } from '../../fixtures/caller.ts'
import { type Device, sha3, signedRequest, TERMS, unsignedRequest } from '../../fixtures/device.ts'
import { describeLicenses } from '../../fixtures/worlds.ts'

/** How platforms write JSON: the text that is signed, and the text with the signature added. */
type Platform = (members: object) => { readonly signed: string; readonly withSignature: (signature: string) => string }

const after = (text: string, comma = ',', colon = ':') => ({
  signed: text,
  withSignature: (signature: string) => `${text.slice(0, -1)}${comma}"signature"${colon}"${signature}"}`,
})
const escapeSlashes = (text: string) => text.replaceAll('/', '\\/')
const toAscii = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const PLATFORMS: Readonly<Record<string, Platform>> = {
  'org.json on Android: slashes are escaped': (members) => after(escapeSlashes(JSON.stringify(members))),
  'Foundation on iOS: slashes are escaped, members sorted, the signature in between': (members) => {
    const [unsigned, sorted] = [escapeSlashes(canonicalize(JSON.parse(JSON.stringify(members)))), '"tags"']
    return { signed: unsigned, withSignature: (signature) => unsigned.replace(sorted, `"signature":"${signature}",${sorted}`) }
  },
  'Python: ASCII only, blanks after commas and colons': (members) => {
    const spaced = toAscii(JSON.stringify(members).replace(/(?<=["\]}])([,:])(?=["[{])/g, '$1 '))
    return after(spaced, ', ', ': ')
  },
  'a pretty printer, the signature first': (members) => {
    const unsigned = JSON.stringify(members, null, 2)
    return { signed: unsigned, withSignature: (signature) => unsigned.replace('{\n  ', `{\n  "signature": "${signature}",\n  `) }
  },
}

describeLicenses('signatures over the received bytes', (world) => {
  let tenant: Tenant
  let device: Device
  let token: string
  let user = 0
  beforeAll(async () => {
    tenant = await createTenant(world.service)
    ;({ device, token } = await tenant.device())
  })

  const send = (body: string, bearer = token) =>
    call(world.service, '/license/create', { token: bearer, body, headers: { 'content-type': 'application/json' } })
  /** Nested members `signature`, slashes and letters beyond ASCII: what platforms write differently. */
  const members = () => ({
    ...unsignedRequest({ ptr: `ptr-${user++}`, terms: `${TERMS} https://acme.example/terms – “ü” 💙 ,"signature":"x"` }),
    'x-nested': { signature: 'not this one', list: ['signature'], number: 1.5 },
  })
  const get = async (id: string, bearer = token) => (await call(world.service, `/license/${id}`, { token: bearer })).body

  for (const [name, platform] of Object.entries(PLATFORMS)) {
    for (const [suite, hash] of [
      ['rs256-json', 'sha256'],
      ['rsa-sha3-256', 'sha3-256'],
    ] as const) {
      test(`${name} (${suite})`, async () => {
        const request = members()
        const { signed, withSignature } = platform(request)
        const signature = device.sign(signed, hash)
        const created = await send(withSignature(signature))
        expect([created.status, created.body.code]).toEqual([201, undefined])
        expect(created.body).toMatchObject({ ...request, signature, status: 'active' })
        expect(created.body).not.toHaveProperty('signedBytes')

        const record = await get(created.body.id)
        expect(parseLicense(record)).toEqual(record)
        const bytes = Buffer.from(record.signedBytes, 'base64')
        expect(bytes.toString()).toBe(signed)
        const key = { key: device.spki, format: 'der', type: 'spki' } as const
        expect(verify(hash, bytes, key, Buffer.from(record.signature, 'base64'))).toBe(true)
        expect(await get(created.body.id, await tenant.adminToken())).toEqual({ ...record, pubKey: device.pubKey })
        const rows = await world.storage.query<{ suite: string }>('SELECT suite FROM licet.licenses WHERE id = $1', [record.id])
        expect(rows).toEqual([{ suite }])

        // The identity is the canonical request: another form of the same request is a repetition.
        const { req } = decodeJwt(record.receipt)
        expect(req).toBe(sha3(canonicalize(JSON.parse(JSON.stringify(request)))).toString('base64url'))
        const again = await call(world.service, '/license/create', { token, json: signedRequest(device, request) })
        expect([again.status, again.body.id]).toEqual([200, record.id])
        expect(await get(record.id)).toEqual(record)
      })
    }
  }

  test('a body whose signed bytes are changed is refused, in every position', async () => {
    const { signed, withSignature } = PLATFORMS['org.json on Android: slashes are escaped']?.(members()) ?? after('{}')
    const body = withSignature(device.sign(signed))
    for (const changed of [
      body.replace('\\/', '/'),
      body.replace('{', '{ '),
      body.replace('"tags":', '"tags": '),
      `${body} `,
      body.replace('not this one', 'not that one'),
      body.replace('"x-nested":{"signature":"not this one",', '"x-nested":{'),
      body.replace(',"signature":', ' ,"signature":'),
    ]) {
      expect(changed).not.toBe(body)
      expect((await send(changed)).body.code).toBe('invalid_signature')
    }
    expect((await send(body)).status).toBe(201)
  })

  test('a second member signature, invalid UTF-8 and a body over the limit are refused before a signature is verified', async () => {
    const { signed, withSignature } = PLATFORMS['org.json on Android: slashes are escaped']?.(members()) ?? after('{}')
    const body = withSignature(device.sign(signed))
    for (const twice of [
      body.replace('{', '{"signature":"x",'),
      body.replace('{', '{"\\u0073ignature":"x",'),
      `${body.slice(0, -1)},"signature":"x"}`,
    ])
      expect((await send(twice)).body.code).toBe('invalid_json')
    const bytes = new Uint8Array([...new TextEncoder().encode(body.slice(0, -1)), 0xff, 0x7d])
    const headers = { 'content-type': 'application/json' }
    expect((await call(world.service, '/license/create', { token, body: bytes, headers })).body.code).toBe('invalid_json')
    const large = await send(`${body.slice(0, -1)}${' '.repeat(1_000_000)}}`)
    expect([large.status, large.body.code]).toEqual([413, 'payload_too_large'])
    for (const value of ['1', 'null', '["x"]', '{"signature":"x"}'])
      expect((await send(`${signed.slice(0, -1)},"signature":${value}}`)).body.code).toBe('invalid_license')
  })

  test('only the configured suites are tried on the received bytes', async () => {
    const { signed, withSignature } = PLATFORMS['org.json on Android: slashes are escaped']?.(members()) ?? after('{}')
    const only = await world.another({ suites: ['licet-1', 'rsa-sha3-256'] })
    const create = (body: string) => call(only, '/license/create', { token, body, headers: { 'content-type': 'application/json' } })
    expect((await create(withSignature(device.sign(signed)))).body.code).toBe('invalid_signature')
    expect((await create(withSignature(device.sign(sha3(signed))))).body.code).toBe('invalid_signature')
    expect((await create(withSignature(device.sign(signed, 'sha3-256')))).status).toBe(201)
  })

  test('a request whose form the service writes itself is stored without a second copy', async () => {
    const request = members()
    const text = JSON.stringify(request)
    const created = await send(after(text).withSignature(device.sign(text)))
    const record = await get(created.body.id)
    expect([created.status, 'signedBytes' in record]).toEqual([201, false])
  })

  test('`expiry: null` means no expiry: it is signed, and not part of the identity or the record', async () => {
    const signs: Readonly<Record<string, (text: string) => string>> = {
      'licet-1': (text) => device.sign(sha3(canonicalize(JSON.parse(text)))),
      'rsa-sha3-256': (text) => device.sign(canonicalize(JSON.parse(text)), 'sha3-256'),
      'rs256-json': (text) => device.sign(text),
      'rs256-json as sent': (text) => device.sign(escapeSlashes(text)),
    }
    for (const [suite, sign] of Object.entries(signs)) {
      const request = members()
      const text = JSON.stringify({ expiry: null, ...request })
      const signature = sign(text)
      const body =
        suite === 'rs256-json as sent' ? after(escapeSlashes(text)).withSignature(signature) : after(text).withSignature(signature)
      const created = await send(body)
      expect([suite, created.status, created.body.code]).toEqual([suite, 201, undefined])
      expect([created.body.status, 'expiry' in created.body]).toEqual(['active', false])
      expect(parseLicense(created.body)).toEqual(created.body)
      const canonical = canonicalize(JSON.parse(JSON.stringify(request)))
      expect(decodeJwt(created.body.receipt).req).toBe(sha3(canonical).toString('base64url'))
      const { signedBytes } = await get(created.body.id)
      expect(JSON.parse(Buffer.from(signedBytes, 'base64').toString())).toEqual({ expiry: null, ...request })
      // The same request without the member is a repetition, and its signature is over other bytes.
      const again = await call(world.service, '/license/create', { token, json: signedRequest(device, request) })
      expect([again.status, again.body.id]).toEqual([200, created.body.id])
      expect((await send(JSON.stringify({ ...request, signature }))).body.code).toBe('invalid_signature')
    }
    for (const expiry of ['null', '', 0, false, {}, []])
      expect(
        (await call(world.service, '/license/create', { token, json: { ...signedRequest(device), expiry } })).body,
      ).toMatchObject({
        code: 'invalid_license',
        field: 'expiry',
      })
  })

  test('erasure deletes the signed bytes', async () => {
    const leaver = await tenant.device('user-who-leaves')
    const { signed, withSignature } = PLATFORMS['org.json on Android: slashes are escaped']?.(members()) ?? after('{}')
    const created = await send(withSignature(leaver.device.sign(signed)), leaver.token)
    const count = async () => {
      const [row] = await world.storage.query<{ n: number }>('SELECT count(*) AS n FROM licet.signed_bytes WHERE license_id = $1', [
        created.body.id,
      ])
      return row?.n
    }
    expect([created.status, await count()]).toEqual([201, 1])
    const admin = await tenant.adminToken()
    const path = `/api/latest/provider/${tenant.provider.providerId}/user?address=${leaver.device.address}`
    expect((await call(world.service, path, { token: admin, method: 'DELETE' })).status).toBe(204)
    expect(await count()).toBe(0)
    const record = await get(created.body.id, admin)
    expect([record.status, 'signedBytes' in record]).toEqual(['erased', false])
  })
})
