import type { ClientSnapshot } from '../client/types.ts'
import type { Agreement } from '../core/agreement.ts'
import type { ConsentFact, ConsentState } from '../core/consent-flow.ts'
import { type License, type LicenseStatus, licenseStatusAt } from '../core/license.ts'
import { grantedIn } from '../core/purposes.ts'
import { parseTimestamp } from '../core/timestamp.ts'
import type { Weight } from '../terms/diff/diff-license.ts'

/** How long before its end a license is shown as `expiring`, in milliseconds: 30 days. */
export const EXPIRING_MS = 30 * 86_400_000

/**
 * Says in the words of the flow what the client knows; `undefined` while it opens.
 *
 * @param from The state the flow is in: a failure answers a decision only while one is under way.
 */
export function toFact(
  client: ClientSnapshot,
  agreement: Agreement,
  weight: Weight,
  from: ConsentState,
  now: () => number,
): ConsentFact | undefined {
  const { license, pending, declined } = client
  if (client.phase === 'unsupported') return { type: 'unsupported' }
  if (client.phase === 'opening') return undefined
  if (pending?.kind === 'revoke') return { type: 'withdrawing' }
  if (pending !== undefined) return { type: isWaiting(client) ? 'queued' : 'sending' }
  const waiting = from === 'submitting' || from === 'queued'
  // Trouble with the storage is no answer: the client goes on in memory.
  if (waiting && client.error !== undefined && !client.error.code.startsWith('storage_'))
    return { type: 'refused', code: client.error.code }
  if (client.licensed && license !== undefined) return toHeld(client, license, agreement, weight, now())
  const status = statusOf(client, now)
  const refused = license?.status === 'active'
  // A withdrawal is not answered by what was declined before it.
  if (declined !== undefined && !(status === 'revoked' && (refused || from.startsWith('withdraw')))) return { type: 'declined' }
  // A question that was opened anew and refused stays; that the license is gone already is no refusal.
  if (status === 'revoked' && from !== 'submit-error') {
    const code = client.error?.code ?? 'server_error'
    return { type: 'withdrawn', code: refused && code !== 'nothing_to_revoke' ? code : undefined }
  }
  const reason = client.keyLost ? 'device-unknown' : status === 'expired' ? 'expired' : 'first'
  return { type: 'asks', reason, held: false, granted: [] }
}

function toHeld(client: ClientSnapshot, license: License, agreement: Agreement, weight: Weight, nowMs: number): ConsentFact {
  const granted = grantedIn(license.uses, agreement.purposes)
  const reason = `update-${weight}` as const
  if (client.needs === 'update')
    return client.declined === undefined ? { type: 'asks', reason, held: true, granted } : { type: 'kept', reason }
  const endsMs = license.expiry === undefined ? undefined : parseTimestamp(license.expiry)
  const expiring = endsMs !== undefined && endsMs - nowMs < EXPIRING_MS
  return { type: 'held', expiring, granted, code: client.error?.code }
}

/** Tells whether a signed decision stays here for a while: no network, or a try that failed. */
export function isWaiting({ pending, online }: Pick<ClientSnapshot, 'pending' | 'online'>): boolean {
  return pending !== undefined && pending.stage !== 'signing' && (!online || pending.attempts > 0)
}

/** The status of the license now. An active one that is not in force has ended, or was taken back, whatever the service said to that. */
export function statusOf({ license, licensed, pending }: ClientSnapshot, now: () => number): LicenseStatus | undefined {
  if (license?.status !== 'active' || licensed || pending?.kind === 'revoke') return license?.status
  return licenseStatusAt(license, now()) === 'active' ? 'revoked' : 'expired'
}
