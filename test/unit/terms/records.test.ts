import { describe, expect, test } from 'vitest'
import type { License } from '../../../src/core/license.ts'
import { TAGS } from '../../../src/core/vocabulary.ts'
import { compileTerms, defineAgreement, toLicenseRequest } from '../../../src/terms/index.ts'
import { CSV_COLUMNS, type RecordSource, toConsentRecord, toCsv, toKantaraReceipt } from '../../../src/terms/records.ts'
import { SHOPS } from './corpus/good.ts'
import { templateOf } from './templates.ts'

function sourceIn(locale: 'en' | 'es' | 'ar', license: Partial<License> = {}): RecordSource {
  const shop = SHOPS[locale]
  if (shop === undefined) throw new Error('no such shop')
  const agreement = defineAgreement({
    ...shop,
    tags: ['purchase_history', 'health'],
    purposes: ['analytics', { usecase: 'ai_training', destinations: ['lab.example'] }],
    template: templateOf(locale, 'rewards'),
  })
  return {
    agreement,
    license: {
      ...toLicenseRequest(agreement, {
        ptr: 'user-1',
        origin: 'com.pomelo.app',
        terms: compileTerms(agreement),
        granted: ['ai_training'],
      }),
      signature: 'AA==',
      id: '0198a4e2-7b1c-7000-8000-000000000001',
      providerId: 'provider',
      address: 'A'.repeat(43),
      termsHash: `${'B'.repeat(42)}A`,
      timestamp: '2026-11-20T12:00:00.500Z',
      status: 'active',
      receipt: 'jws',
      ...license,
    },
    storage: { location: 'IE', retention: 'P2Y' },
    publicKey: '{"kty":"EC"}',
  }
}

const SOURCE = sourceIn('en')

function without(path: string): RecordSource {
  const copy = structuredClone({ ...SOURCE, agreement: { ...SOURCE.agreement, template: undefined } }) as unknown as Record<
    string,
    unknown
  >
  const agreement = { ...(copy.agreement as object), template: SOURCE.agreement.template } as Record<string, unknown>
  const whole: Record<string, unknown> = { ...copy, agreement, company: agreement.company }
  const names = path.split('.')
  const last = names.pop() ?? ''
  const holder = names.reduce<Record<string, unknown>>((at, name) => at[name] as Record<string, unknown>, whole)
  holder[last] = last === 'tags' || last === 'uses' ? [] : ''
  if (path === 'license.ptr') (whole.license as Record<string, unknown>).address = ''
  return whole as unknown as RecordSource
}

describe('a consent record of ISO/IEC TS 27560', () => {
  const record = toConsentRecord(SOURCE)
  const at = (path: string) =>
    path.split('/').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], record)

  // What the standard demands, and where it is in the record.
  const MANDATORY: readonly [what: string, path: string, value: unknown][] = [
    ['schema version', 'dct:hasVersion', 'ISO/IEC TS 27560:2023'],
    ['record id', 'dct:identifier', SOURCE.license.id],
    ['principal id', 'dpv:hasDataSubject/dct:identifier', 'user-1'],
    ['notice', 'dpv:hasNotice/dct:description', SOURCE.license.terms],
    ['language', 'dct:language', 'en'],
    ['purpose', 'dpv:hasProcess/0/dpv:hasPurpose/rdfs:label', 'statistics'],
    ['data types', 'dpv:hasProcess/0/dpv:hasPersonalData/1/rdfs:label', 'health data'],
    ['data source', 'dpv:hasProcess/0/dpv:hasPersonalData/1/dpv:hasDataSource/dct:identifier', 'com.pomelo.app'],
    ['controller name', 'dpv:hasDataController/0/dpv:hasName', 'Pomelo Market'],
    ['controller address', 'dpv:hasDataController/0/dpv:hasAddress', '1 Orchard Road, Cork'],
    ['controller contact', 'dpv:hasDataController/0/dpv:hasContact', 'privacy@pomelo.example'],
    ['storage place', 'dpv:hasProcess/0/dpv:hasStorageCondition/0/rdfs:label', 'IE'],
    ['retention', 'dpv:hasProcess/0/dpv:hasStorageCondition/1/dpv:hasDuration', 'P2Y'],
    ['jurisdiction', 'dpv:hasJurisdiction', 'Ireland'],
    ['recipients', 'dpv:hasProcess/1/dpv:hasRecipient/0/dct:identifier', 'lab.example'],
    ['withdrawal method', 'dpv:hasConsentControl/dpv:isExercisedAt', expect.stringContaining('withdraw')],
    ['event time', 'dpv:hasConsentStatus/0/dpv:isIndicatedAtTime', SOURCE.license.timestamp],
    ['validity', 'dpv:hasConsentStatus/0/dpv:hasDuration/dct:valid', '2027-12-31T00:00:00.000Z'],
    ['entity', 'dpv:hasConsentStatus/0/dpv:isIndicatedBy/@id', 'urn:licet:subject:user-1'],
    ['event type', 'dpv:hasConsentStatus/0/dct:type', 'dpv:ExplicitlyExpressedConsent'],
    ['event state', 'dpv:hasConsentStatus/0/@type', 'dpv:ConsentGiven'],
  ]

  test.each(MANDATORY)('has its %s', (_, path, value) => {
    expect(at(path)).toEqual(value)
  })

  test.each([
    ...[
      'license.id',
      'license.ptr',
      'license.terms',
      'license.termsHash',
      'license.timestamp',
      'license.origin',
      'license.tags',
      'license.uses',
    ],
    ...[
      'agreement.locale',
      'agreement.jurisdiction',
      'company.name',
      'company.address',
      'company.contact',
      'storage.location',
      'storage.retention',
    ],
  ])('is not made without %s', (field) => {
    expect(() => toConsentRecord(without(field))).toThrow(expect.objectContaining({ code: 'invalid_configuration', field }))
  })

  test('of a license that has ended tells when, or is not made', () => {
    const ended = sourceIn('en', { status: 'revoked' })
    expect(() => toConsentRecord(ended)).toThrow(expect.objectContaining({ field: 'statusAt' }))
    expect(toConsentRecord({ ...ended, statusAt: '2026-12-01T00:00:00Z' })['dpv:hasConsentStatus']).toMatchObject([
      { '@type': 'dpv:ConsentGiven' },
      { '@type': 'dpv:ConsentWithdrawn', 'dpv:isIndicatedAtTime': '2026-12-01T00:00:00Z' },
    ])
  })

  test.each([
    ['active', ['dpv:ConsentGiven']],
    ['superseded', ['dpv:ConsentGiven', 'dpv:ConsentInvalidated']],
    ['revoked', ['dpv:ConsentGiven', 'dpv:ConsentWithdrawn']],
    ['expired', ['dpv:ConsentGiven', 'dpv:ConsentExpired']],
    ['erased', ['dpv:ConsentGiven', 'dpv:ConsentUnknown']],
  ] as const)('of a license that is %s has the states %j', (status, states) => {
    const events = toConsentRecord({ ...sourceIn('en', { status }), statusAt: '2026-12-01T00:00:00Z' })['dpv:hasConsentStatus']
    expect(events).toMatchObject(states.map((state) => ({ '@type': state })))
    expect(events).toHaveLength(states.length)
  })

  test('names the person by an address that any pointer fits into', () => {
    expect(toConsentRecord(sourceIn('en', { ptr: 'a b/é' }))['dpv:hasDataSubject']).toMatchObject({
      '@id': 'urn:licet:subject:a%20b%2F%C3%A9',
      'dct:identifier': 'a b/é',
    })
  })

  test('is not made where a field holds nothing but blanks', () => {
    const blank = { ...SOURCE, storage: { location: ' \t', retention: 'P2Y' } }
    expect(() => toConsentRecord(blank)).toThrow(expect.objectContaining({ field: 'storage.location' }))
  })

  test('speaks the language of the agreement', () => {
    expect(JSON.stringify(toConsentRecord(sourceIn('es')))).toContain('datos de salud')
    expect(JSON.stringify(toConsentRecord(sourceIn('ar')))).toContain('بيانات الصحة')
  })
})

describe('a Kantara consent receipt 1.1', () => {
  const receipt = toKantaraReceipt(SOURCE)

  test('has each field that the specification demands', () => {
    expect(receipt).toEqual({
      version: 'KI-CR-v1.1.0',
      jurisdiction: 'Ireland',
      consentTimestamp: 1795176000,
      collectionMethod: expect.stringContaining('com.pomelo.app'),
      consentReceiptID: SOURCE.license.id,
      publicKey: '{"kty":"EC"}',
      language: 'en',
      piiPrincipalId: 'user-1',
      piiControllers: [
        {
          piiController: 'Pomelo Market',
          contact: 'privacy@pomelo.example',
          email: 'privacy@pomelo.example',
          address: { streetAddress: '1 Orchard Road, Cork' },
        },
      ],
      policyUrl: 'https://pomelo.example/privacy',
      services: [
        {
          service: SOURCE.agreement.description,
          purposes: [
            {
              purpose: 'statistics',
              purposeCategory: ['analytics'],
              consentType: 'EXPLICIT',
              piiCategory: ['purchase history', 'health data'],
              primaryPurpose: true,
              termination: '2027-12-31T00:00:00.000Z',
              thirdPartyDisclosure: false,
            },
            expect.objectContaining({
              purpose: 'training AI',
              primaryPurpose: false,
              thirdPartyDisclosure: true,
              thirdPartyName: 'lab.example',
            }),
          ],
        },
      ],
      sensitive: true,
      spiCat: ['health'],
    })
  })

  test('names each kind of data that most laws single out, and no other', () => {
    expect(toKantaraReceipt(sourceIn('en', { tags: [...TAGS].reverse() }))).toMatchObject({
      sensitive: true,
      spiCat: [
        'health',
        'fitness',
        'payment_info',
        'credit_info',
        'financial_info',
        'precise_location',
        'sensitive_info',
        'messages',
      ],
    })
    expect(toKantaraReceipt(sourceIn('en', { tags: ['user_id'] }))).toMatchObject({ sensitive: false, spiCat: [] })
  })

  test('tells of others when anybody may get the data', () => {
    const uses = [{ usecases: ['analytics'], destinations: ['pomelo.example', '*'] }]
    expect(toKantaraReceipt(sourceIn('en', { uses }))).toMatchObject({
      services: [{ purposes: [{ thirdPartyDisclosure: true, thirdPartyName: 'any company or person' }] }],
    })
  })

  test.each([
    ...[
      'agreement.jurisdiction',
      'license.timestamp',
      'license.id',
      'publicKey',
      'agreement.locale',
      'license.ptr',
      'company.name',
    ],
    ...['company.address', 'company.contact', 'company.privacyUrl', 'license.uses', 'license.tags', 'storage.retention'],
  ])('is not made without %s', (field) => {
    expect(() => toKantaraReceipt(without(field))).toThrow(expect.objectContaining({ code: 'invalid_configuration', field }))
  })
})

describe('the CSV form', () => {
  test('has a header and a row for each permitted use', () => {
    const [header, first, second, end] = toCsv([SOURCE]).split('\r\n')
    expect(header).toBe(CSV_COLUMNS.join(','))
    expect(first).toContain(
      ',purchase_history health,analytics,pomelo.example,2027-12-31T00:00:00.000Z,10 points for each receipt,',
    )
    expect(second).toContain(',ai_training,lab.example,')
    expect(end).toBe('')
  })

  test('quotes what needs it and lets no cell be run as a formula', () => {
    const hostile = sourceIn('en', { ptr: '=HYPERLINK("https://evil.example")', origin: 'a,b' })
    expect(toCsv([hostile])).toContain(`"'=HYPERLINK(""https://evil.example"")","a,b"`)
  })

  test.each(['=', '+', '-', '@', '\t', '\r'])('F4 a cell that begins with %j is no formula', (begin) => {
    const cell = `'${begin}SUM(1)`
    expect(toCsv([sourceIn('en', { ptr: `${begin}SUM(1)` })])).toContain(begin === '\r' ? `,"${cell}",` : `,${cell},`)
  })

  test.each(['"', ',', '\r', '\n'])('F4 a cell with %j inside stays one cell', (mark) => {
    expect(toCsv([sourceIn('en', { ptr: `a${mark}b` })])).toContain(`,"a${mark === '"' ? '""' : mark}b",`)
  })

  test.each([
    'license.id',
    'license.timestamp',
    'license.ptr',
    'license.origin',
    'company.name',
    'agreement.jurisdiction',
    'license.tags',
    'license.uses',
    'license.termsHash',
  ])('is not made without %s', (field) => {
    expect(() => toCsv([without(field)])).toThrow(expect.objectContaining({ code: 'invalid_configuration', field }))
  })
})
