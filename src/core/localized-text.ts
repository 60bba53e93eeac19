/**
 * A text that the company wrote: one text, in the language of the agreement, or one for each language by its BCP 47 tag:
 * `{ en: 'gym visits', es: 'visitas al gimnasio' }`.
 */
export type LocalizedText = string | { readonly [locale: string]: string }

/** Returns a text in a language: the text for that tag, else for its language, else the first text. */
export function textIn(text: LocalizedText, locale: string): string {
  if (typeof text === 'string') return text
  const [language = locale] = locale.split('-')
  const found = [locale, language].find((tag) => Object.hasOwn(text, tag))
  return (found === undefined ? Object.values(text)[0] : text[found]) ?? ''
}
