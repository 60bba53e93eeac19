import type { Agreement } from '../../core/agreement.ts'
import type { LintFinding } from '../../core/errors.ts'
import { WILDCARD } from '../../core/words.ts'
import { isFormattable } from '../is-formattable.ts'
import type { Template } from '../template.ts'
import { recipientsOf } from '../values.ts'
import { compareWithAgreement } from './compare-with-agreement.ts'
import { findingsIn } from './finding.ts'
import { labelsOf, lintLabels, lintNames } from './lint-labels.ts'
import { lintText, plain } from './lint-text.ts'
import { lintWordsOf } from './lint-words.ts'
import { readingGrade } from './reading-grade.ts'

/** The rules of the linter, without the rules of `parseTemplate()`. */
export const LINT_RULES = [
  'unfilled_placeholder',
  'dead_reference',
  'use_not_in_record',
  'use_not_in_prose',
  'no_expiry',
  'wildcard_recipient',
  'no_withdrawal',
  'pressing_label',
  'capital_label',
  'reading_grade',
  'link_not_https',
  'corrupted_word',
  'invalid_configuration',
  'too_long',
  'not_formatted',
] as const

/** Options of {@link lintTerms}. */
export interface LintTermsOptions {
  /** Language of the text. Default: the language of the agreement, otherwise `en`. */
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
  const findingOf = findingsIn(file)
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
  if (agreement) found.push(...compareWithAgreement(lowerText, agreement, rules, findingOf))
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
  found.push(...lintNames(labelsOf(agreement), locale, findingOf))
  if (rules) found.push(...lintLabels({ ...labelsOf(agreement), ...options.labels }, rules, findingOf))
  return found.slice(0, MAX_FINDINGS)
}
