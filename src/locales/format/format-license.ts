import type { License } from '../../core/license.ts'
import { WILDCARD } from '../../core/words.ts'
import type { Translator } from './translator.ts'

/** Writes the kinds of data as a line that stands alone. */
export function formatData(tags: readonly string[], t: Translator): string {
  return t.sentence(tags.includes(WILDCARD) ? t.text('summary.data.any') : t.list(tags.map(t.tag)))
}

/** Writes recipients: hosts as they are, and `*` in words. */
export function formatRecipients(destinations: readonly string[], company: string, t: Translator): string {
  const unique = [...new Set(destinations)]
  return unique.includes(WILDCARD) ? t.sentence(t.text('summary.recipients.any', { company })) : t.list(unique)
}

/** A line of a receipt. A value that is not words has a form. A `grouped` code breaks only between its groups. */
export type ReceiptLine = readonly [name: string, value: string, form?: 'time' | 'date' | 'reward' | 'code' | 'grouped' | undefined]

/** Options of {@link receiptLines}. */
export interface ReceiptLinesOptions {
  /** Time zone of a file, which has no reader yet. Default: the zone of the reader. */
  readonly zone?: 'UTC' | undefined
  readonly reward?: string | null | undefined
}

/** Returns the lines of a receipt. The screen and the file show the same lines. */
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
    license.expiry === undefined
      ? [t.text('receipt.until'), t.text('receipt.until.none')]
      : [t.text('receipt.until'), t.date(license.expiry, 'UTC'), 'date'],
    typeof reward === 'string' && [t.text('receipt.reward'), reward, 'reward'],
    [t.text('receipt.origin'), license.origin, 'code'],
    [t.text('receipt.number'), license.id, 'code'],
    [t.text('receipt.fingerprint'), groupByFour(license.termsHash), 'grouped'],
    license.address !== '' && [t.text('receipt.device'), groupByFour(license.address), 'grouped'],
  ]
  return lines.filter((line) => line !== false)
}

/** Splits a fingerprint into groups of four, which are easier to compare and to read aloud. */
function groupByFour(text: string): string {
  return text.match(/.{1,4}/gu)?.join(' ') ?? ''
}
