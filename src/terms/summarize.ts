import { includedPurposes } from '../core/included-purposes.ts'
import type { DefinedAgreement } from './agreement-input.ts'
import { clauseIds } from './clause-ids.ts'
import { CLAUSES, type Clause } from './summary-order.ts'
import { formatLastDay, purposeLabel, recipientLabel, recipientsOf, tagLabel, toClause } from './values.ts'
import { formatDuration, isolateValue, listValues, type TemplateWords } from './words.ts'

/** One line of the summary. */
export interface SummaryLine {
  readonly part: Clause
  /** Id of the heading of its clause; see `headingId()`. */
  readonly clause: string
  /** The topic of the line in the language of the agreement, for example `Which data`. */
  readonly label: string
  /** The line in the language of the agreement. */
  readonly text: string
  /** The items of a list (data, purposes, recipients). For other lines, the text alone. */
  readonly items: readonly string[]
}

/** Options of {@link summarize}. */
export interface SummarizeOptions {
  /** The use cases that are on. Purposes and recipients are then taken from the license. Default: all, with the optional ones marked. */
  readonly granted?: readonly string[] | undefined
}

/**
 * Returns the agreement as eight short lines in the order of {@link CLAUSES}, each with the heading of its clause in the terms.
 *
 * @throws {LicetError} `invalid_template` when a clause has no heading.
 * @example
 * const lines = summarize(agreement).map(({ label, text }) => `${label}: ${text}`)
 */
export function summarize(agreement: DefinedAgreement, options: SummarizeOptions = {}): SummaryLine[] {
  const { template, company } = agreement
  const { words } = template
  const { granted } = options
  const isolated = (value: string) => isolateValue(value, words)
  const purposes = includedPurposes(agreement.purposes, (usecase) => granted?.includes(usecase) ?? true)
  const asked = (necessary: boolean) =>
    purposes.filter((one) => (granted !== undefined || one.necessary) === necessary).map((one) => purposeLabel(one, words))
  const data = agreement.tags.map((tag) => tagLabel(tag, words, agreement.tagLabels))
  const recipients = recipientsOf(purposes).map((destination) => recipientLabel(destination, words))
  const lines: Record<Clause, string | readonly string[]> = {
    parties: addSentence(
      words.summary.parties(isolated(company.name)),
      agreement.declineChangesNothing ? words.summary.declineChangesNothing : undefined,
      words,
    ),
    data,
    purposes: words.summary.purposes(listValues(asked(true), words), listValues(asked(false), words)),
    recipients,
    duration: addSentence(
      summarizeEnd(agreement, isolated),
      agreement.earlierData && words.summary.earlierData[agreement.earlierData],
      words,
    ),
    reward: addSentence(
      agreement.compensation === null ? words.summary.noReward : isolated(agreement.compensation),
      agreement.earnedRewards && words.summary.earnedRewards[agreement.earnedRewards],
      words,
    ),
    law: words.summary.law(isolated(agreement.jurisdiction)),
    withdrawal: addSentence(
      words.summary.withdrawal(company.contact === undefined ? undefined : isolated(company.contact)),
      summarizeAfter(agreement, isolated),
      words,
    ),
  }
  const clauses = clauseIds(agreement)
  return CLAUSES.map((part) => {
    const line = lines[part]
    const items = typeof line === 'string' ? [line] : line
    return {
      part,
      clause: clauses.get(part) ?? '',
      label: words.clauses[part],
      text: typeof line === 'string' ? line : listValues(line, words),
      items: part === 'purposes' ? purposes.map((one) => purposeLabel(one, words)) : items,
    }
  })
}

function summarizeEnd({ expiry, template: { words } }: DefinedAgreement, isolated: (value: string) => string): string {
  if (expiry === null) return words.summary.duration(undefined)
  return typeof expiry === 'string'
    ? words.summary.duration(isolated(formatLastDay(expiry, words)))
    : words.summary.lasting(isolated(formatDuration(expiry, words)))
}

function summarizeAfter({ afterWithdrawal: after, template: { words } }: DefinedAgreement, isolated: (value: string) => string) {
  if (after === undefined) return undefined
  if (after === 'deidentified') return words.summary.deidentified
  return 'text' in after
    ? isolated(toClause(after.text, words)) + stopOf(words).trim()
    : words.summary.deleted(isolated(formatDuration(after.deletedWithin, words)))
}

/** Adds a sentence to a line of the summary. */
function addSentence(line: string, sentence: string | undefined, words: TemplateWords): string {
  return sentence === undefined ? line : line.replace(/[.。](\u2069?)$/u, '$1') + stopOf(words) + sentence
}

/** Returns the full stop of a language, with the space after it. */
function stopOf({ summary }: TemplateWords): string {
  return summary.noReward.endsWith('。') ? '。' : '. '
}
