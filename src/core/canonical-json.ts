import { LicetError } from './errors.ts'
import { hasLoneSurrogate, type JsonValue } from './json.ts'

/**
 * Writes a JSON value in the canonical form of RFC 8785 (JCS).
 *
 * Members are sorted by UTF-16 code units, there is no white space, and numbers and strings are written as in ECMAScript. Strings are not
 * normalized: NFC and NFD stay different.
 *
 * @throws {LicetError} `invalid_json` for a lone surrogate, a number that is not finite, and a value that is not JSON.
 * @example
 * canonicalize({ b: 1, a: [true, null] }) // '{"a":[true,null],"b":1}'
 */
export function canonicalize(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return canonicalNumber(value)
  if (typeof value === 'string') return canonicalString(value)
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`
  if (typeof value !== 'object') throw notCanonical(`a ${typeof value}`)
  const entries = Object.entries(value).map(([name, member]) => {
    if (member === undefined) throw notCanonical('an undefined member')
    return [name, member] as const
  })
  // JavaScript compares strings by UTF-16 code units, as RFC 8785 section 3.2.3 requires.
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${entries.map(([name, member]) => `${canonicalString(name)}:${canonicalize(member)}`).join(',')}}`
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw notCanonical('a number that is not finite')
  return JSON.stringify(value)
}

function canonicalString(value: string): string {
  if (hasLoneSurrogate(value)) throw notCanonical('half of a surrogate pair')
  return JSON.stringify(value)
}

function notCanonical(what: string): LicetError<'invalid_json'> {
  return new LicetError(
    'invalid_json',
    `The value contains ${what}, which has no canonical JSON form (RFC 8785). Nothing was signed. Leave it out or write it as a string.`,
  )
}
