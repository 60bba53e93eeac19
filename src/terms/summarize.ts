import { includedPurposes } from '../core/included-purposes.ts'
import type { DefinedAgreement } from './agreement-input.ts'
import { clauseIds } from './clause-ids.ts'
import { CLAUSES, type Clause } from './summary-order.ts'
import { formatLastDay, purposeLabel, recipientLabel, recipientsOf, tagLabel } from './values.ts'
import { formatDuration, isolateValue, listValues } from './words.ts'

/** One line of the summary. */
export interface SummaryLine {
  readonly part: Clause
  /** Id of the heading of its clause; see `headingId()`. Absent for your own contract in `terms`, which has other headings. */
  readonly clause?: string
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
    parties: words.summary.parties(isolated(company.name)),
    data,
    purposes: words.summary.purposes(listValues(asked(true), words), listValues(asked(false), words)),
    recipients,
    duration: summarizeEnd(agreement, isolated),
    reward: agreement.compensation === null ? words.summary.noReward : isolated(agreement.compensation),
    law: words.summary.law(isolated(agreement.jurisdiction)),
    withdrawal: words.summary.withdrawal(company.contact === undefined ? undefined : isolated(company.contact)),
  }
  const clauses = clauseIds(agreement)
  return CLAUSES.map((part) => {
    const line = lines[part]
    const items = typeof line === 'string' ? [line] : line
    const clause = clauses.get(part)
    return {
      part,
      ...(clause !== undefined && { clause }),
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
