import { isSameLanguage } from './by-language.ts'
import { isShipped } from './shipped-template.ts'
import type { Template } from './template.ts'

/** Returns whether a shipped template has the name and the version of a wording in another language. */
export function isTranslationOf(translated: Template, template: Template | string): boolean {
  if (typeof template === 'string') return translated.name === template
  const { name, version, locale } = template
  return (
    isShipped(template) && translated.name === name && translated.version === version && !isSameLanguage(locale, translated.locale)
  )
}
