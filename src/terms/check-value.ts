import { LicetError } from '../core/errors.ts'
import { hasLoneSurrogate } from '../core/json.ts'
import { parseTimestamp, toTimestamp } from '../core/timestamp.ts'
import { parseUrl } from '../core/url.ts'

const WHITE_SPACE = /[\s\u0085]+/g
// Control characters, noncharacters and tag characters are invisible, so a reader could not see them.
const INVISIBLE = /[\p{Cc}\uFFFE\uFFFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u
const OPEN_ISOLATE = /[\u2066-\u2068]/
const OPEN_EMBEDDING = /[\u202A\u202B\u202D\u202E]/
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]/
const FSI = '\u2068'
const PDI = '\u2069'
const PDF = '\u202C'
const NOT_IN_MARKDOWN_URL = /[^!#$%&-;=?-Z_a-z~]|%(?![0-9A-Fa-f]{2})/g
// The host becomes a recipient: an IPv6 address is not a name, and `*` would mean anyone.
const NO_NAME = /[[*]/
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|.+\.localhost)$/

/** Makes the error for a wrong field of an agreement from the fault and its fix. */
export function misconfigured(field: string, fault: string, fix: string): LicetError<'invalid_configuration'> {
  return new LicetError('invalid_configuration', `${field} ${fault}. Nothing was signed. ${fix}`, { field })
}

/**
 * Checks and normalizes a text that becomes part of the terms.
 *
 * White space and line breaks become one space, the text becomes NFC, and direction controls are closed and isolated from the words
 * around them. A checked text stays the same when it is checked again.
 *
 * @throws {LicetError} `invalid_configuration` when the text is missing, too long, or contains an invisible character.
 */
export function checkText(value: unknown, field: string, maxLength: number): string {
  const tidy = typeof value === 'string' ? value.replace(WHITE_SPACE, ' ').trim().normalize('NFC') : ''
  if (tidy === '') throw misconfigured(field, 'is missing or empty', 'Set it to a text.')
  if (tidy.length > maxLength) throw misconfigured(field, `has ${tidy.length} characters`, `Shorten it to ${maxLength}.`)
  if (hasLoneSurrogate(tidy) || INVISIBLE.test(tidy))
    throw misconfigured(field, 'contains an invisible or broken character', 'Remove the character.')
  return isolate(tidy, field)
}

// Embeddings and overrides must not reorder the words around the value, so open ones are closed and the value is isolated (UAX 9).
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
      throw misconfigured(field, 'closes a writing direction that it did not open', 'Remove the character U+202C or U+2069.')
    }
  }
  return spills || open.length > 0 ? FSI + value + open.reverse().join('') + PDI : value
}

/**
 * Checks a URL: absolute, https (or http on localhost), without credentials. Escapes the characters that Markdown would change.
 *
 * @throws {LicetError} `invalid_configuration` for any other value.
 */
export function checkUrl(value: unknown, field: string): string {
  const url = parseUrl(value)
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL_HOST.test(url.hostname))
  if (url === undefined || !secure || url.username + url.password !== '' || NO_NAME.test(url.hostname)) {
    throw misconfigured(
      field,
      'is not an absolute https URL',
      'Use one such as https://example.com/privacy. On localhost http works too.',
    )
  }
  return url.href.replace(NOT_IN_MARKDOWN_URL, (char: string) => encodeURIComponent(char))
}

/**
 * Checks a time in RFC 3339 and UTC, and returns it with milliseconds, as every time on the wire.
 *
 * @throws {LicetError} `invalid_configuration` for any other value.
 */
export function checkMoment(value: unknown, field: string): string {
  const epochMs = typeof value === 'string' ? parseTimestamp(value) : undefined
  if (epochMs === undefined)
    throw misconfigured(
      field,
      `${typeof value === 'string' ? `is ${JSON.stringify(value.slice(0, 40))}, which ` : ''}is not a time in UTC`,
      'Use one such as 2027-12-31T23:59:00Z, or null for no end date.',
    )
  return toTimestamp(epochMs)
}
