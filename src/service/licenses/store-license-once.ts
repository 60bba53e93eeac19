import { LicetError } from '../../core/errors.ts'
import { MAX_ACTIVE_LICENSES } from '../../core/limits.ts'
import { invalidBearerToken } from '../auth/authenticate-bearer.ts'
import { lockAddress } from '../storage/addresses.ts'
import {
  findLicenseByRequest,
  insertEndings,
  insertLicense,
  listOpenLicenses,
  type NewLicense,
  type StoredLicense,
} from '../storage/licenses.ts'
import type { Sql, Storage } from '../storage/storage.ts'
import { assertQuotas, type Quotas } from './quotas.ts'

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
 *   active license; `too_many_licenses`; `too_many_requests` when a quota of the device is used up.
 */
export function storeLicenseOnce(storage: Storage, candidate: NewLicense, quotas: Quotas): Promise<SubmittedLicense> {
  return storage.transaction((sql) => storeLocked(sql, candidate, quotas))
}

async function storeLocked(sql: Sql, candidate: NewLicense, quotas: Quotas): Promise<SubmittedLicense> {
  if ((await lockAddress(sql, candidate.providerId, candidate.address)) !== candidate.registration) throw invalidBearerToken()
  const known = await findLicenseByRequest(sql, candidate)
  if (known !== undefined) return { license: known, created: false }

  // Those of every `ptr`, so that a device never has many open licenses.
  const open = await listOpenLicenses(sql, candidate)
  const expired = open.flatMap(({ id, expiry }) => (expiry !== null && expiry <= candidate.now ? [{ id, at: expiry }] : []))
  const active = open.filter(({ expiry }) => expiry === null || expiry > candidate.now)
  const replaced = active.filter(({ ptr }) => ptr === candidate.ptr)
  const isRevocation = candidate.status === 'revoked'
  if (isRevocation && replaced.length === 0) throw nothingToRevoke()
  if (!isRevocation && active.length - replaced.length >= MAX_ACTIVE_LICENSES) throw tooManyLicenses()
  await assertQuotas(sql, candidate, quotas)

  const license: NewLicense = { ...candidate, supersedes: replaced[0]?.id ?? null }
  await insertLicense(sql, license)
  const status = isRevocation ? 'revoked' : 'superseded'
  const endings = [
    ...expired.map(({ id, at }) => ({ licenseId: id, status: 'expired', at }) as const),
    ...replaced.map(({ id }) => ({ licenseId: id, status, at: candidate.now }) as const),
  ]
  await insertEndings(sql, endings, license.id)
  return { license: { ...license, position: 0, created: license.now }, created: true }
}

function nothingToRevoke(): LicetError<'nothing_to_revoke'> {
  return new LicetError(
    'nothing_to_revoke',
    'The request has no uses, and this device has no active license to revoke. Nothing was stored. No further request is needed.',
    { field: 'uses' },
  )
}

function tooManyLicenses(): LicetError<'too_many_licenses'> {
  return new LicetError(
    'too_many_licenses',
    `This device has ${MAX_ACTIVE_LICENSES} active licenses, and may not have more. Nothing was stored. Revoke one of them, or use its ptr.`,
    { field: 'ptr' },
  )
}
