import type { Judged, Placed } from './judged.ts'
import { topicOf } from './judged.ts'
import { has } from './phrase.ts'
import { type FoundTime, findTimes } from './read-times.ts'

/** Where a text says when the license ends. */
export interface StatedEnd extends FoundTime {
  readonly sentence: Placed
}

const ends = new WeakMap<readonly object[], StatedEnd[]>()

/** Returns what a text says about the end of the license. */
export function endsIn({ blocks, grammar }: Pick<Judged, 'blocks' | 'grammar'>): StatedEnd[] {
  if (grammar === undefined) return []
  const known = ends.get(blocks)
  if (known !== undefined) return known
  const found = blocks.flatMap((block, at) => {
    if (block.kind === 'heading') return []
    const isTopic = has(topicOf(blocks, at), grammar.topics.end)
    let hasEnd = false
    return block.sentences.flatMap((sentence, index): StatedEnd[] => {
      if (has(sentence.text, grammar.notEnd)) return []
      const isStated = has(sentence.text, grammar.end) && has(sentence.text, grammar.ending)
      if (!isStated && !(isTopic && index <= 1 && !hasEnd)) return []
      const [time] = findTimes(sentence.text, grammar)
      hasEnd ||= time !== undefined
      return time === undefined
        ? []
        : [{ ...time, from: sentence.from + time.from, to: sentence.from + time.to, sentence: { ...sentence, block } }]
    })
  })
  ends.set(blocks, found)
  return found
}
