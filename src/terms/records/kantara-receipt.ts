import { LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import {
  assertOwnText,
  dataLabels,
  disclosedTo,
  isWithdrawal,
  permittedUses,
  principalOf,
  type RecordSource,
  requireFields,
  sensitiveTags,
} from './record-source.ts'

const STANDARD = 'The Kantara consent receipt 1.1'

/**
 * Returns an agreement and its record as a Kantara consent receipt, version 1.1.
 *
 * @throws {LicetError} `invalid_configuration` with the `field` that the specification requires and that is missing. Also for the record
 * of a withdrawal, which is not a consent. `terms_changed` when the text of the license does not come from the agreement.
 */
export function toKantaraReceipt(source: RecordSource): JsonObject {
  const { agreement, license } = source
  const { company } = agreement
  const timestampMs = parseTimestamp(license.timestamp)
  const given = requireFields(
    {
      'agreement.jurisdiction': agreement.jurisdiction,
      'license.timestamp': timestampMs,
      'license.id': license.id,
      publicKey: source.publicKey,
      'agreement.locale': agreement.locale,
      'license.ptr': principalOf(license),
      'company.name': company.name,
      'company.address': company.address,
      'company.contact': company.contact,
      'company.privacyUrl': company.privacyUrl,
      'license.uses': license.uses,
      'license.tags': license.tags,
      'storage.retention': source.storage?.retention,
    },
    STANDARD,
  )
  if (isWithdrawal(license)) throw noConsent()
  assertOwnText(source)
  const sensitive = sensitiveTags(license.tags)
  const contact = given['company.contact']
  return {
    version: 'KI-CR-v1.1.0',
    jurisdiction: given['agreement.jurisdiction'],
    // Seconds since the epoch.
    consentTimestamp: Math.floor(given['license.timestamp'] / 1000),
    collectionMethod: `Consent screen of ${license.origin}: the terms on screen were accepted by an explicit act and signed by the device`,
    consentReceiptID: given['license.id'],
    publicKey: given.publicKey,
    language: given['agreement.locale'],
    piiPrincipalId: given['license.ptr'],
    piiControllers: [
      {
        piiController: given['company.name'],
        contact,
        address: { streetAddress: given['company.address'] },
        ...(contact.includes('@') ? { email: contact } : {}),
      },
    ],
    policyUrl: given['company.privacyUrl'],
    services: [
      {
        service: license.description,
        purposes: permittedUses(source).map((use) => {
          const others = disclosedTo(source, use)
          return {
            purpose: use.label,
            purposeCategory: [use.usecase],
            consentType: 'EXPLICIT',
            piiCategory: dataLabels(source).map(({ label }) => label),
            primaryPurpose: agreement.purposes.some((one) => one.usecase === use.usecase && one.necessary),
            termination: license.expiry ?? `Until withdrawn; then kept for ${given['storage.retention']}`,
            thirdPartyDisclosure: others.length > 0,
            ...(others.length > 0 ? { thirdPartyName: others.join(', ') } : {}),
          }
        }),
      },
    ],
    sensitive: sensitive.length > 0,
    spiCat: [...sensitive],
  }
}

// The specification has no status, so the receipt of a withdrawal would show a consent.
function noConsent(): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    'license.uses is empty: the record is a withdrawal, and a receipt would show a consent. No receipt was made. Use toConsentRecord() or toCsv() for it.',
    { field: 'license.uses' },
  )
}
