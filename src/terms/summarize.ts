import { includedPurposes } from '../core/purposes.ts'
import { clauseIds } from './clause-ids.ts'
import type { DefinedAgreement } from './define-agreement.ts'
import { CLAUSES, type Clause } from './summary-order.ts'
import { formatMoment, purposeLabel, recipientLabel, recipientsOf, tagLabel } from './values.ts'
import { isolateValue } from './words.ts'

/** One line of the summary. */
export interface SummaryLine {
  readonly part: Clause
  /** Id of the heading that it links to, see `headingId()`. */
  readonly clause: string
  /** What the line is about, in the language of the agreement: `Which data`. */
  readonly label: string
  /** The line itself, in the language of the agreement. */
  readonly text: string
  /** The same as single items where the line is a list (data, purposes, recipients); else the text alone. */
  readonly items: readonly string[]
}

/** Options of {@link summarize}. */
export interface SummarizeOptions {
  /** The use cases that were chosen: purposes and recipients are then those of the license. Default: as offered, the optional ones told apart. */
  readonly granted?: readonly string[] | undefined
}

/**
 * Says the agreement in eight plain lines: who asks, which data, what for, who gets it, until when, for what reward, under which law, how
 * to stop. Each names the heading of its clause in the terms.
 */
export function summarize(agreement: DefinedAgreement, options: SummarizeOptions = {}): SummaryLine[] {
  const { template, company } = agreement
  const { words } = template
  const { granted } = options
  const say = (value: string) => isolateValue(value, words)
  const purposes = includedPurposes(agreement.purposes, (usecase) => granted?.includes(usecase) ?? true)
  const asked = (necessary: boolean) =>
    purposes.filter((one) => (granted !== undefined || one.necessary) === necessary).map((one) => purposeLabel(one, words))
  const data = agreement.tags.map((tag) => tagLabel(tag, words))
  const recipients = recipientsOf(purposes).map((destination) => recipientLabel(destination, words))
  const date = agreement.expiry === null ? undefined : formatMoment(agreement.expiry, words)
  const lines: Record<Clause, string | readonly string[]> = {
    parties: words.summary.parties(say(company.name)),
    data,
    purposes: words.summary.purposes(words.list(asked(true)), words.list(asked(false))),
    recipients,
    duration: words.summary.duration(date === undefined ? undefined : say(date)),
    reward: agreement.compensation ?? words.summary.noReward,
    law: words.summary.law(say(agreement.jurisdiction)),
    withdrawal: words.summary.withdrawal(company.contact === undefined ? undefined : say(company.contact)),
  }
  const clauses = clauseIds(agreement)
  return CLAUSES.map((part) => {
    const line = lines[part]
    const items = typeof line === 'string' ? [line] : line
    return {
      part,
      clause: clauses.get(part) ?? '',
      label: words.clauses[part],
      text: typeof line === 'string' ? line : words.list(line),
      items: part === 'purposes' ? purposes.map((one) => purposeLabel(one, words)) : items,
    }
  })
}
