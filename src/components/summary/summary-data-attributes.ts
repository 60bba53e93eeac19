/** The lines of a summary, in their order. */
export const SUMMARY_LINES = ['data', 'reward', 'duration', 'recipients'] as const

/** A line of a summary. */
export type SummaryLineName = (typeof SUMMARY_LINES)[number]

/** Data attributes on each line of `LicenseSummary`. */
export interface SummaryLineDataAttributes {
  /** Name of the line. */
  readonly 'data-line': SummaryLineName
}
