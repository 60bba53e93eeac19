import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LicenseRequest } from '../../../src/core/license.ts'
import { type RunningService, serve } from '../../../src/service/node.ts'
import { call, createTenant } from '../../fixtures/caller.ts'
import { pooledDevice, signedRequest, unsignedRequest } from '../../fixtures/device.ts'
import { canonical, sha3 } from '../../fixtures/independent-verifier.ts'
import { licet } from '../../fixtures/run-licet.ts'

interface ReceiptFile {
  readonly license: Record<string, unknown>
  readonly keys: Record<string, unknown>[]
  readonly deviceKey: string
}

const folder = mkdtempSync(join(tmpdir(), 'licet-cli-'))
let running: RunningService
let jwksUrl: string
let receipt: ReceiptFile
/** A receipt of another device, which the service signed with a later key. */
let other: ReceiptFile
/** A receipt of a license in the suite `rs256-json`, which signs the members in the order of the request. */
let ordered: ReceiptFile

beforeAll(async () => {
  running = await serve({ port: 0 })
  jwksUrl = `${running.url}/.well-known/jwks.json`
  receipt = await createReceipt(0)
  ordered = await createOrderedReceipt()
  await running.service.rotateSigningKey({ delayMs: 0 })
  other = await createReceipt(1)
})
afterAll(async () => {
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

test('D15: prints what a valid receipt proves and what it does not prove', async () => {
  const { code, out } = await verify(receipt, '--device-key', receipt.deviceKey, '--keys', jwksUrl)
  expect(code).toBe(0)
  expect(out).toContain('The receipt is valid.')
  expect(out.match(/^ {2}proven /gm)).toHaveLength(9)
  expect(out).not.toContain('WRONG')
  expect(out).toContain('the state of the license today')
  expect(out).not.toContain('came with the file')
})

test('proves a revocation without the device by its own receipt, and refutes a changed one', async () => {
  const tenant = await createTenant(running.service)
  const { device, token } = await tenant.device()
  const { body: agreed } = await call(running.service, '/license/create', { token, json: signedRequest(device) })
  const json = { requestedBy: 'person', channel: 'letter', note: 'file 17' }
  const revoke = { token: await tenant.adminToken(), json }
  const { body: license } = await call(running.service, `/license/${agreed.id}/revoke`, revoke)
  const proven = await verify({ ...receipt, license }, '--keys', jwksUrl)
  expect(proven).toMatchObject({ code: 0, out: expect.stringContaining('requested by person, channel letter') })
  expect(proven.out).toMatch(/unchecked +The receipt does not cover the note/)
  for (const changes of [
    { requestedBy: 'company' },
    { channel: 'call' },
    { timestamp: agreed.timestamp.replace('20', '19') },
    { receipt: agreed.receipt },
    { receipt: 'a.b.c' },
  ]) {
    const changed = { ...license, revocation: { ...license.revocation, ...changes } }
    expect(await verify({ ...receipt, license: changed }, '--keys', jwksUrl)).toMatchObject({
      code: 1,
      out: expect.stringContaining('WRONG'),
    })
  }
  // Regression: only unknown members of the record itself were found.
  const more = { ...license, revocation: { ...license.revocation, courtOrder: 'forged' } }
  expect(await verify({ ...receipt, license: more }, '--keys', jwksUrl)).toMatchObject({
    code: 2,
    out: expect.stringContaining('revocation.courtOrder'),
  })
  // Regression: the receipt of the revocation proved that the license was stored at its end.
  const { receipt: ended, timestamp } = license.revocation
  const swapped = { ...receipt, license: { ...license, receipt: ended, timestamp } }
  expect(await verify(swapped, '--keys', jwksUrl)).toMatchObject({
    code: 1,
    out: expect.stringContaining('is for the revocation'),
  })
  expect(await verify({ receipt: ended }, '--keys', jwksUrl)).toMatchObject({
    code: 0,
    out: expect.stringContaining('was revoked without its device, as requested by person, at'),
  })
  // A license that is still active does not get an end by copying one.
  const copied = { ...receipt, license: { ...receipt.license, revocation: license.revocation } }
  expect(await verify(copied, '--keys', jwksUrl)).toMatchObject({ code: 1 })
})

// Regression: the command ended with 0 and printed "proven" for every check of a receipt that anyone had written.
test('D15: a complete forgery with its own keys is consistent with an unknown signer, and wrong against the published keys', async () => {
  const forged = await forgeReceipt()
  const { code, out } = await verify(forged)
  expect(code).toBe(2)
  expect(out).toContain('The receipt is consistent, and NOT proven.')
  expect(out).toContain('Its signer is unknown, because the keys came with the file')
  expect(out).not.toMatch(/^ *proven|is valid|The service states/m)
  expect(JSON.parse((await verify(forged, '--json')).out)).toMatchObject({ result: 'consistent', keysFrom: 'file' })
  expect(await verify(forged, '--keys', jwksUrl)).toMatchObject({ code: 1, out: expect.stringMatching(/NOT valid[\s\S]*WRONG/) })
})

test('a genuine receipt is not proven by the keys in its own file', async () => {
  expect(await verify(receipt)).toMatchObject({ code: 2, out: expect.not.stringMatching(/^ *proven/m) })
  const itself = write('itself.json', receipt)
  expect(await verify(receipt, '--keys', itself)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('is a receipt') })
})

// Regression: a wrong path was reported as a fault of the program.
test('a key set that cannot be read, or is not JSON, is named with the fix', async () => {
  const missing = join(tmpdir(), 'no-such-keys.json')
  expect(await verify(receipt, '--keys', missing)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining(`The key set ${missing} cannot be read. Nothing was checked. Correct the path in --keys.`),
  })
  expect(await verify(receipt, '--keys', import.meta.filename)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining(`The key set ${import.meta.filename} is not JSON. Nothing was checked.`),
  })
})

// Regression: the result was "NOT valid", although nothing could be checked.
test.each([
  ['no key', []],
  ['a key of another type', [{ kid: 'a', kty: 'RSA', n: 'AQAB'.repeat(85), e: 'AQAB' }]],
])('a key set with %s proves nothing, and says so', async (_, keys) => {
  expect(await verify(receipt, '--keys', write('unusable.json', { keys }))).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/no public key of the curve P-256.* Nothing was checked/s),
  })
})

test('keys over plain HTTP on a public address are refused', async () => {
  const keys = 'http://licenses.example/.well-known/jwks.json'
  expect(await verify(receipt, '--keys', keys)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Use https') })
})

test('names the address of the key set when --keys is only the address of the service', async () => {
  const service = jwksUrl.slice(0, -'/.well-known/jwks.json'.length)
  for (const keys of [service, `${service}/`])
    expect(await verify(receipt, '--keys', keys)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(`Use --keys ${jwksUrl}`),
    })
})

// Regression: the service returned the members in the order of its table, so nobody could verify a signature of this suite.
test('D15: verifies the signature over bytes that a device wrote in its own form', async () => {
  const file = await createEscapedReceipt()
  const options = ['--device-key', file.deviceKey, '--keys', jwksUrl] as const
  const { code, out } = await verify(file, ...options)
  expect([code, out]).toEqual([0, expect.stringMatching(/proven +The bytes that the device signed[\s\S]*exactly this request\./)])
  const { signedBytes, ...without } = file.license
  expect(await verify({ ...file, license: without }, ...options)).toMatchObject({ code: 1, out: expect.stringContaining('WRONG') })
  const text = Buffer.from(String(signedBytes), 'base64').toString()
  for (const [changed, wrong] of [
    [text.replace('user-1', 'user-2'), 'WRONG     The bytes in the member signedBytes are not'],
    [text.replace('{', '{"x-a":1,'), 'WRONG     The bytes in the member signedBytes are not'],
    [text.replace('{', '{ '), 'WRONG     The device did not sign'],
    [text.slice(1), 'WRONG     The bytes in the member signedBytes are not'],
  ] as const) {
    const license = { ...file.license, signedBytes: Buffer.from(changed).toString('base64') }
    expect(await verify({ ...file, license }, ...options)).toMatchObject({ code: 1, out: expect.stringContaining(wrong) })
  }
})

test('D15: verifies signatures of every suite, and explains that sorted members look like a forgery', async () => {
  const { code, out } = await verify(ordered, '--device-key', ordered.deviceKey, '--keys', jwksUrl)
  expect([code, out]).toEqual([0, expect.stringContaining('The device signed exactly this request.')])
  const sorted = Object.fromEntries(Object.entries(ordered.license).sort(([a], [b]) => (a < b ? -1 : 1)))
  expect(await verify({ ...ordered, license: sorted }, '--device-key', ordered.deviceKey)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/WRONG +The device did not sign the request as it is in the file\. The order of the members/),
  })
})

// Regression: unknown members counted as signed, so every receipt of a newer service was refuted.
test('D15: names the members of a record that only a newer service knows, and neither proves nor refutes them', async () => {
  const newer = { ...receipt, license: { region: 'eu', ...receipt.license, more: [1] } }
  const { code, out } = await verify(newer, '--device-key', receipt.deviceKey, '--keys', jwksUrl)
  expect([code, out]).toEqual([2, expect.stringMatching(/unchecked No check reads these members .*: region, more\./)])
  expect(out.match(/^ {2}proven /gm)).toHaveLength(9)
})

// Regression: without `terms` the record was taken for a bare receipt, so its forged members were printed under "valid".
test('D15: a file with members that no check reads is not proven', async () => {
  const { terms: _, ...rest } = receipt.license
  const forged = { ...rest, ptr: 'somebody', uses: [] }
  const agreement = { uses: [{ usecases: ['*'], destinations: ['*'] }] }
  for (const [file, names] of [
    [forged, Object.keys(forged).filter((name) => name !== 'receipt')],
    [{ receipt: rest.receipt, agreement }, ['agreement']],
    [{ receipt: rest.receipt, agreement, keys: receipt.keys }, ['agreement']],
    [{ license: receipt.license, receipt: other.license.receipt, agreement }, ['receipt', 'agreement']],
    [{ ...receipt.license, agreement }, ['agreement']],
  ] as const) {
    const { code, out } = await verify(file, '--keys', jwksUrl)
    expect([code, out]).toEqual([2, expect.stringContaining(`could have written them: ${names.join(', ')}.`)])
    expect(out).toContain('NOT proven')
  }
  expect(await verify({ receipt: rest.receipt, keys: receipt.keys }, '--keys', jwksUrl)).toMatchObject({ code: 0 })
})

// Regression: no receipt covered these members, so forged ones could only be named.
test('D15: refuses a provider, a replaced license or an identity that differs from the receipt', async () => {
  for (const [changed, name] of [
    [{ providerId: 'p\u001bforged' }, 'providerId, p\ufffdforged,'],
    [{ supersedes: 'forged' }, 'supersedes, forged,'],
    [{ vouched: true }, 'vouched, true,'],
  ] as const) {
    const { code, out } = await verify({ license: { ...receipt.license, ...changed } }, '--keys', jwksUrl)
    expect([code, out]).toEqual([
      1,
      expect.stringContaining(`WRONG     The member ${name} in the file does not match the receipt.`),
    ])
  }
  const withdrawal = await createWithdrawal()
  const { supersedes, ...without } = withdrawal.license
  expect(supersedes).toEqual(expect.any(String))
  expect((await verify(withdrawal, '--keys', jwksUrl)).code).toBe(0)
  expect(await verify({ license: without }, '--keys', jwksUrl)).toMatchObject({
    code: 1,
    out: expect.stringContaining('WRONG     The member supersedes, which is absent,'),
  })
  const genuine = await verify(receipt, '--device-key', receipt.deviceKey, '--keys', jwksUrl)
  expect(genuine.out.match(/^ {2}unchecked .*/gm)).toBeNull()
})

test('D15: reports endedBy of a record as unchecked, because the receipt does not cover it', async () => {
  const changed = { ...receipt.license, endedBy: 'p\u001bforged' }
  const { code, out } = await verify({ license: changed }, '--keys', write('keys.json', { keys: receipt.keys }))
  expect(code).toBe(2)
  expect(out).toMatch(/^ {2}unchecked The member signature,/m)
  expect(out).toMatch(/^ {2}unchecked The receipt does not cover the member endedBy, p\ufffdforged,/m)
})

test('accepts a bare receipt with a key file, and requires --keys without one', async () => {
  expect(await verify(`${receipt.license.receipt}\n`)).toMatchObject({ code: 2, err: expect.stringContaining('--keys') })
  expect(await verify(`${receipt.license.receipt}\n`, '--keys', write('keys.json', { keys: receipt.keys }))).toMatchObject({
    code: 0,
    out: expect.stringContaining('unchecked'),
  })
})

// Regression: such a file was reported as invalid JSON, with the position of the first `<`.
test('explains that a receipt saved as a page is not the JSON', async () => {
  const page = '\uFEFF\n<!doctype html><title>Receipt</title>'
  expect(await verify(page)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/is a page.*as JSON/) })
})

test('prints the result as JSON, and exits with 2 when the file contains no receipt', async () => {
  const { code, out } = await verify(receipt, '--json', '--keys', jwksUrl)
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ result: 'proven', keysFrom: 'option', claims: { lic: receipt.license.id } })
  expect((await licet('verify', join(folder, 'missing.json'))).code).toBe(2)
  expect((await verify('{"a":1}')).code).toBe(2)
  expect((await verify('{"receipt":"a","receipt":"b"}')).code).toBe(2)
})

test('A20: refuses a key set behind a redirect, one that is too large, and one that breaks off', async () => {
  const respond: RequestListener = (request, response) => {
    if (request.url === '/broken') response.write('{"keys":[', () => response.destroy())
    else if (request.url === '/moved') response.writeHead(302, { location: jwksUrl }).end()
    else response.end(JSON.stringify({ keys: receipt.keys, more: 'x'.repeat(request.url === '/large' ? 65 * 1024 : 1) }))
  }
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const verifyWith = (path: string) => verify(receipt, '--keys', `http://127.0.0.1:${port}${path}`)
    expect(await verifyWith('/keys')).toMatchObject({ code: 0, err: '' })
    expect(await verifyWith('/moved')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('cannot be fetched') })
    expect(await verifyWith('/broken')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('cannot be fetched') })
    expect(await verifyWith('/large')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('larger than 64 KiB') })
  } finally {
    server.close()
  }
})

describe('D15: fails and names the reason', () => {
  test.each<[string, (license: Record<string, unknown>) => Record<string, unknown>, string | RegExp]>([
    // The message comes from the client, which reports an invalid signature.
    ['one letter of the receipt', (license) => ({ ...license, receipt: flip(String(license.receipt)) }), /WRONG/],
    ['the terms', (license) => ({ ...license, terms: `${license.terms} ` }), 'The terms in the file were changed.'],
    ['the uses', (license) => ({ ...license, uses: [] }), 'in the file were changed.'],
    ['an x- member', (license) => ({ ...license, 'x-note': 'u' }), 'in the file were changed.'],
    // Regression: the time was not checked, so a receipt could be made to look older.
    ['the time', (license) => ({ ...license, timestamp: '2019-01-01T00:00:00.000Z' }), 'The time in the file'],
    ['the id', (license) => ({ ...license, id: other.license.id }), 'belongs to another license'],
    ['the address', (license) => ({ ...license, address: other.license.address }), 'belongs to another license'],
    ['the hash of the terms', (license) => ({ ...license, termsHash: license.address }), 'The terms in the file were changed.'],
    // Regression: the status was not compared.
    ['the status, to expired without an end', (license) => ({ ...license, status: 'expired' }), 'the receipt states active'],
    // The status in the file is not signed. If it were trusted, `erased` would skip the check of the request.
    ['the status, to erased', (license) => ({ ...license, status: 'erased' }), 'the receipt states active'],
    ['the status and the uses', (license) => ({ ...license, status: 'erased', uses: [] }), 'in the file were changed.'],
    [
      'the receipt, for the receipt of another license',
      (license) => ({ ...license, receipt: other.license.receipt }),
      'another license',
    ],
  ])('when somebody changed %s', async (_, change, reason) => {
    const changed = { license: change(receipt.license), keys: other.keys }
    expect(await verify(changed)).toMatchObject({ code: 1, out: expect.stringMatching(reason) })
  })

  test('when a withdrawal is shown as a license in force', async () => {
    const withdrawal = await createWithdrawal()
    expect(await verify(withdrawal, '--keys', jwksUrl)).toMatchObject({ code: 0 })
    const shown = { ...withdrawal, license: { ...withdrawal.license, status: 'active' } }
    expect(await verify(shown, '--keys', jwksUrl)).toMatchObject({
      code: 1,
      out: expect.stringContaining('the receipt states revoked'),
    })
  })

  test('when the key set lacks the key, or has another key under its id', async () => {
    const foreign = other.keys.filter((key) => !receipt.keys.some((known) => known.kid === key.kid))
    expect(await verify({ license: receipt.license, keys: foreign })).toMatchObject({
      code: 1,
      out: expect.stringMatching(/key set/),
    })
    const swapped = foreign.map((key) => ({ ...key, kid: receipt.keys[0]?.kid }))
    expect(await verify({ license: receipt.license, keys: swapped })).toMatchObject({
      code: 1,
      out: expect.stringMatching(/another key/),
    })
  })

  test('when another service signed it', async () => {
    expect(await verify(receipt, '--issuer', 'https://elsewhere.example')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/another service/),
    })
  })

  test('when the device key belongs to another device, or the signature to another license', async () => {
    expect(await verify(receipt, '--device-key', other.deviceKey)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/WRONG +The public key belongs to another device\./),
    })
    const forged = { ...receipt, license: { ...receipt.license, signature: other.license.signature } }
    expect(await verify(forged, '--device-key', receipt.deviceKey)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/WRONG +The device did not sign the request/),
    })
  })

  test('when the signed token is not a receipt, or lacks a claim', async () => {
    expect(await verifyToken({})).toMatchObject({ code: 0, out: expect.stringContaining('The receipt is valid.') })
    for (const typ of ['at+jwt', 'JWT']) expect(await verifyToken({}, { typ })).toMatchObject({ code: 1 })
    expect(await verifyToken({ req: undefined })).toMatchObject({ code: 1, out: expect.stringMatching(/claim/) })
  })

  // Regression: the command printed "valid", and then failed with "Invalid time value".
  test.each([-1e14, -1, 1.5, 253_402_300_800, '0'])('when the time %s is not a second from 1970 to 9999', async (iat) => {
    const { code, out, err } = await verifyToken({ iat })
    expect([code, out, err]).toEqual([1, expect.stringContaining('The receipt is NOT valid.'), ''])
  })
})

// Regression: exit code 0 for a status and an `endedBy` that anyone could have written.
test('a license with a later status or end that no receipt covers is not proven', async () => {
  const ended = { ...receipt, license: { ...receipt.license, status: 'superseded' } }
  expect(await verify(ended, '--keys', jwksUrl)).toMatchObject({
    code: 2,
    out: expect.stringMatching(/unchecked The file states that the license is superseded since\./),
  })
  const endedBy = { ...receipt, license: { ...receipt.license, endedBy: other.license.id } }
  expect(await verify(endedBy, '--keys', jwksUrl)).toMatchObject({
    code: 2,
    out: expect.stringMatching(/unchecked The receipt does not cover the member endedBy,/),
  })
})

// Regression: "The receipt is valid." for a signature of another device.
test('a device signature that was not checked is an exception of the proof', async () => {
  const replaced = { ...receipt, license: { ...receipt.license, signature: other.license.signature } }
  expect(await verify(replaced, '--keys', jwksUrl)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The receipt is proven, except: device signature\.\n/),
  })
})

describe('the receipt of an erased license', () => {
  test('leaves open the data and purposes that anyone could change', async () => {
    const erased = await createErased()
    for (const uses of [erased.license.uses, [{ usecases: ['*'], destinations: ['*'] }]]) {
      const { code, out } = await verify({ license: { ...erased.license, uses } }, '--keys', jwksUrl)
      expect([code, out]).toEqual([
        2,
        expect.stringMatching(/NOT proven[\s\S]*unchecked The license is erased\. Its personal data/),
      ])
      expect(out).not.toContain('came with the file')
    }
  })

  // Regression: the receipt alone was valid, and with its record it was not proven.
  test('is not proven without the record, nor with a record that agrees with it', async () => {
    const { license } = await createErased()
    const alone = String(license.receipt)
    const claims = { ...decodeJwt(String(receipt.license.receipt)), status: 'erased', sub: '' }
    const { token, keys } = await signToken(claims)
    const complete = { ...receipt.license, receipt: token, address: '', status: 'erased' }
    for (const [file, keySet] of [
      [alone, jwksUrl],
      [{ receipt: alone }, jwksUrl],
      [{ license: complete }, write('erased-keys.json', { keys })],
    ] as const) {
      expect(await verify(file, '--keys', keySet)).toMatchObject({
        code: 2,
        out: expect.stringMatching(/NOT proven[\s\S]*unchecked The receipt belongs to an erased license\./),
      })
    }
  })

  test('can lack the terms, which are deleted with the last license that has them', async () => {
    const erased = await createErased()
    const bare = { license: { ...erased.license, terms: '' } }
    expect(await verify(bare, '--keys', jwksUrl)).toMatchObject({
      code: 2,
      out: expect.stringContaining('unchecked The license is'),
    })
    const foreign = { license: { ...bare.license, termsHash: String(receipt.license.address) } }
    expect(await verify(foreign, '--keys', jwksUrl)).toMatchObject({
      code: 1,
      out: expect.stringContaining('terms in the file were'),
    })
  })

  // Wire decisions, section 3.
  test('can lack the hash of the request, which only an erased license can', async () => {
    const { license } = await createErased()
    const erased = decodeJwt(String(license.receipt))
    expect(await verifyToken({ ...erased, req: undefined })).toMatchObject({ code: 2 })
    expect(await verifyToken({ req: undefined })).toMatchObject({ code: 1, out: expect.stringMatching(/claim/) })
  })

  test('is refuted when personal data in the file differs from the request', async () => {
    const { license } = await createErased()
    for (const added of [{ ptr: 'somebody' }, { 'x-note': 'ü' }, { signature: receipt.license.signature }]) {
      const { code, out } = await verify({ license: { ...license, ...added } }, '--keys', jwksUrl)
      expect([code, out]).toEqual([1, expect.stringContaining('in the file were changed')])
    }
  })
})

test('F4: control characters in a signed receipt never reach the terminal', async () => {
  const claims = { iss: 'https://a.example/\u001b[2J\u202e', lic: 'l\u001b[2J' }
  const { code, out, err } = await verifyToken(claims, { kid: 'k\u001b[2J' })
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('The key k\ufffd[2J of the given key set signed this receipt')
  expect(out).toContain('for the service https://a.example/\ufffd[2J\ufffd.')
  expect(out).toContain('license l\ufffd[2J was stored as active')
  expect(out).not.toMatch(/[\u001b\u202e]/)
})

// Regression: U+2028 broke a line of the report, and U+3164 was printed as nothing.
test('F4: characters that nobody can see, or that break a line, are replaced in the report and escaped in JSON', async () => {
  const lic = 'a\u2028b\u2029c\u3164d\u2800e\u115ff'
  const { out } = await verifyToken({ lic })
  expect(out).toContain('license a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf was stored')
  const json = (await verifyToken({ lic }, { options: ['--json'] })).out
  expect(json).toContain('a\\u2028b\\u2029c\\u3164d\\u2800e\\u115ff')
  expect(JSON.parse(json).claims.lic).toBe(lic)
})

// Regression: JSON escapes U+0000 to U+001F only, so U+009B started a command of the terminal.
test('F4: control characters in a signed receipt are escaped in JSON, and keep their value', async () => {
  const lic = 'l\u001b[2J\u007f\u009b2J\u2028\u202e\u2066\ufeff\u{e0041}'
  const { out } = await verifyToken({ lic }, { options: ['--json'] })
  expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
  expect(JSON.parse(out).claims.lic).toBe(lic)
})

function write(name: string, value: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

/** Verifies a text or an object. The key of the device is no member of a receipt file. */
function verify(file: unknown, ...options: string[]) {
  const content = typeof file === 'string' ? file : { ...(file as object), deviceKey: undefined }
  return licet('verify', write('receipt.json', content), ...options)
}

interface TokenHeader {
  readonly kid?: string
  readonly typ?: string
}

/** Verifies a token that another service signed, with the claims of a valid receipt and some changes. */
async function verifyToken(
  changed: Record<string, unknown>,
  { options = [], ...header }: TokenHeader & { readonly options?: readonly string[] } = {},
) {
  const { token, keys } = await signToken({ ...decodeJwt(String(receipt.license.receipt)), ...changed }, header)
  return verify(token, '--keys', write('token-keys.json', { keys }), ...options)
}

/** Signs claims with a new key that no service knows. */
async function signToken(claims: Record<string, unknown>, { kid = 'own', typ = 'license-receipt+jwt' }: TokenHeader = {}) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ, kid }).sign(privateKey)
  return { token, keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid }] }
}

/** A file in which only the name of the service is genuine: person, terms, uses, record and keys are made up. */
async function forgeReceipt() {
  const device = pooledDevice(3)
  const request = signedRequest(device, { terms: 'I permit everything.', uses: [{ usecases: ['*'], destinations: ['*'] }] })
  const claims = {
    ...decodeJwt(String(receipt.license.receipt)),
    sub: device.address,
    req: sha3(canonical(unsigned(request))),
    terms: sha3(String(request.terms)),
  }
  const { token, keys } = await signToken(claims)
  const { id, providerId, timestamp } = receipt.license
  const added = { id, providerId, timestamp, status: 'active', address: device.address, termsHash: claims.terms, receipt: token }
  return { license: { ...request, ...added }, keys }
}

const unsigned = ({ signature: _, ...members }: LicenseRequest) => members

async function createReceipt(nth: number): Promise<ReceiptFile> {
  const tenant = await createTenant(running.service)
  const device = pooledDevice(nth)
  await tenant.register(device)
  const token = await tenant.addressToken(device)
  const json = signedRequest(device, { 'x-note': 'ü' })
  return { license: await createLicense(token, json), keys: await publishedKeys(), deviceKey: device.pubKey }
}

async function createWithdrawal(): Promise<ReceiptFile> {
  const { device, token } = await (await createTenant(running.service)).device()
  await createLicense(token, signedRequest(device))
  const license = await createLicense(token, signedRequest(device, { uses: [] }))
  return { license, keys: await publishedKeys(), deviceKey: device.pubKey }
}

async function createErased(): Promise<ReceiptFile> {
  const tenant = await createTenant(running.service)
  const { device, token } = await tenant.device()
  const { id } = await createLicense(token, signedRequest(device, { 'x-note': 'ü' }))
  const admin = await tenant.adminToken()
  const registration = `/api/latest/provider/${tenant.provider.providerId}/user?address=${device.address}`
  await call(running.service, registration, { token: admin, method: 'DELETE' })
  const { body: license } = await call(running.service, `/license/${id}`, { token: admin })
  return { license, keys: await publishedKeys(), deviceKey: device.pubKey }
}

async function createOrderedReceipt(): Promise<ReceiptFile> {
  const { device, token } = await (await createTenant(running.service)).device()
  const { uses, ptr, ...rest } = unsignedRequest({ 'x-note': 'ü' })
  const unsigned = { uses, ...rest, ptr }
  const json = { ...unsigned, signature: device.sign(JSON.stringify(unsigned)) }
  return { license: await createLicense(token, json), keys: await publishedKeys(), deviceKey: device.pubKey }
}

/** Creates a license whose device signed JSON with escaped slashes. Only License Get returns the bytes that it signed. */
async function createEscapedReceipt(): Promise<ReceiptFile> {
  const { device, token } = await (await createTenant(running.service)).device()
  const text = JSON.stringify({ ...unsignedRequest({ description: 'a/b' }), expiry: null }).replaceAll('/', '\\/')
  const body = `${text.slice(0, -1)},"signature":"${device.sign(text)}"}`
  const headers = { 'content-type': 'application/json' }
  const { id } = (await call(running.service, '/license/create', { token, body, headers })).body
  const license = (await call(running.service, `/license/${id}`, { token })).body
  return { license, keys: await publishedKeys(), deviceKey: device.pubKey }
}

async function createLicense(token: string, json: unknown): Promise<Record<string, unknown>> {
  return (await call(running.service, '/license/create', { token, json })).body
}

async function publishedKeys(): Promise<Record<string, unknown>[]> {
  return (await call(running.service, '/.well-known/jwks.json')).body.keys
}

function flip(receipt: string): string {
  const at = receipt.length - 10
  return receipt.slice(0, at) + (receipt[at] === 'A' ? 'B' : 'A') + receipt.slice(at + 1)
}
