import { loadTerms } from '../../client/load-terms.ts'
import { isLicetError, LicetError } from '../../core/errors.ts'
import type { AgreementInput } from '../../terms/index.ts'
import type { Loaded } from './use-late.ts'

// One file: a bundler writes one for each import().
export { checkContract } from './check-contract.ts'

/** Loads the contract of an agreement. Never rejects: a failure is part of the result. This module loads only for such a contract. */
export async function loadOwnTerms(
  newest: { readonly current: AgreementInput | undefined },
  locale: string,
  signal: AbortSignal,
): Promise<Loaded<AgreementInput['terms']>> {
  const load = async () => (await loadTerms(newest.current as AgreementInput, { locale, signal })).terms
  try {
    // A network often fails once. What Licet itself refuses is the same again.
    return { value: await load().catch((error: unknown) => (isLicetError(error) ? Promise.reject(error) : load())) }
  } catch (cause) {
    if (isLicetError(cause, 'terms_changed') || isLicetError(cause, 'invalid_configuration'))
      return { status: 'invalid', error: cause }
    return { status: 'error', error: isLicetError(cause) ? cause : unavailableError(cause) }
  }
}

function unavailableError(cause: unknown): LicetError {
  return new LicetError(
    'terms_unavailable',
    'The terms did not load. Nothing can be accepted without them. Call `retry()`. `cause` has the reason.',
    { cause },
  )
}
