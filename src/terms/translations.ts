import { inLanguage } from './by-language.ts'
import { isTranslationOf } from './is-translation.ts'
import type { Template } from './template.ts'

type Load = () => Promise<{ readonly default: Template }>

// Vite writes an import() for each file, so a template loads only when it is used. A new folder in `languages/` needs no line here.
const MODULES = import.meta.glob<{ readonly default: Template }>(['./languages/*/templates/*.md', '!./languages/en/**'])

/** The shipped templates in other languages than English by `<tag>/<name>`. Each loads on demand. */
export const TRANSLATIONS: Readonly<Record<string, Load>> = byName(MODULES)

/** Returns the loader of a shipped template in another language than English: of the same tag, else of the same language. */
export function translationOf(locale: string, name: string): Load | undefined {
  const named = Object.entries(TRANSLATIONS).flatMap(([key, load]) => {
    const [tag = '', template] = key.split('/')
    return template === name ? [[tag, load] as const] : []
  })
  return inLanguage(Object.fromEntries(named), locale)
}

/**
 * Loads the shipped template of the same name and version in another language; `undefined` where there is none.
 *
 * @param template A wording, or the name of a shipped template. Only shipped templates have translations.
 */
export async function loadTranslation(locale: string, template: Template | string): Promise<Template | undefined> {
  const translated = (await translationOf(locale, typeof template === 'string' ? template : template.name)?.())?.default
  return translated !== undefined && isTranslationOf(translated, template) ? translated : undefined
}

/** Returns the loaders of templates by `<tag>/<name>`. */
export function byName(modules: Readonly<Record<string, Load>>): Readonly<Record<string, Load>> {
  return Object.fromEntries(
    Object.entries(modules).map(([path, load]) => {
      const [file = '', , tag] = path.split('/').reverse()
      return [`${tag}/${file.replace('.md', '')}`, load]
    }),
  )
}
