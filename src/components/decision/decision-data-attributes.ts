/** State of a decision. `closed`: there are no terms to agree to, so Accept is absent. `pending`: an acceptance is in progress. */
export type DecisionState = 'open' | 'closed' | 'pending'

/** Data attributes on the root of `Decision`. */
export interface DecisionDataAttributes {
  /** Whether the person can decide. */
  readonly 'data-state': DecisionState
}
