import type { Agreement } from '../core/agreement.ts'
import { INITIAL_FLOW } from '../core/consent-states.ts'
import { isExpiring } from '../core/expiring.ts'
import { grantedIn } from '../core/included-purposes.ts'
import type { License } from '../core/license.ts'

/** Returns the flow of a person whose license is in force and answers the agreement. `now` is in milliseconds since the epoch. */
export function toLicensedFlow(license: License | undefined, agreement: Agreement, now: number) {
  const expiring = license !== undefined && isExpiring(license, now)
  return {
    ...INITIAL_FLOW,
    state: expiring ? ('expiring' as const) : ('already-licensed' as const),
    isLicensed: true,
    expiring,
    granted: grantedIn(license?.uses ?? [], agreement.purposes),
  }
}
