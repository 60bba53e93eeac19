/**
 * The clauses that every agreement has, in the order of the summary: the rows on the screen, the lines of `summarize()` and the order in
 * which `licet terms lint` reports a missing clause.
 *
 * The full terms keep the order that their template gives them.
 */
export const CLAUSES = ['parties', 'data', 'purposes', 'recipients', 'duration', 'reward', 'withdrawal', 'law'] as const

/** A clause that every agreement has. */
export type Clause = (typeof CLAUSES)[number]
