import type { Messages } from '../../locales/format/messages.ts'
import { loadMessages } from '../../locales/load.ts'
import { isSameLanguage } from '../../terms/by-language.ts'
import type { PreparedTemplate, Template } from '../../terms/index.ts'
import { words as en } from '../../terms/languages/en/words.ts'
import { loadTranslation, translationOf } from '../../terms/translations.ts'
import type { TemplateWords } from '../../terms/words.ts'

// The files of other languages are reached through this module only.
export { loadMessages }

/** Loads the words of a prepared agreement: the words of Licet in its language, or the words that it contains. */
export async function loadWords({ locale, texts }: PreparedTemplate): Promise<TemplateWords> {
  if (texts !== undefined) return (await import('../../terms/language-texts.ts')).createTemplateWords(locale, texts, texts)
  const translated = await translationOf(locale, 'rewards')?.()
  return translated?.default.words ?? en
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
  const [{ messages }, translated] = await Promise.all([loadMessages(locale), template && loadTranslation(locale, template)])
  const isFound = isSameLanguage(messages['language.tag'], locale)
  return { messages: isFound ? messages : undefined, template: translated || undefined }
}
