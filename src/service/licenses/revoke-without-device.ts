import { LicetError } from '../../core/errors.ts'
import type { LicenseStatus } from '../../core/license.ts'
import type { RevokeLicense } from '../../protocol/records/license-operations.ts'
import { TOKEN_TYPES } from '../../protocol/token.ts'
import type { AuditActor } from '../audit/audit-event.ts'
import { notFound } from '../auth/ownership.ts'
import { NoFailure } from '../http/report-overload.ts'
import type { ServiceContext } from '../service-context.ts'
import type { ProvenLicense } from '../storage/licenses.ts'
import { insertRevocation } from '../storage/revocations.ts'
import { readCompact } from '../tokens/compact-jws.ts'
import { statusAt } from './license-record.ts'

/** What the revocation of a license needs. */
export type RevocationEnvironment = Pick<ServiceContext, 'storage' | 'keys' | 'now' | 'audit'>

/** A license after {@link revokeLicense}. */
export interface RevokedLicense {
  readonly license: ProvenLicense
  /** Whether this call revoked it. */
  readonly isNew: boolean
  /** Absent when the license is revoked, now or before. */
  readonly error?: LicetError<'license_ended'>
}

const RETRY_AFTER_MS = 1000

/**
 * Revokes a license without its device, for example after a letter. It can only end a license, and never permits anything.
 *
 * A license that is revoked already stays as it is. `find` reads the license.
 *
 * @throws {LicetError} `not_found`; `unavailable` while the device is being erased.
 */
export async function revokeLicense(
  { keys, now, audit }: RevocationEnvironment,
  actor: AuditActor,
  find: () => Promise<ProvenLicense | undefined>,
  request: RevokeLicense,
): Promise<RevokedLicense> {
  const license = await findOrThrow(find)
  // The clock of the process that stored it can be ahead of this one.
  const at = Math.max(now(), license.created)
  const status = statusAt(license, at)
  if (status !== 'active') return toRevoked(license, status, false)
  const { requestedBy, channel } = request
  // Has the claims of the license's receipt, so a client that accepts one of the two receipts accepts the other one.
  const claims = readCompact(license.receipt)?.payload
  const ended = { ...claims, iat: Math.floor(at / 1000), status: 'revoked', rby: requestedBy, chn: channel }
  const receipt = await keys.sign(TOKEN_TYPES.receipt, ended)
  const { id, providerId } = license
  const event = { action: 'license.revoked', actor, target: id, providerId, details: { requestedBy, channel } } as const
  const isNew = await audit.record(
    (sql) => insertRevocation(sql, license, { ...request, receipt, now: at }),
    (isRevoked) => (isRevoked ? event : undefined),
  )
  // Without an insertion, another request has ended the license in the meantime.
  const stored = await findOrThrow(find)
  const storedStatus = statusAt(stored, at)
  if (storedStatus === 'active') throw beingErased()
  return toRevoked(stored, storedStatus, isNew)
}

async function findOrThrow(find: () => Promise<ProvenLicense | undefined>): Promise<ProvenLicense> {
  const license = await find()
  if (license === undefined) throw notFound('license')
  return license
}

function toRevoked(license: ProvenLicense, status: Exclude<LicenseStatus, 'active'>, isNew: boolean): RevokedLicense {
  return status === 'revoked' ? { license, isNew } : { license, isNew, error: endedOtherwise(status) }
}

const ENDS = {
  superseded: 'was replaced by a newer license, which is not revoked by this request. Revoke the newer license instead',
  expired: 'has expired. No further request is needed',
  erased: 'was erased. No further request is needed',
} as const

function endedOtherwise(status: keyof typeof ENDS): LicetError<'license_ended'> {
  return new LicetError('license_ended', `Nothing was changed, because this license ${ENDS[status]}.`)
}

function beingErased(): LicetError<'unavailable'> {
  return new LicetError('unavailable', 'The device of this license is being erased. Nothing was changed. Try again in a moment.', {
    retryAfterMs: RETRY_AFTER_MS,
    cause: new NoFailure(),
  })
}
