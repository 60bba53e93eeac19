import { describe, expect, test } from 'vitest'
import ar from '../../../src/locales/ar.ts'
import de from '../../../src/locales/de.ts'
import en from '../../../src/locales/en.ts'
import es from '../../../src/locales/es.ts'
import fr from '../../../src/locales/fr.ts'
import he from '../../../src/locales/he.ts'
import ja from '../../../src/locales/ja.ts'
import { loadMessages } from '../../../src/locales/load.ts'
import ptBR from '../../../src/locales/pt-BR.ts'
import { WORDS } from '../../../src/terms/gallery.ts'
import { compileTerms, defineAgreement } from '../../../src/terms/index.ts'
import { ACME } from '../../fixtures/acme.ts'
import { templateOf } from '../../fixtures/templates.ts'

/** Compares the words of summary, settings and receipt with the words of the signed terms. */
const LANGUAGES = await Promise.all(
  Object.entries(WORDS).map(async ([locale, words]) => [locale, (await loadMessages(locale)).messages, words] as const),
)

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

  // Regression: in French, a license was “stopped” on screen like a machine, and in Spanish it was “detenida”.
  test.each([
    ['es', es, 'comprobante', /retir/, /\b(?:parar|det[eu]n|detien)\w*/i],
    ['de', de, 'beleg', /wider(?:ruf|ru|rief)/, /\b(?:aufhören|anhalten|beenden Sie)\b/],
    ['fr', fr, 'reçu', /retir|retrait/, /\barrêt\w*/i],
  ] as const)('use one word for the proof and for withdrawing in %s', (locale, messages, proof, act, wrong) => {
    const text = compileTerms(defineAgreement({ ...ACME, template: templateOf(locale, 'rewards') })).toLowerCase()
    expect([text, messages['receipt.view'], messages['receipt.title']].map((one) => one.toLowerCase())).toEqual(
      Array(3).fill(expect.stringContaining(proof)),
    )
    const acts = [text, messages['screen.lead'], messages['settings.change.none'], messages['status.withdrawn.title']]
    for (const one of acts) expect(one.toLowerCase()).toMatch(act)
    for (const message of Object.values(messages)) if (typeof message === 'string') expect(message).not.toMatch(wrong)
  })
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
      'de',
      { template: templateOf('de', 'rewards') },
      'Acme möchte Ihre Daten nutzen (Kaufhistorie, Kassenbons auf Papier und Belege per E-Mail), und zwar hierfür: Statistik und Messung der Werbewirkung.',
    ],
    [
      'fr',
      { template: templateOf('fr', 'rewards') },
      'Acme demande à utiliser vos données (historique d’achats, tickets de caisse papier et reçus par e-mail) pour ces usages (statistiques et mesure de l’effet des publicités).',
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
