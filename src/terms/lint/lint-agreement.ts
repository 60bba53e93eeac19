import type { LintFinding } from '../../core/errors.ts'
import { isLicetError } from '../../core/errors.ts'
import type { AgreementInput } from '../agreement-input.ts'
import { compileTerms } from '../compile-terms.ts'
import { defineAgreement } from '../define-checked.ts'
import { findingsIn } from './finding.ts'
import { type LintTermsOptions, lintTerms } from './lint-terms.ts'

/**
 * Checks an agreement: first its configuration, then the terms that are compiled from it.
 *
 * A fault in the agreement or the template is a finding and not an error.
 *
 * @example
 * const findings = lintAgreement({ company, jurisdiction, compensation, expiry })
 */
export function lintAgreement(input: AgreementInput, options: Omit<LintTermsOptions, 'agreement'> = {}): LintFinding[] {
  const { file = 'agreement' } = options
  try {
    const agreement = defineAgreement(input)
    // The screen gets the tree of a template, so no parser has to read its text.
    return lintTerms(compileTerms(agreement), { ...options, agreement, file }).filter(({ rule }) => rule !== 'not_formatted')
  } catch (error) {
    if (!isLicetError(error)) throw error
    if (error.finding) return [error.finding]
    const rule = error.code === 'unfilled_placeholder' ? error.code : 'invalid_configuration'
    return [findingsIn(file)(rule, 'error', error.message, `Correct ${error.field ?? 'the template'}.`)]
  }
}
