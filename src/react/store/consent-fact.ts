import type { ClientSnapshot } from '../../client/types.ts'
import type { Agreement } from '../../core/agreement.ts'
import type { ClientFact, ConsentState } from '../../core/consent-flow.ts'
import { isExpiring } from '../../core/expiring.ts'
import { grantedIn } from '../../core/included-purposes.ts'
import type { License } from '../../core/license.ts'
import type { Weight } from '../../terms/diff/diff-license.ts'
import { statusOf } from './license-status.ts'

/**
 * Converts the snapshot of the client into a fact of the flow; `undefined` while the client opens in the usual time.
 *
 * @param from The current state of the flow. An error is the result of a decision only while a decision is in progress.
 */
export function toFact(
  client: ClientSnapshot,
  agreement: Agreement,
  weight: Weight,
  from: ConsentState,
  now: () => number,
): ClientFact | undefined {
  const { license, pending, declined } = client
  if (client.phase === 'unsupported') return { type: 'unsupported' }
  if (client.phase === 'opening') return client.storage === 'slow' ? { type: 'slow' } : undefined
  if (pending?.kind === 'revoke') return { type: 'withdrawing' }
  // Without a key, nothing is signed before the storage has answered: it may have one.
  if (pending?.stage === 'signing' && client.storage === 'slow') return { type: 'slow', keepsAccept: true }
  if (pending !== undefined) return { type: pending.isWaiting ? 'queued' : 'sending' }
  const waiting = from === 'submitting' || from === 'queued'
  // A storage error is not a refusal: the client continues in memory.
  if (waiting && client.error !== undefined && !client.error.code.startsWith('storage_'))
    return { type: 'refused', code: client.error.code }
  if (client.licensed && license !== undefined) return toHeld(client, license, agreement, weight, now())
  const status = statusOf(client, now)
  const refused = license?.status === 'active'
  // An earlier Decline is not the result of a withdrawal.
  if (declined !== undefined && !(status === 'revoked' && (refused || from.startsWith('withdraw')))) return { type: 'declined' }
  // A refused question that was opened again stays. `nothing_to_revoke` is no refusal: the license is already gone.
  if (status === 'revoked' && from !== 'submit-error') {
    const code = client.error?.code ?? 'server_error'
    return { type: 'withdrawn', code: refused && code !== 'nothing_to_revoke' ? code : undefined }
  }
  const reason = client.keyLost ? 'device-unknown' : status === 'expired' ? 'expired' : 'first'
  return { type: 'asks', reason, isLicensed: false, granted: [] }
}

function toHeld(client: ClientSnapshot, license: License, agreement: Agreement, weight: Weight, nowMs: number): ClientFact {
  const granted = grantedIn(license.uses, agreement.purposes)
  const reason = `update-${weight}` as const
  if (client.needs === 'update')
    return client.declined === undefined ? { type: 'asks', reason, isLicensed: true, granted } : { type: 'update-declined', reason }
  return { type: 'licensed', expiring: isExpiring(license, nowMs), granted, code: client.error?.code }
}
