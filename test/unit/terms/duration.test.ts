import { describe, expect, test } from 'vitest'
import type { Duration } from '../../../src/core/duration.ts'
import { isLicetError } from '../../../src/core/errors.ts'
import { diffLicense } from '../../../src/terms/diff/index.ts'
import { type AgreementInput, compileTerms, defineAgreement, summarize, toLicenseRequest } from '../../../src/terms/index.ts'
import { words as ar } from '../../../src/terms/languages/ar/words.ts'
import { words as de } from '../../../src/terms/languages/de/words.ts'
import { words as en } from '../../../src/terms/languages/en/words.ts'
import { words as es } from '../../../src/terms/languages/es/words.ts'
import { words as fr } from '../../../src/terms/languages/fr/words.ts'
import { words as he } from '../../../src/terms/languages/he/words.ts'
import { words as ja } from '../../../src/terms/languages/ja/words.ts'
import { words as ptBR } from '../../../src/terms/languages/pt-BR/words.ts'
import { lintTerms } from '../../../src/terms/lint/index.ts'
import { formatDuration } from '../../../src/terms/words.ts'
import { ACME } from '../../fixtures/acme.ts'
import { ALL_TEMPLATES, templateOf } from '../../fixtures/templates.ts'

const YEARLY: AgreementInput = { ...ACME, expiry: { months: 12 } }
const NAMED = {
  en: '12 months from the day you agree',
  es: '12 meses después del día en que aceptas',
  ar: '⁨12 شهرًا⁩ من يوم موافقتك',
  de: '12 Monate nach dem Tag Ihrer Zustimmung',
  fr: '12 mois après le jour de votre accord',
  he: '⁨12 חודשים⁩ אחרי יום ההסכמה',
  ja: '同意した日から12か月',
  'pt-BR': '12 meses depois do dia em que você aceita',
}

describe('a duration', () => {
  test.each(ALL_TEMPLATES.map((template) => [`${template.locale}/${template.name}`, template] as const))(
    'is in the terms of %s, which name neither a date nor a license without end',
    (_, template) => {
      const agreement = defineAgreement({ ...YEARLY, template })
      const text = compileTerms(agreement)
      expect(text).toContain(NAMED[template.locale as keyof typeof NAMED])
      expect(text).not.toMatch(
        /last full day|último día completo|آخر يوم كامل|letzter voller Tag|dernier jour entier|היום המלא|最後の日は|último dia completo|no end date|No tiene fecha|ليس له تاريخ|kein Enddatum|pas de date de fin|אין לו תאריך|終わりの日はありません|não tem data/,
      )
      expect(summarize(agreement).find(({ part }) => part === 'duration')?.text).toMatch(/12/)
      expect(lintTerms(text, { agreement }).filter(({ rule }) => rule === 'use_not_in_prose' || rule === 'no_expiry')).toEqual([])
    },
  )

  test.each([
    [{ days: 1 }, '1 day', '1 día', 'يوم واحد', '1 Tag', '1 jour', 'יום אחד', '1日', '1 dia'],
    [{ days: 2 }, '2 days', '2 días', 'يومين', '2 Tage', '2 jours', 'יומיים', '2日', '2 dias'],
    [{ days: 90 }, '90 days', '90 días', '90 يومًا', '90 Tage', '90 jours', '90 ימים', '90日', '90 dias'],
    [{ months: 1 }, '1 month', '1 mes', 'شهر واحد', '1 Monat', '1 mois', 'חודש אחד', '1か月', '1 mês'],
    [{ months: 6 }, '6 months', '6 meses', '6 أشهر', '6 Monate', '6 mois', '6 חודשים', '6か月', '6 meses'],
    [{ months: 12 }, '12 months', '12 meses', '12 شهرًا', '12 Monate', '12 mois', '12 חודשים', '12か月', '12 meses'],
    [{ months: 100 }, '100 months', '100 meses', '100 شهر', '100 Monate', '100 mois', '100 חודשים', '100か月', '100 meses'],
    [{ months: 103 }, '103 months', '103 meses', '103 أشهر', '103 Monate', '103 mois', '103 חודשים', '103か月', '103 meses'],
    [{ years: 1 }, '1 year', '1 año', 'سنة واحدة', '1 Jahr', '1 an', 'שנה אחת', '1年', '1 ano'],
    [{ years: 3 }, '3 years', '3 años', '3 سنوات', '3 Jahre', '3 ans', '3 שנים', '3年', '3 anos'],
  ] satisfies [Duration, ...string[]][])('%o has the grammatical form of each language', (duration, ...names) => {
    expect([en, es, ar, de, fr, he, ja, ptBR].map((words) => formatDuration(duration, words))).toEqual(names)
  })

  test('counts from the decision in the request, together with the duration that the terms name', () => {
    const request = { ptr: 'p', origin: 'com.acme', terms: 't' }
    const agreement = defineAgreement(YEARLY)
    expect(toLicenseRequest(agreement, { ...request, decidedAt: Date.UTC(2028, 1, 29, 12) })).toMatchObject({
      expiry: '2029-02-28T23:59:59.999Z',
      'x-duration': 'P12M',
    })
    expect(() => toLicenseRequest(agreement, request)).toThrow(/decidedAt is missing/)
  })

  test.each([
    [{}, '{}'],
    [{ months: 0 }, '{"months":0}'],
    [{ months: 1.5 }, '{"months":1.5}'],
    [{ months: 12, days: 1 }, '{"months":12,"days":1}'],
    [{ month: 12 }, '{"month":12}'],
    [{ years: 1000 }, '{"years":1000}'],
  ])('%o is refused with its value and an example', (expiry, value) => {
    const message = errorOf(() => defineAgreement({ ...ACME, expiry: expiry as never }))
    expect(message).toBe(
      `expiry is ${value}, which is not a duration. Nothing was signed. Use one of days, months and years, 1 day to 100 years: { months: 12 }.`,
    )
  })

  test('is refused for a template that names only dates, because its text would state an endless license', () => {
    const rewards = templateOf('en', 'rewards')
    const tree = JSON.parse(JSON.stringify(rewards.tree).replaceAll('["$","duration"]', '["$","expiry"]'))
    const template = { ...rewards, tree }
    expect(compileTerms(defineAgreement({ ...ACME, template }))).toContain('Its last full day is 30 December 2027')
    expect(errorOf(() => defineAgreement({ ...YEARLY, template }))).toMatch(
      /^template has no \{\{duration\}\}\. Nothing was signed\. Add it/,
    )
  })

  test('stays the same when a checked agreement is checked again, and does not freeze the input', () => {
    const expiry = { months: 12 }
    const agreement = defineAgreement({ ...ACME, expiry })
    expect(defineAgreement(agreement)).toEqual(agreement)
    expect(Object.isFrozen(expiry)).toBe(false)
  })
})

describe('experience 14: a change of a duration', () => {
  const recordOf = (expiry: AgreementInput['expiry']) => {
    const agreement = defineAgreement({ ...ACME, expiry })
    return toLicenseRequest(agreement, {
      ptr: 'p',
      origin: 'com.acme',
      terms: compileTerms(agreement),
      decidedAt: Date.UTC(2026, 0, 1),
    })
  }
  const DATE = '2027-06-30T00:00:00Z'
  test.each<[AgreementInput['expiry'], AgreementInput['expiry'], string | undefined]>([
    [{ months: 12 }, { months: 12 }, undefined],
    [{ months: 12 }, { years: 1 }, undefined],
    [{ months: 12 }, { months: 24 }, 'widened material: The license lasts longer. It ends 24 months from the day you agree.'],
    [{ months: 12 }, { days: 30 }, 'narrowed minor: The license ends sooner, 30 days from the day you agree.'],
    [{ months: 12 }, null, 'widened material: The license no longer has an end date.'],
    [null, { months: 12 }, 'narrowed minor: The license ends sooner, 12 months from the day you agree.'],
    [DATE, { months: 12 }, 'changed material: The license now ends 12 months from the day you agree.'],
  ])('from %o to %o is compared by length', (before, after, sentence) => {
    const to = defineAgreement({ ...ACME, expiry: after })
    for (const from of [recordOf(before), defineAgreement({ ...ACME, expiry: before })]) {
      const { changes } = diffLicense(from, to)
      expect(changes.map((change) => `${change.direction} ${change.weight}: ${change.sentence}`)).toEqual(
        sentence ? [sentence] : [],
      )
    }
  })

  test('to a date compares that date with the end of the record', () => {
    const to = defineAgreement({ ...ACME, expiry: DATE })
    expect(diffLicense(recordOf({ months: 12 }), to).changes).toMatchObject([{ direction: 'widened' }])
    expect(diffLicense(recordOf({ years: 5 }), to).changes).toMatchObject([{ direction: 'narrowed' }])
    expect(diffLicense(defineAgreement(YEARLY), to).changes).toMatchObject([{ direction: 'changed', weight: 'material' }])
  })
})

function errorOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (isLicetError(error)) return error.message
    throw error
  }
  return 'no error'
}
