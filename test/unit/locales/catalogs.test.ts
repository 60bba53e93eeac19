import { describe, expect, it } from 'vitest'
import { TAGS, USECASES } from '../../../src/core/vocabulary.ts'
import ar from '../../../src/locales/ar.ts'
import de from '../../../src/locales/de.ts'
import { en } from '../../../src/locales/en.ts'
import es from '../../../src/locales/es.ts'
import type { MessageKey, Messages, Plural } from '../../../src/locales/format/messages.ts'
import fr from '../../../src/locales/fr.ts'
import he from '../../../src/locales/he.ts'
import ja from '../../../src/locales/ja.ts'
import ptBR from '../../../src/locales/pt-BR.ts'

const CATALOGS: Readonly<Record<string, Messages>> = { en, es, fr, de, 'pt-BR': ptBR, ja, ar, he }
const keys = Object.keys(en) as MessageKey[]

const forms = (entry: string | Plural): string[] => (typeof entry === 'string' ? [entry] : Object.values(entry))
const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()

describe.each(Object.entries(CATALOGS))('the catalog %s', (locale, catalog) => {
  it('experience 20: has every text and no other', () => {
    expect(Object.keys(catalog)).toEqual(keys)
    for (const key of keys) for (const form of forms(catalog[key])) expect(form.trim(), key).not.toBe('')
  })

  it('experience 20: has the places of the English text in each of its own', () => {
    for (const key of keys) {
      const source = en[key]
      const entry = catalog[key]
      if (typeof source === 'string') expect([key, places(String(entry))]).toEqual([key, places(source)])
      else expect([key, places((entry as Plural).other)]).toEqual([key, places(source.other)])
    }
  })

  it('experience 20: has the forms of number that its language has, and no other', () => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
    for (const key of keys) {
      const entry = catalog[key]
      if (typeof entry !== 'string') expect([key, Object.keys(entry).sort()]).toEqual([key, [...pluralCategories].sort()])
    }
  })

  it('has no exclamation mark, no markup and no invisible character', () => {
    for (const key of keys)
      for (const form of forms(catalog[key])) expect(form, key).not.toMatch(/[!¡！<>\u200B\u200E\u200F\u202A-\u202E]/u)
  })

  it('names every known kind of data and use case, each by a name of its own', () => {
    const names = [...TAGS.map((tag) => catalog[`tag.${tag}`]), ...USECASES.map((usecase) => catalog[`usecase.${usecase}`])]
    expect(new Set(names).size).toBe(names.length)
  })

  it('experience 3: quotes both labels in the sentence above the decision', () => {
    expect(places(catalog['decision.notice'])).toEqual(['accept', 'decline'])
    expect(catalog['decision.accept']).not.toBe(catalog['decision.decline'])
  })
})

describe('English', () => {
  it('says license, permission and withdraw, and no other word for the same', () => {
    const all = keys.flatMap((key) => forms(en[key])).join('\n')
    expect(all).not.toMatch(/\b(?:consent|licence|revoke|revoked|opt[- ](?:in|out)|cancel|cookies?)\b/i)
  })

  it('is plain: sentences of at most 24 words', () => {
    for (const key of keys)
      for (const form of forms(en[key]))
        for (const sentence of form.split(/[.:]\s/))
          expect(sentence.split(/\s+/).length, `${key}: ${sentence}`).toBeLessThanOrEqual(24)
  })
})
