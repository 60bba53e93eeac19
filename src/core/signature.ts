import { canonicalize } from './canonical-json.ts'
import { LicetError } from './errors.ts'
import { hasLoneSurrogate, type JsonObject, type JsonValue } from './json.ts'

/** A hash function. The layer above passes it in, because `core` has no cryptography. */
export type Digest = (bytes: Uint8Array) => Uint8Array<ArrayBuffer>

/** The signature suites of a license request, in the order in which the service tries them (wire decisions, section 3). */
export const SIGNATURE_SUITES = ['licet-1', 'rsa-sha3-256', 'rs256-json'] as const

/** A signature suite of a license request. */
export type SignatureSuite = (typeof SIGNATURE_SUITES)[number]

/** The hash of RSASSA-PKCS1-v1_5 in each suite. */
export const SUITE_HASH: Readonly<Record<SignatureSuite, 'SHA-256' | 'SHA3-256'>> = {
  'licet-1': 'SHA-256',
  'rsa-sha3-256': 'SHA3-256',
  'rs256-json': 'SHA-256',
}

/**
 * Returns the bytes that RSASSA-PKCS1-v1_5 signs for a license request, without the member `signature` (wire decisions, section 3).
 *
 * `licet-1` signs the 32 bytes SHA3-256(JCS(request)); `rsa-sha3-256` signs JCS(request); `rs256-json` signs
 * `JSON.stringify(request)` with the members in the order given.
 *
 * @throws {LicetError} `invalid_json` when the request has no canonical form.
 */
export function toSignedBytes(request: object, suite: SignatureSuite, sha3: Digest): Uint8Array<ArrayBuffer> {
  if (suite === 'rs256-json') return utf8(JSON.stringify(withoutSignature(request)))
  const canonical = toCanonicalBytes(request)
  return suite === 'licet-1' ? sha3(canonical) : canonical
}

/**
 * Returns the canonical bytes of a license request: its JCS form in UTF-8, without the member `signature`.
 *
 * Their SHA3-256 as base64url identifies the request and is the member `req` of its receipt.
 *
 * @throws {LicetError} `invalid_json` when the request has no canonical form.
 */
export function toCanonicalBytes(request: object): Uint8Array<ArrayBuffer> {
  return utf8(canonicalize(withoutSignature(request)))
}

/** Encodes text as UTF-8. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** Decodes UTF-8. A byte that is none becomes U+FFFD. */
export function fromUtf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function withoutSignature(request: object): JsonObject {
  const members: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(request)) if (name !== 'signature') members[name] = value
  assertSignable(members)
  return members
}

// Refuses values that other implementations read differently (wire decisions, section 3).
function assertSignable(value: JsonValue): void {
  if (typeof value === 'string' && (hasLoneSurrogate(value) || value.includes('\u0000')))
    throw notSignable('half of a surrogate pair, or U+0000')
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw notSignable('an integer beyond 2^53')
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    assertSignable(name)
    assertSignable(member)
  }
}

function notSignable(what: string): LicetError<'invalid_json'> {
  return new LicetError(
    'invalid_json',
    `The request contains ${what}, which JSON readers interpret differently. Nothing was signed. Leave it out or write it as text.`,
  )
}
