/** Values of `data-state` on a terms document. Accept may be on screen only with `shown`. */
export type TermsState = 'loading' | 'shown' | 'failed'
