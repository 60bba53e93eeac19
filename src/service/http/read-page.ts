import { LicetError } from '../../core/errors.ts'

/** Records on a page of a list. */
interface PageSize {
  readonly default: number
  readonly max: number
}

/**
 * Reads `?limit=`.
 *
 * @throws {LicetError} `invalid_request` when it is not a whole number from 1 to the maximum.
 */
export function readLimit(text: string | undefined, size: PageSize): number {
  if (text === undefined) return size.default
  const limit = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > size.max) throw invalidPage(size)
  return limit
}

/** Creates the error for a cursor or limit that the service does not know. */
export function invalidPage({ max }: PageSize): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `The cursor or the limit in the query is invalid. Nothing was done. Use next of the previous page as the cursor, and a limit from 1 to ${max}.`,
  )
}
