/** Values of `data-part` in a decision. */
export const DECISION_PARTS = ['decision', 'decision-notice', 'missing', 'choices', 'accept', 'decline'] as const

/** Values of `data-state` on a decision: `closed` while there are no terms to agree to, `pending` while an acceptance is under way. */
export const DECISION_STATES = ['open', 'closed', 'pending'] as const

/** State of a decision. */
export type DecisionState = (typeof DECISION_STATES)[number]
