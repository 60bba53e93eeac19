import type { Translator } from '../../locales/format/translator.ts'
import { isSameLanguage } from '../../terms/by-language.ts'

/** Returns the name of the language of the terms, in the language of the interface, when the two differ. */
export function foreignLanguage(terms: string | undefined, t: Translator): string | undefined {
  return terms === undefined || isSameLanguage(terms, t.locale) ? undefined : t.language(terms)
}
