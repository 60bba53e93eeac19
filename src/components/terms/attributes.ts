/** Values of `data-state` on a terms document. Accept may be on screen only with `shown`. */
export const TERMS_STATES = ['loading', 'shown', 'failed'] as const

/** State of a terms document. */
export type TermsState = (typeof TERMS_STATES)[number]
