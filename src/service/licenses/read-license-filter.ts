import { LicetError } from '../../core/errors.ts'
import { LICENSE_STATUSES } from '../../core/license.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import { TERMS_HASHES } from '../../protocol/records/license-operations.ts'
import { readId } from '../http/read-query.ts'
import type { LicenseFilter } from '../storage/filter-conditions.ts'

/** The parameters of License List that select licenses. Only an API key may use them. */
export const FILTER_PARAMETERS = [
  'provider_id',
  'ptr',
  'address',
  'status',
  'created_after',
  'created_before',
  'terms_hash',
  'not_terms_hash',
  'as_of',
] as const

/** The parameters of a filter, as the query or the body has them. */
export type LicenseQuery = Partial<Readonly<Record<(typeof FILTER_PARAMETERS)[number], string | undefined>>>

/**
 * Refuses an empty parameter in the query of License List. It would select every license, for example of a server whose user is not signed
 * in.
 *
 * @throws {LicetError} `invalid_request`
 */
export function checkNotEmpty(url: URL): void {
  const empty = FILTER_PARAMETERS.find((name) => url.searchParams.get(name) === '')
  if (empty !== undefined) throw invalidFilter(empty, 'a value, or omit the parameter')
}

/**
 * Reads the filter of License List and License Search.
 *
 * @throws {LicetError} `invalid_request`
 */
export function readLicenseFilter(query: LicenseQuery, now: number): LicenseFilter {
  const { ptr, address, status } = query
  const known = LICENSE_STATUSES.find((name) => name === status)
  if (status !== undefined && known === undefined) throw invalidFilter('status', `one of ${LICENSE_STATUSES.join(', ')}`)
  return {
    providerId: readId(query.provider_id, 'provider_id'),
    ptr,
    address,
    status: known,
    createdAfter: readTime(query.created_after, 'created_after'),
    createdBefore: readTime(query.created_before, 'created_before'),
    termsHash: readHashes(query.terms_hash, 'terms_hash'),
    notTermsHash: readHashes(query.not_terms_hash, 'not_terms_hash'),
    asOf: readTime(query.as_of, 'as_of'),
    now,
  }
}

function readTime(text: string | undefined, field: string): number | undefined {
  const time = text === undefined ? undefined : parseTimestamp(text)
  if (text !== undefined && time === undefined) throw invalidFilter(field, 'RFC 3339 in UTC, such as 2027-01-31T00:00:00Z')
  return time
}

/** Reads a list of hashes of terms with commas between them: an agreement has one text in each language. */
export function readHashes(text: string | undefined, field: string): readonly string[] | undefined {
  if (text === undefined || TERMS_HASHES.test(text)) return text?.split(',')
  throw invalidFilter(field, 'termsHash of a license: 43 characters, or up to 50 of them with commas between them')
}

function invalidFilter(field: string, expected: string): LicetError<'invalid_request'> {
  return new LicetError('invalid_request', `The parameter ${field} is invalid. Nothing was done. Use ${expected}.`, { field })
}
