import { type Bytes, concatBytes } from '../bytes.ts'
import { malformedTimestamp, openDer, readDer, TAG } from './der.ts'
import { readNumber, withoutZeros } from './der-values.ts'

/** SHA-256 without parameters (RFC 5754, section 2). */
const SHA_256 = Uint8Array.of(0x30, 0x0b, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01)
const TRUE = Uint8Array.of(TAG.boolean, 1, 0xff)
const VERSION = Uint8Array.of(TAG.integer, 1, 1)

/**
 * Writes a request for a time stamp (TimeStampReq of RFC 3161, section 2.4.1). It asks for the certificate of the authority.
 *
 * @param hash SHA-256 of what is stamped, 32 bytes
 * @param nonce At most 100 bytes
 */
export function writeTimestampRequest(hash: Bytes, nonce: Bytes): Bytes {
  const imprint = wrap(TAG.sequence, SHA_256, wrap(TAG.octetString, hash))
  // A zero before it: an INTEGER that begins with a one bit is negative.
  return wrap(TAG.sequence, VERSION, imprint, wrap(TAG.integer, ...toUnsigned(nonce)), TRUE)
}

function toUnsigned(nonce: Bytes): Bytes[] {
  const digits = withoutZeros(nonce)
  return (digits[0] ?? 0) < 0x80 ? [digits] : [Uint8Array.of(0), digits]
}

/** Writes an element of fewer than 128 bytes. */
function wrap(tag: number, ...parts: readonly Bytes[]): Bytes {
  const content = concatBytes(...parts)
  return concatBytes(Uint8Array.of(tag, content.length), content)
}

/** An answer to a request (TimeStampResp of RFC 3161, section 2.4.2). */
export interface TimestampResponse {
  /** 0 and 1 are granted. 2 and above are refusals; see PKIStatus. */
  readonly status: number
  /** The time stamp, if one was granted. */
  readonly token?: Bytes | undefined
}

/**
 * Reads the answer of an authority. The time stamp in it is not read.
 *
 * @throws {LicetError} `invalid_proof` when it has another form.
 */
export function readTimestampResponse(bytes: Bytes): TimestampResponse {
  const reader = openDer(readDer(bytes))
  const status = readNumber(openDer(reader.next()).next(TAG.integer))
  const token = reader.maybe(TAG.sequence)?.bytes
  if (!reader.isEnded || (status <= 1 && token === undefined)) throw malformedTimestamp()
  return { status, token }
}
