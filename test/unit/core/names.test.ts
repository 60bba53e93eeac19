import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TAGS } from '../../../src/core/tags.ts'
import { DPV_PURPOSES, USECASES } from '../../../src/core/usecases.ts'

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

  test.each(TEMPLATE_LANGUAGES)('explain every use case in %s and have a pattern for the linter', async (language) => {
    const names = await load('core/usecase-names', language)
    expect(Object.keys(names).sort()).toEqual(['usecaseExplanations', 'usecaseNames'])
  })

  test('have a term of the Data Privacy Vocabulary for every use case', () => {
    for (const term of Object.values(DPV_PURPOSES)) expect(term).toMatch(/^dpv:[A-Z]\w+$/)
  })
})
