import { describe, expect, test } from 'vitest'
import { isLicetError } from '../../../src/core/errors.ts'
import type { License } from '../../../src/core/license.ts'
import { textIn } from '../../../src/core/localized-text.ts'
import { en } from '../../../src/locales/en.ts'
import { es } from '../../../src/locales/es.ts'
import { createTranslator } from '../../../src/locales/format/translator.ts'
import { withLabels } from '../../../src/locales/format/with-labels.ts'
import { diffLicense } from '../../../src/terms/diff/index.ts'
import { type AgreementInput, compileTerms, defineAgreement, summarize } from '../../../src/terms/index.ts'
import { lintAgreement } from '../../../src/terms/lint/index.ts'
import { toConsentRecord, toCsv } from '../../../src/terms/records/index.ts'
import { ACME } from '../../fixtures/acme.ts'
import { templateOf } from '../../fixtures/templates.ts'

const GYM: AgreementInput = {
  ...ACME,
  company: { ...ACME.company, address: '1 Road', contact: 'privacy@acme.example' },
  tags: [
    'fitness',
    { tag: 'x-gym_visits', label: { en: 'gym visits', es: 'visitas al gimnasio' } },
    { tag: 'x-locker', label: 'Spind' },
    'x-heart_rate',
  ],
  purposes: [
    {
      usecase: 'x-coaching',
      necessary: true,
      label: { en: 'coaching', es: 'entrenamiento' },
      description: { en: 'to plan your next training', es: 'preparar tu próximo entrenamiento' },
    },
    { usecase: 'analytics', label: 'visitor counts' },
  ],
}
const spanish = { ...GYM, template: templateOf('es', 'rewards') }
const NAMES = {
  en: ['fitness data, gym visits, Spind and heart rate', 'coaching', 'visitor counts'],
  es: ['datos de actividad física, visitas al gimnasio, Spind y heart rate', 'entrenamiento', 'visitor counts'],
}

test('a proper name and a German noun may begin with a capital letter', () => {
  const tags = [
    { tag: 'x-strava', label: 'Strava' },
    { tag: 'x-health', label: 'Apple Health data' },
    { tag: 'x-gym_visits', label: { en: 'gym visits', de: 'Besuche im Studio' } },
  ] as const
  expect(lintAgreement({ ...GYM, tags }).filter(({ rule }) => rule === 'capital_label')).toEqual([])
})

describe('the names that a company gives to its kinds of data and purposes', () => {
  test.each([['en', GYM, en] as const, ['es', spanish, es] as const])('are in every text in %s', (locale, input, messages) => {
    const agreement = defineAgreement(input)
    const [data = '', coaching = '', counts = ''] = NAMES[locale]
    const lines = summarize(agreement)
    expect(lines.find(({ part }) => part === 'data')?.text).toBe(data)
    expect(lines.find(({ part }) => part === 'purposes')?.items).toEqual([coaching, counts])
    const terms = compileTerms(agreement)
    expect(terms).toContain(
      `**${coaching}**: ${locale === 'en' ? 'to plan your next training' : 'preparar tu próximo entrenamiento'}.`,
    )
    expect(terms).not.toMatch(/x-|gym_visits/)
    expect(lintAgreement(input).filter(({ severity }) => severity === 'error')).toEqual([])
    const t = createTranslator(withLabels(messages, agreement, locale), locale)
    expect(t.list(agreement.tags.map(t.tag))).toBe(data)
    expect([t.usecase('x-coaching'), t.usecase('analytics')]).toEqual([coaching, counts])
  })

  test('are in the exported records and in the CSV, beside the words of the wire', () => {
    const agreement = defineAgreement(GYM)
    const license = {
      id: 'license-1',
      ptr: 'user-1',
      origin: 'com.acme',
      terms: compileTerms(agreement),
      termsHash: 'hash',
      timestamp: '2027-01-01T00:00:00.000Z',
      status: 'active',
      tags: agreement.tags,
      uses: [{ usecases: ['x-coaching', 'analytics'], destinations: ['acme.example'] }],
    } as unknown as License
    const source = { agreement, license, storage: { location: 'IE', retention: 'P2Y' } }
    const [header = '', ...rows] = toCsv([source]).trim().split('\r\n')
    expect(header).toMatch(/,data,use,.*,data_names,use_name$/)
    expect(rows).toEqual([
      expect.stringMatching(
        /,fitness x-gym_visits x-locker x-heart_rate,x-coaching,.*,"fitness data, gym visits, Spind, heart rate",coaching$/,
      ),
      expect.stringMatching(/,analytics,.*,visitor counts$/),
    ])
    const record = JSON.stringify(toConsentRecord(source))
    for (const name of ['gym visits', 'Spind', 'coaching', 'visitor counts']) expect(record).toContain(`"rdfs:label":"${name}"`)
  })

  test('are in the sentences about a change, including of data that is no longer part of it', () => {
    const before = defineAgreement(GYM)
    const after = defineAgreement({ ...GYM, tags: ['fitness', { tag: 'x-steps', label: 'daily steps' }] })
    expect(diffLicense(before, after).changes.map(({ sentence }) => sentence)).toEqual([
      'More data is asked for: daily steps.',
      'This data is no longer part of it: gym visits, Spind and heart rate.',
    ])
  })

  test('stay the same when a checked agreement is checked again', () => {
    const agreement = defineAgreement(GYM)
    expect(agreement.tags).toEqual(['fitness', 'x-gym_visits', 'x-locker', 'x-heart_rate'])
    expect(defineAgreement(agreement)).toEqual(agreement)
    expect(compileTerms({ ...agreement, template: spanish.template, locale: 'es' })).toBe(compileTerms(defineAgreement(spanish)))
  })

  test.each<[string, unknown]>([
    ['tags[0].tag', { tags: [{ tag: 'gym_visits' }] }],
    ['tags[0].tag', { tags: [{ label: 'Gym visits' }] }],
    ['tags[0].label', { tags: [{ tag: 'x-gym', label: '' }] }],
    ['tags[0].label', { tags: [{ tag: 'x-gym', label: {} }] }],
    ['tags[0].label', { tags: [{ tag: 'x-gym', label: { English: 'Gym' } }] }],
    ['tags[0].label.es', { tags: [{ tag: 'x-gym', label: { en: 'Gym', es: 7 } }] }],
    ['tags[0].lable', { tags: [{ tag: 'x-gym', lable: 'Gym' }] }],
    ['tags[1]', { tags: ['x-gym', { tag: 'x-gym', label: 'Gym' }] }],
    ['purposes[0].label.de', { purposes: [{ usecase: 'x-a', label: { de: 'a\u202eb' } }] }],
    ['purposes[0].description', { purposes: [{ usecase: 'x-a', description: {} }] }],
  ])('are checked: %s is named in the error', (field, wrong) => {
    try {
      defineAgreement({ ...ACME, ...(wrong as object) })
    } catch (error) {
      if (isLicetError(error)) return expect(error.field).toBe(field)
      throw error
    }
    throw new Error('accepted')
  })
})

test('a text in a language falls back from the region to the language, and then to the first text', () => {
  const text = { en: 'gym', 'pt-BR': 'academia', pt: 'ginásio' }
  expect(['pt-BR', 'pt-PT', 'en-GB', 'de', 'toString'].map((locale) => textIn(text, locale))).toEqual([
    'academia',
    'ginásio',
    'gym',
    'gym',
    'gym',
  ])
  expect(textIn('gym', 'de')).toBe('gym')
})
