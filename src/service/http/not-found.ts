import { LicetError } from '../../core/errors.ts'

/** The refusal of what does not exist, or belongs to somebody else. */
export function notFound(what: string): LicetError<'not_found'> {
  return new LicetError(
    'not_found',
    `There is no such ${what} here, or it is not yours to see. Nothing was done. Check the address.`,
  )
}
