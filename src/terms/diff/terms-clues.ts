import type { Agreement } from '../../core/agreement.ts'

/** An answer of an agreement, and the lines that it adds to the terms. */
export type AnswerClue = readonly [
  answer: Pick<Agreement, 'afterWithdrawal' | 'earlierData' | 'earnedRewards'>,
  lines: readonly string[],
]

/**
 * Lines of the terms of an agreement. A record has company, law, reward and answers only in its terms, so these lines show whether the
 * record has the same values.
 */
export interface TermsClues {
  /** The lines with the name of the company. */
  readonly company: readonly string[]
  /** The lines with the law. */
  readonly law: readonly string[]
  /** The clause about the reward, for each answer about earned rewards. */
  readonly reward: readonly string[]
  /** What each optional answer adds. */
  readonly answers: readonly AnswerClue[]
  /** How lines begin that describe what happens to the data after a withdrawal. */
  readonly afterWithdrawal: readonly string[]
}
