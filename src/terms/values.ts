import type { Agreement, Purpose } from '../core/agreement.ts'
import type { Tag } from '../core/tags.ts'
import { WILDCARD } from '../core/words.ts'
import type { Values } from './fill-template.ts'
import { listValues, type TemplateWords } from './words.ts'

/** Returns the name of a kind of data: the one of the language, or a readable form of a custom word. */
export function tagLabel(tag: Tag, words: TemplateWords): string {
  return labelIn(words.tags, tag) ?? readable(tag)
}

const FULL_STOP = /[.。]$/u

/** Returns the name of a purpose: its label, the one of the language, or a readable form of a custom word. */
export function purposeLabel(purpose: Pick<Purpose, 'usecase' | 'label'>, words: TemplateWords): string {
  return purpose.label ?? usecaseWords(purpose.usecase, words)?.[0] ?? readable(purpose.usecase)
}

/** Returns what the company does for a purpose. The full stop is missing, because the template has one. */
function purposeDescription({ usecase, description }: Purpose, words: TemplateWords): string | undefined {
  return description?.replace(FULL_STOP, '') ?? usecaseWords(usecase, words)?.[1]
}

/** Returns the name of a recipient in the terms. */
export function recipientLabel(destination: string, words: TemplateWords): string {
  return destination === WILDCARD ? words.everyRecipient : destination
}

/** Returns the recipients of some purposes, each once, in their order. */
export function recipientsOf(purposes: readonly Purpose[]): readonly string[] {
  return [...new Set(purposes.flatMap((purpose) => purpose.destinations))]
}

/** Writes a time in words, in UTC. Seconds and milliseconds appear only when they are not zero. */
export function formatMoment(timestamp: string, words: TemplateWords): string {
  const [date = '', clock = ''] = timestamp.split('T')
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const time = clock.slice(0, -1)
  return words.date(year, month, day, time.endsWith(':00.000') ? time.slice(0, 5) : time.endsWith('.000') ? time.slice(0, 8) : time)
}

/** Returns the values of the names in a template for one agreement. */
export function toValues(agreement: Agreement, words: TemplateWords): Values {
  const { company, purposes } = agreement
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

function readable(word: string): string {
  return word.replace(/^x-/, '').replace(/[_-]+/g, ' ').trim() || word
}
