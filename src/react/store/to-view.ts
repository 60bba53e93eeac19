import type { ClientSnapshot } from '../../client/types.ts'
import { isAsking, offersAccept } from '../../core/consent-flow.ts'
import type { ConsentView } from './consent-view.ts'

/** A view without the members that follow from its flow. */
export type ViewFacts = Omit<ConsentView, 'isAsking' | 'offersAccept'>

/** Adds the members that follow from the flow. */
export function toView(view: ViewFacts): ConsentView {
  const { state } = view.flow
  return { ...view, isAsking: isAsking(state), offersAccept: offersAccept(state) }
}

/** Returns the error to show with the next snapshot of the client. The error of an act stays until the client has another one. */
export function nextError(snapshot: ClientSnapshot, { error, failed, client }: ConsentView): Pick<ConsentView, 'error' | 'failed'> {
  if (snapshot.error === client.error) return { error, failed }
  return { error: snapshot.error ?? (failed === undefined ? undefined : error), failed }
}
