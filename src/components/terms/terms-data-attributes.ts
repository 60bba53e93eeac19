/** State of a terms document. Accept may be on screen only in `shown`. */
export type TermsState = 'loading' | 'shown' | 'failed'

/** Data attributes on the root of `TermsDocument`. */
export interface TermsDataAttributes {
  /** Whether the text is on screen. */
  readonly 'data-state': TermsState
  /** Only the first lines are visible, where there is one column. */
  readonly 'data-folded': true | undefined
}
