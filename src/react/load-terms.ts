import { LicetError } from '../core/errors.ts'
import { hashText } from './terms-hash.ts'
import type { TermsSource } from './types.ts'

/** What came of loading terms: their text, or why it cannot be agreed to. */
export type LoadedTerms =
  | { readonly text: string; readonly hash: string; readonly invalid?: undefined }
  | { readonly text?: undefined; readonly invalid: LicetError }

const PLACEHOLDER = /\{\{[^{}]*\}\}/

/**
 * Loads terms from where the host keeps them, and says whether they may be agreed to (experience 1): not empty, no placeholder left,
 * the hash that was promised, and the text that an Accept would sign.
 */
export async function loadTerms(source: TermsSource, signed: string, signal: AbortSignal): Promise<LoadedTerms> {
  const text = await source.load({ signal })
  if (text.trim() === '') return { invalid: invalidTerms('terms_unavailable', 'The terms are empty.') }
  if (PLACEHOLDER.test(text))
    return { invalid: invalidTerms('unfilled_placeholder', 'The terms hold a placeholder that nobody filled in.') }
  const hash = hashText(text)
  if (source.hash !== undefined && source.hash !== hash) {
    return { invalid: invalidTerms('terms_changed', 'The terms are not the text that their hash stands for.') }
  }
  if (text !== signed)
    return { invalid: invalidTerms('terms_changed', 'The terms are not the text that belongs to this agreement.') }
  return { text, hash }
}

function invalidTerms(code: 'terms_unavailable' | 'terms_changed' | 'unfilled_placeholder', what: string): LicetError {
  return new LicetError(code, `${what} Nobody can agree to them. Load them again, or mend them at their source.`)
}
