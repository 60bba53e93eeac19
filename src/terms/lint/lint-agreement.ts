import type { LintFinding } from '../../core/errors.ts'
import { isLicetError } from '../../core/errors.ts'
import type { AgreementInput, DefinedAgreement } from '../agreement-input.ts'
import { compileTerms } from '../compile-terms.ts'
import { defineAgreement } from '../define-checked.ts'
import { ownTextIn, ownTextsOf } from '../own-terms.ts'
import { type LintTermsOptions, lintTerms } from './lint-terms.ts'
import { lintTranslations } from './lint-translations.ts'

/**
 * Checks an agreement: first its configuration, then its contract in each language, or the terms that are written from its template.
 *
 * A fault in the agreement, the contract or the template is a finding and not an error.
 *
 * @example
 * const findings = lintAgreement({ company, jurisdiction, compensation, expiry })
 */
export function lintAgreement(input: AgreementInput, options: Omit<LintTermsOptions, 'agreement'> = {}): LintFinding[] {
  const { file = 'agreement' } = options
  try {
    const agreement = defineAgreement(input)
    if (agreement.terms !== undefined) return lintOwnTerms(agreement, options)
    // The screen gets the tree of a template, so no parser has to read its text.
    return lintTerms(compileTerms(agreement), { ...options, agreement, file }).filter(({ rule }) => rule !== 'not_formatted')
  } catch (error) {
    if (!isLicetError(error)) throw error
    if (error.findings) return [...error.findings]
    if (error.finding) return [error.finding]
    const rule = error.code === 'unfilled_placeholder' ? error.code : 'invalid_configuration'
    const fix = `Correct ${error.field ?? 'the template'}.`
    return [{ rule, severity: 'error', message: error.message, fix, words: error.field ?? '', file, line: 1, column: 1 }]
  }
}

/** Checks a contract in each of its languages, and compares them. A source that is not loaded has none. */
function lintOwnTerms(agreement: DefinedAgreement, options: Omit<LintTermsOptions, 'agreement'>): LintFinding[] {
  const { terms, template } = agreement
  if (terms === undefined) return []
  const texts = ownTextsOf(terms).flatMap(([tag]) => {
    const own = ownTextIn(terms, tag === '' ? agreement.locale : tag, template.locale)
    return own === undefined ? [] : [{ text: own.text, locale: own.locale, file: tag === '' ? 'terms' : `terms.${tag}` }]
  })
  const findings = texts.flatMap(({ text, locale, file }) => lintTerms(text, { ...options, agreement, locale, file }))
  return [...findings, ...lintTranslations(texts)]
}
