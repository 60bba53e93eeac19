import { LicetError } from '../../core/errors.ts'
import { decodeFormText } from './parse-form.ts'

/**
 * Reads the query of an address: only the names given, each once. `undefined` for what is not there or empty.
 *
 * @throws {LicetError} `invalid_request`, also for an escape that is not UTF-8: read leniently it would stand for another text.
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
    if (known === undefined || seen.has(name)) throw malformed('something unknown or something twice')
    seen.add(name)
    if (value !== '') query[known] = value
  }
  return query
}

function decode(text: string): string {
  try {
    return decodeFormText(text)
  } catch {
    throw malformed('an escape that is not UTF-8, or the character U+0000')
  }
}

function malformed(what: string): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `The query holds ${what}. Nothing was done. Send each parameter once, encoded as a plain form.`,
  )
}
