import type { DefinedAgreement } from '../agreement-input.ts'
import { clauseIds } from '../clause-ids.ts'
import { fillTerms } from '../compile-terms.ts'
import { toMarkdown } from '../to-markdown.ts'
import type { AnswerClue, TermsClues } from './terms-clues.ts'

/** A private-use character that no value ends with. */
const MARK = '\uE000'

/** Returns the lines of the terms that show the company, law, reward and answers of a record. */
export function toClues(to: DefinedAgreement): TermsClues {
  const silent = { ...to, afterWithdrawal: undefined, earlierData: undefined, earnedRewards: undefined }
  const others = new Set(linesOf(silent))
  const added = (answer: AnswerClue[0]) => linesOf({ ...silent, ...answer }).filter((line) => !others.has(line))
  const answers: AnswerClue[0][] = [
    { earlierData: 'included' },
    { earlierData: 'excluded' },
    { earnedRewards: 'kept' },
    { earnedRewards: 'lost' },
    ...[to.afterWithdrawal, 'deidentified' as const].flatMap((afterWithdrawal) =>
      afterWithdrawal === undefined ? [] : [{ afterWithdrawal }],
    ),
  ]
  const firstAdded = (answer: AnswerClue[0]) => added(answer)[0] ?? ''
  // Two durations share the start of the sentence, up to the duration.
  const [short, long] = [{ days: 11 }, { years: 50 }].map((deletedWithin) => firstAdded({ afterWithdrawal: { deletedWithin } }))
  return {
    company: linesWithValue(to, { ...to, company: { ...to.company, name: to.company.name + MARK } }),
    law: linesWithValue(to, { ...to, jurisdiction: to.jurisdiction + MARK }),
    reward: [undefined, 'kept' as const, 'lost' as const].map((earnedRewards) => rewardClause({ ...to, earnedRewards })),
    answers: answers.map((answer) => [answer, added(answer)]),
    afterWithdrawal: [firstAdded({ afterWithdrawal: { text: MARK } }).split(MARK)[0] ?? '', sharedStart(short, long)],
  }
}

// “Northern Ireland” contains “Ireland”, so these are whole lines. They differ in `marked`, which has another value.
function linesWithValue(to: DefinedAgreement, marked: DefinedAgreement): readonly string[] {
  const others = linesOf(marked)
  return linesOf(to).filter((line, at) => line !== others[at])
}

function linesOf(agreement: DefinedAgreement): readonly string[] {
  return toMarkdown(fillTerms(agreement)).split('\n')
}

function sharedStart(one = '', other = ''): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return one.slice(0, length)
}

// Returns the Markdown under the heading of the reward.
function rewardClause(agreement: DefinedAgreement): string {
  const id = clauseIds(agreement).get('reward')
  const blocks = fillTerms(agreement).children.filter((block) => block.type === 'element')
  const start = blocks.findIndex((block) => block.properties.id === id) + 1
  const rest = blocks.slice(start)
  const next = rest.findIndex((block) => block.properties.id !== undefined)
  return toMarkdown({ type: 'root', children: next < 0 ? rest : rest.slice(0, next) })
}
