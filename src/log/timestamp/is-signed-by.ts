import { type Bytes, concatBytes } from '../bytes.ts'
import { CONTEXT, childrenOf, type Der, malformedTimestamp, openDer, readDer, TAG } from './der.ts'
import { type Algorithm, readAlgorithm, readNumber, readOid } from './der-values.ts'
import { type Digest, digestOf, unknownAlgorithm } from './digests.ts'
import type { TimestampSubtle } from './timestamp-subtle.ts'

/** A signature with what it covers. */
export interface SignedBytes {
  readonly message: Bytes
  readonly signature: Bytes
  /** The algorithm of the signature. */
  readonly algorithm: Algorithm
  /** The hash of the message, for an algorithm that does not name one. */
  readonly digest?: Digest | undefined
}

/**
 * Returns whether a key made a signature: RSA (PKCS #1 v1.5 or PSS) or ECDSA over P-256, P-384 or P-521, with SHA-256, SHA-384 or SHA-512.
 *
 * @param spki The public key (SubjectPublicKeyInfo, DER).
 * @throws {LicetError} `invalid_proof` for another algorithm.
 */
export async function isSignedBy<Key>(
  spki: Bytes,
  { message, signature, algorithm, digest }: SignedBytes,
  subtle: TimestampSubtle<Key>,
): Promise<boolean> {
  const read = SCHEMES[algorithm.oid]
  if (read === undefined) throw unknownAlgorithm(algorithm.oid)
  const { hash, name, saltLength } = read(algorithm, digest)
  if (name !== 'ECDSA') {
    const key = await subtle.importKey('spki', spki, { name, hash }, false, ['verify']).catch(notItsKey)
    return subtle.verify(saltLength === undefined ? { name } : { name, saltLength }, key, signature, message)
  }
  const { namedCurve, bytes } = curveOf(spki)
  const key = await subtle.importKey('spki', spki, { name, namedCurve }, false, ['verify']).catch(notItsKey)
  return subtle.verify({ name, hash }, key, toRaw(signature, bytes), message)
}

/** A scheme of WebCrypto. */
interface Scheme {
  readonly name: 'RSASSA-PKCS1-v1_5' | 'RSA-PSS' | 'ECDSA'
  readonly hash: Digest
  readonly saltLength?: number | undefined
}

/** How the scheme of an algorithm is read. RFC 8017, appendix C, and RFC 5758 list the object identifiers. */
const SCHEMES: Readonly<Record<string, (algorithm: Algorithm, digest: Digest | undefined) => Scheme>> = {
  '1.2.840.113549.1.1.1': (algorithm, digest) => withDigest('RSASSA-PKCS1-v1_5', algorithm, digest),
  '1.2.840.113549.1.1.11': () => ({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }),
  '1.2.840.113549.1.1.12': () => ({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' }),
  '1.2.840.113549.1.1.13': () => ({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }),
  '1.2.840.113549.1.1.10': readPss,
  '1.2.840.10045.2.1': (algorithm, digest) => withDigest('ECDSA', algorithm, digest),
  '1.2.840.10045.4.3.2': () => ({ name: 'ECDSA', hash: 'SHA-256' }),
  '1.2.840.10045.4.3.3': () => ({ name: 'ECDSA', hash: 'SHA-384' }),
  '1.2.840.10045.4.3.4': () => ({ name: 'ECDSA', hash: 'SHA-512' }),
}

function withDigest(name: Scheme['name'], { oid }: Algorithm, hash: Digest | undefined): Scheme {
  if (hash === undefined) throw unknownAlgorithm(oid)
  return { name, hash }
}

/** Reads the parameters of RSASSA-PSS (RFC 8017, appendix A.2.3). WebCrypto uses the same hash for the mask. */
function readPss({ oid, parameters }: Algorithm): Scheme {
  if (parameters === undefined) throw unknownAlgorithm(oid)
  const reader = openDer(parameters)
  const hash = reader.maybe(CONTEXT)
  reader.maybe(CONTEXT + 1)
  const salt = reader.maybe(CONTEXT + 2)
  // Without a hash it is SHA-1.
  if (hash === undefined || salt === undefined) throw unknownAlgorithm(oid)
  return {
    name: 'RSA-PSS',
    hash: digestOf(readAlgorithm(readDer(hash.content))),
    saltLength: readNumber(readDer(salt.content)),
  }
}

const CURVES: Readonly<Record<string, { readonly namedCurve: string; readonly bytes: number }>> = {
  '1.2.840.10045.3.1.7': { namedCurve: 'P-256', bytes: 32 },
  '1.3.132.0.34': { namedCurve: 'P-384', bytes: 48 },
  '1.3.132.0.35': { namedCurve: 'P-521', bytes: 66 },
}

function curveOf(spki: Bytes) {
  const { oid, parameters } = readAlgorithm(openDer(readDer(spki)).next())
  const curve = parameters?.tag === TAG.oid ? readOid(parameters) : oid
  const found = CURVES[curve]
  if (found === undefined) throw unknownAlgorithm(curve)
  return found
}

/** Turns an ECDSA signature of X.509 (RFC 3279, section 2.2.3) into the form of WebCrypto: both numbers with a fixed length. */
function toRaw(signature: Bytes, bytes: number): Bytes {
  const numbers = childrenOf(readDer(signature))
  if (numbers.length !== 2) throw malformedTimestamp()
  return concatBytes(...numbers.map((number) => padded(number, bytes)))
}

function padded({ tag, content }: Der, bytes: number): Bytes {
  const digits = content[0] === 0 ? content.subarray(1) : content
  if (tag !== TAG.integer || digits.length > bytes) throw malformedTimestamp()
  return concatBytes(new Uint8Array(bytes - digits.length), digits)
}

/** The key has another type than its signature. */
function notItsKey(): never {
  throw malformedTimestamp()
}
