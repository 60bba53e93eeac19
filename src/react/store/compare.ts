import type { AgreementChange } from '../../client/types.ts'
import { compareLicense, type LicenseDiff, type Weight, weighChange as weigh } from '../../terms/diff/compare-license.ts'
import { diffTermsAsync, type TermsComparison } from '../../terms/diff/diff-terms.ts'
import { loadDiffWords } from '../../terms/diff/diff-words.ts'
import type { DefinedAgreement } from '../../terms/index.ts'
import { diffWords as anyWords } from '../../terms/languages/en/diff-words.ts'

/** The difference between the accepted agreement and the configured one. */
export interface Comparison {
  readonly terms: TermsComparison
  readonly license: LicenseDiff
}

/** Compares license and text. This module is separate, so that only a person with an outdated license loads it. */
export async function compare(
  { from }: AgreementChange,
  to: DefinedAgreement,
  terms: string,
  signal: { readonly aborted: boolean },
): Promise<Comparison> {
  const { words } = to.template
  return {
    license: compareLicense(from, to, words, words.changes ?? (await loadDiffWords(words.locale))),
    terms: await diffTermsAsync(from.terms, terms, { signal }),
  }
}

/** Returns whether a change is minor (only shown) or material (asked for again). */
export function weighChange({ from }: AgreementChange, to: DefinedAgreement, terms: string): Weight {
  const license = compareLicense(from, to, to.template.words, anyWords)
  const found = weigh(license, { same: from.terms === terms })
  // The client has already found a difference: without a matching rule it is minor.
  return found === 'none' ? 'minor' : found
}
