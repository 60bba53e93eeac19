import { en } from '../../../locales/en.ts'
import { ENGLISH_SOURCES } from '../../../terms/english-sources.ts'
import { type LanguageTexts, toLanguageTexts } from '../../../terms/language-texts.ts'
import { diffWords } from '../../../terms/languages/en/diff-words.ts'
import { words } from '../../../terms/languages/en/words.ts'

/** The files of a language that have texts by key. */
export const TEXT_FILES = ['interface.json', 'terms.json'] as const

/** A file of a language that has texts by key. */
export type TextFile = (typeof TEXT_FILES)[number]

/** In one order, because the order of `Intl` differs between its versions. */
const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** The Markdown of the English templates and parts, by path without extension. */
export { ENGLISH_SOURCES }

/** Returns every text that a language needs, in English, by file and key. A text with plural forms has a key for each form of the language. */
export function englishTexts(tag: string): Readonly<Record<TextFile, LanguageTexts>> {
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions()
  const forms = PLURAL_FORMS.filter((form) => form === 'other' || pluralCategories.includes(form))
  const messages = Object.entries(en).flatMap(([key, text]): [string, string][] => {
    if (key === 'language.tag') return []
    if (typeof text === 'string') return [[key, text]]
    return forms.map((form) => [`${key}.${form}`, form === 'one' ? text.one : text.other])
  })
  return { 'interface.json': Object.fromEntries(messages), 'terms.json': toLanguageTexts(words, diffWords, tag) }
}

/** Returns the messages of the interface from their texts by key. */
export function toMessages(tag: string, texts: LanguageTexts): Readonly<Record<string, string | LanguageTexts>> {
  const messages = Object.entries(en).map(([key, text]): [string, string | LanguageTexts] => {
    if (key === 'language.tag') return [key, tag]
    if (typeof text === 'string') return [key, texts[key] ?? '']
    const forms = Object.entries(texts).filter(([name]) => name.startsWith(`${key}.`))
    return [key, Object.fromEntries(forms.map(([name, form]) => [name.slice(key.length + 1), form]))]
  })
  return Object.fromEntries(messages)
}
