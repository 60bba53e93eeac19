import { textIn } from '../../../core/localized-text.ts'
import type { KnownUsecase } from '../../../core/usecases.ts'
import { WILDCARD } from '../../../core/words.ts'
import { type Fault, placeIn } from '../finding.ts'
import { type Judged, type Rule, sentencesOf, titleOf, topicOf } from '../judged.ts'
import { isDenied, isNegated } from '../negation.ts'
import { compile, escapeText, has } from '../phrase.ts'
import { squash, usecaseNameOf } from '../record-words.ts'
import { hasWordsOf } from './record-data.ts'

/** Finds uses that the text names and the record lacks, and the other way round. */
export const findUses: Rule = (judged) => [...findForeign(judged), ...findUnnamed(judged)]

function findForeign(judged: Judged): Fault[] {
  const { agreement, words, grammar } = judged
  if (agreement === undefined || words === undefined) return []
  const own = agreement.purposes.map(({ usecase }) => usecase as string)
  if (own.includes(WILDCARD)) return []
  const sentences = sentencesOf(judged)
  const meant = own.flatMap((usecase) => words.uses[usecase]?.[0] ?? [])
  const pairs = judged.grammar?.meaning.pairs
  return Object.entries(words.uses).flatMap(([usecase, [named]]): Fault[] => {
    if (own.includes(usecase)) return []
    // A model that is trained to write is one use, not two.
    const isRelated = usecase.includes('ai_') && own.some((one) => one.includes('ai_') || one.endsWith('_ai'))
    const pair = isRelated ? undefined : pairs?.[usecase as KnownUsecase]
    // “Which ad led to a purchase” has two words of advertising, and is about another use of the record.
    const isOwnUse = (text: string) =>
      own.some((one) => one in UNLIKE && (words.uses[one] ?? []).some((pattern) => has(text, pattern)))
    for (const { block, text, from } of sentences) {
      if (block.kind === 'heading' || text.trimEnd().endsWith('?')) continue
      const bare = withoutOwnWords(text, judged)
      for (const match of [...bare.matchAll(named), ...(pair === undefined || isOwnUse(bare) ? [] : pairsIn(bare, pair))]) {
        const isDeniedHere = grammar === undefined ? has(text, words.negation) : isDenied(block, text, match.index, grammar)
        // “Personal ads” contain the word for personal offers.
        const isOther = meant.some((pattern) =>
          [...bare.matchAll(pattern)].some(
            (one) => one.index <= match.index && one.index + one[0].length >= match.index + match[0].length,
          ),
        )
        if (isDeniedHere || isOther) continue
        const start = from + match.index
        return [
          {
            rule: 'use_not_in_record',
            severity: 'error',
            ...placeIn(block, start, start + match[0].length),
            message: `The text names the use “${usecaseNameOf(judged, usecase)}” (${usecase}), which the agreement does not have.`,
            fix: `Add ${usecase} to purposes, or remove it from the text.`,
          },
        ]
      }
    }
    return []
  })
}

function findUnnamed(judged: Judged): Fault[] {
  const { agreement, words, blocks, grammar } = judged
  const title = titleOf(judged)
  if (agreement === undefined || title === undefined) return []
  const isMeant = (pattern: RegExp) =>
    blocks.some(
      ({ isHeader, ...block }) =>
        isHeader !== true &&
        block.sentences.some(({ text }) =>
          [...text.matchAll(pattern)].some(({ index }) => grammar === undefined || !isDenied(block, text, index, grammar)),
        ),
    )
  const whole = squash(blocks.map(({ prose }) => prose).join(' '))
  const missing = agreement.purposes.flatMap(({ usecase, label, description }): Fault[] => {
    if (usecase === WILDCARD) return []
    const name = usecaseNameOf(judged, usecase)
    const known = [words?.uses[usecase] ?? [], grammar?.meaning.uses[usecase as KnownUsecase] ?? []].flat()
    const patterns = label === undefined ? known : []
    const isNamed =
      whole.includes(squash(name)) ||
      (label !== undefined && hasWordsOf(whole, name)) ||
      (description !== undefined && hasWordsOf(whole, textIn(description, agreement.locale))) ||
      patterns.some(isMeant)
    if (isNamed) return []
    return [
      {
        rule: 'use_not_in_text',
        severity: 'error',
        ...placeIn(title),
        message: `The agreement has the use “${name}” (${usecase}), which the text does not name. People would permit what they did not read.`,
        fix: `Add “${name}” to the text, or remove ${usecase} from purposes.`,
      },
    ]
  })
  // A purpose in words that are not known may be the use that seems to be missing.
  return missing.slice(unreadPurposes(judged))
}

/** Returns how many items of a list of purposes name no known use. */
function unreadPurposes(judged: Judged): number {
  const { blocks, grammar, words } = judged
  if (grammar === undefined || words === undefined) return 0
  const known = [...Object.values(words.uses).flat(), ...Object.values(grammar.meaning.uses)]
  return blocks.filter((block, at) => {
    const isPurpose = block.kind === 'item' && has(topicOf(blocks, at), grammar.meaning.purposes)
    return isPurpose && !isNegated(block.prose, grammar) && !known.some((pattern) => has(block.prose, pattern))
  }).length
}

/** Uses that share words with another use. */
const UNLIKE: Readonly<Partial<Record<KnownUsecase, true>>> = { attribution: true, distribution: true }

/** Two words of a use stand within this many characters. */
const PAIR_CHARS = 80

/** Returns where the first of two words stands close to the second. */
function pairsIn(text: string, [first, second]: readonly [RegExp, RegExp]): RegExpExecArray[] {
  const others = [...text.matchAll(second)]
  return [...text.matchAll(first)].filter(({ index, 0: { length } }) =>
    others.some((other) => other.index >= index + length - PAIR_CHARS && other.index <= index + length + PAIR_CHARS),
  )
}

// A company, a kind of data or a purpose may be named after a use.
function withoutOwnWords(text: string, judged: Judged): string {
  const { agreement, locale } = judged
  if (agreement === undefined) return text
  const own = [
    agreement.company.name,
    agreement.compensation ?? '',
    ...Object.keys(agreement.tagLabels ?? {}).map((tag) => textIn(agreement.tagLabels?.[tag] ?? '', locale)),
    ...agreement.purposes.flatMap(({ usecase, description }) => [
      usecaseNameOf(judged, usecase),
      textIn(description ?? '', locale),
    ]),
  ]
  return own
    .filter((one) => one !== '')
    .reduce((rest, one) => rest.replace(compile(escapeText(one), 'giu'), (found) => ' '.repeat(found.length)), text)
}
