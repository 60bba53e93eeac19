import { LicetError } from '../../core/errors.ts'
import type { License } from '../../core/license.ts'
import { TAGS, WILDCARD } from '../../core/vocabulary.ts'
import type { DefinedAgreement } from '../define-agreement.ts'
import { purposeLabel, recipientLabel, tagLabel } from '../values.ts'

/** What an export is made from. A field that a format needs and this lacks is an error that names it. */
export interface RecordSource {
  /** The agreement whose terms the record holds. Its company needs an address and a contact here. */
  readonly agreement: DefinedAgreement
  /** The record as the service keeps it. */
  readonly license: License
  /** Where the data is kept, in words or as a country code, and for how long: an ISO 8601 duration such as `P2Y`, or words. */
  readonly storage: { readonly location: string; readonly retention: string }
  /** How to withdraw: an https address or words. Default: the summary's line. */
  readonly withdrawal?: string | undefined
  /** The service's public key, as it publishes it. Needed by the Kantara form. */
  readonly publicKey?: string | undefined
  /**
   * When the license was withdrawn, superseded, expired or erased: RFC 3339. Needed unless it is active, or the record of a withdrawal, whose
   * `timestamp` it is. A record that `supersedes` another one ended it at its own `timestamp`.
   */
  readonly statusAt?: string | undefined
}

/** One thing that was permitted: a use case at its destinations, with labels in the language of the agreement. */
export interface PermittedUse {
  readonly usecase: string
  readonly label: string
  readonly destinations: readonly string[]
  readonly recipients: readonly string[]
}

// Kinds of data that most laws single out (GDPR art. 9, CPRA 1798.140(ae)).
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

/** The kinds of data of a license that most laws call sensitive. */
export function sensitiveTags(tags: readonly string[]): readonly string[] {
  return TAGS.filter((tag) => SENSITIVE.includes(tag) && tags.includes(tag))
}

const ERASED = 'erased'

/** Whose license it is: the user of the app, else the device; a plain word once both are erased. */
export function principalOf({ ptr, address, status }: License): string {
  return ptr || address || (status === ERASED ? ERASED : '')
}

/** Tells whether nothing in the record names the person any more. */
export function isNameless({ ptr, address, status }: License): boolean {
  return !ptr && !address && status === ERASED
}

/** Tells whether the record is that of a withdrawal, which permits nothing; the license that it ended is a record by itself. */
export function isWithdrawal({ uses }: License): boolean {
  return uses?.length === 0
}

/** What the record permits, by use case. */
export function permittedUses({ agreement, license }: RecordSource): readonly PermittedUse[] {
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

/** Labels of the kinds of data, in the language of the agreement. */
export function dataLabels({ agreement, license }: RecordSource): readonly { readonly tag: string; readonly label: string }[] {
  return license.tags.map((tag) => ({ tag, label: tagLabel(tag, agreement.template.words) }))
}

/** Who but the company itself may receive the data. */
export function disclosedTo({ agreement }: RecordSource, use: PermittedUse): readonly string[] {
  const own = new URL(agreement.company.privacyUrl).host
  return use.recipients.filter((_, at) => use.destinations[at] === WILDCARD || use.destinations[at] !== own)
}

/**
 * Gives back the fields as they are, once each has a value: no export leaves out what its standard demands. A list may be empty: a
 * withdrawal permits nothing.
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
      `${field} is missing. ${standard} demands it, and a record without it proves less. Set ${field}.`,
      { field },
    )
  }
  return fields as { readonly [Name in keyof Fields]: Exclude<Fields[Name], undefined | null> }
}
