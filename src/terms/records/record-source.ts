import { LicetError } from '../../core/errors.ts'
import type { License } from '../../core/license.ts'
import { TAGS } from '../../core/tags.ts'
import { WILDCARD } from '../../core/words.ts'
import type { DefinedAgreement } from '../agreement-input.ts'
import { compileTerms } from '../compile-terms.ts'
import { purposeLabel, recipientLabel, tagLabel } from '../values.ts'

/** The input of an export. If a format needs a field that is missing, the error contains the name of the field. */
export interface RecordSource {
  /** The agreement of the record. Its company needs an address and a contact. */
  readonly agreement: DefinedAgreement
  /** The record as the service returns it. */
  readonly license: License
  /** Where the data is stored, in words or as a country code, and how long: an ISO 8601 duration such as `P2Y`, or words. */
  readonly storage: { readonly location: string; readonly retention: string }
  /** How to withdraw: an https URL or words. Default: the line of the summary. */
  readonly withdrawal?: string | undefined
  /** The public key of the service, as the service publishes it. Required by `toKantaraReceipt()`. */
  readonly publicKey?: string | undefined
  /**
   * When the license was withdrawn, superseded, expired or erased: RFC 3339.
   *
   * Not required for an active license, for a license with `revocation`, or for a withdrawal, whose `timestamp` is this time. The
   * `timestamp` of a record is the end of the license that it `supersedes`.
   */
  readonly statusAt?: string | undefined
}

/** A permitted use case with its destinations, and their names in the language of the agreement. */
export interface PermittedUse {
  readonly usecase: string
  readonly label: string
  readonly destinations: readonly string[]
  readonly recipients: readonly string[]
}

// Kinds of data with special rules in most laws (GDPR art. 9, CPRA 1798.140(ae)).
const SENSITIVE: readonly string[] = [
  'health',
  'fitness',
  'sensitive_info',
  'precise_location',
  'financial_info',
  'credit_info',
  'payment_info',
  'messages',
]

/** Returns the kinds of data that most laws call sensitive. */
export function sensitiveTags(tags: readonly string[]): readonly string[] {
  return TAGS.filter((tag) => SENSITIVE.includes(tag) && tags.includes(tag))
}

const ERASED = 'erased'

/** Returns the person of a license: the user id of the app, or the address of the device, or `erased`. */
export function principalOf({ ptr, address, status }: License): string {
  return ptr || address || (status === ERASED ? ERASED : '')
}

/** Returns whether erasure removed everything that identified the person. */
export function isNameless({ ptr, address, status }: License): boolean {
  return !ptr && !address && status === ERASED
}

/** Returns whether the record is a withdrawal, which permits nothing. The license that it ended is a separate record. */
export function isWithdrawal({ uses }: License): boolean {
  return uses?.length === 0
}

/** Returns the permitted uses of the record, one for each use case. */
export function permittedUses({ agreement, license }: Pick<RecordSource, 'agreement' | 'license'>): readonly PermittedUse[] {
  const { words } = agreement.template
  return license.uses.flatMap((use) =>
    use.usecases.map((usecase) => ({
      usecase,
      label: purposeLabel(agreement.purposes.find((one) => one.usecase === usecase) ?? { usecase }, words),
      destinations: use.destinations,
      recipients: use.destinations.map((destination) => recipientLabel(destination, words)),
    })),
  )
}

/** Returns the kinds of data with their names in the language of the agreement. */
export function dataLabels({
  agreement,
  license,
}: Pick<RecordSource, 'agreement' | 'license'>): readonly { readonly tag: string; readonly label: string }[] {
  return license.tags.map((tag) => ({ tag, label: tagLabel(tag, agreement.template.words, agreement.tagLabels) }))
}

/** Returns the recipients other than the company itself. */
export function disclosedTo({ agreement }: RecordSource, use: PermittedUse): readonly string[] {
  const own = new URL(agreement.company.privacyUrl).host
  return use.recipients.filter((_, at) => use.destinations[at] === WILDCARD || use.destinations[at] !== own)
}

/**
 * Requires that the record has the text of the agreement. With another agreement, a record would show a company, a law or a purpose that
 * nobody agreed to.
 *
 * @throws {LicetError} `terms_changed`
 */
export function assertOwnText({ agreement, license }: RecordSource): void {
  if (license.terms === compileTerms(agreement)) return
  throw new LicetError(
    'terms_changed',
    'The text of this license does not come from the given agreement. No record was made, because it would show terms that nobody agreed to. ' +
      'Pass the agreement with which this license was signed, with its template.',
    { field: 'agreement' },
  )
}

/**
 * Returns the fields unchanged when each has a value. A list may be empty, because a withdrawal permits nothing.
 *
 * @throws {LicetError} `invalid_configuration` with the `field` that is missing.
 */
export function requireFields<Fields extends Readonly<Record<string, unknown>>>(
  fields: Fields,
  standard: string,
): { readonly [Name in keyof Fields]: Exclude<Fields[Name], undefined | null> } {
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '')) continue
    throw new LicetError(
      'invalid_configuration',
      `${field} is missing, and ${standard} requires it. Nothing was written. Set ${field}.`,
      { field },
    )
  }
  return fields as { readonly [Name in keyof Fields]: Exclude<Fields[Name], undefined | null> }
}
