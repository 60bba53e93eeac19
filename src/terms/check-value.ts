import { LicetError } from '../core/errors.ts'
import { hasLoneSurrogate } from '../core/json.ts'
import { parseTimestamp, toTimestamp } from '../core/timestamp.ts'
import { parseUrl } from '../core/url.ts'

const WHITE_SPACE = /[\s\u0085]+/g
// Controls, noncharacters and the tag characters that draw nothing: a reader cannot see what they agree to.
const INVISIBLE = /[\p{Cc}\uFFFE\uFFFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u
const OPEN_ISOLATE = /[\u2066-\u2068]/
const OPEN_EMBEDDING = /[\u202A\u202B\u202D\u202E]/
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]/
const FSI = '\u2068'
const PDI = '\u2069'
const PDF = '\u202C'
const NOT_IN_MARKDOWN_URL = /[^!#$%&-;=?-Z_a-z~]|%(?![0-9A-Fa-f]{2})/g
// An IPv6 address, and the star that stands for everybody where the host becomes a recipient.
const NO_NAME = /[[*]/
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|.+\.localhost)$/

/** Makes the error that names the field, what is wrong with it and the mend. Why it matters is the same for every field of an agreement. */
export function misconfigured(field: string, fault: string, fix: string): LicetError<'invalid_configuration'> {
  return new LicetError('invalid_configuration', `${field} ${fault}. People agree to what is written from it. ${fix}`, { field })
}

/**
 * Checks and tidies a text that will be part of the terms: white space and line breaks become one blank, NFC, direction controls are closed
 * and kept apart from the words around them. The result of this is its own result.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkText(value: unknown, field: string, maxLength: number): string {
  const tidy = typeof value === 'string' ? value.replace(WHITE_SPACE, ' ').trim().normalize('NFC') : ''
  if (tidy === '') throw misconfigured(field, 'is missing or empty', 'Set it to a text.')
  if (tidy.length > maxLength) throw misconfigured(field, `has ${tidy.length} characters`, `Keep it to ${maxLength}.`)
  if (hasLoneSurrogate(tidy) || INVISIBLE.test(tidy))
    throw misconfigured(field, 'holds a control character or a broken one, which nobody can see', 'Remove it.')
  return isolate(tidy, field)
}

// Embeddings and overrides may turn their own words, never those around them: what is open is closed and the whole is isolated (UAX 9).
function isolate(value: string, field: string): string {
  if (!DIRECTION.test(value)) return value
  const open: string[] = []
  let spills = false
  for (const char of value) {
    if (OPEN_ISOLATE.test(char)) open.push(PDI)
    else if (OPEN_EMBEDDING.test(char)) {
      spills ||= !open.includes(PDI)
      open.push(PDF)
    } else if ((char === PDI || char === PDF) && open.pop() !== char) {
      throw misconfigured(field, 'closes a change of writing direction that it did not open', 'Remove the character.')
    }
  }
  return spills || open.length > 0 ? FSI + value + open.reverse().join('') + PDI : value
}

/**
 * Checks an address: absolute, https (http only on this machine), without credentials; written so that Markdown keeps every letter of it.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkUrl(value: unknown, field: string): string {
  const url = parseUrl(value)
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL_HOST.test(url.hostname))
  if (url === undefined || !secure || url.username + url.password !== '' || NO_NAME.test(url.hostname)) {
    throw misconfigured(
      field,
      'is no absolute https address',
      'Set it to one such as https://example.com/privacy (http only on localhost).',
    )
  }
  return url.href.replace(NOT_IN_MARKDOWN_URL, (char: string) => encodeURIComponent(char))
}

/**
 * Checks a moment, RFC 3339 in UTC; the result has milliseconds, as every time on the wire.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkMoment(value: unknown, field: string): string {
  const epochMs = typeof value === 'string' ? parseTimestamp(value) : undefined
  if (epochMs === undefined)
    throw misconfigured(field, 'is no moment in UTC', 'Set it to one such as 2027-12-31T23:59:00Z, or to null for no end date.')
  return toTimestamp(epochMs)
}
