import type { License } from '../../core/license.ts'
import { WILDCARD } from '../../core/vocabulary.ts'
import type { Translator } from './translator.ts'

/** The kinds of data, as a line of their own. */
export function formatData(tags: readonly string[], t: Translator): string {
  return t.sentence(tags.includes(WILDCARD) ? t.text('summary.data.any') : t.list(tags.map(t.tag)))
}

/** Names recipients for people: hosts as they are, `*` in words. */
export function formatRecipients(destinations: readonly string[], company: string, t: Translator): string {
  const unique = [...new Set(destinations)]
  return unique.includes(WILDCARD) ? t.sentence(t.text('summary.recipients.any', { company })) : t.list(unique)
}

/** A line of a receipt. What is no words has its form: `grouped` is a code that may break between its groups alone. */
export type ReceiptLine = readonly [name: string, value: string, form?: 'time' | 'reward' | 'code' | 'grouped' | undefined]

/** What {@link receiptLines} may know beside the license. */
export interface ReceiptLinesOptions {
  /** Where there is no reader yet, whose own zone it would be. */
  readonly zone?: 'UTC' | undefined
  readonly reward?: string | null | undefined
}

/** What a receipt says, line by line: the same words on the screen and in a file. */
export function receiptLines(
  license: License,
  company: string,
  t: Translator,
  { zone, reward }: ReceiptLinesOptions = {},
): readonly ReceiptLine[] {
  const usecases = [...new Set(license.uses.flatMap((use) => use.usecases))]
  const destinations = license.uses.flatMap((use) => use.destinations)
  const lines: readonly (ReceiptLine | false)[] = [
    [t.text('receipt.between'), t.text('receipt.parties', { company })],
    [t.text('receipt.agreed'), t.dateTime(license.timestamp, zone), 'time'],
    [t.text('receipt.status'), t.text(`receipt.status.${license.status}`)],
    [t.text('receipt.data'), formatData(license.tags, t)],
    usecases.length > 0 && [
      t.text('receipt.purposes'),
      t.sentence(t.list(usecases.map((usecase) => (usecase === WILDCARD ? t.text('purposes.any') : t.usecase(usecase))))),
    ],
    usecases.length > 0 && [t.text('receipt.recipients'), formatRecipients(destinations, company, t)],
    [t.text('receipt.until'), license.expiry === undefined ? t.text('receipt.until.none') : t.date(license.expiry, 'UTC')],
    typeof reward === 'string' && [t.text('receipt.reward'), reward, 'reward'],
    [t.text('receipt.origin'), license.origin, 'code'],
    [t.text('receipt.number'), license.id, 'code'],
    [t.text('receipt.fingerprint'), groupByFour(license.termsHash), 'grouped'],
    license.address !== '' && [t.text('receipt.device'), groupByFour(license.address), 'grouped'],
  ]
  return lines.filter((line) => line !== false)
}

/** Groups a fingerprint in fours, so that two can be compared by eye or read aloud. */
function groupByFour(text: string): string {
  return text.match(/.{1,4}/gu)?.join(' ') ?? ''
}
