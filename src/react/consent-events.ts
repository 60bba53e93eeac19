import type { ClientSnapshot } from '../client/types.ts'
import { type ConsentFlow, isAsking, isRefused, kindOf } from '../core/consent-flow.ts'
import type { ConsentProviderEvent } from './types.ts'

/**
 * What the host is told of a move: at most one event, and none for a move that tells nothing new.
 *
 * `accepted` and `updated` are told when the service stored the license, never when it was only signed; also for a decision that an
 * earlier visit had left in the queue.
 */
export function toConsentEvent(before: ConsentFlow, after: ConsentFlow, client: ClientSnapshot): ConsentProviderEvent | undefined {
  const { state, reason } = after
  if (state === 'declined' || state === 'dismissed')
    return isAsking(before.state) ? { type: state, reason: before.reason } : undefined
  if (state === 'withdrawn' && before.state !== 'withdrawing') return undefined
  if (state === 'submit-error' || isRefused(after))
    return before.state !== state && after.error !== undefined ? { type: 'failed', code: after.error } : undefined
  if (state === 'withdrawn') return before.acted ? { type: state } : undefined
  if (kindOf(state) === 'held') {
    const answered = before.state === 'queued' || (before.state === 'submitting' && before.acted)
    return answered && client.license !== undefined ? stored(before, client.license) : undefined
  }
  return showing(after) && !showing(before) ? { type: 'shown', reason, termsHash: undefined } : undefined
}

function stored(before: ConsentFlow, license: NonNullable<ClientSnapshot['license']>): ConsentProviderEvent {
  return {
    type: before.held ? 'updated' : 'accepted',
    licenseId: license.id,
    termsHash: license.termsHash,
    usecases: license.uses.flatMap((use) => use.usecases),
  }
}

/** The terms are on screen and a decision is asked for. */
function showing(flow: ConsentFlow): boolean {
  return isAsking(flow.state) && flow.terms.status === 'shown'
}
