import { describe, expect, test } from 'vitest'
import { AuthClient, createMemoryStorage, ServiceClient } from '../../../src/client/index.ts'
import type { License } from '../../../src/core/license.ts'
import { TAGS } from '../../../src/core/tags.ts'
import { defineAgreement } from '../../../src/terms/index.ts'
import { CSV_COLUMNS, type RecordSource, toConsentRecord, toCsv, toKantaraReceipt } from '../../../src/terms/records/index.ts'
import { quickCrypto } from '../../fixtures/quick-crypto.ts'
import { templateOf } from '../../fixtures/templates.ts'
import { createTestService } from '../../fixtures/test-service.ts'
import { SHOPS } from './corpus/good.ts'

type Locale = 'en' | 'es' | 'ar'

function agreementIn(locale: Locale) {
  const shop = SHOPS[locale]
  if (shop === undefined) throw new Error('no such shop')
  return defineAgreement({
    ...shop,
    tags: ['purchase_history', 'health'],
    purposes: ['analytics', { usecase: 'ai_training', destinations: ['lab.example'] }],
    template: templateOf(locale, 'rewards'),
  })
}

/** Records of the service: a license in each language, and the records of two people who withdrew, one of whom was erased. */
async function storeRecords() {
  const now = () => Date.parse('2026-11-20T12:00:00.500Z')
  const service = await createTestService({ now })
  const { authUrl, provider, fetch } = service
  const agree = async (userId: string, locale: Locale, withdrawing = false) => {
    const agreement = agreementIn(locale)
    const storage = createMemoryStorage()
    const device = { storage, crypto: quickCrypto, now }
    const client = new ServiceClient({ authUrl, provider, fetch, origin: 'com.pomelo.app', userId, agreement, ...device })
    const license = await client.createLicense({ granted: ['ai_training'] })
    if (withdrawing) await client.revokeLicense()
    await client.close()
    return license
  }
  const stored = { en: await agree('user-1', 'en'), es: await agree('user-1', 'es'), ar: await agree('user-1', 'ar') }
  await agree('user-2', 'en', true)
  await agree('user-3', 'en', true)
  const auth = new AuthClient({ authUrl, fetch, now })
  const { accessToken } = await auth.grant({ type: 'user', ...service.user })
  await auth.deleteAddresses(accessToken, provider.id, { id: 'user-3' })
  const { licenses } = await auth.listLicenses(accessToken)
  await service.close()
  return { stored, licenses: licenses.filter(({ ptr }) => ptr !== 'user-1') }
}

const { stored, licenses } = await storeRecords()

type Changed = Partial<Pick<License, 'ptr' | 'origin' | 'tags' | 'uses' | 'status'>>

function sourceIn(locale: Locale, license: Changed = {}): RecordSource {
  return {
    agreement: agreementIn(locale),
    license: { ...stored[locale], ...license },
    storage: { location: 'IE', retention: 'P2Y' },
    publicKey: '{"kty":"EC"}',
  }
}

const SOURCE = sourceIn('en')

/** The records of people who withdrew: the license and its withdrawal. */
const ENDED = ['revoked license', 'revoked withdrawal', 'erased license', 'erased withdrawal'] as const

function sourceOf(kind: (typeof ENDED)[number]): RecordSource {
  const license = licenses.find(({ status, uses }) => kind === `${status} ${uses.length > 0 ? 'license' : 'withdrawal'}`)
  if (license === undefined) throw new Error(`the service lists no ${kind}`)
  return { ...SOURCE, license }
}

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
  holder[last] = last === 'tags' || last === 'uses' ? undefined : ''
  if (path === 'license.ptr') (whole.license as Record<string, unknown>).address = ''
  return whole as unknown as RecordSource
}

describe('a consent record of ISO/IEC TS 27560', () => {
  const record = toConsentRecord(SOURCE)
  const at = (path: string) =>
    path.split('/').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], record)

  // The fields that the standard requires, and their place in the record.
  const MANDATORY: readonly [what: string, path: string, value: unknown][] = [
    ['schema version', 'dct:hasVersion', 'ISO/IEC TS 27560:2023'],
    ['record id', 'dct:identifier', SOURCE.license.id],
    ['principal id', 'dpv:hasDataSubject/dct:identifier', 'user-1'],
    ['notice', 'dpv:hasNotice/dct:description', SOURCE.license.terms],
    ['language', 'dct:language', 'en'],
    ['purpose', 'dpv:hasProcess/0/dpv:hasPurpose/rdfs:label', 'statistics'],
    ['no narrower purpose', 'dpv:hasProcess/1/dpv:hasPurpose/@type', 'dpv:Purpose'],
    ['training', 'dpv:hasProcess/1/dpv:hasProcessing/@type', 'ai:ModelTraining'],
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
  ])('is refused without %s', (field) => {
    expect(() => toConsentRecord(without(field))).toThrow(expect.objectContaining({ code: 'invalid_configuration', field }))
  })

  test('has the time of the end for an ended license, and is refused without it', () => {
    const ended = sourceOf('revoked license')
    expect(() => toConsentRecord(ended)).toThrow(expect.objectContaining({ field: 'statusAt' }))
    expect(toConsentRecord({ ...ended, statusAt: '2026-12-01T00:00:00Z' })['dpv:hasConsentStatus']).toMatchObject([
      { '@type': 'dpv:ConsentGiven' },
      { '@type': 'dpv:ConsentWithdrawn', 'dpv:isIndicatedAtTime': '2026-12-01T00:00:00Z' },
    ])
  })

  test('has the time of a revocation without the device from the license', () => {
    const timestamp = '2026-11-20T08:00:00.000Z'
    const revocation = { requestedBy: 'person', channel: 'letter', timestamp, receipt: 'a.b.c' } as const
    const source = sourceOf('revoked license')
    expect(toConsentRecord({ ...source, license: { ...source.license, revocation } })['dpv:hasConsentStatus']).toMatchObject([
      { '@type': 'dpv:ConsentGiven' },
      { '@type': 'dpv:ConsentWithdrawn', 'dpv:isIndicatedAtTime': timestamp },
    ])
  })

  test.each([
    ['active', ['dpv:ConsentGiven']],
    ['superseded', ['dpv:ConsentGiven', 'dpv:ConsentInvalidated']],
    ['revoked', ['dpv:ConsentGiven', 'dpv:ConsentWithdrawn']],
    ['expired', ['dpv:ConsentGiven', 'dpv:ConsentExpired']],
    ['erased', ['dpv:ConsentGiven', 'dpv:ConsentUnknown']],
  ] as const)('for a license with the status %s has the states %j', (status, states) => {
    const events = toConsentRecord({ ...sourceIn('en', { status }), statusAt: '2026-12-01T00:00:00Z' })['dpv:hasConsentStatus']
    expect(events).toMatchObject(states.map((state) => ({ '@type': state })))
    expect(events).toHaveLength(states.length)
  })

  // Regression: an empty list and an empty pointer counted as missing, so no record of a withdrawal could be exported.
  test('for a withdrawal permits nothing, and has its time and the license that it ended', () => {
    const source = sourceOf('revoked withdrawal')
    expect(toConsentRecord(source)).toMatchObject({
      'dct:replaces': { '@id': `urn:licet:license:${sourceOf('revoked license').license.id}` },
      'dpv:hasProcess': [],
      'dpv:hasConsentStatus': [
        { '@type': 'dpv:ConsentWithdrawn', 'dct:type': 'revoked', 'dpv:isIndicatedAtTime': source.license.timestamp },
      ],
    })
    expect(toConsentRecord(SOURCE)).not.toHaveProperty('dct:replaces')
  })

  test.each([
    ['erased license', 'dpv:ConsentGiven', 2],
    ['erased withdrawal', 'dpv:ConsentWithdrawn', 0],
  ] as const)('for an %s keeps its first state, and identifies nobody', (kind, first, processes) => {
    const source = sourceOf(kind)
    expect(() => toConsentRecord(source)).toThrow(expect.objectContaining({ field: 'statusAt' }))
    const erased = toConsentRecord({ ...source, statusAt: '2026-12-01T00:00:00Z' })
    expect(erased['dpv:hasDataSubject']).toMatchObject({ '@id': '_:erased', 'dct:identifier': 'erased' })
    expect(erased['dpv:hasProcess']).toHaveLength(processes)
    expect(erased['dpv:hasConsentStatus']).toMatchObject([
      { '@type': first, 'dpv:isIndicatedBy': { '@id': '_:erased' } },
      { '@type': 'dpv:ConsentUnknown', 'dpv:isIndicatedAtTime': '2026-12-01T00:00:00Z' },
    ])
  })

  test('identifies the person by a URN that can contain any pointer', () => {
    expect(toConsentRecord(sourceIn('en', { ptr: 'a b/é' }))['dpv:hasDataSubject']).toMatchObject({
      '@id': 'urn:licet:subject:a%20b%2F%C3%A9',
      'dct:identifier': 'a b/é',
    })
  })

  test('is refused when a field contains only spaces', () => {
    const blank = { ...SOURCE, storage: { location: ' \t', retention: 'P2Y' } }
    expect(() => toConsentRecord(blank)).toThrow(expect.objectContaining({ field: 'storage.location' }))
  })

  test('uses the language of the agreement', () => {
    expect(JSON.stringify(toConsentRecord(sourceIn('es')))).toContain('datos de salud')
    expect(JSON.stringify(toConsentRecord(sourceIn('ar')))).toContain('بيانات الصحة')
  })
})

describe('a Kantara consent receipt 1.1', () => {
  const receipt = toKantaraReceipt(SOURCE)

  test('has each field that the specification requires', () => {
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
          service: SOURCE.license.description,
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

  test('is refused for a withdrawal, with the functions to use instead', () => {
    for (const kind of ['revoked withdrawal', 'erased withdrawal'] as const)
      expect(() => toKantaraReceipt(sourceOf(kind))).toThrow(
        expect.objectContaining({
          code: 'invalid_configuration',
          field: 'license.uses',
          message: expect.stringMatching(/is a withdrawal.*toConsentRecord/),
        }),
      )
  })

  test('identifies nobody for an erased license', () => {
    expect(toKantaraReceipt(sourceOf('erased license'))).toMatchObject({ piiPrincipalId: 'erased' })
  })

  test('lists exactly the kinds of data that most laws call sensitive', () => {
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

  test('has a third-party disclosure when anyone may get the data', () => {
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
  ])('is refused without %s', (field) => {
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
    expect(CSV_COLUMNS).toEqual([...new Set(CSV_COLUMNS)])
    for (const column of CSV_COLUMNS) expect(column).toMatch(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/)
    expect(second).toContain(',ai_training,lab.example,')
    expect(end).toBe('')
  })

  // Regression: the file ended at the first withdrawal.
  test('has a row for each record, even for withdrawals and erased licenses', () => {
    expect(licenses).toHaveLength(ENDED.length)
    const rows = toCsv(ENDED.map(sourceOf))
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.split(','))
    const cells = (name: (typeof CSV_COLUMNS)[number]) => rows.map((row) => row[CSV_COLUMNS.indexOf(name)])
    const ids = ENDED.map((kind) => sourceOf(kind).license.id)
    expect(cells('license_id')).toEqual([ids[0], ids[0], ids[1], ids[2], ids[2], ids[3]])
    expect(cells('status')).toEqual(['revoked', 'revoked', 'revoked', 'erased', 'erased', 'erased'])
    expect(cells('principal')).toEqual(['user-2', 'user-2', 'user-2', 'erased', 'erased', 'erased'])
    expect(cells('use')).toEqual(['analytics', 'ai_training', '', 'analytics', 'ai_training', ''])
    expect(cells('recipients')).toEqual(['pomelo.example', 'lab.example', '', 'pomelo.example', 'lab.example', ''])
  })

  test('quotes special characters, and prevents formulas', () => {
    const hostile = sourceIn('en', { ptr: '=HYPERLINK("https://evil.example")', origin: 'a,b' })
    expect(toCsv([hostile])).toContain(`"'=HYPERLINK(""https://evil.example"")","a,b"`)
  })

  test.each(['=', '+', '-', '@', '\t', '\r'])('F4: a cell that begins with %j is not a formula', (begin) => {
    const cell = `'${begin}SUM(1)`
    expect(toCsv([sourceIn('en', { ptr: `${begin}SUM(1)` })])).toContain(/\s/.test(begin) ? `,"${cell}",` : `,${cell},`)
  })

  // Regression: a spreadsheet that splits at semicolons ran the second part of a value as a formula, even when the cell was quoted.
  test.each([
    ...[';', '|', '\t', '\n', '\r\n'].flatMap((separator) =>
      ['=', '+', '-', '@', '\uff1d', ' =', '"='].map((begin) => separator + begin),
    ),
  ])('F4: a part of a cell that begins with %j is not a formula in any country', (begin) => {
    const csv = toCsv([sourceIn('en', { ptr: `a${begin}HYPERLINK("https://evil.example")` })])
    for (const cells of [csv.split(';'), csv.split('|'), csv.split('\t'), csv.split(/[\r\n]/)]) {
      for (const cell of cells) expect(cell.replaceAll('"', '').trim()).not.toMatch(/^[=+\-@\uff1d]/)
    }
  })

  test.each(['"', ',', ';', '\t', '\r', '\n'])('F4: a cell with %j inside stays one cell', (mark) => {
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
  ])('is refused without %s', (field) => {
    expect(() => toCsv([without(field)])).toThrow(expect.objectContaining({ code: 'invalid_configuration', field }))
  })
})
