import { execFileSync } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../../src/client/index.ts'
import { canonicalize } from '../../../src/core/canonical-json.ts'
import { type SignatureSuite, toCanonicalBytes, toSignedBytes, utf8 } from '../../../src/core/signature.ts'
import { parseJsonBytes } from '../../../src/core/strict-json.ts'
import { createService } from '../../../src/service/index.ts'
import { createNodeCrypto } from '../../../src/service/node.ts'
import { call, createTenant } from '../../fixtures/caller.ts'
import { openEmbeddedStorage } from '../../fixtures/databases.ts'
import { projectRoot } from '../../support/run-command.ts'

const read = (name: string) => JSON.parse(readFileSync(join(projectRoot, `docs/reference/vectors/${name}.json`), 'utf8'))
const device = read('device')
const canonical = read('canonical-json')
const request = read('license-request')
const receipt = read('receipt')

const sha3 = (data: Uint8Array | string) => createHash('sha3-256').update(data).digest()
const bytes = (base64: string) => Buffer.from(base64, 'base64')

describe('our own code', () => {
  test.each(canonical.samples as readonly Record<string, string>[])(
    'writes the canonical form: $about',
    ({ json = '', ...expected }) => {
      const text = canonicalize(parseJsonBytes(utf8(json)))
      expect({ canonical: text, sha3: sha3(text).toString('base64url') }).toMatchObject({
        canonical: expected.canonical,
        sha3: expected.sha3,
      })
    },
  )

  test.each(canonical.refused as readonly Record<string, string>[])('refuses JSON with $about', ({ base64 = '' }) => {
    expect(() => parseJsonBytes(new Uint8Array(bytes(base64)))).toThrow()
  })

  test('makes the signed bytes of each suite', () => {
    const digest = (data: Uint8Array) => new Uint8Array(sha3(data))
    for (const { suite, signedBytes } of request.signatures)
      expect([suite, Buffer.from(toSignedBytes(request.members, suite as SignatureSuite, digest)).toString('base64')]).toEqual([
        suite,
        signedBytes,
      ])
    expect(Buffer.from(toCanonicalBytes(request.members)).toString()).toBe(request.canonical)
  })

  test('verifies the receipt', async () => {
    const claims = await verifyReceipt(receipt.record.receipt, receipt.keys, { issuer: receipt.claims.iss })
    expect(claims).toEqual(receipt.claims)
    expect(claims).toMatchObject({ req: request.req, terms: request.termsHash, sub: device.address, lic: receipt.record.id })
  })

  test('is a service that accepts the device, its grant, and the request in each suite', async () => {
    const storage = await openEmbeddedStorage()
    const service = await createService({ authUrl: receipt.claims.iss, storage, crypto: createNodeCrypto(), now: Date.now })
    try {
      for (const { suite, signature } of request.signatures) {
        const { provider, providerToken } = await createTenant(service)
        const { id, signature: registered } = device.registration
        const json = { id, address: device.address, pubKey: device.pubKey, signature: registered }
        const path = `/api/latest/provider/${provider.providerId}/user`
        expect((await call(service, path, { token: await providerToken(), json })).status).toBe(200)
        const form = {
          grant_type: 'client_credentials',
          client_id: `address:${provider.providerId}:${device.address}`,
          client_secret: device.grant.clientSecret,
        }
        const { body: granted } = await call(service, '/api/latest/auth/token', { form })
        const stored = await call(service, '/license/create', {
          token: granted.access_token,
          json: { ...request.members, signature },
        })
        expect([suite, stored.status, stored.body.termsHash]).toEqual([suite, 201, request.termsHash])
        expect(JSON.parse(Buffer.from(stored.body.receipt.split('.')[1], 'base64url').toString()).req).toBe(request.req)
      }
    } finally {
      await service.close()
      await storage.close()
    }
  })
})

describe('node:crypto alone', () => {
  const privateKey = createPrivateKey(device.privateKey)
  const publicKey = createPublicKey({ key: bytes(device.pubKey), format: 'der', type: 'spki' })

  test('derives the public key and the address, and makes the same signatures', () => {
    expect(createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')).toBe(device.pubKey)
    expect(sha3(bytes(device.pubKey)).toString('base64url')).toBe(device.address)
    expect(device.registration.signedText).toBe(`${device.registration.id}.${device.address}`)
    expect(sign('sha256', Buffer.from(device.registration.signedText), privateKey).toString('base64')).toBe(
      device.registration.signature,
    )
    expect(sign('sha256', Buffer.from(device.address), privateKey).toString('base64')).toBe(device.grant.clientSecret)
  })

  test('hashes the request, and makes and verifies the signature of each suite', () => {
    expect(sha3(request.canonical).toString('base64url')).toBe(request.req)
    expect(sha3(request.members.terms).toString('base64url')).toBe(request.termsHash)
    expect(Object.keys(JSON.parse(request.canonical))).toEqual(request.membersOfReq)
    const signed: Record<string, readonly [string, Buffer]> = {
      'licet-1': ['sha256', sha3(request.canonical)],
      'rsa-sha3-256': ['sha3-256', Buffer.from(request.canonical)],
      'rs256-json': ['sha256', Buffer.from(JSON.stringify(request.members))],
    }
    expect(request.signatures.map(({ suite }: { suite: string }) => suite)).toEqual(Object.keys(signed))
    for (const { suite, signedBytes, signature } of request.signatures) {
      const [hash, data] = signed[suite] ?? ['', Buffer.alloc(0)]
      expect([suite, data.toString('base64')]).toEqual([suite, signedBytes])
      expect([suite, verify(hash, data, publicKey, bytes(signature))]).toEqual([suite, true])
      expect(sign(hash, data, privateKey).toString('base64')).toBe(signature)
    }
  })

  test('verifies the receipt, as the two numbers of the JWS and as DER', () => {
    const [key] = receipt.keys.keys
    const publicEc = createPublicKey({ key, format: 'jwk' })
    const data = Buffer.from(receipt.signingInput)
    const raw = Buffer.from(receipt.raw, 'hex')
    expect(verify('sha256', data, { key: publicEc, dsaEncoding: 'ieee-p1363' }, raw)).toBe(true)
    expect(verify('sha256', data, publicEc, Buffer.from(receipt.der, 'hex'))).toBe(true)
    expect(receipt.record.receipt).toBe(`${receipt.signingInput}.${raw.toString('base64url')}`)
    expect(receipt.header).toMatchObject({ alg: 'ES256', typ: 'license-receipt+jwt', kid: key.kid })
  })
})

describe('openssl', () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-vectors-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, content: Uint8Array | string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const openssl = (...args: string[]) => execFileSync('openssl', args)

  test('hashes and verifies the request of each suite', () => {
    const key = file('device.pem', openssl('pkey', '-pubin', '-inform', 'DER', '-in', file('device.der', bytes(device.pubKey))))
    const canonicalFile = file('canonical.json', request.canonical)
    expect(openssl('dgst', '-sha3-256', '-binary', canonicalFile).toString('base64url')).toBe(request.req)
    for (const { suite, hash, signedBytes, signature } of request.signatures) {
      const digest = hash === 'SHA-256' ? '-sha256' : '-sha3-256'
      const args = [digest, '-verify', key, '-signature', file('signature', bytes(signature)), file('signed', bytes(signedBytes))]
      expect([
        suite,
        openssl('dgst', ...args)
          .toString()
          .trim(),
      ]).toEqual([suite, 'Verified OK'])
    }
  })

  test('verifies the receipt with the signature in DER', () => {
    const key = createPublicKey({ key: receipt.keys.keys[0], format: 'jwk' })
    const args = ['-sha256', '-verify', file('service.pem', key.export({ type: 'spki', format: 'pem' }))]
    const data = [file('receipt.der', Buffer.from(receipt.der, 'hex')), file('input', receipt.signingInput)] as const
    expect(
      openssl('dgst', ...args, '-signature', ...data)
        .toString()
        .trim(),
    ).toBe('Verified OK')
  })
})
