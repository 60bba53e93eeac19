import type { Messages } from './format/messages.ts'

export type { MessageKey, Messages, Plural } from './format/messages.ts'

// One import() for each language, so that a bundler makes a chunk of each. To add a language, add a line here.
// The comment in `en.ts` lists the other files of a language.
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

/** A catalog and its locale. Pass both to the provider. */
export interface LoadedMessages {
  /** The requested tag, such as `es-MX`. */
  readonly locale: string
  /** The texts of its language. */
  readonly messages: Messages
}

/**
 * Loads the catalog of the first language that has one, or English.
 *
 * `es-MX` gets `es`, and `pt` gets `pt-BR`. `locale` is the requested tag, so dates follow its country.
 *
 * @param wanted BCP 47 tags, the preferred one first, for example `navigator.languages`.
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

/** Returns the name of the catalog for a locale: the same tag, or the same language. */
function nameOf(locale: string): string | undefined {
  const tag = locale.toLowerCase()
  const [language] = tag.split('-')
  const names = Object.keys(CATALOGS)
  return names.find((name) => name.toLowerCase() === tag) ?? names.find((name) => name.toLowerCase().split('-')[0] === language)
}
