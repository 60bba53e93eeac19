import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TAGS } from '../../../src/core/tags.ts'
import { USECASES } from '../../../src/core/usecases.ts'
import { USECASE_TERMS } from '../../../src/terms/records/usecase-terms.ts'

const SRC = join(import.meta.dirname, '../../../src')
const languagesIn = (folder: string) =>
  readdirSync(join(SRC, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => basename(name, '.ts'))
    .sort()
const load = (folder: string, language: string): Promise<Record<string, Record<string, unknown>>> =>
  import(join(SRC, folder, `${language}.ts`))

const LANGUAGES = languagesIn('locales').filter((name) => name !== 'load')
const TEMPLATE_LANGUAGES = readdirSync(join(SRC, 'terms/languages')).sort()

describe('names of the vocabulary', () => {
  test('exist for every language of the interface and of the templates', () => {
    expect(languagesIn('core/usecase-names')).toEqual(LANGUAGES)
    expect(languagesIn('core/tag-names')).toEqual(LANGUAGES)
    expect(LANGUAGES).toEqual(expect.arrayContaining(TEMPLATE_LANGUAGES))
  })

  test.each(LANGUAGES)('include every known use case and tag in %s, in the order of the vocabulary', async (language) => {
    const { usecaseNames, ...other } = await load('core/usecase-names', language)
    const { tagNames } = await load('core/tag-names', language)
    expect(Object.keys(usecaseNames ?? {})).toEqual(USECASES)
    expect(Object.keys(tagNames ?? {})).toEqual(TAGS)
    for (const entries of Object.values(other)) expect(Object.keys(entries)).toEqual(USECASES)
  })

  test.each(TEMPLATE_LANGUAGES)('explain every use case in %s', async (language) => {
    const names = await load('core/usecase-names', language)
    expect(Object.keys(names)).toEqual(expect.arrayContaining(['usecaseExplanations', 'usecaseNames']))
  })

  // Regression: training AI was exported as research and development, which is another purpose.
  test('have the terms of the Data Privacy Vocabulary and of AI Preferences for every use case', () => {
    expect(Object.keys(USECASE_TERMS)).toEqual(USECASES)
    for (const { purpose, processing } of Object.values(USECASE_TERMS)) {
      expect(purpose).toMatch(/^dpv:[A-Z]\w+$/)
      // A use without a narrower purpose at least says what is done with the data.
      if (purpose === 'dpv:Purpose') expect(processing).toMatch(/^(?:dpv|ai):[A-Z]\w+$/)
    }
    expect(JSON.stringify(USECASE_TERMS)).not.toContain('Research')
    const preferred = Object.entries(USECASE_TERMS).filter(([, { aiPreference }]) => aiPreference !== undefined)
    expect(preferred.map(([usecase]) => usecase)).toEqual(['generative_ai'])
  })
})
