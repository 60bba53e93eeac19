import { LicetError } from '../../core/errors.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import type { Reminder, ReminderStep } from '../../protocol/records/reminders.ts'
import type { AuditActor } from '../audit/audit-event.ts'
import { createId, isId } from '../crypto/create-id.ts'
import { readCursor } from '../licenses/read-cursor.ts'
import type { ServiceContext } from '../service-context.ts'
import type { EveryOwner, LicenseOwner } from '../storage/licenses.ts'
import { findReminder, insertReminder, type ReminderGroup, type StoredReminder, writeReminders } from '../storage/reminders.ts'
import { hasEndpoint } from '../storage/webhook-endpoints.ts'

/** A step of the reminders of a group. */
export interface ReminderRequest {
  readonly providerId: string
  readonly termsHash?: readonly string[] | undefined
  readonly notTermsHash?: readonly string[] | undefined
  /** `id` of the first step. Absent in the first step. */
  readonly id?: string | undefined
  readonly cursor?: string | undefined
}

/**
 * Writes the event `license.reminder` for some licenses of a group, and returns where the next step continues. Each step is short, so that
 * the service stays responsive.
 *
 * @throws {LicetError} `invalid_request`
 */
export async function sendReminders(
  { storage, crypto, audit, now }: Pick<ServiceContext, 'storage' | 'crypto' | 'audit' | 'now'>,
  { owner, actor }: { readonly owner: LicenseOwner | EveryOwner; readonly actor: AuditActor },
  request: ReminderRequest,
): Promise<ReminderStep> {
  const { providerId, cursor } = request
  const group = readGroup(request)
  if (!(await hasEndpoint(storage, providerId))) throw withoutWebhook()
  const at = now()
  const { id = createId(at, crypto.random) } = request
  const stored = isId(id) && request.id !== undefined ? await findReminder(storage, id, providerId) : undefined
  if (request.id !== undefined && !isSame(stored, group)) throw otherGroup()
  const before = await readCursor(storage, owner, cursor)
  const { written, next } = await audit.record(
    async (sql) => {
      if (stored === undefined) await insertReminder(sql, { id, ...group }, at)
      return writeReminders(sql, { id, ...group }, { before, now: at })
    },
    ({ written: count }) =>
      count === 0 ? undefined : { action: 'license.reminded', actor, target: id, providerId, details: { count } },
  )
  return { id, licenses: written, ...(next !== null && { next }) }
}

/** Converts stored reminders to their JSON form. */
export function toReminder({ id, providerId, isWithout, termsHashes, started, licenses }: StoredReminder): Reminder {
  return {
    id,
    providerId,
    group: isWithout ? 'without' : 'with',
    termsHashes: [...termsHashes],
    started: toTimestamp(started),
    licenses,
  }
}

function readGroup({ providerId, termsHash, notTermsHash }: ReminderRequest): ReminderGroup {
  if (termsHash !== undefined && notTermsHash === undefined) return { providerId, termsHashes: termsHash, isWithout: false }
  if (notTermsHash !== undefined && termsHash === undefined) return { providerId, termsHashes: notTermsHash, isWithout: true }
  throw new LicetError(
    'invalid_request',
    'The request has neither terms_hash nor not_terms_hash, or both. No reminder was sent. Send one of the two.',
  )
}

function isSame(stored: StoredReminder | undefined, { termsHashes, isWithout }: ReminderGroup): boolean {
  return stored?.isWithout === isWithout && stored.termsHashes.join() === termsHashes.join()
}

function otherGroup(): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    'No reminders of this group have this id. No reminder was sent. Use the id and the texts of the first request.',
    { field: 'id' },
  )
}

function withoutWebhook(): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    'The provider has no webhook, so nobody would get the reminders. No reminder was sent. Add one with `licet webhook add`.',
  )
}
