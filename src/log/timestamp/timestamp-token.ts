import { SECOND_MS } from '../../core/time-units.ts'
import { type Bytes, concatBytes } from '../bytes.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { CONTEXT, childrenOf, type Der, type DerReader, malformedTimestamp, openDer, readDer, TAG } from './der.ts'
import { type Algorithm, readAlgorithm, readNumber, readOid, readTime } from './der-values.ts'

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'

/** A time stamp (TimeStampToken of RFC 3161, a SignedData of RFC 5652). Nothing of it is checked. */
export interface TimestampToken {
  readonly info: TimestampInfo
  /** The bytes of `info`, whose hash is in the signed attributes. */
  readonly content: Bytes
  /** Certificates, of which one made the signature. */
  readonly certificates: readonly Certificate[]
  readonly signer: Signer
}

/** What the authority states (TSTInfo of RFC 3161, section 2.4.2). */
export interface TimestampInfo {
  readonly imprint: { readonly algorithm: Algorithm; readonly hash: Bytes }
  /** The latest time that the stated accuracy allows, in milliseconds since the epoch. */
  readonly latest: number
  /** The stated time, in milliseconds since the epoch. */
  readonly at: number
  /** The content of the INTEGER. */
  readonly nonce?: Bytes | undefined
}

/** Who signed, and what (SignerInfo of RFC 5652, section 5.3). */
export interface Signer {
  readonly issuer?: Bytes | undefined
  readonly serial?: Bytes | undefined
  readonly subjectKeyId?: Bytes | undefined
  readonly digest: Algorithm
  readonly algorithm: Algorithm
  readonly signature: Bytes
  /** The signed attributes, in the form that was signed. */
  readonly signed: Bytes
  /** The value of each signed attribute, by its object identifier. */
  readonly attributes: ReadonlyMap<string, Der>
}

/**
 * Reads a time stamp.
 *
 * @throws {LicetError} `invalid_proof` when it has another form, and for several signers: RFC 3161 allows only the authority.
 */
export function readTimestampToken(bytes: Bytes): TimestampToken {
  const outer = openDer(readDer(bytes))
  expectOid(outer, SIGNED_DATA)
  const data = openDer(readDer(outer.next(CONTEXT).content))
  data.next(TAG.integer)
  data.next(TAG.set)
  const encapsulated = openDer(data.next())
  expectOid(encapsulated, TST_INFO)
  const { content } = readOctets(encapsulated.next(CONTEXT))
  const certificates = data.maybe(CONTEXT)
  data.maybe(CONTEXT + 1)
  const [signer, ...others] = childrenOf(data.next(), TAG.set)
  if (signer === undefined || others.length > 0) throw malformedTimestamp()
  return {
    info: readInfo(readDer(content)),
    content,
    // Other kinds of certificates than X.509 have other tags.
    certificates: (certificates === undefined ? [] : childrenOf(certificates, CONTEXT))
      .filter(({ tag }) => tag === TAG.sequence)
      .map(readCertificate),
    signer: readSigner(signer),
  }
}

function readOctets({ content }: Der): Der {
  const octets = readDer(content)
  if (octets.tag !== TAG.octetString) throw malformedTimestamp()
  return octets
}

function readInfo(der: Der): TimestampInfo {
  const reader = openDer(der)
  reader.next(TAG.integer)
  reader.next(TAG.oid)
  const imprint = openDer(reader.next())
  const algorithm = readAlgorithm(imprint.next())
  const hash = imprint.next(TAG.octetString).content
  reader.next(TAG.integer)
  const at = readTime(reader.next(TAG.generalizedTime))
  const accuracy = reader.maybe(TAG.sequence)
  reader.maybe(TAG.boolean)
  const nonce = reader.maybe(TAG.integer)?.content
  return { imprint: { algorithm, hash }, at, latest: at + (accuracy === undefined ? 0 : readAccuracy(accuracy)), nonce }
}

/** Returns the accuracy in milliseconds. */
function readAccuracy(der: Der): number {
  const reader = openDer(der)
  const part = (tag: number) => {
    const found = reader.maybe(tag)
    return found === undefined ? 0 : readNumber(found)
  }
  const [seconds, millis, micros] = [part(TAG.integer), part(MILLIS), part(MILLIS + 1)]
  return seconds * SECOND_MS + millis + micros / 1000
}

/** `[0]` of an IMPLICIT type that is not constructed. */
const PRIMITIVE = 0x80
const MILLIS = PRIMITIVE

function readSigner(der: Der): Signer {
  const reader = openDer(der)
  reader.next(TAG.integer)
  const id = reader.next()
  const digest = readAlgorithm(reader.next())
  const signed = reader.next(CONTEXT)
  const algorithm = readAlgorithm(reader.next())
  const signature = reader.next(TAG.octetString).content
  const [issuer, serial] = id.tag === TAG.sequence ? childrenOf(id) : []
  const attributes = readAttributes(signed)
  const type = attributes.get(CONTENT_TYPE)
  if (type === undefined || readOid(type) !== TST_INFO) throw malformedTimestamp()
  return {
    issuer: issuer?.bytes,
    serial: serial?.content,
    subjectKeyId: id.tag === PRIMITIVE ? id.content : undefined,
    digest,
    algorithm,
    signature,
    attributes,
    // The signature covers them with the tag of a SET (RFC 5652, section 5.4).
    signed: concatBytes(Uint8Array.of(TAG.set), signed.bytes.subarray(1)),
  }
}

function readAttributes(der: Der): ReadonlyMap<string, Der> {
  const attributes = new Map<string, Der>()
  for (const attribute of childrenOf(der, CONTEXT)) {
    const reader = openDer(attribute)
    const oid = readOid(reader.next())
    const [value] = childrenOf(reader.next(), TAG.set)
    if (value === undefined || attributes.has(oid)) throw malformedTimestamp()
    attributes.set(oid, value)
  }
  return attributes
}

function expectOid(reader: DerReader, oid: string): void {
  if (readOid(reader.next()) !== oid) throw malformedTimestamp()
}
