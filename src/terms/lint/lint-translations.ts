import type { LintFinding } from '../../core/errors.ts'
import type { Block } from './block.ts'
import { type Fault, placeIn, toFindings } from './finding.ts'
import { type LintWords, lintWordsOf } from './lint-words.ts'
import { has } from './phrase.ts'
import { readBlocks } from './read-blocks.ts'
import { type Facts, factsOf, lostFact } from './translation-facts.ts'

/** A text of an agreement in one language. */
export interface TranslatedText {
  readonly text: string
  /** A BCP 47 tag. */
  readonly locale: string
  /** File name for the findings. */
  readonly file: string
}

interface Clause {
  readonly block: Block
  readonly facts: Facts
  /** What the clause is about, as far as the words of its language show it. */
  readonly topics: readonly string[]
}

/** Cost of a clause without its counterpart. Two clauses are paired while that costs less than leaving both alone. */
const GAP = 1

/**
 * Compares the texts of one agreement in several languages with the first text, clause by clause.
 *
 * A clause, number, date, recipient or amount that one language has and another lacks is `translation_differs`.
 *
 * @example
 * const findings = lintTranslations([
 *   { locale: 'en', file: 'contract.en.md', text: english },
 *   { locale: 'de', file: 'contract.de.md', text: german },
 * ])
 */
export function lintTranslations(texts: readonly TranslatedText[]): LintFinding[] {
  const [first, ...others] = texts
  return first === undefined ? [] : others.flatMap((other) => compare(first, other))
}

function compare(one: TranslatedText, other: TranslatedText): LintFinding[] {
  const left = clausesOf(one)
  const right = clausesOf(other)
  const faults = { left: [] as Fault[], right: [] as Fault[] }
  for (const [at, otherAt] of pair(left, right)) {
    const clause = at === undefined ? undefined : left[at]
    const counterpart = otherAt === undefined ? undefined : right[otherAt]
    if (clause === undefined && counterpart !== undefined) faults.right.push(missing(counterpart, one))
    else if (clause !== undefined && counterpart === undefined) faults.left.push(missing(clause, other))
    else if (clause !== undefined && counterpart !== undefined) {
      const lost = difference(clause, counterpart, other)
      if (lost !== undefined) faults.left.push(lost)
      else {
        const added = difference(counterpart, clause, one)
        if (added !== undefined) faults.right.push(added)
      }
    }
  }
  return [...toFindings(one.text, one.file, faults.left), ...toFindings(other.text, other.file, faults.right)]
}

function clausesOf({ text, locale }: TranslatedText): Clause[] {
  const words = lintWordsOf(locale)
  return readBlocks(text).map((block) => ({
    block,
    facts: factsOf(block, words?.grammar),
    topics: topicsOf(block, words),
  }))
}

function missing({ block }: Clause, { locale, file }: TranslatedText): Fault {
  return faultOf(placeIn(block), `This clause is missing in ${locale} (${file}).`)
}

function difference(clause: Clause, counterpart: Clause, { locale, file }: TranslatedText): Fault | undefined {
  const lost = lostFact(clause.facts, counterpart.facts, counterpart.block.prose, lintWordsOf(locale)?.grammar)
  if (lost === undefined) return undefined
  const words = clause.block.text.slice(lost.from, lost.to)
  const message = `“${words}” is missing in the same clause in ${locale} (${file}).`
  return faultOf(placeIn(clause.block, lost.from, lost.to), message)
}

function faultOf(place: { readonly start: number; readonly end: number }, message: string): Fault {
  const fix = 'Give people the same contract in every language.'
  return { rule: 'translation_differs', severity: 'error', ...place, message, fix }
}

/** Pairs the clauses of two texts in their order, so that the differences are least. */
function pair(
  left: readonly Clause[],
  right: readonly Clause[],
): (readonly [left: number | undefined, right: number | undefined])[] {
  const width = right.length + 1
  const costs = new Float64Array((left.length + 1) * width)
  const costAt = (row: number, column: number) => costs[row * width + column] ?? 0
  for (let row = left.length; row >= 0; row--) {
    for (let column = right.length; column >= 0; column--) {
      if (row === left.length) costs[row * width + column] = (right.length - column) * GAP
      else if (column === right.length) costs[row * width + column] = (left.length - row) * GAP
      else {
        const paired = distance(left[row], right[column]) + costAt(row + 1, column + 1)
        costs[row * width + column] = Math.min(paired, GAP + costAt(row + 1, column), GAP + costAt(row, column + 1))
      }
    }
  }
  const pairs: (readonly [number | undefined, number | undefined])[] = []
  let row = 0
  let column = 0
  while (row < left.length || column < right.length) {
    const cost = costAt(row, column)
    if (row < left.length && column < right.length && cost === distance(left[row], right[column]) + costAt(row + 1, column + 1)) {
      pairs.push([row++, column++])
    } else if (row < left.length && cost === GAP + costAt(row + 1, column)) pairs.push([row++, undefined])
    else pairs.push([undefined, column++])
  }
  return pairs
}

function distance(one: Clause | undefined, other: Clause | undefined): number {
  if (one === undefined || other === undefined) return 2 * GAP
  if (one.block.kind !== other.block.kind || one.block.depth !== other.block.depth) return 2 * GAP + 1
  const facts = new Set([...one.facts.keys(), ...other.facts.keys()])
  const shared = [...facts].filter((fact) => one.facts.has(fact) && other.facts.has(fact)).length
  const unlike = facts.size === 0 ? 0 : 1 - shared / facts.size
  const ratio = Math.abs(Math.log((one.block.text.length + 10) / (other.block.text.length + 10)))
  const topics = new Set([...one.topics, ...other.topics])
  const sharedTopics = [...topics].filter((topic) => one.topics.includes(topic) && other.topics.includes(topic)).length
  const apart = topics.size === 0 ? 0 : 1 - sharedTopics / topics.size
  return unlike * 0.8 + Math.min(1, ratio) * 0.5 + apart * 0.5
}

function topicsOf({ prose }: Block, words: LintWords | undefined): string[] {
  if (words === undefined) return []
  const { topics = {}, law } = words.grammar ?? {}
  const patterns: Readonly<Record<string, RegExp | undefined>> = {
    ...topics,
    law,
    withdrawal: words.withdrawal,
    contact: words.contact,
  }
  return Object.entries(patterns).flatMap(([topic, pattern]) => (has(prose, pattern) ? [topic] : []))
}
