import { LicetError } from '../core/errors.ts'
import { nameCharacter, replaceInvisible } from '../core/invisible.ts'
import { hasLoneSurrogate, isJsonObject } from '../core/json.ts'
import type { LocalizedText } from '../core/localized-text.ts'
import { parseUrl } from '../core/url.ts'
import { nearestWord } from './nearest-word.ts'

// A BCP 47 tag: the language, then subtags.
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/
const WHITE_SPACE = /[\s\u0085]+/g
const ISOLATE = '\u2068'
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
 * White space and line breaks become one space, and the text becomes NFC. A checked text stays the same when it is checked again.
 *
 * @throws {LicetError} `invalid_configuration` when the text is missing or too long, or has an invisible character or one that changes the
 * direction of the text around it.
 */
export function checkText(value: unknown, field: string, maxLength: number): string {
  const tidy = checkSentence(value, field, maxLength)
  if (tidy.includes(ISOLATE)) throw invisible(field, ISOLATE)
  return tidy
}

/** Checks a text like {@link checkText}, unless it is missing. */
export function checkOptional(value: unknown, field: string, maxLength: number): string | undefined {
  return value === undefined ? undefined : checkText(value, field, maxLength)
}

/** Returns whether a text is a BCP 47 tag. */
export function isLanguageTag(text: string): boolean {
  return LANGUAGE_TAG.test(text)
}

/** Checks a text of the company like {@link checkText}, or one for each language. */
export function checkLocalized(value: unknown, field: string, maxLength: number): LocalizedText {
  if (!isJsonObject(value)) return checkText(value, field, maxLength)
  const texts = Object.entries(value)
  if (texts.length === 0 || !texts.every(([locale]) => isLanguageTag(locale)))
    throw misconfigured(field, 'is not a text for each language', 'Set it to a text, or to { en: "…", "pt-BR": "…" }.')
  return Object.fromEntries(texts.map(([locale, text]) => [locale, checkText(text, `${field}.${locale}`, maxLength)]))
}

/** Checks a text like {@link checkText}. Values in it may be isolated, as in the descriptions that {@link defineAgreement} writes. */
export function checkSentence(value: unknown, field: string, maxLength: number): string {
  const tidy = typeof value === 'string' ? value.replace(WHITE_SPACE, ' ').trim().normalize('NFC') : ''
  if (tidy === '') throw misconfigured(field, 'is missing or empty', 'Set it to a text.')
  if (tidy.length > maxLength) throw misconfigured(field, `has ${tidy.length} characters`, `Shorten it to ${maxLength}.`)
  if (hasLoneSurrogate(tidy)) throw misconfigured(field, 'contains half of a character', 'Remove it.')
  replaceInvisible(tidy, (char) => {
    throw invisible(field, char)
  })
  return tidy
}

function invisible(field: string, char: string): ReturnType<typeof misconfigured> {
  return misconfigured(field, `contains ${nameCharacter(char)}, which people cannot see`, 'Remove the character.')
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
 * Returns the checked members, unless the input has a name that resembles one of them.
 *
 * A typo such as `purpose` for `purposes` would silently ask for the defaults. Names that resemble no member belong to the host app.
 */
export function checkMembers<Checked extends object>(input: object, path: string, checked: Checked): Checked {
  const known = ['destinations', ...Object.keys(checked)]
  for (const name of Object.keys(input)) {
    const near = known.includes(name) ? undefined : nearestWord(name, known)
    if (near !== undefined) throw misconfigured(path + name, 'is not a known member', `Did you mean ${JSON.stringify(near)}?`)
  }
  return checked
}
