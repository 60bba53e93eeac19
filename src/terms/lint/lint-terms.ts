import type { Agreement } from '../../core/agreement.ts'
import type { LintFinding } from '../../core/errors.ts'
import { isLicetError } from '../../core/errors.ts'
import { USECASES } from '../../core/usecases.ts'
import { WILDCARD } from '../../core/words.ts'
import { compileTerms } from '../compile-terms.ts'
import { type AgreementInput, defineAgreement } from '../define-agreement.ts'
import { isFormattable } from '../is-formattable.ts'
import type { Template } from '../template.ts'
import { formatMoment, purposeLabel, recipientLabel, recipientsOf, tagLabel } from '../values.ts'
import type { TemplateWords } from '../words.ts'
import { lintText, plain } from './lint-text.ts'
import { type LintWords, lintWordsOf } from './lint-words.ts'
import { readingGrade } from './reading-grade.ts'

/** The rules of the linter, without those of `parseTemplate()`. */
export const LINT_RULES = [
  'unfilled_placeholder',
  'dead_reference',
  'use_not_in_record',
  'use_not_in_prose',
  'no_expiry',
  'wildcard_recipient',
  'no_withdrawal',
  'pressing_label',
  'reading_grade',
  'link_not_https',
  'corrupted_word',
  'invalid_configuration',
  'too_long',
  'not_formatted',
] as const

/** Options of {@link lintTerms}. */
export interface LintTermsOptions {
  /** Language of the text. Default: the one of the agreement, otherwise `en`. */
  readonly locale?: string | undefined
  /** File name for the findings. */
  readonly file?: string | undefined
  /** The agreement of the text. With it, the linter compares uses, data, recipients and dates. */
  readonly agreement?: (Agreement & { readonly template?: Template | undefined }) | undefined
  /** Labels on screen by name, for example of buttons and headings. The linter looks for pressure in them. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** Highest school grade of the text. Default: 9. */
  readonly maxGrade?: number | undefined
}

const MAX_GRADE = 9
const MAX_LINT_CHARS = 2 * 1024 * 1024
/** Maximum number of findings for one text. */
export const MAX_FINDINGS = 200

/**
 * Checks terms in Markdown for faults that mislead or stop readers, and returns the findings.
 *
 * An empty list does not prove that the terms are correct. A lawyer still has to read the terms.
 *
 * @example
 * const findings = lintTerms(compileTerms(agreement), { agreement })
 */
export function lintTerms(text: string, options: LintTermsOptions = {}): LintFinding[] {
  const { agreement, file = 'terms.md', maxGrade = MAX_GRADE } = options
  const locale = options.locale ?? agreement?.locale ?? 'en'
  const findingOf = (rule: string, severity: LintFinding['severity'], message: string, fix: string): LintFinding => ({
    rule,
    severity,
    message,
    fix,
    file,
    line: 1,
    column: 1,
  })
  if (text.length > MAX_LINT_CHARS) {
    return [
      findingOf('too_long', 'error', `The text has more than ${MAX_LINT_CHARS} characters, so it was not checked.`, 'Shorten it.'),
    ]
  }
  const rules = lintWordsOf(locale)
  const prose = plain(text)
  const lowerText = prose.toLowerCase()
  const found = lintText({ text, file }, rules?.reference)
  if (!isFormattable(text)) {
    found.push(
      findingOf(
        'not_formatted',
        'warning',
        'The text is too long, or has too many or too deeply nested marks. It would block the page, so people see it without formatting.',
        'Shorten it, or use fewer lists, links and other marks.',
      ),
    )
  }
  if (rules && !rules.withdrawal.test(lowerText)) {
    found.push(
      findingOf(
        'no_withdrawal',
        'error',
        'The text does not state how to withdraw. A permission that a person cannot withdraw is not given freely.',
        'Add a clause on withdrawal.',
      ),
    )
  }
  if (agreement === undefined ? rules?.everyone.test(lowerText) : recipientsOf(agreement.purposes).includes(WILDCARD)) {
    found.push(
      findingOf(
        'wildcard_recipient',
        'warning',
        'Anyone may receive the data, so people do not know who gets it.',
        'List the recipients in destinations.',
      ),
    )
  }
  if (agreement) found.push(...compareRecord(lowerText, agreement, rules, findingOf))
  const grade = readingGrade(prose, locale)
  if (grade !== undefined && grade > maxGrade) {
    found.push(
      findingOf(
        'reading_grade',
        'warning',
        `The text has school grade ${grade}, and ${maxGrade} is the limit. Many readers would not understand it.`,
        'Use shorter sentences and more common words.',
      ),
    )
  }
  if (rules) found.push(...lintLabels({ ...labelsOf(agreement), ...options.labels }, rules, findingOf))
  return found.slice(0, MAX_FINDINGS)
}

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
    return [
      {
        rule,
        severity: 'error',
        message: error.message,
        fix: `Correct ${error.field ?? 'the template'}.`,
        file,
        line: 1,
        column: 1,
      },
    ]
  }
}

/** Makes a finding about the whole text. */
type MakeFinding = (rule: string, severity: LintFinding['severity'], message: string, fix: string) => LintFinding

function compareRecord(
  lowerText: string,
  agreement: Agreement & { readonly template?: Template | undefined },
  rules: LintWords | undefined,
  findingOf: MakeFinding,
): LintFinding[] {
  const words = agreement.template?.words
  const found: LintFinding[] = []
  const usecases = agreement.purposes.map((one) => one.usecase)
  const others = withoutLabels(lowerText, agreement, words)
  for (const usecase of USECASES) {
    if (usecases.includes(usecase) || usecases.includes(WILDCARD) || !rules?.uses[usecase].test(others)) continue
    found.push(
      findingOf(
        'use_not_in_record',
        'error',
        `The text names the use ${usecase}, which the agreement does not have.`,
        `Add ${usecase} to purposes, or remove it from the text.`,
      ),
    )
  }
  for (const one of words ? missingWords(lowerText, agreement, words) : []) {
    found.push(
      findingOf(
        'use_not_in_prose',
        'error',
        `The agreement has “${one}”, which the text does not name. People would permit what they did not read.`,
        `Add “${one}” to the text. The lists of a template, such as {{#purposes}}, name everything.`,
      ),
    )
  }
  if (agreement.expiry === null) {
    found.push(
      findingOf(
        'no_expiry',
        'warning',
        'The license has no end date, so people may forget their permission.',
        'Set expiry to a date. Licet asks again when it comes.',
      ),
    )
  }
  return found
}

function missingWords(lowerText: string, agreement: Agreement, words: TemplateWords): string[] {
  const named = [
    ...agreement.tags.map((tag) => tagLabel(tag, words)),
    ...agreement.purposes.map((one) => purposeLabel(one, words)),
    ...recipientsOf(agreement.purposes).map((destination) => recipientLabel(destination, words)),
    ...(agreement.expiry === null ? [] : [formatMoment(agreement.expiry, words)]),
  ]
  return named.filter((one) => !lowerText.includes(one.toLowerCase()))
}

// Ignores the words of the agreement itself, because a company may be named after a use.
function withoutLabels(lowerText: string, agreement: Agreement, words: TemplateWords | undefined): string {
  const own = [
    agreement.company.name,
    agreement.description,
    agreement.compensation ?? '',
    ...agreement.purposes.flatMap((one) => [one.description ?? '', words ? purposeLabel(one, words) : '']),
  ]
  return own.filter((one) => one !== '').reduce((text, one) => text.split(one.toLowerCase()).join(' '), lowerText)
}

function labelsOf(agreement: Agreement | undefined): Record<string, string> {
  if (agreement === undefined) return {}
  const labels: Record<string, string> = {
    description: agreement.description,
    ...(agreement.compensation === null ? {} : { compensation: agreement.compensation }),
  }
  agreement.purposes.forEach((one, at) => {
    if (one.label !== undefined) labels[`purposes[${at}].label`] = one.label
    if (one.description !== undefined) labels[`purposes[${at}].description`] = one.description
  })
  return labels
}

function lintLabels(labels: Readonly<Record<string, string>>, rules: LintWords, findingOf: MakeFinding): LintFinding[] {
  return Object.entries(labels).flatMap(([name, label]) =>
    rules.pressing.test(label.toLowerCase())
      ? [
          findingOf(
            'pressing_label',
            'error',
            `${name} (“${label}”) threatens a loss or shames a choice. A decision under pressure is not free.`,
            'State only what the act does.',
          ),
        ]
      : [],
  )
}
