import { describe, expect, test } from 'vitest'
import ar from '../../../src/locales/ar.ts'
import en from '../../../src/locales/en.ts'
import es from '../../../src/locales/es.ts'
import he from '../../../src/locales/he.ts'
import ja from '../../../src/locales/ja.ts'
import ptBR from '../../../src/locales/pt-BR.ts'
import { compileTerms, defineAgreement } from '../../../src/terms/index.ts'
import { words as arWords } from '../../../src/terms/languages/ar/words.ts'
import { words as enWords } from '../../../src/terms/languages/en/words.ts'
import { words as esWords } from '../../../src/terms/languages/es/words.ts'
import { words as heWords } from '../../../src/terms/languages/he/words.ts'
import { words as jaWords } from '../../../src/terms/languages/ja/words.ts'
import { words as ptWords } from '../../../src/terms/languages/pt-BR/words.ts'
import { ACME } from '../../fixtures/acme.ts'
import { templateOf } from '../../fixtures/templates.ts'

/** Compares the words of summary, settings and receipt with the words of the signed terms. */
const LANGUAGES = [
  ['en', en, enWords],
  ['es', es, esWords],
  ['ar', ar, arWords],
  ['he', he, heWords],
  ['ja', ja, jaWords],
  ['pt-BR', ptBR, ptWords],
] as const

describe('interface and terms', () => {
  test.each(LANGUAGES)('use the same name for every kind of data in %s', (_, messages, words) => {
    const named = Object.entries(words.tags).map(([tag]) => [tag, messages[`tag.${tag}` as 'tag.health']])
    expect(named).toEqual(Object.entries(words.tags))
  })

  test.each(LANGUAGES)('use the same name for every use case in %s', (_, messages, words) => {
    const named = Object.entries(words.usecases).map(([usecase]) => [usecase, messages[`usecase.${usecase}` as 'usecase.support']])
    expect(named).toEqual(Object.entries(words.usecases).map(([usecase, [label]]) => [usecase, label]))
  })

  test.each([
    ['en', en, 'receipt', 'withdraw', 'stop'],
    ['es', es, 'comprobante', 'retira', 'det'],
    ['ar', ar, 'إيصال', 'سحب', 'وقف'],
    ['he', he, 'אישור', 'ביטול', 'הפס'],
    ['ja', ja, '控え', '撤回', '終了'],
    ['pt-BR', ptBR, 'comprovante', 'revog', 'ncerr'],
  ] as const)(
    'use one word for the proof, and stop in the interface where the terms withdraw in %s',
    (locale, messages, proof, act, stop) => {
      const text = compileTerms(defineAgreement({ ...ACME, template: templateOf(locale, 'rewards') })).toLowerCase()
      expect([text, messages['receipt.view']]).toEqual(Array(2).fill(expect.stringContaining(proof)))
      expect(messages['receipt.title'].toLowerCase()).toContain(proof)
      expect(text).toContain(act)
      for (const key of ['settings.change.none', 'status.withdrawn.title'] as const) {
        expect(messages[key]).toContain(stop)
        expect(messages[key]).not.toContain(act)
      }
    },
  )
})

describe('the default description', () => {
  const purposes = ['analytics', 'attribution', { usecase: 'personalization' }] as const

  test.each([
    [
      'en',
      {},
      'Acme asks to use your purchase history, paper receipts and email receipts for statistics and checking which ads work.',
    ],
    [
      'es',
      { template: templateOf('es', 'rewards') },
      'Acme te pide usar tus datos (historial de compras, recibos en papel y recibos por correo electrónico) para estadísticas y comprobar qué anuncios funcionan.',
    ],
    [
      'ar',
      { template: templateOf('ar', 'rewards') },
      'تطلب منك \u2068Acme\u2069 استخدام بياناتك (سجل المشتريات، الإيصالات الورقية وإيصالات البريد الإلكتروني) من أجل الإحصاءات ومعرفة الإعلانات الناجحة.',
    ],
    [
      'he',
      { template: templateOf('he', 'rewards') },
      '\u2068Acme\u2069 מבקשת להשתמש בנתונים שלך (היסטוריית קניות, קבלות נייר וקבלות בדוא״ל) לשם סטטיסטיקה ובדיקה אילו פרסומות עובדות.',
    ],
    [
      'ja',
      { template: templateOf('ja', 'rewards') },
      'Acmeは、統計、広告の効果の確認のために、次のデータを使う許可を求めています：購入履歴、紙のレシート、メールのレシート。',
    ],
    [
      'pt-BR',
      { template: templateOf('pt-BR', 'rewards') },
      'Acme pede para usar seus dados (histórico de compras, notas fiscais em papel e recibos por e-mail) para estatísticas e verificação de quais anúncios funcionam.',
    ],
  ] as const)('in %s is one sentence about the necessary purposes, without the optional ones', (_, template, sentence) => {
    expect(defineAgreement({ ...ACME, purposes, ...template }).description).toBe(sentence)
  })

  test('states that nothing is used until the person turns on a purpose, when every purpose is optional', () => {
    const { description } = defineAgreement({ ...ACME, tags: ['health'], purposes: [{ usecase: 'analytics' }] })
    expect(description).toBe('Acme asks to use your health data only for what you turn on.')
  })
})
