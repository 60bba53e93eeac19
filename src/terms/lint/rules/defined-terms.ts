import { purposeLabel } from '../../values.ts'
import type { Block } from '../block.ts'
import { type Fault, placeIn } from '../finding.ts'
import { isBold, type Judged, type Rule, sentencesOf } from '../judged.ts'
import type { TermWords } from '../lint-words.ts'
import { compile, escapeText } from '../phrase.ts'
import { bare, companiesIn } from './record-company.ts'

interface Definition {
  readonly term: string
  readonly block: Block
  readonly from: number
  readonly to: number
}

const QUOTED = /["“„«‚'‹]\s?(\p{Lu}[\p{L}\p{N}'&/-]{0,40}(?:\s[\p{L}\p{N}'&/()-]{1,40}){0,5})\s?["”“»'›]/gu
const CAPITALIZED = /^\p{Lu}/u
/** Letters of a number or a keyword beside the title of a clause. */
const MAX_LABEL_LETTERS = 8
/** Words before a quoted term in brackets: `(the “Company”)`. */
const OPENS = /\([^()]{0,60}$/

/** Finds definitions that the text does not use, and terms with a capital letter that it does not define. */
export const findTerms: Rule = (judged) => {
  if (judged.grammar === undefined) return []
  const definitions = readDefinitions(judged)
  return [...findUnused(judged, definitions), ...findUndefined(judged, definitions)]
}

function readDefinitions({ blocks, grammar }: Judged): Definition[] {
  const means = grammar?.means ?? /$^/
  return blocks.flatMap((block) => {
    const found: Definition[] = []
    const add = (term: string, from: number, to: number) => {
      const isKnown = found.some((one) => from < one.to && to > one.from)
      if (CAPITALIZED.test(term) && !isKnown && grammar?.terms.pronoun.test(term) !== true)
        found.push({ term: term.trim(), block, from, to })
    }
    const isExplained = (to: number) =>
      block.prose
        .slice(to, to + 40)
        .trimStart()
        .search(means) === 0
    const isInBrackets = (from: number) => OPENS.test(block.prose.slice(Math.max(0, from - 70), from))
    const text = block.text.replace(/[\u2018\u2019]/g, "'")
    for (const { 0: quoted, 1: term = '', index } of text.matchAll(QUOTED)) {
      const to = index + quoted.length
      if (isExplained(to) || block.prose.slice(to, to + 40).search(means) === 0 || isInBrackets(index)) add(term, index, to)
    }
    for (const [from, to] of block.bold) {
      const term = text.slice(from, to).replace(/[:.]$/, '')
      if (term.length > 60) continue
      if (!isBold(block) && !/["“«„]/.test(term) && isExplained(to)) add(term, from, to)
      if (isInBrackets(from)) add(term.replace(/["“”«»„]/g, ''), from, to)
    }
    return found
  })
}

function findUnused({ blocks, agreement }: Judged, definitions: readonly Definition[]): Fault[] {
  // A list of purposes explains each one, and no other clause has to repeat it.
  const words = agreement?.template?.words
  const purposes = words === undefined ? [] : (agreement?.purposes ?? []).map((purpose) => purposeLabel(purpose, words))
  const isUsed = ({ term, block, from, to }: Definition) => {
    const stem = term.length > 5 ? term.slice(0, -1) : term
    const pattern = compile(`(?<![\\p{L}])${escapeText(stem)}`, 'giu')
    return blocks.some((one) => [...one.text.matchAll(pattern)].some(({ index }) => one !== block || index < from || index >= to))
  }
  return definitions.flatMap((definition): Fault[] => {
    const { term, block, from, to } = definition
    // Of two names for a party, one is enough: (“Harbor Partner” or “Harbor”).
    const isAlias = (other: Definition) =>
      other.block === block &&
      other !== definition &&
      /^[^()]{0,12}$/.test(block.prose.slice(Math.min(to, other.to), Math.max(from, other.from)))
    if (purposes.includes(term) || [definition, ...definitions.filter(isAlias)].some(isUsed)) return []
    const message = `“${term}” is defined and never used.`
    return [
      {
        rule: 'unused_term',
        severity: 'warning',
        ...placeIn(block, from, to),
        message,
        fix: 'Remove the definition, or use the term.',
      },
    ]
  })
}

function findUndefined(judged: Judged, definitions: readonly Definition[]): Fault[] {
  const { blocks, grammar } = judged
  if (grammar === undefined) return []
  const { terms } = grammar
  const defined = definitions.map(({ term }) => term.toLowerCase())
  const titles = blocks
    .filter((block) => block.kind === 'heading' || block.isHeader === true || isBold(block))
    .map(({ text }) => text.toLowerCase())
  const companies = companyWords(judged)
  const seen = new Set<string>()
  return blocks.flatMap((block) => {
    if (block.kind === 'heading' || block.kind === 'row' || isBold(block) || isShouting(block.prose)) return []
    return [...block.prose.matchAll(terms.candidate)].flatMap((match): Fault[] => {
      const [determiner = ''] = terms.determiner?.exec(match[0]) ?? []
      const words = match[0].slice(determiner.length)
      const index = match.index + determiner.length
      const key = words.toLowerCase()
      const before = block.prose.slice(Math.max(0, index - 24), index)
      if (seen.has(key) || !isTermLike(terms, words, before) || isMarked(block, index) || isTitle(block, index, words)) return []
      // A product of the company, such as “Harbor Points”, is a name.
      if (key.split(' ').some((word) => companies.has(word))) return []
      const isKnown = defined.some((term) => isSameTerm(term, key)) || titles.some((title) => title.includes(stemOf(key)))
      if (isKnown || terms.documents?.test(words) === true || isName(judged, words)) return []
      seen.add(key)
      const message = `“${words}” is written as a defined term, and the text does not define it.`
      return [
        {
          rule: 'undefined_term',
          severity: 'warning',
          ...placeIn(block, index, index + words.length),
          message,
          fix: 'Define it, or write it with a small letter.',
        },
      ]
    })
  })
}

// The noun stands last in English, and first in the Romance languages.
function isContractWord({ heads, names, plural, adjective, isHeadLast }: TermWords, words: string, before: string): boolean {
  const parts = words.split(' ').filter((part) => CAPITALIZED.test(part))
  if (parts.some((part) => names.test(part))) return false
  const head = (isHeadLast ? parts.at(-1) : parts[0]) ?? ''
  const isListed = [...head.matchAll(heads ?? /$^/g)].some(([found]) => found.length === head.length)
  if (isListed || parts.length < 2) return isListed
  return plural?.test(before.trimEnd()) === true || (parts.length === 2 && adjective?.test(parts[1] ?? '') === true)
}

function isTermLike(terms: TermWords, words: string, before: string): boolean {
  const { before: determiners } = terms
  if (determiners === undefined) return !terms.names.test(words)
  const precedes = [...before.matchAll(determiners)].at(-1)
  const isAfterDeterminer = precedes !== undefined && precedes.index + precedes[0].length >= before.trimEnd().length
  return isAfterDeterminer && isContractWord(terms, words, before)
}

/** Returns whether words are the title of a clause: “7. Court Orders. The company …”. */
function isTitle({ sentences }: Block, index: number, words: string): boolean {
  const own = sentences.find(({ from, to }) => index >= from && index < to)
  return own !== undefined && own.text.replace(words, '').replace(/[^\p{L}]/gu, '').length <= MAX_LABEL_LETTERS
}

/** Returns the words of the names of companies. */
function companyWords(judged: Judged): ReadonlySet<string> {
  const names = [
    judged.agreement?.company.name ?? '',
    ...sentencesOf(judged).flatMap((one) => companiesIn(one).map(({ text }) => text)),
  ]
  return new Set(names.flatMap((name) => bare(name).split(' ')).filter((word) => word.length > 2))
}

function isSameTerm(term: string, words: string): boolean {
  const [one, other] = [stemOf(term), stemOf(words)]
  return one.startsWith(other) || one === other || words.split(' ').every((word) => term.includes(stemOf(word)))
}

// A word that is also part of a longer name, such as “the Institute” of “Cascade Health Institute”.
function isName({ blocks }: Judged, words: string): boolean {
  if (words.includes(' ')) return false
  const longer = compile(
    `\\p{Lu}[\\p{L}-]{1,30} (?:\\p{Lu}[\\p{L}-]{1,30} ){0,3}${escapeText(words)}(?![\\p{L}])|(?<![\\p{L}])${escapeText(words)} (?:de |del |des |du |da |do )?\\p{Lu}\\p{Ll}`,
    'u',
  )
  return blocks.some(({ prose, kind }) => kind !== 'heading' && longer.test(prose))
}

// The label of a button, or the name of a linked document.
function isMarked({ bold, links }: Block, index: number): boolean {
  return [...bold, ...links.map(({ range }) => range)].some(([from, to]) => index >= from && index < to)
}

function isShouting(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return (text.match(/\p{Lu}/gu)?.length ?? 0) > letters / 2
}

function stemOf(term: string): string {
  return term.toLowerCase().replace(/(?:e?s|n|en|er)$/u, '')
}
