import { fromBase64 } from '../../core/base64.ts'
import { fromUtf8 } from '../../core/signature.ts'
import { type Bytes, isSameBytes } from '../bytes.ts'
import { CONTEXT, childrenOf, type Der, malformedTimestamp, openDer, readDer, TAG } from './der.ts'
import { type Algorithm, readAlgorithm, readBits, readOid, readTime } from './der-values.ts'

/** An X.509 certificate (RFC 5280, section 4.1). Nothing of it is checked. */
export interface Certificate {
  readonly bytes: Bytes
  /** The part that its issuer signed. */
  readonly signed: Bytes
  readonly algorithm: Algorithm
  readonly signature: Bytes
  /** The names as DER, to compare. */
  readonly issuer: Bytes
  readonly subject: Bytes
  /** The name for a person: the common name of the subject, or its organization. */
  readonly name: string
  /** The content of its serial number. */
  readonly serial: Bytes
  /** In milliseconds since the epoch. */
  readonly notBefore: number
  readonly notAfter: number
  /** The public key (SubjectPublicKeyInfo, DER). */
  readonly spki: Bytes
  /** The extensions by their object identifier. */
  readonly extensions: ReadonlyMap<string, Extension>
}

/** An extension of a certificate. */
export interface Extension {
  readonly isCritical: boolean
  readonly value: Der
}

/**
 * Reads a certificate.
 *
 * @throws {LicetError} `invalid_proof`
 */
export function readCertificate(der: Der): Certificate {
  const outer = openDer(der)
  const body = outer.next(TAG.sequence)
  const algorithm = outer.next()
  const signature = readBits(outer.next())
  const reader = openDer(body)
  reader.maybe(CONTEXT)
  const serial = reader.next(TAG.integer).content
  // RFC 5280, section 4.1.1.2: the issuer also signs which algorithm it uses.
  if (!isSameBytes(reader.next().bytes, algorithm.bytes)) throw malformedTimestamp()
  const issuer = reader.next(TAG.sequence).bytes
  const [notBefore, notAfter] = childrenOf(reader.next()).map(readTime)
  const subject = reader.next(TAG.sequence)
  const spki = reader.next(TAG.sequence).bytes
  let extensions: ReadonlyMap<string, Extension> = new Map()
  while (!reader.isEnded) {
    const part = reader.next()
    if (part.tag === CONTEXT + 3) extensions = readExtensions(readDer(part.content))
  }
  if (notBefore === undefined || notAfter === undefined) throw malformedTimestamp()
  return {
    bytes: der.bytes,
    signed: body.bytes,
    algorithm: readAlgorithm(algorithm),
    signature,
    issuer,
    subject: subject.bytes,
    name: readName(subject),
    serial,
    notBefore,
    notAfter,
    spki,
    extensions,
  }
}

function readExtensions(der: Der): ReadonlyMap<string, Extension> {
  const found = new Map<string, Extension>()
  for (const extension of childrenOf(der)) {
    const reader = openDer(extension)
    const oid = readOid(reader.next())
    const isCritical = reader.maybe(TAG.boolean)?.content[0] === 0xff
    // RFC 5280, section 4.2: a certificate has each extension once.
    if (found.has(oid)) throw malformedTimestamp()
    found.set(oid, { isCritical, value: readDer(reader.next(TAG.octetString).content) })
  }
  return found
}

const COMMON_NAME = '2.5.4.3'
const ORGANIZATION = '2.5.4.10'
const MAX_NAME = 100

/** Returns the name of a subject for a person, on one line. */
function readName(subject: Der): string {
  const names = new Map<string, string>()
  for (const attribute of childrenOf(subject).flatMap((set) => childrenOf(set, TAG.set))) {
    const [type, value] = childrenOf(attribute)
    if (type !== undefined && value !== undefined) names.set(readOid(type), fromUtf8(value.content))
  }
  const name = names.get(COMMON_NAME) ?? names.get(ORGANIZATION) ?? ''
  return (
    name
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, MAX_NAME) || '?'
  )
}

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g

/**
 * Reads certificates from PEM (RFC 7468), with any text between them.
 *
 * @throws {LicetError} `invalid_proof` when one is malformed. Without any, the list is empty.
 */
export function parseCertificates(pem: string): readonly Certificate[] {
  return [...pem.matchAll(PEM)].map(([, base64 = '']) => {
    let bytes: Bytes
    try {
      bytes = fromBase64(base64.replaceAll(/\s/g, ''))
    } catch {
      throw malformedTimestamp()
    }
    return readCertificate(readDer(bytes))
  })
}
