import type { ClientSnapshot } from '../client/types.ts'
import { type AskReason, type ConsentFlow, isAsking, isRefused, kindOf } from '../core/consent-flow.ts'
import type { LicetError } from '../core/errors.ts'
import type { License } from '../core/license.ts'

/** An event that `onEvent` of the provider receives, for analytics and audit. Each change is reported once, and contains no secret. */
export type ConsentProviderEvent =
  | { readonly type: 'shown'; readonly reason: AskReason; readonly termsHash: string | undefined }
  | {
      readonly type: 'accepted' | 'updated'
      readonly licenseId: string
      readonly termsHash: string
      readonly usecases: readonly string[]
    }
  | { readonly type: 'declined' | 'dismissed'; readonly reason: AskReason }
  | { readonly type: 'withdrawn' }
  | { readonly type: 'failed'; readonly code: LicetError['code'] }

/**
 * Returns the event for a transition of the flow, or `undefined` when there is nothing to report.
 *
 * `accepted` and `updated` are reported when the service has stored the license, not when it is signed. A decision that an earlier visit left
 * in the queue is reported too.
 */
export function toConsentEvent(before: ConsentFlow, after: ConsentFlow, client: ClientSnapshot): ConsentProviderEvent | undefined {
  const { state, reason } = after
  if (state === 'declined' || state === 'dismissed')
    return isAsking(before.state) ? { type: state, reason: before.reason } : undefined
  if (state === 'withdrawn' && before.state !== 'withdrawing') return undefined
  if (state === 'submit-error' || isRefused(after))
    return before.state !== state && after.error !== undefined ? { type: 'failed', code: after.error } : undefined
  if (state === 'withdrawn') return before.acted ? { type: state } : undefined
  if (kindOf(state) === 'licensed') {
    const isAnswer = before.state === 'queued' || (before.state === 'submitting' && before.acted)
    return isAnswer && client.license !== undefined ? toStoredEvent(before, client.license) : undefined
  }
  return isQuestionShown(after) && !isQuestionShown(before) ? { type: 'shown', reason, termsHash: undefined } : undefined
}

function toStoredEvent(before: ConsentFlow, license: License): ConsentProviderEvent {
  return {
    type: before.isLicensed ? 'updated' : 'accepted',
    licenseId: license.id,
    termsHash: license.termsHash,
    usecases: license.uses.flatMap((use) => use.usecases),
  }
}

function isQuestionShown(flow: ConsentFlow): boolean {
  return isAsking(flow.state) && flow.terms.status === 'shown'
}
