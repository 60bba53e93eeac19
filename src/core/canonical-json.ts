import { LicetError } from './errors.ts'
import { hasLoneSurrogate, type JsonValue } from './json.ts'

/**
 * Writes a JSON value in the one canonical form of RFC 8785 (JCS): members sorted by UTF-16 code units, no white space,
 * numbers and strings as ECMAScript writes them. Strings are not normalised: NFC and NFD stay different.
 *
 * @throws {LicetError} `invalid_json` for what has no canonical form here: a lone surrogate, a number that is not finite,
 *   a value that is not JSON.
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
  // The default order of strings is by UTF-16 code units, as RFC 8785 section 3.2.3 wants.
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
    `The value holds ${what}, which has no canonical JSON form (RFC 8785), so it cannot be signed. Leave it out or write it as a string.`,
  )
}
