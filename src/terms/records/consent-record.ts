import type { JsonObject } from '../../core/json.ts'
import type { LicenseStatus } from '../../core/license.ts'
import { summarize } from '../summarize.ts'
import {
  assertOwnText,
  dataLabels,
  isNameless,
  isWithdrawal,
  type PermittedUse,
  permittedUses,
  principalOf,
  type RecordSource,
  requireFields,
} from './record-source.ts'
import { termsOfUsecase } from './usecase-terms.ts'

const STANDARD = 'ISO/IEC TS 27560'

const CONTEXT: JsonObject = {
  dpv: 'https://w3id.org/dpv#',
  ai: 'https://w3id.org/dpv/ai#',
  aipref: 'https://datatracker.ietf.org/doc/html/draft-ietf-aipref-vocab-08#',
  dct: 'http://purl.org/dc/terms/',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  'dct:issued': { '@type': 'xsd:dateTime' },
  'dct:valid': { '@type': 'xsd:dateTime' },
}

const STATES: Readonly<Record<LicenseStatus, string>> = {
  active: 'dpv:ConsentGiven',
  superseded: 'dpv:ConsentInvalidated',
  revoked: 'dpv:ConsentWithdrawn',
  expired: 'dpv:ConsentExpired',
  erased: 'dpv:ConsentUnknown',
}

/**
 * Returns an agreement and its record as a consent record of ISO/IEC TS 27560:2023: JSON-LD in the W3C Data Privacy Vocabulary.
 *
 * @throws {LicetError} `invalid_configuration` with the `field` that the standard requires and that is missing; `terms_changed` when the text of
 *   the license does not come from the agreement.
 * @example
 * const record = toConsentRecord({ agreement, license, storage: { location: 'IE', retention: 'P2Y' } })
 */
export function toConsentRecord(source: RecordSource): JsonObject {
  const { agreement, license, storage } = source
  const { company } = agreement
  // The status of the record at its own time. `license.status` is the status now.
  const recorded = isWithdrawal(license) ? 'revoked' : 'active'
  const given = requireFields(
    {
      'license.id': license.id,
      'license.ptr': principalOf(license),
      'license.terms': license.terms,
      'license.termsHash': license.termsHash,
      'license.timestamp': license.timestamp,
      'license.origin': license.origin,
      'license.tags': license.tags,
      'license.uses': license.uses,
      'license.status': license.status,
      statusAt: license.status === recorded ? license.timestamp : (license.revocation?.timestamp ?? source.statusAt),
      'agreement.locale': agreement.locale,
      'agreement.jurisdiction': agreement.jurisdiction,
      'company.name': company.name,
      'company.address': company.address,
      'company.contact': company.contact,
      'storage.location': storage?.location,
      'storage.retention': storage?.retention,
      withdrawal: source.withdrawal ?? summarize(agreement).find((line) => line.part === 'withdrawal')?.text,
    },
    STANDARD,
  )
  assertOwnText(source)
  // Erased people are not one and the same person: this identifier has no meaning outside of this document.
  const subject = { '@id': isNameless(license) ? '_:erased' : `urn:licet:subject:${encodeURIComponent(given['license.ptr'])}` }
  const controller = { '@id': company.privacyUrl }
  const storageConditions = [
    { '@type': 'dpv:StorageLocation', 'rdfs:label': given['storage.location'] },
    { '@type': 'dpv:StorageDuration', 'dpv:hasDuration': given['storage.retention'] },
  ]
  const validity = {
    'dct:issued': license.timestamp,
    ...(license.expiry === undefined
      ? { '@type': 'dpv:UntilEventDuration' }
      : { '@type': 'dpv:UntilTimeDuration', 'dct:valid': license.expiry }),
  }
  const event = (state: string, type: string, time: string) => ({
    '@type': state,
    'dct:type': type,
    'dpv:isIndicatedAtTime': time,
    'dpv:isIndicatedBy': subject,
    'dpv:hasDuration': validity,
  })
  return {
    '@context': CONTEXT,
    '@id': `urn:licet:license:${given['license.id']}`,
    '@type': 'dpv:ConsentRecord',
    'dct:conformsTo': 'https://w3id.org/dpv/schema/dpv-27560#record',
    'dct:hasVersion': 'ISO/IEC TS 27560:2023',
    'dct:identifier': given['license.id'],
    'dct:language': given['agreement.locale'],
    ...(license.supersedes === undefined ? {} : { 'dct:replaces': { '@id': `urn:licet:license:${license.supersedes}` } }),
    'dpv:hasDataSubject': { ...subject, '@type': 'dpv:DataSubject', 'dct:identifier': given['license.ptr'] },
    'dpv:hasNotice': {
      '@type': 'dpv:ConsentNotice',
      'dct:identifier': given['license.termsHash'],
      'dct:language': given['agreement.locale'],
      'dct:description': given['license.terms'],
      'rdfs:seeAlso': company.privacyUrl,
    },
    'dpv:hasDataController': [
      {
        ...controller,
        '@type': 'dpv:DataController',
        'dpv:hasName': given['company.name'],
        'dpv:hasAddress': given['company.address'],
        'dpv:hasContact': given['company.contact'],
      },
    ],
    'dpv:hasJurisdiction': given['agreement.jurisdiction'],
    'dpv:hasProcess': permittedUses(source).map((use) => ({
      '@type': 'dpv:Process',
      ...toPurpose(use),
      'dpv:hasPersonalData': dataLabels(source).map(({ tag, label }) => ({
        '@type': 'dpv:PersonalData',
        'dct:identifier': tag,
        'rdfs:label': label,
        'dpv:hasDataSource': { '@type': 'dpv:DataSource', 'dct:identifier': given['license.origin'] },
      })),
      'dpv:hasRecipient': use.destinations.map((destination, at) => ({
        '@type': 'dpv:Recipient',
        'dct:identifier': destination,
        'rdfs:label': use.recipients[at] ?? destination,
      })),
      'dpv:hasStorageCondition': storageConditions,
    })),
    'dpv:hasConsentControl': { '@type': 'dpv:WithdrawConsent', 'dpv:isExercisedAt': given.withdrawal },
    'dpv:hasConsentStatus': [
      recorded === 'active'
        ? event('dpv:ConsentGiven', 'dpv:ExplicitlyExpressedConsent', given['license.timestamp'])
        : event(STATES[recorded], recorded, given['license.timestamp']),
      ...(license.status === recorded ? [] : [event(STATES[license.status], license.status, given.statusAt)]),
    ],
  }
}

/** Returns why and how the data is used, in the terms of the Data Privacy Vocabulary and of AI Preferences. */
function toPurpose({ usecase, label }: PermittedUse): JsonObject {
  const { purpose, processing, aiPreference } = termsOfUsecase(usecase)
  return {
    'dpv:hasPurpose': {
      '@type': purpose,
      'dct:identifier': usecase,
      'rdfs:label': label,
      ...(aiPreference === undefined ? {} : { 'dct:relation': { '@id': `aipref:${aiPreference}` } }),
    },
    ...(processing === undefined ? {} : { 'dpv:hasProcessing': { '@type': processing } }),
  }
}
