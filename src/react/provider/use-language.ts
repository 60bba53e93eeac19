'use client'

import { DEFAULT_TIMEOUT_MS } from '../../client/defaults.ts'
import type { Messages } from '../../locales/format/messages.ts'
import type { Template } from '../../terms/index.ts'
import { isPrepared } from '../../terms/prepared/is-prepared.ts'
import { warnOfLocale } from '../developer/warn-misuse.ts'
import type { UnavailableTerms } from './context.ts'
import type { LoadedLanguage } from './load-language.ts'
import type { ConsentProviderProps } from './provider-props.ts'
import { toKey } from './to-key.ts'
import { useLate } from './use-late.ts'

/** The words of a language, as the provider uses them. */
export interface Language {
  readonly locale: string
  readonly messages: Messages | undefined
  /** The wording of the terms in the language; `undefined` keeps the wording of the agreement. */
  readonly template: Template | undefined
  readonly unavailableTerms: UnavailableTerms | undefined
}

/** Options of {@link useLanguage}. */
export type LanguageOptions = Pick<ConsentProviderProps, 'locale' | 'messages' | 'client' | 'config'> & {
  /** Whether only the words of the interface are needed, without terms. */
  readonly isPlain?: boolean
}

/** Returns a language, and loads its words when it is not English and has no `messages`. */
export function useLanguage({ locale: given, messages, client, config, isPlain }: LanguageOptions): Language {
  const locale = given ?? messages?.['language.tag'] ?? 'en'
  // The agreement of an existing client, and a prepared one, cannot change their wording.
  const { agreement } = config ?? {}
  const template = client || isPlain || isPrepared(agreement) ? undefined : (agreement?.template ?? 'rewards')
  const { value, unavailable } = useLate<LoadedLanguage>({
    key: messages || /^en\b/i.test(locale) ? '' : toKey([locale, template]),
    async load() {
      const { loadLanguage } = await import('./load-language.ts')
      const words = await loadLanguage(locale, template)
      if (words.messages === undefined) warnOfLocale(locale)
      return { value: words }
    },
    what: 'words of this `locale`',
    timeoutMs: config?.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  })
  return { locale, messages: messages ?? value?.messages, template: value?.template, unavailableTerms: unavailable }
}
