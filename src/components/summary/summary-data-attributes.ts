/** The lines of a summary in their order, each the `data-line` of its row. */
export const SUMMARY_LINES = ['parties', 'data', 'purposes', 'recipients', 'duration', 'reward', 'withdrawal', 'law'] as const

/** A line of a summary. */
export type SummaryLineName = (typeof SUMMARY_LINES)[number]
