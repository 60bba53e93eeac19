import { describe, expect, it } from 'vitest'
import { directionOf } from '../../../src/core/direction.ts'
import ar from '../../../src/locales/ar.ts'
import de from '../../../src/locales/de.ts'
import { en } from '../../../src/locales/en.ts'
import { createTranslator } from '../../../src/locales/format/translator.ts'

const t = createTranslator(en, 'en')

/** Removes the marks that isolate a value of another script. */
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '')

describe('a translator', () => {
  it('inserts values as text, including those that look like placeholders or markup', () => {
    expect(t.text('screen.title', { company: '$& {company} <b>' })).toBe('May $& {company} <b> use your data?')
  })

  it('selects the plural form by the language', () => {
    expect(t.text('diff.summary', { count: 1 })).toBe('1 change in the text')
    expect(t.text('diff.summary', { count: 1200 })).toBe('1,200 changes in the text')
    const arabic = createTranslator(ar, 'ar')
    expect([1, 2, 3, 11].map((count) => arabic.text('diff.summary', { count }))).toHaveLength(4)
    expect(new Set([1, 2, 3, 11].map((count) => arabic.text('diff.summary', { count }))).size).toBe(4)
  })

  it('writes lists, dates and percentages in the language, and keeps day and month on one line', () => {
    expect(t.list(['a', 'b', 'c'])).toBe('a, b and c')
    expect(t.date('2027-12-31T00:00:00Z', 'UTC')).toBe('31\u00a0December 2027')
    expect(t.dateTime('2027-12-31T16:45:00Z', 'UTC')).toBe('31\u00a0December 2027 at 16:45\u00a0UTC')
    const american = createTranslator(en, 'en-US')
    expect(american.dateTime('2027-12-31T16:45:00Z', 'UTC')).toBe('December\u00a031, 2027 at 4:45\u00a0PM\u00a0UTC')
    expect(t.percent(0.42)).toBe('42%')
    const german = createTranslator(de, 'de')
    expect(german.list(['a', 'b', 'c'])).toBe('a, b und c')
    expect(german.date('2027-12-31T00:00:00Z', 'UTC')).toBe('31.\u00a0Dezember 2027')
  })

  it.each([
    'en-US',
    'en-GB',
    'en-IN',
    'de',
    'de-AT',
    'es',
    'es-MX',
    'fr',
    'fr-CH',
    'he',
    'ja',
    'pt',
    'pt-BR',
    'ar',
    'ar-EG',
    'hi-u-nu-deva',
  ])('writes lists and numbers in %s as Intl does', (locale) => {
    const own = createTranslator(en, locale)
    const list = new Intl.ListFormat(locale, { type: 'conjunction' })
    const items = ['Apfel', 'Birne', 'Isla', 'ו']
    for (const length of [0, 1, 2, 3, 4]) {
      expect(plain(own.list(items.slice(0, length)))).toBe(list.format(items.slice(0, length)))
      expect(plain(own.list(items.slice(-length || 4)))).toBe(list.format(items.slice(-length || 4)))
    }
    const number = new Intl.NumberFormat(locale)
    for (const count of [0, 7, 12, 999, 1000, 12_345, -3, 0.5]) {
      expect(own.text('terms.minutes', { count })).toContain(number.format(count))
    }
  })

  // Regression: an Arabic title showed "7-Eleven" as "Eleven-7", and two hosts swapped places.
  it('experience 19: isolates values of the other direction, and numbers in right-to-left text', () => {
    const arabic = createTranslator(ar, 'ar')
    expect(arabic.text('screen.title', { company: '7-Eleven' })).toBe('هل تسمح لـ\u20687-Eleven\u2069 باستخدام بياناتك؟')
    expect(arabic.list(['a.example', 'سجل التصفح'])).toBe('\u2068a.example\u2069 وسجل التصفح')
    expect(arabic.text('screen.title', { company: 'متجر بوميلو' })).toBe('هل تسمح لـمتجر بوميلو باستخدام بياناتك؟')
    expect(arabic.text('screen.title', { company: '90 / 10' })).toContain('\u206890 / 10\u2069')
    expect(arabic.text('screen.title', { company: arabic.list(['a', 'b']) })).toContain('\u2068a\u2069 و\u2068b\u2069')
    expect(t.text('screen.title', { company: 'متجر 24' })).toBe('May \u2068متجر 24\u2069 use your data?')
    expect(t.list(['אקמי 5', 'b'])).toBe('\u2068אקמי 5\u2069 and b')
  })

  it('returns text that is not a date unchanged', () => {
    expect(t.date('soon')).toBe('soon')
  })

  it('names known words, and makes custom words readable', () => {
    expect([t.tag('email_receipt'), t.tag('loyalty_points'), t.usecase('toString')]).toEqual([
      'email receipts',
      'loyalty points',
      'toString',
    ])
    expect(t.sentence(t.usecase('analytics'))).toBe('Statistics')
  })

  it('knows the right-to-left languages', () => {
    expect(['en', 'ar', 'he-IL', 'pt-BR'].map(directionOf)).toEqual(['ltr', 'rtl', 'rtl', 'ltr'])
  })
})
