import type { ClientSnapshot } from '../../client/types.ts'
import { type LicenseStatus, licenseStatusAt } from '../../core/license.ts'

/** Returns whether it is not known yet if a license is in force. A license counts before it is known whether there is anything to ask. */
export function isReading({ phase, licensed }: ClientSnapshot): boolean {
  return phase === 'opening' && !licensed
}

/** Returns the status of the license now. A stored status `active` is corrected when the license expired or was withdrawn on this device. */
export function statusOf({ license, licensed, pending }: ClientSnapshot, now: () => number): LicenseStatus | undefined {
  if (license?.status !== 'active' || licensed || pending?.kind === 'revoke') return license?.status
  return licenseStatusAt(license, now()) === 'active' ? 'revoked' : 'expired'
}
