import type { CheckedAgreement } from '../../client/config.ts'
import { LicetError } from '../../core/errors.ts'
import { parseTimestamp } from '../../core/timestamp.ts'

/** Returns why nobody can agree to an agreement, now. Without a clock, as on a server, no agreement has expired. */
export function faultOf({ agreement, invalid }: CheckedAgreement, now: (() => number) | undefined): LicetError | undefined {
  const { expiry } = agreement
  if (now && typeof expiry === 'string' && (parseTimestamp(expiry) ?? Infinity) < now()) return expiredError()
  return invalid
}

function expiredError(): LicetError {
  return new LicetError(
    'license_expired',
    'The `expiry` of the agreement is in the past. Nobody can agree to it, and nothing is signed. Set a later date, or null.',
    { field: 'agreement.expiry' },
  )
}
