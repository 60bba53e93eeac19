import { CLAUSES, type Clause } from '../../terms/summary-order.ts'

/** The lines of a summary in their order, each the `data-line` of its row. */
export const SUMMARY_LINES = CLAUSES

/** A line of a summary. */
export type SummaryLineName = Clause
