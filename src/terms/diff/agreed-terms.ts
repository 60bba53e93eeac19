import type { TermsClues } from './terms-clues.ts'

// A record has company, law and reward only in its terms. These functions look for the lines of an agreement in that text.

/** Returns whether the agreed terms name the company of an agreement. */
export function namesCompany(terms: string, { company }: TermsClues): boolean {
  return hasOneOf(terms, company)
}

/** Returns whether the agreed terms name the law of an agreement. */
export function namesLaw(terms: string, { law }: TermsClues): boolean {
  return hasOneOf(terms, law)
}

/**
 * Returns whether the agreed terms have the clause about the reward of an agreement. A clause ends at the next heading, or with the text.
 * Whether earned rewards are kept is a separate question.
 */
export function hasReward(terms: string, { reward }: TermsClues): boolean {
  return reward.some((clause) => `\n${terms}\n#`.includes(`\n${clause}\n#`))
}

function hasOneOf(terms: string, lines: readonly string[]): boolean {
  const agreed = new Set(terms.split('\n'))
  return lines.some((line) => agreed.has(line))
}
