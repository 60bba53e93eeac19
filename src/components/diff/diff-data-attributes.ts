import type { LicenseDiff } from '../../terms/diff/diff-license.ts'
import type { ClauseDiff } from '../../terms/diff/diff-terms.ts'

/** Data attributes on each `data-part="diff-clause"` of `TermsDiff`. */
export interface ClauseDataAttributes {
  /** How the clause changed. */
  readonly 'data-change': Exclude<ClauseDiff['change'], 'same'> | 'moved'
}

/** Data attributes on each item of `data-part="diff-attributes"` of `TermsDiff`. */
export interface AttributeDataAttributes {
  /** How an attribute of the license changed. */
  readonly 'data-change': LicenseDiff['changes'][number]['direction']
}
