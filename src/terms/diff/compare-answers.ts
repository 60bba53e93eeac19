import type { AfterWithdrawal, Agreement } from '../../core/agreement.ts'
import { isSame } from '../../core/is-same.ts'
import type { DefinedAgreement } from '../agreement-input.ts'
import { linesOf, MARK } from './agreed-terms.ts'
import type { LicenseLike } from './compare-license.ts'
import type { DiffWords } from './diff-words.ts'

/** The answers that agreed terms give. `other`: something happens to the data, but the text alone does not show what. */
interface AgreedAnswers extends Pick<Agreement, 'earlierData' | 'earnedRewards'> {
  readonly afterWithdrawal?: AfterWithdrawal | 'other' | undefined
}

/** One answer of an agreement. */
type Answer = Pick<Agreement, 'afterWithdrawal' | 'earlierData' | 'earnedRewards'>

/** Returns what changed in the optional answers of an agreement. An answer that the new terms no longer give counts as worse. */
export function compareAnswers(from: Agreement | LicenseLike, to: DefinedAgreement): (keyof DiffWords)[] {
  // Only the company knows whether a contract of its own gives them.
  if ('uses' in from && to.terms !== undefined) return []
  const old = 'uses' in from ? answersIn(from.terms, to) : from
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
function answersIn(terms: string, to: DefinedAgreement): AgreedAnswers {
  const silent = { ...to, afterWithdrawal: undefined, earlierData: undefined, earnedRewards: undefined }
  const others = new Set(linesOf(silent))
  const lines = terms.split('\n')
  const added = (answer: Answer) => linesOf({ ...silent, ...answer }).filter((line) => !others.has(line))
  const gives = (answer: Answer) => {
    const own = added(answer)
    return own.length > 0 && own.every((line) => lines.includes(line))
  }
  // Two durations share the start of the sentence, up to the duration.
  const begins = [
    (added({ afterWithdrawal: { text: MARK } })[0] ?? '').split(MARK)[0] ?? '',
    sharedStart(
      ...([{ days: 11 }, { years: 50 }] as const).map((deletedWithin) => added({ afterWithdrawal: { deletedWithin } })[0] ?? ''),
    ),
  ]
  const known = [to.afterWithdrawal, 'deidentified' as const].find(
    (afterWithdrawal) => afterWithdrawal !== undefined && gives({ afterWithdrawal }),
  )
  const isOther = begins.some((start) => start !== '' && lines.some((line) => line.startsWith(start)))
  return {
    earlierData: (['included', 'excluded'] as const).find((earlierData) => gives({ earlierData })),
    earnedRewards: (['kept', 'lost'] as const).find((earnedRewards) => gives({ earnedRewards })),
    afterWithdrawal: known ?? (isOther ? 'other' : undefined),
  }
}

function sharedStart(one = '', other = ''): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return one.slice(0, length)
}
