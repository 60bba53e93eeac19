import { LicetError } from '../../core/errors.ts'

/**
 * Reads the query of an address: only the names given, each once. `undefined` for what is not there or empty.
 *
 * @throws {LicetError} `invalid_request`
 */
export function readQuery<Name extends string>(url: URL, names: readonly Name[]): Partial<Record<Name, string>> {
  const query: Partial<Record<Name, string>> = {}
  const seen = new Set<string>()
  for (const [name, value] of url.searchParams) {
    const known = names.find((candidate) => candidate === name)
    if (known === undefined || seen.has(name) || value.includes('\u0000')) {
      throw new LicetError(
        'invalid_request',
        'The query holds something unknown or something twice. Nothing was done. Send each parameter once.',
      )
    }
    seen.add(name)
    if (value !== '') query[known] = value
  }
  return query
}
