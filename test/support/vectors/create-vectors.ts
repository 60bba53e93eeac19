import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { canonicalize } from '../../../src/core/canonical-json.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { SIGNATURE_SUITES, SUITE_HASH, toCanonicalBytes, toSignedBytes, utf8 } from '../../../src/core/signature.ts'
import { parseJsonBytes } from '../../../src/core/strict-json.ts'
import { createService } from '../../../src/service/index.ts'
import { createNodeCrypto } from '../../../src/service/node.ts'
import { call, createTenant } from '../../fixtures/caller.ts'
import { openEmbeddedStorage } from '../../fixtures/databases.ts'
import { type Device, sha3, toDevice, unsignedRequest } from '../../fixtures/device.ts'
import { CANONICAL, REFUSED } from './json-samples.ts'
import { toDer } from './to-der.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const toSha3 = (bytes: Uint8Array) => new Uint8Array(sha3(Buffer.from(bytes)))

/** Returns the content of each file of vectors. */
export async function createVectors(): Promise<Readonly<Record<string, JsonObject>>> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 65537 })
  const device = toDevice(privateKey)
  const request = unsignedRequest({
    ptr: 'user-17',
    description: 'Receipts for rewards – 200 points',
    expiry: '2099-12-31T00:00:00Z',
    'x-salt': base64url(randomBytes(16)),
  })
  const members: JsonObject = JSON.parse(JSON.stringify(request))
  return {
    device: deviceVector(device),
    'canonical-json': canonicalVector(),
    'license-request': requestVector(device, members),
    receipt: await receiptVector(device, members),
  }
}

function deviceVector(device: Device): JsonObject {
  const registration = `user-17.${device.address}`
  return {
    about:
      'A device key, its address, and the two signatures with which it registers and gets tokens. RSASSA-PKCS1-v1_5 is deterministic.',
    privateKey: device.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    pubKey: device.pubKey,
    address: device.address,
    registration: { id: 'user-17', signedText: registration, signature: device.sign(registration) },
    grant: { signedText: device.address, clientSecret: device.sign(device.address) },
  }
}

function canonicalVector(): JsonObject {
  const samples = Object.entries(CANONICAL).map(([about, json]) => {
    const canonical = canonicalize(parseJsonBytes(utf8(json)))
    return { about, json, canonical, sha3: base64url(sha3(canonical)) }
  })
  return {
    about:
      'Texts of JSON, their canonical form (RFC 8785), and its SHA3-256 as base64url. The service refuses the texts in "refused".',
    samples,
    refused: Object.entries(REFUSED).map(([reason, json]) => ({ about: reason, base64: base64(Buffer.from(json, 'latin1')) })),
  }
}

function requestVector(device: Device, members: JsonObject): JsonObject {
  const canonical = toCanonicalBytes(members)
  const signatures = SIGNATURE_SUITES.map((suite) => {
    const bytes = toSignedBytes(members, suite, toSha3)
    const hash = SUITE_HASH[suite]
    return {
      suite,
      hash,
      signedBytes: base64(bytes),
      signature: device.sign(Buffer.from(bytes), hash.toLowerCase().replace('sha-', 'sha')),
    }
  })
  return {
    about: 'A request without its signature, and the signature of the device in each suite. "req" identifies the request.',
    members,
    membersOfReq: Object.keys(members).sort(),
    canonical: Buffer.from(canonical).toString(),
    req: base64url(sha3(Buffer.from(canonical))),
    termsHash: base64url(sha3(String(members.terms))),
    signatures,
  }
}

/** Stores the request at a service, and returns the record with its receipt. */
async function receiptVector(device: Device, members: JsonObject): Promise<JsonObject> {
  const storage = await openEmbeddedStorage()
  const authUrl = 'https://licenses.example.com'
  const service = await createService({ authUrl, storage, crypto: createNodeCrypto(), now: Date.now })
  try {
    const tenant = await createTenant(service)
    await tenant.register(device, String(members.ptr))
    const token = await tenant.addressToken(device)
    const signature = device.sign(sha3(Buffer.from(toCanonicalBytes(members))))
    const { body: record } = await call(service, '/license/create', { token, json: { ...members, signature } })
    const { body: keys } = await call(service, '/.well-known/jwks.json')
    const [header = '', payload = '', raw = ''] = record.receipt.split('.')
    return {
      about:
        'A record as the service returned it, the key set, and the parts of its receipt (a compact JWS, ES256). "der" is the same signature as openssl reads it.',
      record,
      keys,
      header: JSON.parse(Buffer.from(header, 'base64url').toString()),
      claims: JSON.parse(Buffer.from(payload, 'base64url').toString()),
      signingInput: `${header}.${payload}`,
      raw: Buffer.from(raw, 'base64url').toString('hex'),
      der: toDer(Buffer.from(raw, 'base64url')).toString('hex'),
    }
  } finally {
    await service.close()
    await storage.close()
  }
}
