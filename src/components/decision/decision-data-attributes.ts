/** Values of `data-state` on a decision: `closed` while there are no terms to agree to, `pending` while an acceptance is under way. */
export type DecisionState = 'open' | 'closed' | 'pending'
