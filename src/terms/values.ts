import type { Agreement, Purpose } from '../core/agreement.ts'
import { type Tag, WILDCARD } from '../core/vocabulary.ts'
import type { Values } from './fill-template.ts'
import type { TemplateWords } from './words.ts'

/** The label of a kind of data: the language's own, or the word itself made readable. */
export function tagLabel(tag: Tag, words: TemplateWords): string {
  return labelIn(words.tags, tag) ?? readable(tag)
}

const FULL_STOP = /[.。]$/u

/** The label of a purpose: its own, the language's, or the word itself made readable. */
export function purposeLabel(purpose: Pick<Purpose, 'usecase' | 'label'>, words: TemplateWords): string {
  return purpose.label ?? usecaseWords(purpose.usecase, words)?.[0] ?? readable(purpose.usecase)
}

/** What the company does for a purpose: its own sentence, or the language's; without a full stop, which the template sets. */
function purposeDescription({ usecase, description }: Purpose, words: TemplateWords): string | undefined {
  return description?.replace(FULL_STOP, '') ?? usecaseWords(usecase, words)?.[1]
}

/** A recipient as it is named in the terms. */
export function recipientLabel(destination: string, words: TemplateWords): string {
  return destination === WILDCARD ? words.everyRecipient : destination
}

/** Every recipient of some purposes, each once, in the order of the purposes. */
export function recipientsOf(purposes: readonly Purpose[]): readonly string[] {
  return [...new Set(purposes.flatMap((purpose) => purpose.destinations))]
}

/** A moment in the language's words, in UTC, to the second or finer when it is not on the minute. */
export function formatMoment(timestamp: string, words: TemplateWords): string {
  const [date = '', clock = ''] = timestamp.split('T')
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const time = clock.slice(0, -1)
  return words.date(year, month, day, time.endsWith(':00.000') ? time.slice(0, 5) : time.endsWith('.000') ? time.slice(0, 8) : time)
}

/** What the names of a template stand for, for one agreement. The names are listed in docs/terms.md. */
export function toValues(agreement: Agreement, words: TemplateWords): Values {
  const { company, purposes } = agreement
  const recipients = recipientsOf(purposes)
  const toItem = (purpose: Purpose): Values => ({
    label: purposeLabel(purpose, words),
    description: purposeDescription(purpose, words),
    recipients: words.list(purpose.destinations.map((destination) => recipientLabel(destination, words))),
  })
  const necessary = purposes.filter((purpose) => purpose.necessary).map(toItem)
  const optional = purposes.filter((purpose) => !purpose.necessary).map(toItem)
  const data = agreement.tags.map((tag) => ({ label: tagLabel(tag, words) }))
  return {
    'company.name': company.name,
    'company.termsUrl': company.termsUrl,
    'company.privacyUrl': company.privacyUrl,
    'company.address': company.address,
    'company.contact': company.contact,
    description: agreement.description,
    jurisdiction: agreement.jurisdiction,
    compensation: agreement.compensation ?? undefined,
    expiry: agreement.expiry === null ? undefined : formatMoment(agreement.expiry, words),
    data,
    'data.list': words.list(data.map(({ label }) => label)),
    purposes: purposes.map(toItem),
    'purposes.list': words.list(purposes.map((purpose) => purposeLabel(purpose, words))),
    necessary,
    'necessary.any': necessary.length > 0 || undefined,
    optional,
    'optional.any': optional.length > 0 || undefined,
    recipients: recipients.map((destination) => ({ label: recipientLabel(destination, words) })),
    'recipients.list': words.list(recipients.map((destination) => recipientLabel(destination, words))),
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

/** One flag for each known word: whether the agreement names it. */
function flags(prefix: string, known: object, named: readonly string[]): Values {
  return Object.fromEntries(Object.keys(known).map((word) => [prefix + word, named.includes(word) || undefined]))
}

function readable(word: string): string {
  return word.replace(/^x-/, '').replace(/[_-]+/g, ' ').trim() || word
}
