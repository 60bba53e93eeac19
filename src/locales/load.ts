import type { Messages } from './format/messages.ts'

export type { MessageKey, Messages, Plural } from './format/messages.ts'

// One import() for each language: a bundler makes a file of each, and a visitor loads one.
const CATALOGS: Readonly<Record<string, () => Promise<{ readonly default: Messages }>>> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  en: () => import('./en.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  he: () => import('./he.ts'),
  ja: () => import('./ja.ts'),
  'pt-BR': () => import('./pt-BR.ts'),
}

/** A catalog, and the language that it is in: give both to the provider. */
export interface LoadedMessages {
  readonly locale: string
  readonly messages: Messages
}

/**
 * Loads the words of the kit for the first language that there are words for, else English: one catalog, when it is asked for.
 * `es-MX` is given `es`, `pt` is given `pt-BR`; the locale stays the one that was wanted, so that dates are written its way.
 *
 * @param wanted BCP 47 tags, the preferred one first: `navigator.languages`.
 * @example
 * const { locale, messages } = await loadMessages(navigator.languages)
 */
export async function loadMessages(wanted: string | readonly string[]): Promise<LoadedMessages> {
  for (const locale of typeof wanted === 'string' ? [wanted] : wanted) {
    const name = nameOf(locale)
    const load = name === undefined ? undefined : CATALOGS[name]
    if (load !== undefined) return { locale, messages: (await load()).default }
  }
  return { locale: 'en', messages: (await import('./en.ts')).default }
}

/** The catalog of a language: its own, or the one of its first subtag. */
function nameOf(locale: string): string | undefined {
  const tag = locale.toLowerCase()
  const [language] = tag.split('-')
  const names = Object.keys(CATALOGS)
  return names.find((name) => name.toLowerCase() === tag) ?? names.find((name) => name.toLowerCase().split('-')[0] === language)
}
