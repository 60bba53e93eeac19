import type { AgreementInput, DefinedAgreement } from './agreement-input.ts'
import { checkOwnTerms } from './check-own-terms.ts'
import { defineWith } from './define-agreement.ts'

/**
 * Checks an agreement and fills in the defaults.
 *
 * The terms, the summary and the license request are all made from the result, which is frozen with its template, so they cannot disagree.
 * Accepts its own result.
 *
 * @throws {LicetError} `invalid_configuration` with the wrong `field`. The message has the fix.
 * @example
 * const agreement = defineAgreement({
 *   company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
 *   jurisdiction: 'Ireland',
 *   compensation: '10 points for each receipt',
 *   expiry: null,
 * })
 */
export function defineAgreement(input: AgreementInput): DefinedAgreement {
  return defineWith(input, checkOwnTerms)
}
