/** One step from one text to another. */
export interface TextChange {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}
/** What a comparison may still spend, in steps of the inner loop. Counted, not timed, so that every machine finds the same result. */
export interface Budget {
  steps: number
}
/**
 * Compares two lists of words (Myers 1986, with fixed points as in patience diff). When the budget is spent, what is left counts as replaced:
 * the result is then coarser, never wrong.
 */
export declare function diffTokens(from: readonly string[], to: readonly string[], budget: Budget): TextChange[]
/** Indices of the longest strictly rising subsequence (patience sorting). */
export declare function longestRise(values: readonly number[]): number[]
