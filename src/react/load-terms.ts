import { CancelledError, type QueryClient } from '@tanstack/react-query'
import { LicetError } from '../core/errors.ts'
import { queryClientOf } from './query-client.ts'
import type { TermsSource } from './types.ts'

/** What came of loading terms: their text, or why it cannot be agreed to. */
export interface LoadedTerms {
  readonly status: 'ready' | 'invalid'
  readonly text: string
  readonly error: LicetError | undefined
}

/** What terms are loaded with. */
export interface LoadTermsOptions {
  readonly source: TermsSource
  /** The text that an Accept would sign. */
  readonly signed: string
  readonly hash: (text: string) => Promise<string>
  /** Forgets what was loaded before. */
  readonly again: boolean
  /** Whose cache it is, and the host's own one if there is any. */
  readonly owner: object
  readonly queryClient: QueryClient | undefined
}

const PLACEHOLDER = /\{\{[^{}]*\}\}/

/** Loads terms through the query cache: whoever shows the same terms shares one request. */
export async function loadTerms({ source, signed, hash, again, owner, queryClient }: LoadTermsOptions): Promise<LoadedTerms> {
  const client = queryClientOf(owner, queryClient)
  const queryKey = ['licet', 'terms', source.key, source.hash ?? null, await hash(signed)]
  if (again) await client.resetQueries({ queryKey, exact: true })
  const load = () =>
    client.fetchQuery({
      queryKey,
      queryFn: async ({ signal }) => checkTerms(await source.load({ signal }), source, signed, hash),
      staleTime: Number.POSITIVE_INFINITY,
      retry: 1,
      // What cannot be fetched offline is said at once; retrying is an act.
      networkMode: 'always',
    })
  // Somebody else who shows these terms loads them again: what comes of that is for all.
  return load().catch((error: unknown) => (error instanceof CancelledError ? load() : Promise.reject(error)))
}

/**
 * Says whether terms may be agreed to (experience 1): not empty, no placeholder left, the hash that was promised, and the text that an
 * Accept would sign.
 */
async function checkTerms(text: string, source: TermsSource, signed: string, hash: LoadTermsOptions['hash']): Promise<LoadedTerms> {
  if (text.trim() === '') return invalid('terms_unavailable', 'The terms are empty.')
  if (PLACEHOLDER.test(text)) return invalid('unfilled_placeholder', 'The terms hold a placeholder that nobody filled in.')
  if (source.hash !== undefined && source.hash !== (await hash(text)))
    return invalid('terms_changed', 'The terms are not the text that their hash stands for.')
  if (text !== signed) return invalid('terms_changed', 'The terms are not the text that belongs to this agreement.')
  return { status: 'ready', text, error: undefined }
}

function invalid(code: 'terms_unavailable' | 'terms_changed' | 'unfilled_placeholder', what: string): LoadedTerms {
  const error = new LicetError(code, `${what} Nobody can agree to them. Load them again, or mend them at their source.`)
  return { status: 'invalid', text: '', error }
}
