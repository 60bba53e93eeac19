// An independent verifier of stored licenses. It uses only node:crypto and jose, no code of licet, and follows the description of the wire.
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'

/** A license record, as the service returns it. */
export interface StoredLicense {
  readonly id: string
  readonly address: string
  readonly terms: string
  readonly termsHash: string
  readonly status: string
  readonly uses: readonly { readonly usecases: readonly string[]; readonly destinations: readonly string[] }[]
  readonly signature: string
  readonly receipt: string
  readonly supersedes?: string
  readonly [member: string]: unknown
}

/** The members that the service adds to a request. All other members are signed. */
const ADDED_BY_SERVICE = ['id', 'providerId', 'address', 'termsHash', 'signature', 'timestamp', 'status', 'supersedes', 'receipt']

/** Returns the SHA3-256 hash, base64url. */
export const sha3 = (data: string | Uint8Array) => createHash('sha3-256').update(data).digest('base64url')

/** Returns the canonical JSON (RFC 8785) of strings, arrays and objects. `<` orders by UTF-16 code units, as the RFC requires. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

/** Returns the bytes that a device signs for a request: SHA3-256 of its canonical JSON. */
export const signedBytes = (request: object) => createHash('sha3-256').update(canonical(request)).digest()

/** Returns the signed request of a record. */
export function requestOf(license: StoredLicense): Record<string, unknown> {
  return Object.fromEntries(Object.entries(license).filter(([name]) => !ADDED_BY_SERVICE.includes(name)))
}

/** Returns the requests of an administrator of the organization. */
export async function openAdministrator(url: string, userId: string, apiKey: string) {
  const response = await fetch(`${url}/api/latest/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: `user:${userId}`, client_secret: apiKey }),
  })
  if (!response.ok) throw new Error(`The token endpoint responded with status ${response.status}.`)
  const { access_token: token } = (await response.json()) as { access_token: string }
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    if (!response.ok) throw new Error(`${path} responded with status ${response.status}.`)
    return response.json()
  }
  return {
    licenses: async () => {
      const { licenses } = (await get('/license')) as { licenses: StoredLicense[] }
      return licenses
    },
  }
}

/** Returns the public key that a device registered with a provider. */
export async function readRegisteredKey(
  url: string,
  provider: { id: string; publicKey: string },
  address: string,
): Promise<KeyObject> {
  const token = await providerToken(url, provider)
  const response = await fetch(`${url}/api/latest/provider/${provider.id}/user?address=${address}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const [registration] = (await response.json()) as { pubKey: string }[]
  if (registration === undefined) throw new Error('The address is not registered.')
  return createPublicKey({ key: Buffer.from(registration.pubKey, 'base64'), format: 'der', type: 'spki' })
}

async function providerToken(url: string, provider: { id: string; publicKey: string }): Promise<string> {
  const response = await fetch(`${url}/api/latest/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: `provider:${provider.id}`,
      client_secret: provider.publicKey,
      scope: 'account:provider',
    }),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  return token
}

/** Verifies every claim about a record separately. */
export async function verifyLicense(url: string, license: StoredLicense, key: KeyObject) {
  const request = requestOf(license)
  const keys = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as JSONWebKeySet
  const { payload, protectedHeader } = await jwtVerify(license.receipt, createLocalJWKSet(keys), { issuer: url })
  return {
    address: sha3(key.export({ format: 'der', type: 'spki' })) === license.address,
    signature: verify('sha256', signedBytes(request), key, Buffer.from(license.signature, 'base64')),
    termsHash: sha3(license.terms) === license.termsHash,
    receipt: protectedHeader.typ === 'license-receipt+jwt' && payload.lic === license.id && payload.sub === license.address,
    receiptRequest: payload.req === sha3(canonical(request)),
    receiptTerms: payload.terms === license.termsHash,
  }
}

/** Creates a registered device with a token, which can sign any request. */
export async function createDevice(url: string, provider: { id: string; publicKey: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  const address = sha3(spki)
  const signText = (text: string) => sign('sha256', Buffer.from(text), privateKey).toString('base64')
  const ptr = `shopper-${address.slice(0, 8)}`
  const registered = await fetch(`${url}/api/latest/provider/${provider.id}/user`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await providerToken(url, provider)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: ptr, address, pubKey: spki.toString('base64'), signature: signText(`${ptr}.${address}`) }),
  })
  if (!registered.ok) throw new Error(`The registration responded with status ${registered.status}.`)
  const response = await fetch(`${url}/api/latest/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: `address:${provider.id}:${address}`,
      client_secret: signText(address),
    }),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  return {
    address,
    ptr,
    /** Signs a request in the default suite. */
    sign: (request: object) => ({ ...request, signature: sign('sha256', signedBytes(request), privateKey).toString('base64') }),
    submit: (request: object) =>
      fetch(`${url}/license/create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(request),
      }),
  }
}
