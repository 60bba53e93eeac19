import type { QueryClient } from '@tanstack/react-query'
import { LicetError } from '../core/errors.ts'
import { hashText } from './terms-hash.ts'
import type { TermsSource } from './types.ts'

/** What came of loading terms: their text, or why it cannot be agreed to. */
export type LoadedTerms =
  | { readonly text: string; readonly hash: string; readonly invalid?: undefined }
  | { readonly text?: undefined; readonly invalid: LicetError }

const PLACEHOLDER = /\{\{[^{}]*\}\}/

/** Loads terms through the query cache: whoever shows the same terms shares one request. `again` forgets what was loaded before. */
export async function queryTerms(client: QueryClient, source: TermsSource, signed: string, again: boolean): Promise<LoadedTerms> {
  const queryKey = ['licet', 'terms', source.key, source.hash ?? null, hashText(signed)]
  if (again) await client.resetQueries({ queryKey, exact: true })
  return client.fetchQuery({
    queryKey,
    queryFn: ({ signal }) => loadTerms(source, signed, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
    // What cannot be fetched offline is said at once; retrying is an act.
    networkMode: 'always',
  })
}

/**
 * Loads terms from where the host keeps them, and says whether they may be agreed to (experience 1): not empty, no placeholder left,
 * the hash that was promised, and the text that an Accept would sign.
 */
async function loadTerms(source: TermsSource, signed: string, signal: AbortSignal): Promise<LoadedTerms> {
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

export { queryClientOf } from './query-client.ts'
