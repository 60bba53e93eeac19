import { type Fault, placeIn } from '../finding.ts'
import { cellOf, type Judged, type Rule, sentencesOf, titleOf, topicOf } from '../judged.ts'
import { isNegated } from '../negation.ts'
import { has } from '../phrase.ts'
import { type FoundAmount, findAmounts } from '../read-amounts.ts'
import { squash } from '../record-words.ts'

/** Finds a reward that differs from the record, and a reward of the record that the text lacks. */
export const findReward: Rule = (judged) => {
  const { agreement, grammar } = judged
  if (agreement === undefined) return []
  const own = agreement.compensation === null ? [] : findAmounts(agreement.compensation, grammar)
  return [...findForeign(judged, own), ...findUnnamed(judged, own)]
}

function findForeign(judged: Judged, own: readonly FoundAmount[]): Fault[] {
  const { agreement, grammar, blocks } = judged
  if (grammar === undefined || (agreement?.compensation !== null && own.length === 0)) return []
  // Beside the reward, other amounts are not the reward.
  if (own.length > 0 && isStated(judged, own)) return []
  for (const [at, block] of blocks.entries()) {
    const isTopic = has(topicOf(blocks, at), grammar.topics.reward)
    for (const [index, sentence] of block.sentences.entries()) {
      const isReward =
        has(sentence.text, grammar.reward) || (isTopic && (index === 0 || (block.kind === 'row' && cellOf(block, sentence) === 1)))
      if (!isReward || block.kind === 'heading' || has(sentence.text, grammar.notReward) || isNegated(sentence.text, grammar))
        continue
      const amounts = findAmounts(sentence.text, grammar).filter(
        ({ unit }) => own.length === 0 || own.some((one) => one.unit === unit),
      )
      const [first] = amounts
      if (first === undefined || amounts.some((one) => own.some((other) => isSame(one, other)))) continue
      return [
        {
          rule: 'amount_not_in_record',
          severity: 'error',
          ...placeIn(block, sentence.from + first.from, sentence.from + first.to),
          message: `The text promises ${first.text}, and the reward of the agreement is ${agreement?.compensation ?? 'none'}.`,
          fix: 'Write the same reward in both.',
        },
      ]
    }
  }
  return []
}

function findUnnamed(judged: Judged, own: readonly FoundAmount[]): Fault[] {
  const { agreement, grammar, blocks } = judged
  const title = titleOf(judged)
  const compensation = agreement?.compensation ?? null
  if (compensation === null || title === undefined) return []
  const whole = squash(blocks.map(({ text }) => text).join(' '))
  const isNamed =
    whole.includes(squash(compensation)) || (own.length > 0 ? isStated(judged, own) : hasMostWords(whole, compensation))
  if (isNamed) return []
  const topic = blocks.find((block) => block.kind === 'heading' && has(block.prose, grammar?.topics.reward)) ?? title
  return [
    {
      rule: 'amount_not_in_text',
      severity: 'error',
      ...placeIn(topic),
      message: `The agreement promises “${compensation}”, which the text does not.`,
      fix: `Add “${compensation}” to the text, or change compensation.`,
    },
  ]
}

function isStated(judged: Judged, own: readonly FoundAmount[]): boolean {
  const stated = sentencesOf(judged).flatMap(({ block, from, to }) => findAmounts(block.text.slice(from, to), judged.grammar))
  return own.every((one) => stated.some((other) => isSame(one, other)))
}

function isSame(one: FoundAmount, other: FoundAmount): boolean {
  return one.value === other.value && one.unit === other.unit
}

function hasMostWords(text: string, compensation: string): boolean {
  const words = squash(compensation).match(/[\p{L}\p{M}\p{N}]{4,}/gu) ?? squash(compensation).split(' ')
  return words.filter((word) => text.includes(word.slice(0, Math.max(4, word.length - 2)))).length >= words.length * 0.6
}
