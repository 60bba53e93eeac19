import type { AfterWithdrawal, Agreement } from '../../core/agreement.ts'
import { isSame } from '../../core/is-same.ts'
import type { LicenseLike } from './compare-license.ts'
import type { DiffWords } from './diff-words.ts'
import type { AnswerClue, TermsClues } from './terms-clues.ts'

/** The answers that agreed terms give. `other`: something happens to the data, but the text alone does not show what. */
interface AgreedAnswers extends Pick<Agreement, 'earlierData' | 'earnedRewards'> {
  readonly afterWithdrawal?: AfterWithdrawal | 'other' | undefined
}

/** Returns what changed in the optional answers of an agreement. An answer that the new terms no longer give counts as worse. */
export function compareAnswers(from: Agreement | LicenseLike, to: Agreement, clues: TermsClues | undefined): (keyof DiffWords)[] {
  // Only the company knows whether a contract of its own gives them.
  if ('uses' in from && clues === undefined) return []
  const old = 'uses' in from ? answersIn(from.terms, clues as TermsClues) : from
  const changes: (keyof DiffWords)[] = []
  const { earlierData, earnedRewards, afterWithdrawal } = to
  if (old.earlierData !== earlierData) {
    if (earlierData === 'excluded') changes.push('data excluded')
    else if (earlierData === 'included' || old.earlierData === 'excluded') changes.push('data earlier')
  }
  if (to.compensation !== null && old.earnedRewards !== earnedRewards) {
    if (earnedRewards === 'kept') changes.push('reward kept')
    else if (earnedRewards === 'lost' || old.earnedRewards === 'kept') changes.push('reward lost')
  }
  if (!isSame(old.afterWithdrawal, afterWithdrawal))
    changes.push(old.afterWithdrawal === undefined ? 'withdrawal answered' : 'withdrawal changed')
  return changes
}

/** A record has the answers only in its terms. Looks for the lines that each answer would add to the terms of the new agreement. */
function answersIn(terms: string, { answers, afterWithdrawal: begins }: TermsClues): AgreedAnswers {
  const lines = terms.split('\n')
  const given = answers.filter(([, own]) => own.length > 0 && own.every((line) => lines.includes(line)))
  const first = <Name extends keyof AnswerClue[0]>(name: Name) => given.find(([answer]) => answer[name] !== undefined)?.[0][name]
  const isOther = begins.some((start) => start !== '' && lines.some((line) => line.startsWith(start)))
  return {
    earlierData: first('earlierData'),
    earnedRewards: first('earnedRewards'),
    afterWithdrawal: first('afterWithdrawal') ?? (isOther ? 'other' : undefined),
  }
}
