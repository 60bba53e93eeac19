import type { Agreement } from '../../core/agreement.ts'
import type { LintFinding } from '../../core/errors.ts'
import { WILDCARD } from '../../core/words.ts'
import { findRefused } from '../find-refused.ts'
import { findTooLong } from '../find-too-long.ts'
import { isFormattable } from '../is-formattable.ts'
import type { Template } from '../template.ts'
import { recipientsOf } from '../values.ts'
import { type Fault, placeIn, toFindings } from './finding.ts'
import { type Judged, type Rule, titleOf } from './judged.ts'
import { labelsOf, lintLabels, lintNames } from './lint-labels.ts'
import { lintWordsOf } from './lint-words.ts'
import { isNegated } from './negation.ts'
import { has } from './phrase.ts'
import { readBlocks } from './read-blocks.ts'
import { findDamage, findInvisible } from './rules/characters.ts'
import { findContradictions } from './rules/contradictions.ts'
import { findTerms } from './rules/defined-terms.ts'
import { findLinks } from './rules/links.ts'
import { findNumbering } from './rules/numbering.ts'
import { findPlaceholders } from './rules/placeholders.ts'
import { findPunishment } from './rules/punishment.ts'
import { findReadingGrade } from './rules/reading.ts'
import { findReward } from './rules/record-amounts.ts'
import { findCompany } from './rules/record-company.ts'
import { findData } from './rules/record-data.ts'
import { findEnd } from './rules/record-dates.ts'
import { findRecipients } from './rules/record-recipients.ts'
import { findUses } from './rules/record-uses.ts'
import { findDeadReferences } from './rules/references.ts'
import { findAfterSignature } from './rules/signature.ts'
import { findMissing } from './rules/ways-out.ts'
import { findPhrases } from './rules/wording.ts'

/** The rules of the linter, without the rules of `parseTemplate()`. */
export const LINT_RULES = [
  'unfilled_placeholder',
  'dead_reference',
  'contradiction',
  'company_not_in_record',
  'company_not_in_text',
  'data_not_in_record',
  'data_not_in_text',
  'use_not_in_record',
  'use_not_in_text',
  'recipient_not_in_record',
  'recipient_not_in_text',
  'amount_not_in_record',
  'amount_not_in_text',
  'date_not_in_record',
  'date_not_in_text',
  'text_after_signature',
  'invisible_character',
  'corrupted_word',
  'front_matter',
  'raw_html',
  'html_comment',
  'image',
  'misleading_link',
  'no_withdrawal',
  'too_long',
  'translation_differs',
  'invalid_configuration',
  'pressing_label',
  'duplicate_number',
  'skipped_number',
  'undefined_term',
  'unused_term',
  'no_contact',
  'no_expiry',
  'reading_grade',
  'pressure',
  'agreement_by_use',
  'unlimited_retention',
  'sale_without_buyer',
  'legalese',
  'wildcard_recipient',
  'capital_label',
  'link_not_https',
  'not_formatted',
  'not_checked',
] as const

/** Options of {@link lintTerms}. */
export interface LintTermsOptions {
  /** Language of the text. Default: the language of the agreement, otherwise `en`. */
  readonly locale?: string | undefined
  /** File name for the findings. */
  readonly file?: string | undefined
  /** The agreement of the text. With it, the linter compares company, uses, data, recipients, reward and end. */
  readonly agreement?: (Agreement & { readonly template?: Template | undefined }) | undefined
  /** Labels on screen by name, for example of buttons and headings. The linter looks for pressure in them. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** Highest school grade of the text. Default: 9 with an agreement that has a template, otherwise 14. */
  readonly maxGrade?: number | undefined
}

const MAX_GRADE = { template: 9, contract: 14 } as const
const MAX_LINT_CHARS = 2 * 1024 * 1024
/** Maximum number of findings for one text. */
export const MAX_FINDINGS = 200

const RULES: readonly Rule[] = [
  findPlaceholders,
  findDamage,
  findLinks,
  findDeadReferences,
  findNumbering,
  findContradictions,
  findCompany,
  findData,
  findUses,
  findRecipients,
  findReward,
  findEnd,
  findAfterSignature,
  findMissing,
  findTerms,
  findPhrases,
  findPunishment,
  findReadingGrade,
  findFormat,
  findEveryone,
  findUnchecked,
]

/**
 * Checks terms in Markdown for faults that mislead or stop readers, and returns the findings.
 *
 * An empty list does not prove that the terms are correct. A lawyer still has to read the terms.
 *
 * @example
 * const findings = lintTerms(compileTerms(agreement), { agreement })
 */
export function lintTerms(text: string, options: LintTermsOptions = {}): LintFinding[] {
  const { agreement, file = 'terms.md' } = options
  const locale = options.locale ?? agreement?.locale ?? 'en'
  if (text.length > MAX_LINT_CHARS) return toFindings(text, file, findTooLong(text, agreement))
  const words = lintWordsOf(locale)
  const judged: Judged = {
    source: text,
    blocks: readBlocks(text),
    locale,
    words,
    grammar: words?.grammar,
    agreement,
    maxGrade: options.maxGrade ?? (isFromTemplate(agreement) ? MAX_GRADE.template : MAX_GRADE.contract),
  }
  const faults = [...findInvisible(text), ...RULES.flatMap((rule) => rule(judged))]
  const labels = { ...labelsOf(agreement), ...options.labels }
  const found = [
    ...toFindings(text, file, findTooLong(text, agreement)),
    ...refusedIn(text, file),
    ...toFindings(text, file, faults),
    ...lintNames(labelsOf(agreement), locale, file),
    ...(words === undefined ? [] : lintLabels(labels, words, file)),
  ]
  return found.slice(0, MAX_FINDINGS)
}

/** Returns whether the text is written from a template. A contract of the company has its own wording. */
function isFromTemplate(agreement: LintTermsOptions['agreement']): boolean {
  return agreement?.template !== undefined && !('terms' in agreement && agreement.terms !== undefined)
}

/** Returns what a contract must not have, with the words that the text has there. */
function refusedIn(text: string, file: string): LintFinding[] {
  const lines = text.split('\n')
  return findRefused(text, file).map((finding) => ({
    ...finding,
    words: lines[finding.line - 1]?.slice(finding.column - 1, finding.column + 79).trim(),
  }))
}

function findFormat({ source, blocks }: Judged): Fault[] {
  const [first] = blocks
  if (first === undefined || isFormattable(source)) return []
  const message =
    'The text is too long, or has too many or too deeply nested marks. It would block the page, so people see it without formatting.'
  return [
    {
      rule: 'not_formatted',
      severity: 'warning',
      ...placeIn(first),
      message,
      fix: 'Shorten it, or use fewer lists, links and other marks.',
    },
  ]
}

function findEveryone(judged: Judged): Fault[] {
  const { agreement, words, blocks } = judged
  // “Any person” may also be somebody who breaks the rules.
  const isShared = (text: string) =>
    judged.grammar === undefined || (has(text, judged.grammar.share) && !isNegated(text, judged.grammar))
  const named = words && blocks.find(({ sentences }) => sentences.some(({ text }) => has(text, words.everyone) && isShared(text)))
  const isEveryone = agreement === undefined ? named !== undefined : recipientsOf(agreement.purposes).includes(WILDCARD)
  const block = named ?? titleOf(judged)
  if (!isEveryone || block === undefined) return []
  const message = 'Anyone may receive the data, so people do not know who gets it.'
  return [
    { rule: 'wildcard_recipient', severity: 'warning', ...placeIn(block), message, fix: 'List the recipients in destinations.' },
  ]
}

function findUnchecked(judged: Judged): Fault[] {
  const { words, grammar, locale } = judged
  const title = titleOf(judged)
  if (grammar !== undefined || title === undefined) return []
  const unchecked =
    words === undefined ? 'words and sentences' : 'sentences: contradictions, pressure, retention, sale, legalese and defined terms'
  return [
    {
      rule: 'not_checked',
      severity: 'notice',
      ...placeIn(title),
      message: `The linter does not read ${locale} completely. Not checked: ${unchecked}.`,
      fix: 'Let a person who knows the language read the text.',
    },
  ]
}
