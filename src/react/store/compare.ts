import { toClues } from '../../client/compiler.ts'
import type { AgreementChange } from '../../client/types.ts'
import { isSameLanguage } from '../../terms/by-language.ts'
import {
  type ComparedTerms,
  compareLicense,
  type LicenseDiff,
  type Weight,
  weighChange as weigh,
} from '../../terms/diff/compare-license.ts'
import { diffTermsAsync, type TermsComparison } from '../../terms/diff/diff-terms.ts'
import type { ReadyAgreement } from '../../terms/index.ts'
import { diffWords as english } from '../../terms/languages/en/diff-words.ts'
import { isPreparedText } from '../../terms/prepared/prepared-agreement.ts'
import type { TemplateWords } from '../../terms/words.ts'

/** The difference between the accepted agreement and the configured one. */
export interface Comparison {
  readonly terms: TermsComparison
  readonly license: LicenseDiff
}

/** Compares license and text. This module is separate, so that only a person with an outdated license loads it. */
export async function compare(
  { from }: AgreementChange,
  to: ReadyAgreement,
  terms: string,
  signal: { readonly aborted: boolean },
): Promise<Comparison> {
  const words = await wordsOf(to)
  // English needs no file of words.
  const other = isSameLanguage(words.locale, 'en') ? undefined : await loadWordsOfLanguage()
  const sentences = words.changes ?? (await other?.loadDiffWords(words.locale)) ?? english
  return {
    license: compareLicense(from, to, toCompared(to, terms), words, sentences),
    terms: await diffTermsAsync(from.terms, terms, { signal }),
  }
}

/** Returns whether a change is minor (only shown) or material (asked for again). */
export async function weighChange({ from }: AgreementChange, to: ReadyAgreement, terms: string): Promise<Weight> {
  const license = compareLicense(from, to, toCompared(to, terms), await wordsOf(to), english)
  const found = weigh(license, { same: from.terms === terms })
  // The client has already found a difference: without a matching rule it is minor.
  return found === 'none' ? 'minor' : found
}

async function wordsOf(agreement: ReadyAgreement): Promise<TemplateWords> {
  if (!isPreparedText(agreement)) return agreement.template.words
  return loadWordsOfLanguage().then((module) => module.loadWords(agreement.template))
}

const loadWordsOfLanguage = () => import('../provider/load-language.ts')

function toCompared(to: ReadyAgreement, text: string): ComparedTerms {
  if (isPreparedText(to)) return { clues: to.clues, text }
  return { clues: to.terms === undefined ? toClues(to) : undefined, text }
}
