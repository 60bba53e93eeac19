import type { Agreement } from '../core/agreement.ts'
import { LicetError, type LintFinding } from '../core/errors.ts'
import { hasLoneSurrogate, isJsonObject } from '../core/json.ts'
import { isLanguageTag, misconfigured } from './check-value.ts'
import { findRefused, placeOf } from './find-refused.ts'
import { findTooLong } from './find-too-long.ts'
import { isTermsSource } from './is-terms-source.ts'
import { type OwnTerms, ownTextsOf } from './own-terms.ts'

const PLACEHOLDER = /\{\{[^{}]*\}\}/g

/**
 * Checks a contract of the company, in every language, and returns a copy.
 *
 * @throws {LicetError} `invalid_configuration`. `findings` has everything in the texts that cannot be signed, with line, column and fix.
 */
export function checkOwnTerms(input: unknown, agreement: Pick<Agreement, 'tags' | 'purposes'>): OwnTerms {
  if (typeof input !== 'string' && !isJsonObject(input))
    throw misconfigured('terms', 'is not a text', 'Set it to Markdown, to { en: "…", de: "…" }, or to { load }.')
  const terms = input as OwnTerms
  if (isTermsSource(terms) && typeof terms.load !== 'function')
    throw misconfigured('terms.load', 'is not a function', 'Return the text of the contract from it.')
  const texts = ownTextsOf(terms)
  const findings = texts.flatMap(([locale, content]) => {
    const file = locale === '' ? 'terms' : `terms.${locale}`
    if (locale !== '' && !isLanguageTag(locale)) throw misconfigured(file, 'is not a language', 'Use a tag such as en or pt-BR.')
    return findTextFaults(checkContent(content, file), file, agreement)
  })
  if (texts.length === 0 && !isTermsSource(terms)) throw misconfigured('terms', 'has no text', 'Set it to { en: "…" }.')
  if (findings.length > 0) throw faultyTextError(findings)
  return typeof terms === 'string' ? terms : { ...terms }
}

function checkContent(text: unknown, field: string): string {
  if (typeof text !== 'string' || text.trim() === '') throw misconfigured(field, 'is missing or empty', 'Set it to Markdown.')
  if (hasLoneSurrogate(text) || text.includes('\0'))
    throw misconfigured(field, 'contains half of a character, or U+0000', 'Read the file as UTF-8, and remove that character.')
  return text
}

/**
 * Finds everything in a contract that cannot be signed: what would not be shown, placeholders without a value, and a size that the service
 * refuses.
 */
export function findTextFaults(text: string, file: string, agreement?: Pick<Agreement, 'tags' | 'purposes'>): LintFinding[] {
  const tooLong = findTooLong(text, agreement).map(({ start, end: _, ...fault }) => ({ ...fault, file, ...placeOf(text, start) }))
  const unfilled = [...text.matchAll(PLACEHOLDER)].map(
    ({ 0: found, index }): LintFinding => ({
      rule: 'unfilled_placeholder',
      severity: 'error',
      message: `The placeholder ${found} has no value.`,
      fix: 'Write the value. To fill placeholders from the agreement, use parseTemplate().',
      file,
      ...placeOf(text, index),
    }),
  )
  return [...tooLong, ...findRefused(text, file), ...unfilled]
}

function faultyTextError(findings: readonly LintFinding[]): LicetError<'invalid_configuration'> {
  const lines = findings.map(({ file, line, column, message, fix }) => `${file}:${line}:${column}: ${message} ${fix}`)
  return new LicetError(
    'invalid_configuration',
    `The contract cannot be signed as it is. Nothing was signed.\n${lines.join('\n')}`,
    {
      field: 'terms',
      finding: findings[0],
      findings,
    },
  )
}
