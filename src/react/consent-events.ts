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
  /** A signed decision waits. `offline`: the browser reports no network. Otherwise the code of the last attempt, such as `network_error`. */
  | { readonly type: 'queued'; readonly reason: 'offline' | LicetError['code'] }
  | { readonly type: 'failed'; readonly code: LicetError['code'] }

/** A change of the flow that an event or a handler of a component reports. */
type FlowEvent = Exclude<ConsentProviderEvent, { readonly type: 'accepted' | 'updated' | 'queued' }> | { readonly type: 'accepted' }

/**
 * Returns the event for a transition of the flow, or `undefined` when there is nothing to report.
 *
 * `accepted` means that the service has stored what was agreed on this page. Only the handlers of components report it: one license can be
 * seen in several tabs and visits, so {@link toStoredEvent} makes the event of the provider.
 */
export function toConsentEvent(before: ConsentFlow, after: ConsentFlow): FlowEvent | undefined {
  const { state, reason } = after
  if (state === 'declined' || state === 'dismissed')
    return isAsking(before.state) ? { type: state, reason: before.reason } : undefined
  if (state === 'withdrawn' && before.state !== 'withdrawing') return undefined
  if (state === 'submit-error' || isRefused(after))
    return before.state !== state && after.error !== undefined ? { type: 'failed', code: after.error } : undefined
  if (state === 'withdrawn') return before.acted ? { type: state } : undefined
  if (kindOf(state) === 'licensed')
    return before.state === 'queued' || (before.state === 'submitting' && before.acted) ? { type: 'accepted' } : undefined
  return isQuestionShown(after) && !isQuestionShown(before) ? { type: 'shown', reason, termsHash: undefined } : undefined
}

/** Returns the event for a license that the service has stored. {@link ServiceClient.takeUnreported} returns each license once. */
export function toStoredEvent(license: License): ConsentProviderEvent {
  return {
    type: license.supersedes === undefined ? 'accepted' : 'updated',
    licenseId: license.id,
    termsHash: license.termsHash,
    usecases: license.uses.flatMap((use) => use.usecases),
  }
}

function isQuestionShown(flow: ConsentFlow): boolean {
  // A slow device shows the terms before it knows whether there is a question.
  return isAsking(flow.state) && flow.state !== 'device-slow' && flow.terms.status === 'shown'
}
