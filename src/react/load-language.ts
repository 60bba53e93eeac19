import type { Messages } from '../locales/format/messages.ts'
import { loadMessages } from '../locales/load.ts'
import { GALLERY } from '../terms/gallery.ts'
import type { Template } from '../terms/index.ts'
import { warnMisuse } from './warn-misuse.ts'

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
  const [{ messages }, translated] = await Promise.all([loadMessages(locale), loadTranslation(locale, template)])
  const isFound = languageOf(messages['language.tag']) === languageOf(locale)
  if (!isFound) warnMisuse('locale', locale)
  return { messages: isFound ? messages : undefined, template: translated }
}

async function loadTranslation(locale: string, template: Template | string | undefined): Promise<Template | undefined> {
  const language = languageOf(locale)
  if (template === undefined) return undefined
  if (typeof template === 'string') return loadTemplate(`${language}/${template}`)
  if (languageOf(template.locale) === language) return undefined
  const { name, version } = template
  for (const file of [name, `${name}-v${version}`]) {
    const [original, translation]: readonly (Template | undefined)[] = await Promise.all([
      loadTemplate(`${template.locale}/${file}`),
      loadTemplate(`${language}/${file}`),
    ])
    if (original === template && translation?.version === version) return translation
  }
  return undefined
}

async function loadTemplate(name: string): Promise<Template | undefined> {
  const module = await GALLERY[name]?.()
  return module?.default
}

function languageOf(locale: string): string {
  return locale.toLowerCase().split('-')[0] ?? ''
}
