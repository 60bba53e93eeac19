import { SECOND_MS } from '../../core/time-units.ts'
import type { Bytes } from '../bytes.ts'
import { type Der, malformedTimestamp, openDer, TAG } from './der.ts'

/** Returns an object identifier in dotted form, for example `1.2.840.113549.1.7.2`. */
export function readOid({ tag, content }: Der): string {
  if (tag !== TAG.oid || content.length === 0 || (content.at(-1) ?? 0) >= 0x80) throw malformedTimestamp()
  const arcs: number[] = []
  let arc = 0
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f)
    if (!Number.isSafeInteger(arc)) throw malformedTimestamp()
    if (byte >= 0x80) continue
    // The first number has the first two arcs (X.690, section 8.19.4).
    if (arcs.length === 0) arcs.push(Math.min(Math.floor(arc / 40), 2), arc - 40 * Math.min(Math.floor(arc / 40), 2))
    else arcs.push(arc)
    arc = 0
  }
  return arcs.join('.')
}

/** Returns a small integer that is not negative. */
export function readNumber({ content }: Der): number {
  if (content.length === 0 || content.length > 6 || (content[0] ?? 0) >= 0x80) throw malformedTimestamp()
  return content.reduce((sum, byte) => sum * 256 + byte, 0)
}

/** Returns the digits of an unsigned integer without leading zeros. Zero keeps one. */
export function withoutZeros(digits: Bytes): Bytes {
  const first = digits.findIndex((byte) => byte !== 0)
  return digits.subarray(first < 0 ? -1 : first)
}

/** Returns the bytes of a BIT STRING whose length is a whole number of bytes, such as a signature. */
export function readBits({ tag, content }: Der): Bytes {
  if (tag !== TAG.bitString || content[0] !== 0) throw malformedTimestamp()
  return content.subarray(1)
}

/** An algorithm with its parameters (AlgorithmIdentifier of RFC 5280, section 4.1.1.2). */
export interface Algorithm {
  readonly oid: string
  readonly parameters?: Der | undefined
}

/** Reads an AlgorithmIdentifier. */
export function readAlgorithm(der: Der): Algorithm {
  const reader = openDer(der)
  const oid = readOid(reader.next())
  return reader.isEnded ? { oid } : { oid, parameters: reader.next() }
}

const UTC_TIME = /^(\d\d)(\d{10})Z$/
const GENERALIZED_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d+))?Z$/

/** Longest text of a time, with any fraction that an authority has a use for. */
const MAX_TIME = 64

/** Reads a UTCTime or a GeneralizedTime in UTC, in milliseconds since the epoch (RFC 5280, section 4.1.2.5). */
export function readTime({ tag, content }: Der): number {
  // Each byte is an argument of the next call, which a long content would exceed.
  if (content.length > MAX_TIME) throw malformedTimestamp()
  const text = String.fromCharCode(...content)
  const [, year = '', rest = ''] = (tag === TAG.utcTime && UTC_TIME.exec(text)) || []
  const full = year === '' ? text : `${Number(year) < 50 ? '20' : '19'}${year}${rest}Z`
  const parts = tag === TAG.generalizedTime || year !== '' ? GENERALIZED_TIME.exec(full) : null
  if (parts === null) throw malformedTimestamp()
  const [, y, month, day, hours, minutes, seconds, fraction = '0'] = parts
  const at = Date.parse(`${y}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
  if (Number.isNaN(at)) throw malformedTimestamp()
  return at + Math.floor(Number(`0.${fraction}`) * SECOND_MS)
}
