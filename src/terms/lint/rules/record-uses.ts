import { textIn } from '../../../core/localized-text.ts'
import { WILDCARD } from '../../../core/words.ts'
import { type Fault, placeIn } from '../finding.ts'
import { type Judged, type Rule, sentencesOf, titleOf } from '../judged.ts'
import { isDenied } from '../negation.ts'
import { compile, escapeText } from '../phrase.ts'
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
  return Object.entries(words.uses).flatMap(([usecase, [named]]): Fault[] => {
    if (own.includes(usecase)) return []
    for (const { block, text, from } of sentences) {
      if (block.kind === 'heading' || text.trimEnd().endsWith('?')) continue
      const bare = withoutOwnWords(text, judged)
      for (const match of bare.matchAll(named)) {
        const isDeniedHere = grammar !== undefined && isDenied(block, text, match.index, grammar)
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
    blocks.some((block) =>
      block.sentences.some(({ text }) =>
        [...text.matchAll(pattern)].some(({ index }) => grammar === undefined || !isDenied(block, text, index, grammar)),
      ),
    )
  const whole = squash(blocks.map(({ prose }) => prose).join(' '))
  return agreement.purposes.flatMap(({ usecase, label, description }): Fault[] => {
    if (usecase === WILDCARD) return []
    const name = usecaseNameOf(judged, usecase)
    const patterns = label === undefined ? (words?.uses[usecase] ?? []) : []
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
