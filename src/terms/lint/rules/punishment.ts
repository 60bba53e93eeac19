import { type Fault, placeIn } from '../finding.ts'
import { type Placed, type Rule, sentencesOf, topicOf } from '../judged.ts'
import type { Grammar } from '../lint-words.ts'
import { has } from '../phrase.ts'

/** Finds sentences in which declining or stopping has a cost. */
export const findPunishment: Rule = (judged) => {
  const { grammar, blocks } = judged
  if (grammar === undefined) return []
  const sentences = sentencesOf(judged)
  return sentences.flatMap((sentence, at): Fault[] => {
    const { text, block } = sentence
    if (block.kind === 'heading' || text.trimEnd().endsWith('?')) return []
    const before = sentences[at - 1]
    const isAfterRefusal =
      before?.block === block &&
      has(before.text, grammar.refusal) &&
      text.search(grammar.inThatCase) <= 1 &&
      has(text, grammar.inThatCase)
    const [refusal] = [...text.matchAll(grammar.refusal)]
    if (has(text, grammar.noLoss) || has(text, grammar.meaning.yours)) return []
    if (refusal !== undefined || isAfterRefusal) return punish(sentence, refusal, grammar)
    // Below “If you leave”, the cost stands alone.
    const topic = topicOf(blocks, blocks.indexOf(block))
    const isBelow = before?.block === block ? has(before.text, grammar.meaning.stop) : has(topic, grammar.refusal)
    return isBelow ? punish(sentence, undefined, grammar, grammar.meaning.adverse) : []
  })
}

function punish(
  { text, block, from }: Placed,
  refusal: RegExpExecArray | undefined,
  { loss, meaning }: Grammar,
  cost = loss,
): Fault[] {
  const lost = [...text.matchAll(cost), ...text.matchAll(meaning.adverse)].find(
    ({ index, 0: words }) =>
      refusal === undefined || index >= refusal.index + refusal[0].length || index + words.length <= refusal.index,
  )
  if (lost === undefined) return []
  const start = Math.min(lost.index, refusal?.index ?? lost.index)
  const end = Math.max(lost.index + lost[0].length, refusal === undefined ? 0 : refusal.index + refusal[0].length)
  return [
    {
      rule: 'pressure',
      severity: 'warning',
      ...placeIn(block, from + start, from + end),
      message: 'Declining or stopping costs the person something. A decision under pressure is not free.',
      fix: 'Let declining change nothing else.',
    },
  ]
}
