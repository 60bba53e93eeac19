import { LicetError } from '../../core/errors.ts'
import { MAX_FORM_PARAMETERS } from '../../core/limits.ts'

/** The parameters of a form, each name once. */
export type Form = ReadonlyMap<string, string>

/**
 * Parses `application/x-www-form-urlencoded` so that one body has one meaning: a parameter that comes twice is refused (RFC 6749 section 3.2),
 * as are bad percent escapes, bytes that are not UTF-8 and U+0000. A parameter without a value counts as omitted.
 *
 * @throws {LicetError} `invalid_request`
 */
export function parseForm(bytes: Uint8Array): Form {
  const form = new Map<string, string>()
  if (bytes.length === 0) return form
  const pairs = decodeUtf8(bytes).split('&', MAX_FORM_PARAMETERS + 1)
  if (pairs.length > MAX_FORM_PARAMETERS) throw malformed('more parameters than any request has')
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const name = decodeFormText(at < 0 ? pair : pair.slice(0, at))
    const value = at < 0 ? '' : decodeFormText(pair.slice(at + 1))
    if (form.has(name)) throw malformed('a parameter that comes twice')
    form.set(name, value)
  }
  for (const [name, value] of form) if (value === '') form.delete(name)
  return form
}

/**
 * Decodes one form-encoded text, as in a body or in the halves of HTTP Basic (RFC 6749 section 2.3.1).
 *
 * @throws {LicetError} `invalid_request`
 */
export function decodeFormText(text: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw malformed('a percent escape that is not UTF-8')
  }
  if (decoded.includes('\u0000')) throw malformed('the character U+0000')
  return decoded
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw malformed('bytes that are not UTF-8')
  }
}

function malformed(what: string): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `The form holds ${what}. It has no single meaning, so it is refused. Encode it as a plain form.`,
  )
}
