import type { DefinedAgreement } from '../agreement-input.ts'
import { clauseIds } from '../clause-ids.ts'
import { fillTerms } from '../compile-terms.ts'
import { toMarkdown } from '../to-markdown.ts'

// A record has company, law and reward only in its terms. These functions look for the values of an agreement in that text.

/** A private-use character that no value ends with. */
const MARK = '\uE000'

/** Returns whether the agreed terms name the company of an agreement. */
export function namesCompany(terms: string, to: DefinedAgreement): boolean {
  return hasLineWithValue(terms, to, { ...to, company: { ...to.company, name: to.company.name + MARK } })
}

/** Returns whether the agreed terms name the law of an agreement. */
export function namesLaw(terms: string, to: DefinedAgreement): boolean {
  return hasLineWithValue(terms, to, { ...to, jurisdiction: to.jurisdiction + MARK })
}

/** Returns whether the agreed terms have the clause about the reward of an agreement. A clause ends at the next heading, or with the text. */
export function hasReward(terms: string, to: DefinedAgreement): boolean {
  return `\n${terms}\n#`.includes(`\n${rewardClause(to)}\n#`)
}

// Returns whether the text has a whole line with the value, because “Northern Ireland” contains “Ireland”. The lines with the value are
// those that differ in `marked`, which has another value.
function hasLineWithValue(terms: string, to: DefinedAgreement, marked: DefinedAgreement): boolean {
  const agreed = new Set(terms.split('\n'))
  const others = linesOf(marked)
  return linesOf(to).some((line, at) => line !== others[at] && agreed.has(line))
}

function linesOf(agreement: DefinedAgreement): readonly string[] {
  return toMarkdown(fillTerms(agreement)).split('\n')
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
