import { byLanguage } from './by-language.ts'
import type { Template } from './template.ts'
import { byName, TRANSLATIONS } from './translations.ts'
import type { TemplateWords } from './words.ts'

/** Loaders of the shipped templates by `<tag>/<name>`. */
export const GALLERY: Readonly<Record<string, () => Promise<{ readonly default: Template }>>> = {
  ...byName(import.meta.glob<{ readonly default: Template }>('./languages/en/templates/*.md')),
  ...TRANSLATIONS,
}

/** The words of each language that has a template. */
export const WORDS: Readonly<Record<string, TemplateWords>> = byLanguage(
  import.meta.glob<TemplateWords>('./languages/*/words.ts', { eager: true, import: 'words' }),
)
