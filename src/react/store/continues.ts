import { type ConsentFlow, isAsking, kindOf } from '../../core/consent-flow.ts'
import type { ConsentView } from './consent-view.ts'

/**
 * Returns whether the state after an event has the same cause as the state before: an act without effect, a fact about the question on
 * screen, the result of the act in progress, or the delivery of a decision that waited.
 */
export function continues(before: ConsentFlow, after: ConsentFlow, cause: ConsentView['cause']): boolean {
  if (before.state === after.state) return true
  if (cause !== undefined) return false
  const kind = kindOf(before.state)
  // The act has ended. A later change comes from elsewhere, for example from another tab.
  if (kind === 'licensed') return false
  if (isAsking(before.state) && isAsking(after.state)) return true
  return after.acted || (before.acted && kind === 'passing') || (kind === 'queued' && kindOf(after.state) === 'licensed')
}
