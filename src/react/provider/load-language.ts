import { en } from '../../locales/en.ts'
import type { Messages } from '../../locales/format/messages.ts'
import { inLanguage } from '../../terms/by-language.ts'
import type { DiffWords } from '../../terms/diff/diff-words.ts'
import type { PreparedTemplate, Template } from '../../terms/index.ts'
import { isTranslationOf } from '../../terms/is-translation.ts'
import { words as englishWords } from '../../terms/languages/en/words.ts'
import type { TemplateWords } from '../../terms/words.ts'

/** The file of one language: everything that a page in that language can need. */
interface LanguageFile {
  readonly messages: Messages
  readonly words: TemplateWords
  readonly diffWords: DiffWords
  readonly templates: readonly Template[]
}

const FOLDER = '../languages/'
// One file for each language: a bundler writes a file for each import(), and a page would request the words of its language one by one.
const FILES = Object.fromEntries(
  Object.entries(import.meta.glob<LanguageFile>('../languages/*.ts')).map(([path, load]) => [
    path.slice(FOLDER.length, -'.ts'.length),
    load,
  ]),
)

// The words of all languages are reached through this module only.
export { en }

/** Loads the words of a prepared agreement: the words of Licet in its language, or the words that it contains. */
export async function loadWords({ locale, texts }: PreparedTemplate): Promise<TemplateWords> {
  if (texts !== undefined) return (await import('../../terms/language-texts.ts')).createTemplateWords(locale, texts, texts)
  return (await loadFile(locale))?.words ?? englishWords
}

/** Loads the sentences about changes of a license in one language; `undefined` where there are none. */
export async function loadDiffWords(locale: string): Promise<DiffWords | undefined> {
  return (await loadFile(locale))?.diffWords
}

/** The words of one language. */
export interface LoadedLanguage {
  /** `undefined` when Licet has no words in the language: the interface is in English. */
  readonly messages: Messages | undefined
  /** The shipped template of the same name and version in the language; `undefined` where there is none. */
  readonly template: Template | undefined
}

/**
 * Loads the words of the interface and of the terms in one language.
 *
 * @param template The wording of the agreement, or the name of a shipped template. Only shipped templates have translations.
 */
export async function loadLanguage(locale: string, template: Template | string | undefined): Promise<LoadedLanguage> {
  const file = await loadFile(locale)
  return {
    messages: file?.messages,
    template: template === undefined ? undefined : file?.templates.find((one) => isTranslationOf(one, template)),
  }
}

/** Loads the file of a language; `undefined` for English, and where there is none. */
async function loadFile(locale: string): Promise<LanguageFile | undefined> {
  return inLanguage(FILES, locale)?.()
}
