import { CLAUSES, type Clause } from '../../terms/summary-order.ts'

/** The lines of a summary, in their order. */
export const SUMMARY_LINES = CLAUSES

/** A line of a summary. */
export type SummaryLineName = Clause

/** Data attributes on each line of `LicenseSummary`. */
export interface SummaryLineDataAttributes {
  /** Name of the line. */
  readonly 'data-line': SummaryLineName
}
