import type { LogFork, StoredDecision } from '../../client/types.ts'
import { type AskReason, type ConsentFlow, isAsking, isRefused } from '../../core/consent-flow.ts'
import type { LicetError } from '../../core/errors.ts'
import type { AlteredChoice } from '../types.ts'

/**
 * An event that `onEvent` of the provider receives, for analytics and audit. It contains no secret. `accepted`, `updated` and `withdrawn` are
 * reported at least once: `type` and `licenseId` identify a repetition.
 */
export type ConsentProviderEvent =
  | { readonly type: 'shown'; readonly reason: AskReason; readonly termsHash: string | undefined }
  | StoredDecision
  | { readonly type: 'declined' | 'dismissed'; readonly reason: AskReason }
  /** A signed decision waits. `offline`: the browser reports no network. Otherwise the code of the last attempt, such as `network_error`. */
  | { readonly type: 'queued'; readonly reason: 'offline' | LicetError['code'] }
  /** `decision_obscured` has what was measured, when styles of the page altered the choice. */
  | ({ readonly type: 'failed'; readonly code: LicetError['code'] } & Partial<AlteredChoice>)
  /** The public log of the service contradicts itself. Keep both signed checkpoints as evidence. The license has not changed. */
  | ({ readonly type: 'log_inconsistent' } & LogFork)

/** A change of the flow that an event or a handler of a component reports. */
type FlowEvent = Exclude<ConsentProviderEvent, StoredDecision | { readonly type: 'queued' | 'log_inconsistent' }>

/**
 * Returns the event for a transition of the flow, or `undefined` when there is nothing to report.
 *
 * What the service has stored is no transition: one license can be seen in several tabs and visits, so the client reports it.
 */
export function toConsentEvent(before: ConsentFlow, after: ConsentFlow): FlowEvent | undefined {
  const { state, reason } = after
  if (state === 'declined' || state === 'dismissed')
    return isAsking(before.state) ? { type: state, reason: before.reason } : undefined
  if (state === 'withdrawn' && before.state !== 'withdrawing') return undefined
  if (state === 'submit-error' || isRefused(after))
    return before.state !== state && after.error !== undefined ? { type: 'failed', code: after.error } : undefined
  return isQuestionShown(after) && !isQuestionShown(before) ? { type: 'shown', reason, termsHash: undefined } : undefined
}

function isQuestionShown(flow: ConsentFlow): boolean {
  // A slow device shows the terms before it knows whether there is a question.
  return isAsking(flow.state) && flow.state !== 'device-slow' && flow.terms.status === 'shown'
}
