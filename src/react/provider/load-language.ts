import type { Messages } from '../../locales/format/messages.ts'
import { loadMessages } from '../../locales/load.ts'
import { isSameLanguage } from '../../terms/by-language.ts'
import type { Template } from '../../terms/index.ts'
import { loadTranslation } from '../../terms/translations.ts'

// The files of other languages are reached through this module only.
export { loadMessages }

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
