import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatDuration } from '../../../src/components/summary/format-summary.tsx'
import { TAGS } from '../../../src/core/tags.ts'
import { USECASES } from '../../../src/core/usecases.ts'
import ar from '../../../src/locales/ar.ts'
import de from '../../../src/locales/de.ts'
import { en } from '../../../src/locales/en.ts'
import es from '../../../src/locales/es.ts'
import type { MessageKey, Messages, Plural } from '../../../src/locales/format/messages.ts'
import { createTranslator } from '../../../src/locales/format/translator.ts'
import fr from '../../../src/locales/fr.ts'
import he from '../../../src/locales/he.ts'
import ja from '../../../src/locales/ja.ts'
import ptBR from '../../../src/locales/pt-BR.ts'
import { readingGrade } from '../../../src/terms/lint/index.ts'
import { projectRoot } from '../../support/run-command.ts'

const CATALOGS: Readonly<Record<string, Messages>> = { en, es, fr, de, 'pt-BR': ptBR, ja, ar, he }
const keys = Object.keys(en) as MessageKey[]

const QUOTES: Readonly<Record<string, string>> = {
  en: '“…”',
  es: '«…»',
  fr: '«\u00a0…\u00a0»',
  de: '„…“',
  'pt-BR': '“…”',
  ja: '「…」',
  ar: '«…»',
  he: '״…״',
}

/** Patterns that are wrong anywhere in a text of the language. `{}` is any value. */
const WRONG: Readonly<Record<string, readonly RegExp[]>> = {
  en: [/["']/],
  // Addresses the reader as tú, with one word each for the app, the proof and a purpose.
  es: [/["'“”]/, /\busted(?:es)?\b/i, /\b(?:apps?|fines|recibo)\b/i],
  // Addresses the reader as vous. Double signs and quotes need a no-break space, and “de” and “que” must not precede a value.
  fr: [/["'“”]/, / [:;!?»]|« |[^\u00a0\u202f][:;!?»]/, /(?<!\p{L})(?:tu|ton|ta|tes|toi)(?!\p{L})/iu, /\b(?:de|que) \{\}/],
  de: [/["'”«»]/, /\b(?:du|dich|dir|deine?[mnrs]?)\b/i, /\b(?:bis|ab) \{\}/],
  'pt-BR': [/["'«»]/, /\b(?:tu|teu|tua|teus|tuas|contigo)\b/i],
  // Full-width signs, no spaces, the polite form.
  ja: [/[\s,.:;?!()"'“”]/, /(?:である|だった|(?<!ん)だ)(?:。|$)/],
  ar: [/["'“”,;?%]/],
  // A maqaf, not a hyphen, joins a letter to a name or a number.
  he: [/["'“”]/, /-/],
}

/** The word for a license. */
const LICENSE: Readonly<Record<string, RegExp>> = {
  en: /licen[cs]e/i,
  es: /licencia/i,
  fr: /licence/i,
  de: /lizenz/i,
  'pt-BR': /licença/i,
  ja: /ライセンス/,
  ar: /رخيص/,
  he: /רישיו/,
}

/** The largest number of letters in a message. Japanese, Arabic and Hebrew write the same with fewer. */
const LONGEST: Readonly<Record<string, number>> = { en: 105, es: 125, fr: 132, de: 143, 'pt-BR': 125, ja: 70, ar: 100, he: 100 }
/** The languages that {@link readingGrade} can grade. */
const GRADED = ['en', 'es', 'ar', 'he', 'pt-BR']

const forms = (entry: string | Plural): string[] => (typeof entry === 'string' ? [entry] : Object.values(entry))
const wordsOf = (text: string, locale: string) =>
  [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(text.toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()

describe.each(Object.entries(CATALOGS))('the catalog %s', (locale, catalog) => {
  it('experience 20: has every text of the English catalog and no other', () => {
    expect(Object.keys(catalog)).toEqual(keys)
    for (const key of keys) for (const form of forms(catalog[key])) expect(form.trim(), key).not.toBe('')
  })

  // Regression: “Your license is ready” turned the relation round, because the person is the one who gives.
  it('look: speaks of a permission, and of a license only in the technical part of a receipt, which explains the word', () => {
    const license = LICENSE[locale] ?? /./
    const found = keys.filter((key) => forms(catalog[key]).some((form) => license.test(form)))
    expect(found).toEqual(['receipt.number', 'receipt.license'])
  })

  // Regression: the summary read “Until when: Until 22 November 2027”.
  it('repeats no word of the label of the end in its value', () => {
    const t = createTranslator(catalog, locale)
    const label = t.text('summary.duration')
    for (const expiry of ['2027-11-23T00:00:00.000Z', { months: 12 }, null] as const) {
      const value = formatDuration(expiry, t)
      expect([label, value, wordsOf(label, locale).filter((word) => wordsOf(value, locale).includes(word))]).toEqual([
        label,
        value,
        [],
      ])
    }
  })

  // Regression: a message of the withdrawal had three sentences and 150 letters, and one of the setup named nobody who fixes it.
  it('look: writes no message that is longer than three short lines', () => {
    const long = keys.flatMap((key) => forms(catalog[key]).filter((form) => form.length > (LONGEST[locale] ?? 0)))
    expect(long).toEqual([])
  })

  if (GRADED.includes(locale))
    it('look: writes sentences of reading grade 6 or lower', () => {
      const sentences = keys.flatMap((key) => forms(catalog[key]).filter((form) => /[.?؟]$/.test(form)))
      expect(sentences.length).toBeGreaterThan(60)
      for (const text of [sentences.join('\n'), ...sentences]) {
        const grade = readingGrade(text.replace(/\{\w+\}/g, '7'), locale)
        expect([text, grade ?? 0]).toEqual([text, Math.min(grade ?? 0, 6)])
      }
      expect(readingGrade(sentences.join('\n'), locale)).toBeGreaterThan(0)
    })

  it('experience 20: has the same placeholders in each text as English', () => {
    for (const key of keys) {
      const source = en[key]
      const entry = catalog[key]
      if (typeof source === 'string') expect([key, places(String(entry))]).toEqual([key, places(source)])
      else expect([key, places((entry as Plural).other)]).toEqual([key, places(source.other)])
    }
  })

  it('experience 20: has the plural forms of its language and no other', () => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
    for (const key of keys) {
      const entry = catalog[key]
      if (typeof entry !== 'string') expect([key, Object.keys(entry).sort()]).toEqual([key, [...pluralCategories].sort()])
    }
  })

  it('experience 20: writes every number with the plural form of its language, and uses each form', () => {
    const t = createTranslator(catalog, locale)
    const rules = new Intl.PluralRules(locale)
    const counts = [...Array.from({ length: 130 }, (_, count) => count), 1_000_000]
    for (const key of ['terms.minutes', 'diff.summary'] as const) {
      const entry: Plural = catalog[key]
      expect([...new Set(counts.map((count) => rules.select(count)))].sort()).toEqual(Object.keys(entry).sort())
      for (const count of counts) {
        const form = entry[rules.select(count)] ?? ''
        // A form without the number applies to one number only, which its words name.
        if (!form.includes('{count}')) expect(counts.filter((other) => entry[rules.select(other)] === form)).toEqual([count])
        expect(t.text(key, { count }), key).toBe(form.replace('{count}', new Intl.NumberFormat(locale).format(count)))
      }
    }
  })

  it('has single spaces between words, none at the ends, and a full stop where English has one', () => {
    for (const key of keys)
      for (const form of forms(catalog[key])) {
        expect(form, key).not.toMatch(/\s\s|^\s|\s$|\s[.,،、。]/)
        const source = en[key]
        expect([key, /[.。]$/.test(form)]).toEqual([key, /\.$/.test(typeof source === 'string' ? source : source.other)])
      }
  })

  // Regression: the terms had two full stops after the company name "Acme Inc.".
  it('has no full stop after a name that may end with one', () => {
    for (const key of keys) for (const form of forms(catalog[key])) expect(form, key).not.toMatch(/\{(?:company|issuer)\}\./)
  })

  it('uses the signs, the form of address and the words of its language', () => {
    for (const key of keys)
      for (const form of forms(catalog[key])) {
        const words = form.replaceAll(/\{\w+\}/g, '{}')
        for (const wrong of WRONG[locale] ?? []) expect(words, key).not.toMatch(wrong)
      }
    expect(catalog['decision.notice']).toContain(QUOTES[locale]?.replace('…', '{accept}'))
    expect(catalog['decision.notice']).toContain(QUOTES[locale]?.replace('…', '{decline}'))
  })

  it('has no exclamation mark, no markup and no invisible character', () => {
    for (const key of keys)
      for (const form of forms(catalog[key])) expect(form, key).not.toMatch(/[!¡！<>\u200B\u200E\u200F\u202A-\u202E]/u)
  })

  it('has a different name for every known kind of data and use case', () => {
    const names = [...TAGS.map((tag) => catalog[`tag.${tag}`]), ...USECASES.map((usecase) => catalog[`usecase.${usecase}`])]
    expect(new Set(names).size).toBe(names.length)
  })

  // Regression: a notice stated that no purpose was added above a new optional purpose, which is a minor change.
  it('experience 14: describes a minor change in the same words everywhere', () => {
    expect(catalog['notice.minor'].startsWith(catalog['diff.minor'])).toBe(true)
    const named = ['summary.data', 'summary.purposes', 'summary.recipients'] as const
    for (const key of named) expect(catalog['diff.minor'].toLowerCase()).not.toContain(catalog[key].toLowerCase())
  })

  it('experience 3: quotes both labels in the sentence above the decision', () => {
    expect(places(catalog['decision.notice'])).toEqual(['accept', 'decline', 'terms'])
    expect(catalog['decision.accept']).not.toBe(catalog['decision.decline'])
  })
})

describe('English', () => {
  it('uses license, permission and stop, and no synonym of them', () => {
    const all = keys.flatMap((key) => forms(en[key])).join('\n')
    expect(all).not.toMatch(/\b(?:consent|licence|revoke|revoked|opt[- ](?:in|out)|cancel|cookies?|withdr\w+|e-mail)\b/i)
  })

  it('has sentences of at most 24 words', () => {
    for (const key of keys)
      for (const form of forms(en[key]))
        for (const sentence of form.split(/[.:]\s/))
          expect(sentence.split(/\s+/).length, `${key}: ${sentence}`).toBeLessThanOrEqual(24)
  })
})

describe('a duration', () => {
  it.each([
    ['en', '12 months from the day you agree, or until you stop'],
    ['es', '12 meses desde el día en que aceptes, o hasta que retires tu permiso'],
    ['fr', '12 mois à partir du jour de votre accord, ou jusqu’à son retrait'],
    ['de', '12 Monate ab dem Tag Ihrer Zustimmung oder bis zu Ihrem Widerruf'],
    ['pt-BR', '12 meses a partir do dia em que você aceitar, ou até você encerrar'],
    ['ja', '同意した日から12 か月、またはやめるまで'],
    ['ar', '12 شهرًا من يوم موافقتك، أو حتى توقفه'],
    ['he', '12 חודשים מיום ההסכמה, או עד שמפסיקים'],
  ])('is counted from the day of the decision in %s', (locale, line) => {
    const t = createTranslator(CATALOGS[locale] as Messages, locale)
    // Versions of `Intl` differ in their spaces.
    const letters = (text: string) => text.replace(/[\s\u2066-\u2069]/g, '')
    expect(letters(formatDuration({ months: 12 }, t))).toBe(letters(line))
  })
})

// Regression: two texts that no component showed any longer were still translated into eight languages.
it('has no text that no source uses', () => {
  const folder = join(projectRoot, 'src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/^locales\/[\w-]+\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const prefixes = [...sources.matchAll(/`([a-z]+\.[\w.]*)\$\{/g)].map(([, prefix = '']) => prefix)
  const unused = keys.filter((key) => !sources.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix)))
  expect(unused).toEqual([])
})
