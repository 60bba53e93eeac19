import type { Block } from './block.ts'
import type { Grammar } from './lint-words.ts'
import { has } from './phrase.ts'

/**
 * What stands after a colon, a dash or “, not” does not deny what stands before. A clause about the person does not either: “what you
 * viewed and did not buy”, “if you do not buy it”.
 */
const CONTRAST =
  /(?:[:–—(]|, (?=not |no |nicht |kein|pas |non |não |ni |nor )| (?:and|y|e|et|und) (?=(?:did |do |does |have |has )?(?:not|no|não|nicht|n'|ne) )|,? (?:if|when|who|wenn|falls|si|cuando|lorsque|quand|quando) |, (?:which|that|die|der|das|den|was|que|qui) (?!we |wir |nous |a gente )).*$/su

/** “Routes that nobody takes, …” denies nothing about the routes. */
const RELATIVE = /, (?:die|der|das|den|dem|that|which|who|que|qui|dont) [^,.;|]{1,80},/giu

/** Returns whether a sentence denies something. */
export function isNegated(text: string, grammar: Grammar | undefined): boolean {
  if (grammar === undefined) return false
  return has(text.replace(RELATIVE, ',').replace(grammar.notNegation, ' '), grammar.negation)
}

/** Returns the part of a sentence around a place that a word such as “but” does not separate from it. */
export function partAround(text: string, at: number, grammar: Grammar): string {
  let from = 0
  for (const { index } of text.matchAll(grammar.turn)) {
    if (index > at) return text.slice(from, index)
    from = index
  }
  return text.slice(from)
}

/** Returns whether what a place in a block says is denied: by its sentence, or by the line above a list. */
export function isDenied(block: Block, sentence: string, at: number, grammar: Grammar): boolean {
  const own = sentence.slice(0, at) + sentence.slice(at).replace(CONTRAST, '')
  if (isNegated(partAround(own, at, grammar), grammar)) return true
  const above = block.kind === 'item' ? (block.lead?.prose ?? block.heading?.prose) : undefined
  return above !== undefined && isNegated(above, grammar)
}
