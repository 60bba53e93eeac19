import { LicetError } from '../../core/errors.ts'
import { invalidBearerToken } from '../auth/authenticate-bearer.ts'
import { lockAddress } from '../storage/addresses.ts'
import {
  findLicenseByRequest,
  insertLicense,
  insertTransition,
  listOpenLicenses,
  type NewLicense,
  type StoredLicense,
} from '../storage/licenses.ts'
import type { Sql, Storage } from '../storage/storage.ts'

/** A stored license, and whether this call stored it. */
export interface SubmittedLicense {
  readonly license: StoredLicense
  readonly created: boolean
}

/**
 * Stores a license in a transaction, and ends the license that it replaces or revokes.
 *
 * The lock of the device puts its requests in order. When two tabs submit the same agreement at once, the first stores it and the
 * second gets the stored record. At most one license of a device is active for a `ptr`.
 *
 * @throws {LicetError} `invalid_token` when the device was erased meanwhile; `nothing_to_revoke` for a revocation without an
 *   active license.
 */
export function storeLicenseOnce(storage: Storage, candidate: NewLicense, registration: string): Promise<SubmittedLicense> {
  return storage.transaction((sql) => storeLocked(sql, candidate, registration))
}

async function storeLocked(sql: Sql, candidate: NewLicense, registration: string): Promise<SubmittedLicense> {
  if ((await lockAddress(sql, candidate.providerId, candidate.address)) !== registration) throw invalidBearerToken()
  const known = await findLicenseByRequest(sql, candidate)
  if (known !== undefined) return { license: known, created: false }

  const open = await listOpenLicenses(sql, candidate)
  const active = open.find((license) => license.expiry === null || license.expiry > candidate.now)
  if (candidate.status === 'revoked' && active === undefined) throw nothingToRevoke()
  const license: NewLicense = { ...candidate, supersedes: active?.id ?? null }
  await insertLicense(sql, license)
  for (const former of open) {
    const ended = former.expiry !== null && former.expiry <= candidate.now
    await insertTransition(
      sql,
      ended
        ? { licenseId: former.id, status: 'expired', at: former.expiry }
        : {
            licenseId: former.id,
            status: candidate.status === 'revoked' ? 'revoked' : 'superseded',
            at: candidate.now,
            cause: candidate.id,
          },
    )
  }
  return { license: { ...license, position: 0, created: license.now }, created: true }
}

function nothingToRevoke(): LicetError<'nothing_to_revoke'> {
  return new LicetError(
    'nothing_to_revoke',
    'The request has no uses, and this device has no active license to revoke. Nothing was stored. No further request is needed.',
    { field: 'uses' },
  )
}
