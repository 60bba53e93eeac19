import { LicetError } from '../../core/errors.ts'
import { isId } from '../crypto/create-id.ts'
import { decodeFormText } from './parse-form.ts'

/**
 * Reads the query of a URL. Only the given names are allowed, each once. A missing or empty parameter is `undefined`.
 *
 * @throws {LicetError} `invalid_request`, including for an escape that is not UTF-8.
 */
export function readQuery<Name extends string>(url: URL, names: readonly Name[]): Partial<Record<Name, string>> {
  const query: Partial<Record<Name, string>> = {}
  const seen = new Set<string>()
  for (const pair of url.search.slice(1).split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = decode(at < 0 ? pair : pair.slice(0, at))
    const value = at < 0 ? '' : decode(pair.slice(at + 1))
    const known = names.find((candidate) => candidate === name)
    if (known === undefined || seen.has(name)) throw malformed('an unknown or repeated parameter')
    seen.add(name)
    if (value !== '') query[known] = value
  }
  return query
}

/**
 * Checks a parameter that is an id of the service.
 *
 * @throws {LicetError} `invalid_request`
 */
export function readId(text: string | undefined, field: string): string | undefined {
  if (text === undefined || isId(text)) return text
  throw new LicetError(
    'invalid_request',
    `The parameter ${field} is not an id. Nothing was done. Use an id that the service returned.`,
    {
      field,
    },
  )
}

function decode(text: string): string {
  try {
    return decodeFormText(text)
  } catch {
    throw malformed('an escape that is not UTF-8, or the character U+0000')
  }
}

function malformed(content: string): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `The query contains ${content}. Nothing was done. Send each known parameter once, encoded in UTF-8.`,
  )
}
