import { constants, createHash, type KeyObject, privateEncrypt, sign } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createWebCrypto, type ServiceCrypto, toDeviceKey } from '../../src/service/index.ts'
import { createNodeCrypto } from '../../src/service/node.ts'
import { call, createTenant } from '../fixtures/caller.ts'
import { pooledDevice } from '../fixtures/device.ts'
import { describeWorlds } from '../fixtures/worlds.ts'

// No package of the registry has the vectors of Project Wycheproof, so their classes of faults are generated here: padding, hash, length,
// encoding, and zero and large values, for RSASSA-PKCS1-v1_5 with 2048 bits, ECDSA with P-256, and JWS.

const bytes = (data: Uint8Array | string) => new Uint8Array(typeof data === 'string' ? Buffer.from(data) : data)
const DATA = bytes('what was agreed')
const SIZE = 256

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
/** The OID of each hash in DER. */
const OIDS = {
  md5: '06 08 2a864886f70d0205',
  sha1: '06 05 2b0e03021a',
  sha224: '06 09 608648016503040204',
  sha256: '06 09 608648016503040201',
  sha384: '06 09 608648016503040202',
  sha512: '06 09 608648016503040203',
  'sha3-256': '06 09 608648016503040208',
} as const
type Hash = keyof typeof OIDS

const digest = (hash: Hash) => createHash(hash).update(DATA).digest()
const element = (tag: number, ...content: Uint8Array[]) => {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag, body.length]), body])
}
const algorithm = (hash: Hash, parameters = hex('05 00')) => element(0x30, hex(OIDS[hash]), parameters)
const info = (hash: Hash, value = digest(hash)) => element(0x30, algorithm(hash), element(0x04, value))
/** EMSA-PKCS1-v1_5 (RFC 8017 section 9.2) of any DigestInfo. */
const encode = (digestInfo: Uint8Array, { first = 0, type = 1, separator = 0 } = {}) =>
  Buffer.concat([
    Buffer.from([first, type]),
    Buffer.alloc(SIZE - 3 - digestInfo.length, 0xff),
    Buffer.from([separator]),
    digestInfo,
  ])
const replaced = (block: Buffer, at: number, value: number) => Buffer.from(block.map((byte, n) => (n === at ? value : byte)))

/** Encoded messages with one fault each, by class. None may verify. */
function rsaBlocks(hash: 'sha256' | 'sha3-256'): Record<string, Buffer> {
  const good = encode(info(hash))
  const value = digest(hash)
  const start = SIZE - info(hash).length
  const others = (Object.keys(OIDS) as Hash[]).filter((name) => name !== hash)
  return {
    'padding: block type 0': encode(info(hash), { type: 0 }),
    'padding: block type 2': encode(info(hash), { type: 2 }),
    'padding: first byte 1': encode(info(hash), { first: 1 }),
    'padding: separator 1': encode(info(hash), { separator: 1 }),
    'padding: separator ff': encode(info(hash), { separator: 0xff }),
    ...Object.fromEntries([2, 3, 9, 10, 100, start - 2].map((at) => [`padding: byte ${at} is fe`, replaced(good, at, 0xfe)])),
    ...Object.fromEntries([2, 10, 100, start - 2].map((at) => [`padding: byte ${at} is 0`, replaced(good, at, 0)])),
    'padding: eight bytes, then bytes of the caller (Bleichenbacher 2006)': Buffer.concat([
      hex('00 01 ffffffffffffffff 00'),
      info(hash),
      Buffer.alloc(SIZE - 11 - info(hash).length, 7),
    ]),
    'padding: one byte less, and a byte behind': Buffer.concat([good.subarray(0, 2), good.subarray(3), hex('00')]),
    'padding: none': Buffer.concat([Buffer.alloc(start), info(hash)]),
    ...Object.fromEntries(others.map((name) => [`hash: ${name}`, encode(info(name))])),
    ...Object.fromEntries(others.map((name) => [`hash: digest of ${hash}, named ${name}`, encode(info(name, value))])),
    'hash: of another text': encode(info(hash, createHash(hash).update('x').digest())),
    'hash: hashed twice': encode(info(hash, createHash(hash).update(value).digest())),
    'length: digest of 31 bytes': encode(info(hash, value.subarray(1))),
    'length: digest of 33 bytes': encode(info(hash, Buffer.concat([value, hex('00')]))),
    'length: empty digest': encode(info(hash, Buffer.alloc(0))),
    'encoding: digest without DigestInfo': encode(value),
    'encoding: no NULL': encode(element(0x30, algorithm(hash, Buffer.alloc(0)), element(0x04, value))),
    'encoding: NULL of one byte': encode(element(0x30, algorithm(hash, hex('05 01 00')), element(0x04, value))),
    'encoding: NULL with a long length': encode(element(0x30, algorithm(hash, hex('05 81 00')), element(0x04, value))),
    'encoding: two NULLs': encode(element(0x30, algorithm(hash, hex('05 00 05 00')), element(0x04, value))),
    'encoding: a text instead of NULL': encode(element(0x30, algorithm(hash, hex('04 02 6e6f')), element(0x04, value))),
    'encoding: an element behind the digest': encode(element(0x30, algorithm(hash), element(0x04, value), hex('05 00'))),
    'encoding: bytes behind the DigestInfo': encode(Buffer.concat([info(hash), hex('00')])),
    'encoding: a long length of the sequence': encode(Buffer.concat([hex('30 81'), info(hash).subarray(1)])),
    'encoding: a long length of the digest': encode(element(0x30, algorithm(hash), hex('04 81 20'), value)),
    'encoding: an indefinite length': encode(Buffer.concat([hex('30 80'), info(hash).subarray(2), hex('00 00')])),
    'encoding: BIT STRING instead of OCTET STRING': encode(element(0x30, algorithm(hash), element(0x03, value))),
    'encoding: SET instead of SEQUENCE': encode(Buffer.concat([hex('31'), info(hash).subarray(1)])),
    ...Object.fromEntries(
      Array.from({ length: 19 }, (_, n) => [
        `encoding: byte ${n} of the DigestInfo differs`,
        replaced(good, start + n, (good[start + n] ?? 0) ^ 0x10),
      ]),
    ),
    'value: zero': Buffer.alloc(SIZE),
    'value: one': replaced(Buffer.alloc(SIZE), SIZE - 1, 1),
  }
}

/** Performs RSA without padding. */
const rawSign = (key: KeyObject, block: Buffer) => privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, block)
const toInteger = (data: Uint8Array) => BigInt(`0x${Buffer.from(data).toString('hex')}`)
const toBytes = (value: bigint, length: number) => bytes(Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex'))

/** The order of P-256 (SEC 2). */
const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** The prime of P-256. */
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn

const CRYPTO: Readonly<Record<string, () => ServiceCrypto>> = { WebCrypto: createWebCrypto, 'node:crypto': createNodeCrypto }

describe.each(Object.entries(CRYPTO))('faults of signatures on %s', (_, create) => {
  const crypto = create()
  const { privateKey, spki } = pooledDevice(0)
  const key = toDeviceKey(bytes(spki))

  describe.each([
    ['SHA-256', 'sha256'],
    ['SHA3-256', 'sha3-256'],
  ] as const)('RSASSA-PKCS1-v1_5 with 2048 bits and %s', (name, hash) => {
    const verifies = async (signature: Uint8Array<ArrayBuffer>) => crypto.verifyRsa(key, name, DATA, signature)

    test('D16: only the encoded message of RFC 8017 verifies', async () => {
      const good = encode(info(hash))
      expect(rawSign(privateKey, good).equals(sign(hash, DATA, privateKey))).toBe(true)
      expect(await verifies(bytes(rawSign(privateKey, good)))).toBe(true)
      const blocks = rsaBlocks(hash)
      expect(Object.keys(blocks).length).toBeGreaterThan(60)
      const modulus = toInteger(spki.subarray(33, 289))
      for (const [fault, block] of Object.entries(blocks)) {
        expect([fault, block.length, toInteger(block) < modulus]).toEqual([fault, SIZE, true])
        expect([fault, await verifies(bytes(rawSign(privateKey, block)))]).toEqual([fault, false])
      }
    })

    test('D3: no other number and no other length verifies', async () => {
      const signature = bytes(sign(hash, DATA, privateKey))
      const modulus = toInteger(spki.subarray(33, 289))
      const value = toInteger(signature)
      const numbers = [
        0n,
        1n,
        2n,
        modulus - 1n,
        modulus,
        modulus + 1n,
        modulus - value,
        value - 1n,
        value + 1n,
        value >> 1n,
        2n ** 2048n - 1n,
      ]
      // The same number modulo the modulus, where it fits.
      if (value + modulus < 2n ** 2048n) numbers.push(value + modulus)
      for (const number of numbers) expect([number, await verifies(toBytes(number, SIZE))]).toEqual([number, false])
      for (const other of [
        signature.subarray(1),
        signature.subarray(0, -1),
        new Uint8Array(),
        new Uint8Array(1),
        new Uint8Array(512),
      ])
        expect(await verifies(bytes(other))).toBe(false)
      for (const added of [
        [0, ...signature],
        [...signature, 0],
      ])
        expect(await verifies(new Uint8Array(added))).toBe(false)
      for (let bit = 0; bit < 8 * SIZE; bit += 61) {
        const flipped = signature.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
        expect([bit, await verifies(flipped)]).toEqual([bit, false])
      }
    })
  })

  test('A13: with ECDSA P-256, no zero, large or differently encoded r and s verifies', async () => {
    const jwk = await crypto.generateKey()
    const signature = await (await crypto.importSigner(jwk))(DATA)
    const check = await crypto.importVerifier(jwk)
    expect(await check(DATA, signature)).toBe(true)
    const [r, s] = [toInteger(signature.subarray(0, 32)), toInteger(signature.subarray(32))]
    const join = (first: bigint, second: bigint) => bytes(Buffer.concat([toBytes(first, 32), toBytes(second, 32)]))
    const edges = [0n, 1n, 2n, N - 1n, N, N + 1n, P - N, P - 1n, P, 2n ** 256n - 1n]
    for (const edge of edges) {
      expect([edge, await check(DATA, join(edge, s))]).toEqual([edge, false])
      expect([edge, await check(DATA, join(r, edge))]).toEqual([edge, false])
      for (const second of edges) expect([edge, second, await check(DATA, join(edge, second))]).toEqual([edge, second, false])
    }
    const others = [join(s, r), join(N - r, s), join(r ^ 1n, s), join(r, s ^ 1n)]
    if (r + N < 2n ** 256n) others.push(join(r + N, s))
    if (s + N < 2n ** 256n) others.push(join(r, s + N))
    const integer = (value: bigint) => element(0x02, hex('00'), toBytes(value, 32))
    const encodings = [
      element(0x30, integer(r), integer(s)),
      element(0x30, integer(0n), integer(0n)),
      hex('30 00'),
      Buffer.alloc(0),
    ]
    const lengths = [
      signature.subarray(0, 63),
      signature.subarray(1),
      Buffer.concat([signature, hex('00')]),
      Buffer.concat([hex('00'), signature]),
    ]
    const wide = [Buffer.concat([toBytes(r, 48), toBytes(s, 48)]), Buffer.concat([toBytes(r, 33), toBytes(s, 33)])]
    for (const other of [...others, ...encodings, ...lengths, ...wide]) expect(await check(DATA, bytes(other))).toBe(false)
    // Both s and n - s are valid (FIPS 186-5): the holder of a token can write it in a second form, and no rule depends on its text.
    expect(await check(DATA, join(r, N - s))).toBe(true)
    expect(await check(bytes('another text'), signature)).toBe(false)
  })
})

describeWorlds('faults of tokens', (world) => {
  let token: string
  beforeAll(async () => {
    const tenant = await createTenant(world.service)
    token = await tenant.adminToken()
  })

  test('A12: a token in another encoding, with another algorithm or with another signature is refused', async () => {
    const [head = '', body = '', tail = ''] = token.split('.')
    const encodeHeader = (header: object | string) =>
      Buffer.from(typeof header === 'string' ? header : JSON.stringify(header)).toString('base64url')
    const header = JSON.parse(Buffer.from(head, 'base64url').toString())
    const signature = Buffer.from(tail, 'base64url')
    const withHeader = (change: object) => `${encodeHeader({ ...header, ...change })}.${body}.${tail}`
    const [r, s] = [signature.subarray(0, 32), signature.subarray(32)]
    const forms = {
      'encoding: padded': [`${head}.${body}.${tail}==`, `${head}=.${body}.${tail}`],
      'encoding: base64 instead of base64url': [`${head}.${body}.${signature.toString('base64')}`],
      'encoding: stray bits': [
        `${head}.${body}.${tail.slice(0, -1)}${tail.endsWith('A') ? 'B' : String.fromCharCode(tail.charCodeAt(85) + 1)}`,
      ],
      'encoding: a blank inside': [`${head}.${body}.${tail.slice(0, 9)} ${tail.slice(9)}`],
      'encoding: parts': [
        `${head}.${body}`,
        `${head}.${body}.`,
        `.${body}.${tail}`,
        `${head}..${tail}`,
        `${token}.`,
        `${token}.${tail}`,
        `${head}.${body}..${tail}`,
      ],
      'encoding: JSON': [JSON.stringify({ protected: head, payload: body, signature: tail })],
      'algorithm: none': [
        withHeader({ alg: 'none' }),
        `${encodeHeader({ ...header, alg: 'none' })}.${body}.`,
        withHeader({ alg: 'None' }),
      ],
      'algorithm: another': ['HS256', 'RS256', 'ES384', 'ES256K', 'EdDSA', 'es256', '', null, 1, ['ES256']].map((alg) =>
        withHeader({ alg }),
      ),
      'header: critical': [withHeader({ crit: ['exp'] }), withHeader({ b64: false, crit: ['b64'] }), withHeader({ crit: [] })],
      'header: a key of the caller': [
        withHeader({ jwk: { kty: 'EC' } }),
        withHeader({ x5c: [] }),
        withHeader({ jku: 'https://a.example' }),
      ],
      'header: duplicate members': [`${encodeHeader(`{"alg":"none",${JSON.stringify(header).slice(1)}`)}.${body}.${tail}`],
      'header: not an object': [
        `${encodeHeader('[]')}.${body}.${tail}`,
        `${encodeHeader('null')}.${body}.${tail}`,
        `${encodeHeader('{')}.${body}.${tail}`,
      ],
      'signature: zero': [
        `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`,
        `${head}.${body}.${Buffer.alloc(1).toString('base64url')}`,
      ],
      'signature: DER': [
        `${head}.${body}.${element(0x30, element(0x02, hex('00'), r), element(0x02, hex('00'), s)).toString('base64url')}`,
      ],
      'signature: r and s swapped': [`${head}.${body}.${Buffer.concat([s, r]).toString('base64url')}`],
      'signature: length': [signature.subarray(1), signature.subarray(0, 63), Buffer.concat([signature, hex('00')])].map(
        (other) => `${head}.${body}.${Buffer.from(other).toString('base64url')}`,
      ),
      'payload: changed': [`${head}.${encodeHeader(JSON.parse(Buffer.from(body, 'base64url').toString()))}A.${tail}`],
    }
    const status = async (bearer: string) =>
      (await call(world.service, '/api/latest/profile', { headers: { authorization: `Bearer ${bearer}` } })).status
    expect(await status(token)).toBe(200)
    for (const [fault, tokens] of Object.entries(forms))
      for (const [nth, other] of tokens.entries()) expect([fault, nth, await status(other)]).toEqual([fault, nth, 401])
    expect(await status(token)).toBe(200)
  })
})
