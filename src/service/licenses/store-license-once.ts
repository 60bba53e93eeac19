import { LicetError } from '../../core/errors.ts'
import { MAX_ACTIVE_LICENSES } from '../../core/limits.ts'
import type { CreateStatus } from '../../protocol/records/accounts.ts'
import { invalidBearerToken } from '../auth/authenticate-bearer.ts'
import { erasedBefore } from '../devices/erased-error.ts'
import { NoFailure } from '../http/report-overload.ts'
import { identityRequired } from '../identity/identity-errors.ts'
import { findLicenseByRequest, type NewLicense, type StoredLicense } from '../storage/licenses.ts'
import type { Storage } from '../storage/storage.ts'
import { storeLicense } from '../storage/store-license.ts'
import { overQuota, type Quotas } from './quotas.ts'

/** A stored license, and whether this call stored it. */
export interface SubmittedLicense {
  readonly license: StoredLicense
  readonly created: boolean
  /** The HTTP status of a new license of this provider. */
  readonly createStatus: CreateStatus
}

/**
 * How often a license is sent to the database while other licenses of the same device are stored. Each lost try means that another
 * one was stored, so the bound is above what a device may store in an hour by default.
 */
const MAX_TRIES = 100
const BUSY_RETRY_AFTER_MS = 1000

/** Options of {@link storeLicenseOnce}. */
interface StoreOptions {
  readonly quotas: Quotas
  readonly hasTerms: boolean
  /** Dates the license and signs its receipt again, for one that replaces another license than expected, which was stored at `created`. */
  readonly replacing: (supersedes: string | null, created: number | null) => Promise<NewLicense>
}

/**
 * Stores a license, and ends the license that it replaces or revokes.
 *
 * The database puts the requests of a device in order. When two tabs submit the same agreement at the same time, the first stores it and the
 * second gets the stored record. At most one license of a device is active for a `ptr`.
 *
 * `hasTerms` is whether the database has the text of the terms already. Then the text is not sent to it.
 *
 * Returns `other_vouched` when another answer than `vouched` of the license is true: whether a backend vouches for its person.
 *
 * @throws {LicetError} `invalid_token` when the device was erased meanwhile; `erased`, `identity_required`; `nothing_to_revoke` for a revocation without an
 *   active license; `too_many_licenses`; `too_many_requests` when a quota of the device is used up.
 */
export async function storeLicenseOnce(
  storage: Storage,
  prepared: NewLicense,
  { quotas, hasTerms, replacing }: StoreOptions,
): Promise<SubmittedLicense | 'other_vouched'> {
  const limits = { ...quotas, maxActive: MAX_ACTIVE_LICENSES }
  let candidate = prepared
  let withTerms = !hasTerms
  const store = async () => {
    const found = await storeLicense(storage, candidate, { ...limits, withTerms })
    if (found.outcome !== 'other_isolation') return found
    return storage.transaction((sql) => storeLicense(sql, candidate, { ...limits, withTerms }))
  }
  let stored = await store()
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    // An erasure deleted the text in the meantime.
    if (stored.outcome === 'unknown_terms') withTerms = true
    // Another license of the device was stored in the meantime.
    else if (stored.outcome === 'other_supersedes') {
      candidate = await replacing(stored.supersedes, stored.since)
    } else if (stored.outcome !== 'conflict') break
    stored = await store()
  }
  const createStatus = stored.createStatus ?? 201
  switch (stored.outcome) {
    case 'created': {
      const { signedBytes: _, ...license } = candidate
      const ends = { revocation: null, endedBy: null }
      return { license: { ...license, ...ends, position: 0, created: candidate.now }, created: true, createStatus }
    }
    case 'known': {
      const license = await findLicenseByRequest(storage, candidate)
      if (license === undefined) throw invalidBearerToken()
      return { license, created: false, createStatus }
    }
    case 'other_vouched':
      return stored.outcome
    case 'erased':
      throw erasedBefore()
    case 'identity_required':
      throw identityRequired()
    case 'nothing_to_revoke':
      throw nothingToRevoke()
    case 'too_many_licenses':
      throw tooManyLicenses()
    case 'conflict':
    case 'other_supersedes':
      throw busyDevice()
    case 'licenses_quota':
    case 'terms_quota':
      throw overQuota(stored.outcome, quotas, stored.since ?? candidate.now, candidate.now)
    default:
      throw invalidBearerToken()
  }
}

function nothingToRevoke(): LicetError<'nothing_to_revoke'> {
  return new LicetError(
    'nothing_to_revoke',
    'The request has no uses, and this device has no active license to revoke. Nothing was stored. No further request is needed.',
    { field: 'uses' },
  )
}

/** Creates the error of a request that other requests of the device kept from being stored. */
export function busyDevice(): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    'Other requests of this device are being stored. Nothing was stored. Try again in a moment.',
    {
      retryAfterMs: BUSY_RETRY_AFTER_MS,
      cause: new NoFailure(),
    },
  )
}

function tooManyLicenses(): LicetError<'too_many_licenses'> {
  return new LicetError(
    'too_many_licenses',
    `This device has ${MAX_ACTIVE_LICENSES} active licenses, which is the limit. Nothing was stored. Revoke one of them, or use its ptr, so that the new license replaces it.`,
    { field: 'ptr' },
  )
}
