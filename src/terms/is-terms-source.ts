import type { LoadedTerms, TermsSource } from './own-terms.ts'

/** Returns whether a contract has to be loaded. */
export function isTermsSource(terms: unknown): terms is TermsSource | LoadedTerms {
  return typeof terms === 'object' && terms !== null && 'load' in terms
}
