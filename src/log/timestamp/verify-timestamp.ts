import { SECOND_MS } from '../../core/time-units.ts'
import { isEpochSecond } from '../../core/timestamp.ts'
import { type Bytes, isSameBytes } from '../bytes.ts'
import { invalidProof } from '../invalid-proof.ts'
import type { Certificate } from './certificate.ts'
import { hasUsage, isTrusted, isValidAt } from './certificate-chain.ts'
import { childrenOf, type Der, malformedTimestamp, openDer, TAG } from './der.ts'
import { readAlgorithm, readOid, withoutZeros } from './der-values.ts'
import { type Digest, digestOf, SHA_256 } from './digests.ts'
import { isSignedBy } from './is-signed-by.ts'
import type { TimestampSubtle } from './timestamp-subtle.ts'
import { readTimestampToken, type Signer, type TimestampToken } from './timestamp-token.ts'

/** A time stamp that was verified. */
export interface VerifiedTimestamp {
  /** The stamped bytes existed before this time, in whole seconds since the epoch. The stated accuracy is included. */
  readonly at: number
  /** The name in the certificate of the authority. */
  readonly by: string
  /** Whether this certificate leads to one of the trusted ones. Without it, anyone can have made the certificate, with any name. */
  readonly isTrusted: boolean
}

/** Options of {@link verifyTimestamp}. */
export interface TimestampOptions {
  /** The nonce of the request. Default: not compared. */
  readonly nonce?: Bytes | undefined
  /** Certificates of authorities that the caller trusts. Default: none. */
  readonly trusted?: readonly Certificate[] | undefined
}

const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const SUBJECT_KEY_ID = '2.5.29.14'
const SIGNS_DATA = 0
const SIGNS_STATEMENTS = 1

/**
 * Verifies a time stamp of RFC 3161 over a message. Makes no request, and does not check whether a certificate was revoked.
 *
 * Checks that the authority stamped the SHA-256 of the message and signed it, and that its certificate was for time stamps and valid at
 * that time.
 *
 * @param token `TimeStampToken`, DER.
 * @throws {LicetError} `invalid_proof`
 */
export async function verifyTimestamp(
  token: Bytes,
  message: Bytes,
  subtle: TimestampSubtle,
  { nonce, trusted = [] }: TimestampOptions = {},
): Promise<VerifiedTimestamp> {
  const read = readTimestampToken(token)
  const { info } = read
  if (info.imprint.algorithm.oid !== SHA_256 || !isSameBytes(info.imprint.hash, await hash(subtle, 'SHA-256', message)))
    throw invalidProof('The time stamp covers another checkpoint of the log')
  if (nonce !== undefined && (info.nonce === undefined || !isSameBytes(withoutZeros(info.nonce), withoutZeros(nonce))))
    throw invalidProof('The time stamp answers another request')
  const certificate = await findSigner(read, subtle)
  await checkSignature(read, certificate, subtle)
  if (!isForTimestamps(certificate)) throw invalidProof('The certificate of the time stamp is not made for time stamps')
  if (!isValidAt(certificate, info.at)) throw invalidProof('The certificate of the time stamp was not valid at that time')
  const at = Math.ceil(info.latest / SECOND_MS)
  // An accuracy of a million years is no time that anyone can write.
  if (!isEpochSecond(at)) throw malformedTimestamp()
  const path = { trusted, others: read.certificates, at: info.at }
  return {
    at,
    by: certificate.name,
    isTrusted: await isTrusted(certificate, path, subtle),
  }
}

/** Returns the certificate that the signer is named by and that the signature covers (ESSCertID of RFC 2634 and RFC 5816). */
async function findSigner({ certificates, signer }: TimestampToken, subtle: TimestampSubtle): Promise<Certificate> {
  const bound = readBound(signer.attributes)
  for (const one of certificates)
    if (isNamed(one, signer) && isSameBytes(bound.hash, await hash(subtle, bound.digest, one.bytes))) return one
  throw invalidProof('The time stamp comes without the certificate of its signer')
}

/** Reads the hash of the signer's certificate: the first ESSCertIDv2, or ESSCertID with SHA-1, which RFC 5816 still allows. */
function readBound(attributes: Signer['attributes']): { readonly digest: Digest; readonly hash: Bytes } {
  const v2 = attributes.get(SIGNING_CERTIFICATE_V2)
  const attribute = v2 ?? attributes.get(SIGNING_CERTIFICATE)
  if (attribute === undefined) throw invalidProof('The time stamp does not cover the certificate of its signer')
  const first = openDer(openDer(openDer(attribute).next()).next())
  const algorithm = first.maybe(TAG.sequence)
  const digest = v2 === undefined ? 'SHA-1' : algorithm === undefined ? 'SHA-256' : digestOf(readAlgorithm(algorithm))
  return { digest, hash: first.next(TAG.octetString).content }
}

function isNamed({ issuer, serial, extensions }: Certificate, signer: Signer): boolean {
  if (signer.issuer !== undefined && signer.serial !== undefined)
    return isSameBytes(issuer, signer.issuer) && isSameBytes(serial, signer.serial)
  const keyId = extensions.get(SUBJECT_KEY_ID)?.value.content
  return keyId !== undefined && signer.subjectKeyId !== undefined && isSameBytes(keyId, signer.subjectKeyId)
}

async function checkSignature({ content, signer }: TimestampToken, { spki }: Certificate, subtle: TimestampSubtle): Promise<void> {
  const digest = digestOf(signer.digest)
  const stated = signer.attributes.get(MESSAGE_DIGEST)
  const isStated = stated?.tag === TAG.octetString && isSameBytes(stated.content, await hash(subtle, digest, content))
  const { signed: message, signature, algorithm } = signer
  if (!isStated || !(await isSignedBy(spki, { message, signature, algorithm, digest }, subtle)))
    throw invalidProof('The signature of the time stamp is wrong')
}

/** RFC 3161, section 2.3: the certificate has this purpose, no other one, and says so critically. */
function isForTimestamps(certificate: Certificate): boolean {
  const purposes = certificate.extensions.get(EXTENDED_KEY_USAGE)
  const isOnly = (value: Der) => {
    const [first, ...others] = childrenOf(value)
    return first !== undefined && others.length === 0 && readOid(first) === TIME_STAMPING
  }
  if (purposes?.isCritical !== true || !isOnly(purposes.value)) return false
  return hasUsage(certificate, SIGNS_DATA) || hasUsage(certificate, SIGNS_STATEMENTS)
}

async function hash(subtle: TimestampSubtle, digest: Digest, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await subtle.digest(digest, bytes))
}
