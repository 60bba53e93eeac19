import type { Bytes } from '../bytes.ts'
import { malformed } from '../invalid-proof.ts'

/** An element of DER (X.690): a tag, and its content. */
export interface Der {
  /** The identifier octet, for example 0x30 for a SEQUENCE. */
  readonly tag: number
  readonly content: Bytes
  /** The whole element, with its tag and length. */
  readonly bytes: Bytes
}

/** The identifier octets that time stamps and certificates use. `[n]` is `CONTEXT + n`. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** The identifier octet of a constructed element `[0]`. Add the number of another one. */
export const CONTEXT = 0xa0

/** Reads the elements inside of another one, in their order. */
export interface DerReader {
  /** Whether all elements were read. */
  readonly isEnded: boolean
  /** Reads the next element. Without `tag`, it may have any. */
  next(tag?: number): Der
  /** Reads the next element if it has this tag. */
  maybe(tag: number): Der | undefined
}

/** The error of everything in a time stamp or a certificate that is not what its standard says. */
export function malformedTimestamp() {
  return malformed('time stamp')
}

/**
 * Reads one element that fills `bytes`.
 *
 * Accepts DER only: BER allows several spellings of the same value, which a signature would not cover.
 *
 * @throws {LicetError} `invalid_proof`
 */
export function readDer(bytes: Bytes): Der {
  const der = readAt(bytes, 0)
  if (der.bytes.length !== bytes.length) throw malformedTimestamp()
  return der
}

/**
 * Opens an element with a tag.
 *
 * @throws {LicetError} `invalid_proof` when it has another tag. The methods of the reader throw it too.
 */
export function openDer(der: Der, tag: number = TAG.sequence): DerReader {
  if (der.tag !== tag) throw malformedTimestamp()
  const { content } = der
  let at = 0
  const next = (expected?: number): Der => {
    const found = readAt(content, at)
    if (expected !== undefined && found.tag !== expected) throw malformedTimestamp()
    at += found.bytes.length
    return found
  }
  return {
    get isEnded() {
      return at === content.length
    },
    next,
    maybe: (wanted) => (content[at] === wanted ? next() : undefined),
  }
}

/** Returns the elements inside of another one. */
export function childrenOf(der: Der, tag: number = TAG.sequence): readonly Der[] {
  const reader = openDer(der, tag)
  const children: Der[] = []
  while (!reader.isEnded) children.push(reader.next())
  return children
}

/** Three bytes of length count 16 MiB, far more than any time stamp has. */
const MAX_LENGTH_BYTES = 3
const LONG_FORM = 0x80

function readAt(bytes: Bytes, at: number): Der {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  // A tag number of 31 or more has further bytes. Neither time stamps nor certificates have one.
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw malformedTimestamp()
  const extra = first < LONG_FORM ? 0 : first - LONG_FORM
  const start = at + 2 + extra
  const long = bytes.subarray(at + 2, start)
  const length = extra === 0 ? first : long.reduce((sum, byte) => sum * 256 + byte, 0)
  // The indefinite length of BER is 0x80. DER writes each length in its shortest form.
  const isShortest = first < LONG_FORM || (extra > 0 && extra <= MAX_LENGTH_BYTES && length >= LONG_FORM && long[0] !== 0)
  if (!isShortest || start + length > bytes.length) throw malformedTimestamp()
  return { tag, content: bytes.subarray(start, start + length), bytes: bytes.subarray(at, start + length) }
}
