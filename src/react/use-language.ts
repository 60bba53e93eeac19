'use client'

import { useEffect, useMemo, useReducer } from 'react'
import { LicetError } from '../core/errors.ts'
import type { Messages } from '../locales/format/messages.ts'
import type { Template } from '../terms/index.ts'
import type { UnavailableTerms } from './context.ts'
import type { ConsentProviderProps } from './provider-props.ts'
import { useIsHydrated } from './use-is-hydrated.ts'

/** The words of a language, as the provider uses them. */
export interface Language {
  readonly locale: string
  readonly messages: Messages | undefined
  /** The wording of the terms in the language; `undefined` keeps the wording of the agreement. */
  readonly template?: Template | undefined
  readonly unavailableTerms?: UnavailableTerms | undefined
}

/** The words that were loaded, or why they were not. */
type Loaded = Pick<Language, 'messages' | 'template'> & { readonly error?: LicetError }

// Outside of the component: React discards a provider whose children suspend at the first render, and creates it again.
const results = new Map<string, Loaded>()
const loadings = new Map<string, Promise<unknown>>()

/** Returns the language of a provider, and loads its words when the host app passes a `locale` other than English without `messages`. */
export function useLanguage({ locale: given, messages, client, config }: ConsentProviderProps): Language {
  const locale = given ?? messages?.['language.tag'] ?? 'en'
  const [attempt, update] = useReducer((count: number) => count + 1, 0)
  const isHydrated = useIsHydrated()
  // The agreement of an existing client cannot change its wording.
  const template = client === undefined ? (config?.agreement?.template ?? 'rewards') : undefined
  const { name, locale: from, version } = typeof template === 'object' ? template : { name: template, locale: '', version: 0 }
  const key = messages !== undefined || /^en\b/i.test(locale) ? undefined : JSON.stringify([locale, name, from, version])
  const loaded = isHydrated && key !== undefined ? results.get(key) : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has everything of the template that matters
  const load = useMemo(() => {
    if (key === undefined) return undefined
    return () => {
      const loading =
        loadings.get(key) ??
        import('./load-language.ts')
          .then(({ loadLanguage }) => loadLanguage(locale, template))
          .catch((cause: unknown): Loaded => ({ messages: undefined, error: notLoadedError(locale, cause) }))
          .then((result) => results.set(key, result))
      loadings.set(key, loading)
      return loading
    }
  }, [key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (load === undefined || loaded !== undefined) return
    let isCurrent = true
    load().then(() => isCurrent && update())
    return () => {
      isCurrent = false
    }
  }, [load, loaded, attempt])
  const error = loaded?.error
  const isMissing = load !== undefined && (loaded === undefined || error !== undefined)
  const unavailableTerms = useMemo(
    () =>
      isMissing && load !== undefined && key !== undefined
        ? ({
            status: error === undefined ? 'pending' : 'error',
            text: '',
            error,
            load,
            retry() {
              loadings.delete(key)
              results.delete(key)
              update()
            },
          } as const)
        : undefined,
    [isMissing, load, key, error],
  )
  return { locale, messages: messages ?? loaded?.messages, template: loaded?.template, unavailableTerms }
}

function notLoadedError(locale: string, cause: unknown): LicetError {
  return new LicetError(
    'code_unavailable',
    `The words of the language "${locale}" did not load. Nothing can be accepted without them. Go online and call \`retry()\`, or pass \`messages\`.`,
    { cause, field: 'locale' },
  )
}
