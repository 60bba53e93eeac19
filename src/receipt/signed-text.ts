import type { License, LicenseStatus } from '../core/license.ts'
import { type AgreedWords, agreedWords, type ReceiptText, receiptText } from '../locales/format/receipt-text.ts'
import type { Translator } from '../locales/format/translator.ts'

/** What a saved page shows. */
export interface SignedText extends ReceiptText {
  /** The line with both parties. */
  readonly parties: string
}

/** Options of {@link signedText}. */
export interface SignedTextOptions {
  /** The status that the receipt contains. */
  readonly status: LicenseStatus
  readonly company: string
  readonly words: AgreedWords
}

/**
 * Returns the text of a saved page: what the signed request and the receipt contain.
 *
 * A status that came later is in neither of them. The receipt of an erased license covers its status, number and terms only.
 */
export function signedText(license: License, { status, company, words }: SignedTextOptions, t: Translator): SignedText {
  // The name of the company is signed where the terms or the description contain it. The name of the app always is.
  const isSigned = [license.terms, license.description].some((text) => text.includes(company))
  const name = isSigned ? company : license.origin
  const text = receiptText(license, name, t, { words: agreedWords(license, words), hasState: status === license.status })
  if (status !== 'erased') return { ...text, parties: t.text('receipt.parties', { company: name }) }
  const signed = [t.text('receipt.number'), t.text('receipt.fingerprint')]
  return {
    ...text,
    heading: t.text('receipt.title'),
    parties: '',
    facts: [],
    details: text.details.filter(([line]) => signed.includes(line)),
  }
}
