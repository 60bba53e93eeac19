import { CancelledError, type QueryClient } from '@tanstack/react-query'
import { isLicetError, LicetError } from '../../core/errors.ts'
import type { TermsSource } from '../types.ts'
import { queryClientOf } from './query-client.ts'

/** The result of loading terms: their text, or why nobody can agree to it. */
export interface LoadedTerms {
  readonly status: 'ready' | 'invalid'
  readonly text: string
  readonly error: LicetError | undefined
}

/** Options of {@link loadTerms}. */
export interface LoadTermsOptions {
  readonly source: TermsSource
  /** The text that an Accept signs. */
  readonly signed: string
  readonly hash: (text: string) => Promise<string>
  /** Removes the cached result first. */
  readonly again: boolean
  /** The owner of the kit's own cache. */
  readonly owner: object
  /** The query client of the host app, if there is one. */
  readonly queryClient: QueryClient | undefined
}

const PLACEHOLDER = /\{\{[^{}]*\}\}/

/** Loads terms through the query cache, so that components with the same terms share one request. */
export async function loadTerms({ source, signed, hash, again, owner, queryClient }: LoadTermsOptions): Promise<LoadedTerms> {
  const client = queryClientOf(owner, queryClient)
  const queryKey = ['licet', 'terms', source.key, source.hash ?? null, await hash(signed)]
  if (again) await client.resetQueries({ queryKey, exact: true })
  const load = () =>
    client.fetchQuery({
      queryKey,
      queryFn: async ({ signal }) => checkTerms(await source.load({ signal }), source, signed, hash),
      staleTime: Number.POSITIVE_INFINITY,
      retry: (failures, error) => failures < 1 && !isLicetError(error),
      // Offline, the request fails immediately instead of waiting: the person can retry.
      networkMode: 'always',
    })
  // Another component has started to load these terms again: use its result.
  return load().catch((error: unknown) => (error instanceof CancelledError ? load() : Promise.reject(error)))
}

/** Checks that a person can agree to the terms: they are not empty, have no placeholder, match their hash, and are the text that an Accept signs. */
async function checkTerms(text: string, source: TermsSource, signed: string, hash: LoadTermsOptions['hash']): Promise<LoadedTerms> {
  if (text.trim() === '') return invalid('terms_unavailable', 'The terms are empty.')
  if (PLACEHOLDER.test(text)) return invalid('unfilled_placeholder', 'The terms contain a placeholder without a value.')
  if (source.hash !== undefined && source.hash !== (await hash(text)))
    return invalid('terms_changed', 'The terms do not match their `hash`.')
  if (text !== signed) return invalid('terms_changed', 'The terms are not the text of this agreement.')
  return { status: 'ready', text, error: undefined }
}

function invalid(code: 'terms_unavailable' | 'terms_changed' | 'unfilled_placeholder', what: string): LoadedTerms {
  const error = new LicetError(code, `${what} Nobody can agree to them. Load them again, or fix them at their source.`)
  return { status: 'invalid', text: '', error }
}
