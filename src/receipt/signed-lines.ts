import type { License, LicenseStatus } from '../core/license.ts'
import { type ReceiptLine, receiptLines } from '../locales/format/format-license.ts'
import type { Translator } from '../locales/format/translator.ts'

/**
 * Returns the lines of a saved page: those that the signed request and the receipt contain.
 *
 * A status that came later is in neither of them. The receipt of an erased license covers its status, number and terms only.
 */
export function signedLines(
  license: License,
  { status, company }: { readonly status: LicenseStatus; readonly company: string },
  t: Translator,
): readonly ReceiptLine[] {
  // The name of the company is signed where the terms or the description contain it. The name of the app always is.
  const isSigned = [license.terms, license.description].some((text) => text.includes(company))
  const signed = status === 'erased' ? (['receipt.status', 'receipt.number', 'receipt.fingerprint'] as const) : undefined
  const names = signed?.map((key) => t.text(key))
  return receiptLines(license, isSigned ? company : license.origin, t).filter(
    ([name]) => (names?.includes(name) ?? true) && (status === license.status || name !== t.text('receipt.status')),
  )
}
