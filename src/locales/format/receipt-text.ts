import type { Agreement } from '../../core/agreement.ts'
import { lastDayOf } from '../../core/last-day.ts'
import { coversUse, type License } from '../../core/license.ts'
import { textIn } from '../../core/localized-text.ts'
import { WILDCARD } from '../../core/words.ts'
import { formatData, formatPurposes, formatRecipients } from './format-license.ts'
import type { Translator } from './translator.ts'
import { withdrawalReach } from './withdrawal-reach.ts'

/** A line of a receipt. A value that is not words has a form. A `grouped` code breaks only between its groups. */
export type ReceiptLine = readonly [name: string, value: string, form?: 'time' | 'date' | 'words' | 'code' | 'grouped' | undefined]

/** What a receipt shows, for a screen and for a file. */
export interface ReceiptText {
  /** The title, with the day of the decision. */
  readonly heading: string
  /** The state, with the last day while the license is active. `undefined` when nobody signed it. */
  readonly state: string | undefined
  /** The facts that matter to a person. */
  readonly facts: readonly ReceiptLine[]
  /** Numbers, fingerprints and the exact time. */
  readonly details: readonly ReceiptLine[]
}

/** The facts of an agreement that a license contains only in the text of its terms. */
export interface AgreedWords {
  /** The reward in words, or `null` for none. */
  readonly compensation?: string | null | undefined
  /** The law that applies, in words. */
  readonly jurisdiction?: string | undefined
  /** How to reach the company. */
  readonly contact?: string | undefined
  /** Names of the choices that the person left off. */
  readonly off?: readonly string[] | undefined
  /** Names of recipients, by host. */
  readonly recipients?: Readonly<Record<string, string>> | undefined
}

/** Options of {@link receiptText}. */
export interface ReceiptTextOptions {
  /** Time zone of a file, which has no reader yet. Default: the zone of the reader. */
  readonly zone?: 'UTC' | undefined
  readonly words?: AgreedWords | undefined
  /** Whether the status is known. Default `true`. */
  readonly hasState?: boolean | undefined
}

/** Returns what a receipt shows. The screen and the file show the same text. */
export function receiptText(
  license: License,
  company: string,
  t: Translator,
  { zone, words = {}, hasState = true }: ReceiptTextOptions = {},
): ReceiptText {
  const { status, expiry, revocation } = license
  const destinations = license.uses.flatMap((use) => use.destinations)
  const lastDay = expiry === undefined ? undefined : t.date(lastDayOf(expiry), 'UTC')
  const isActiveUntil = hasState && status === 'active' && lastDay !== undefined
  const facts: readonly (ReceiptLine | false)[] = [
    license.tags.length > 0 && [t.text('summary.data'), formatData(license.tags, t)],
    license.uses.length > 0 && [t.text('summary.purposes'), t.sentence(formatPurposes(license.uses, t))],
    license.uses.length > 0 &&
      words.off !== undefined &&
      words.off.length > 0 && [t.text('purposes.off'), t.sentence(t.list(words.off))],
    typeof words.compensation === 'string' && [t.text('summary.reward'), words.compensation, 'words'],
    license.uses.length > 0 && [t.text('summary.recipients'), formatRecipients(destinations, company, t, words.recipients)],
    // The state names the last day already, and an erased license has none.
    !isActiveUntil &&
      status !== 'erased' &&
      (lastDay === undefined
        ? [t.text('receipt.until'), t.text('receipt.until.none')]
        : [t.text('receipt.until'), lastDay, 'date']),
    words.jurisdiction !== undefined && [t.text('receipt.law'), words.jurisdiction, 'words'],
    status === 'active' && [t.text('summary.withdrawal'), t.text('summary.withdrawal.how')],
    words.contact !== undefined && [t.text('receipt.contact'), words.contact, 'words'],
  ]
  const details: readonly (ReceiptLine | false)[] = [
    [t.text('receipt.agreed'), t.dateTime(license.timestamp, zone), 'time'],
    [t.text('receipt.origin'), license.origin, 'code'],
    [t.text('receipt.number'), license.id, 'code'],
    [t.text('receipt.fingerprint'), groupByFour(license.termsHash), 'grouped'],
    license.address !== '' && [t.text('receipt.device'), groupByFour(license.address), 'grouped'],
  ]
  return {
    heading: t.text('receipt.heading', { date: t.date(license.timestamp, zone) }),
    state: !hasState
      ? undefined
      : isActiveUntil
        ? t.text('receipt.activeUntil', { date: lastDay })
        : revocation !== undefined
          ? t.text(`status.revoked.${revocation.requestedBy}`, { company })
          : t.text(
              status === 'revoked' ? `receipt.status.revoked${withdrawalReach(license) || '.device'}` : `receipt.status.${status}`,
            ),
    facts: facts.filter((line) => line !== false),
    details: details.filter((line) => line !== false),
  }
}

/**
 * Returns the facts of an agreement that the terms of a license contain, word for word. The agreement may be a newer one than the license.
 */
export function agreedWords({ terms }: Pick<License, 'terms'>, words: AgreedWords): AgreedWords {
  const { compensation, jurisdiction, contact, off } = words
  const isAgreed = (text: string | null | undefined) => typeof text === 'string' && containsWords(terms, text)
  return {
    ...words,
    contact: isAgreed(contact) ? contact : undefined,
    off: off?.filter(isAgreed),
    compensation: isAgreed(compensation) ? compensation : undefined,
    jurisdiction: isAgreed(jurisdiction) ? jurisdiction : undefined,
  }
}

/** Returns what the terms of a license contain of its agreement, and the names of its recipients. */
export function wordsOfAgreement(
  license: Pick<License, 'terms' | 'uses'>,
  agreement: Agreement | undefined,
  t: Translator,
): AgreedWords {
  if (agreement === undefined) return {}
  const { compensation, jurisdiction, company, purposes, destinationLabels = {} } = agreement
  const off = purposes.filter(({ usecase, necessary }) => !necessary && !coversUse(license.uses, usecase))
  const own = [company.privacyUrl, company.termsUrl].map((url) => [url.split('/')[2], company.name])
  const labels = Object.entries(destinationLabels).map(([host, label]) => [host, textIn(label, t.locale)])
  const names = off.map(({ usecase }) => (usecase === WILDCARD ? t.text('purposes.any') : t.usecase(usecase)))
  return agreedWords(license, {
    compensation,
    jurisdiction,
    contact: company.contact,
    off: names,
    recipients: Object.fromEntries([...own, ...labels]),
  })
}

/** Returns whether a text contains these whole words: "1,100 points" does not contain "100 points". */
function containsWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!/[\p{L}\p{N}.,]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(text.slice(at + words.length))) return true
  return false
}

/** Splits a fingerprint into groups of four, which are easier to compare and to read aloud. */
function groupByFour(text: string): string {
  return text.match(/.{1,4}/gu)?.join(' ') ?? ''
}
