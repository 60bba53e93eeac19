import type { Agreement, Purpose } from '../core/agreement.ts'
import type { Duration } from '../core/duration.ts'
import { lastDayOf } from '../core/last-day.ts'
import { type LocalizedText, textIn } from '../core/localized-text.ts'
import type { Tag } from '../core/tags.ts'
import { toReadable, WILDCARD } from '../core/words.ts'
import type { Values } from './fill-template.ts'
import { formatDuration, listValues, type TemplateWords } from './words.ts'

/** Returns the name of a kind of data: its label, the name in the language, or a readable form of a custom word. */
export function tagLabel(tag: Tag, words: TemplateWords, labels: Agreement['tagLabels'] = {}): string {
  const label = labelIn(labels, tag)
  return label === undefined ? (labelIn(words.tags, tag) ?? toReadable(tag)) : textIn(label, words.locale)
}

const FULL_STOP = /[.。]$/u

/** Returns the name of a purpose: its label, the name in the language, or a readable form of a custom word. */
export function purposeLabel(purpose: Pick<Purpose, 'label'> & { readonly usecase: string }, words: TemplateWords): string {
  const { usecase, label } = purpose
  return label === undefined ? (usecaseWords(usecase, words)?.[0] ?? toReadable(usecase)) : textIn(label, words.locale)
}

/** Returns what the company does for a purpose. The full stop is missing, because the template has one. */
function purposeDescription({ usecase, description }: Purpose, words: TemplateWords): string | undefined {
  return description === undefined ? usecaseWords(usecase, words)?.[1] : toClause(description, words)
}

/** Returns a text of the company in the language of the terms, without its full stop, because the sentence around it has one. */
export function toClause(text: LocalizedText, words: TemplateWords): string {
  return textIn(text, words.locale).replace(FULL_STOP, '')
}

/** Returns the name of a recipient in the terms. */
export function recipientLabel(destination: string, words: TemplateWords): string {
  return destination === WILDCARD ? words.everyRecipient : destination
}

/** Returns the recipients of some purposes, each once, in their order. */
export function recipientsOf(purposes: readonly Purpose[]): readonly string[] {
  return [...new Set(purposes.flatMap((purpose) => purpose.destinations))]
}

/** Writes the last whole day of a license that ends at a time, in UTC. The record keeps the time. */
export function formatLastDay(timestamp: string, words: TemplateWords): string {
  const [year = 0, month = 0, day = 0] = lastDayOf(timestamp).split(/[-T]/).map(Number)
  return words.date(year, month, day)
}

/** Writes the end of a license, as it stands in a sentence after “it ends” or “until”: a day, or so long from the day of the decision. */
export function formatEnd(expiry: string | Duration, words: TemplateWords): string {
  return typeof expiry === 'string' ? formatLastDay(expiry, words) : words.end(formatDuration(expiry, words))
}

/** Returns the values of the names in a template for one agreement. */
export function toValues(agreement: Agreement, words: TemplateWords): Values {
  const { company, purposes, expiry, afterWithdrawal: after, earlierData, earnedRewards } = agreement
  const recipients = recipientsOf(purposes)
  const toItem = (purpose: Purpose): Values => ({
    label: purposeLabel(purpose, words),
    description: purposeDescription(purpose, words),
    recipients: listValues(
      purpose.destinations.map((destination) => recipientLabel(destination, words)),
      words,
    ),
  })
  const necessary = purposes.filter((purpose) => purpose.necessary).map(toItem)
  const optional = purposes.filter((purpose) => !purpose.necessary).map(toItem)
  const data = agreement.tags.map((tag) => ({ label: tagLabel(tag, words, agreement.tagLabels) }))
  return {
    'company.name': company.name,
    'company.termsUrl': company.termsUrl,
    'company.privacyUrl': company.privacyUrl,
    'company.address': company.address,
    'company.contact': company.contact,
    description: agreement.description,
    jurisdiction: agreement.jurisdiction,
    compensation: agreement.compensation ?? undefined,
    expiry: expiry === null ? undefined : formatEnd(expiry, words),
    duration: expiry === null || typeof expiry === 'string' ? undefined : formatDuration(expiry, words),
    deletedWithin: typeof after === 'object' && 'deletedWithin' in after ? formatDuration(after.deletedWithin, words) : undefined,
    afterWithdrawal: typeof after === 'object' && 'text' in after ? toClause(after.text, words) : undefined,
    deidentified: after === 'deidentified' || undefined,
    'earlierData.included': earlierData === 'included' || undefined,
    'earlierData.excluded': earlierData === 'excluded' || undefined,
    'earnedRewards.kept': earnedRewards === 'kept' || undefined,
    'earnedRewards.lost': earnedRewards === 'lost' || undefined,
    declineChangesNothing: agreement.declineChangesNothing || undefined,
    data,
    'data.list': listValues(
      data.map(({ label }) => label),
      words,
    ),
    purposes: purposes.map(toItem),
    'purposes.list': listValues(
      purposes.map((purpose) => purposeLabel(purpose, words)),
      words,
    ),
    necessary,
    'necessary.any': necessary.length > 0 || undefined,
    optional,
    'optional.any': optional.length > 0 || undefined,
    recipients: recipients.map((destination) => ({ label: recipientLabel(destination, words) })),
    'recipients.list': listValues(
      recipients.map((destination) => recipientLabel(destination, words)),
      words,
    ),
    'recipients.everyone': recipients.includes(WILDCARD) || undefined,
    'uses.everything': purposes.some(({ usecase }) => usecase === WILDCARD) || undefined,
    ...flags(
      'uses.',
      words.usecases,
      purposes.map(({ usecase }) => usecase),
    ),
    ...flags('data.', words.tags, agreement.tags),
  }
}

function usecaseWords(usecase: string, words: TemplateWords): readonly [string, string] | undefined {
  if (usecase === WILDCARD) return words.everyUsecase
  return labelIn(words.usecases, usecase)
}

function labelIn<Label>(labels: Readonly<Record<string, Label>>, word: string): Label | undefined {
  return Object.hasOwn(labels, word) ? labels[word] : undefined
}

/** Returns a flag for each known word: whether the agreement has it. */
function flags(prefix: string, known: object, named: readonly string[]): Values {
  return Object.fromEntries(Object.keys(known).map((word) => [prefix + word, named.includes(word) || undefined]))
}
