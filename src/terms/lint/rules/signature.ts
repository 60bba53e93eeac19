import type { Block } from '../block.ts'
import { placeIn } from '../finding.ts'
import type { Rule } from '../judged.ts'
import { has } from '../phrase.ts'

const LINE = /_{3,}|\.{5,}|…{2,}|\/s\//
const MAX_LABEL_WORDS = 14
const MIN_CLAUSE_WORDS = 6

/** Finds clauses below the line for the signature, which a person who signs there may not have read. */
export const findAfterSignature: Rule = ({ blocks, words }) => {
  if (words === undefined) return []
  const isSignature = (block: Block) => {
    if (block.kind === 'heading') return false
    const isShort = block.prose.split(/\s+/).length <= MAX_LABEL_WORDS
    const isNamed = block.prose.trimStart().search(words.signature) === 0
    return (LINE.test(block.text) && has(block.prose, words.signature)) || (isNamed && isShort && /:\s*\S{0,40}|_/.test(block.text))
  }
  const last = blocks.findLastIndex(isSignature)
  if (last < 0) return []
  const rest = blocks.slice(last + 1)
  const exhibit = rest.findIndex(
    ({ prose, kind }) => (kind === 'heading' || prose.length < 100) && prose.trimStart().search(words.exhibit) === 0,
  )
  return rest
    .slice(0, exhibit < 0 ? rest.length : exhibit)
    .filter((block) => !LINE.test(block.text) && isClause(block))
    .slice(0, 1)
    .map((block) => ({
      rule: 'text_after_signature',
      severity: 'error' as const,
      ...placeIn(block),
      message: 'A clause stands below the line for the signature, so it is unclear whether it was signed.',
      fix: 'Move it above the signature, or into an exhibit that the contract names.',
    }))
}

function isClause({ prose, kind }: Block): boolean {
  const count = prose.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length
  return kind !== 'heading' && count >= MIN_CLAUSE_WORDS && /[.;!]\s*$/.test(prose)
}
