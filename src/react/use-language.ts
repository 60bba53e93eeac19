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
  readonly template: Template | undefined
  readonly unavailableTerms: UnavailableTerms | undefined
}

/** The words that were loaded, or why they were not. */
interface Loaded {
  readonly messages?: Messages | undefined
  readonly template?: Template | undefined
  readonly error?: LicetError
}

// Outside of the component: React discards a provider whose children suspend at the first render, and creates it again.
const results = new Map<string, Loaded | Promise<unknown>>()

/** Returns the language of a provider, and loads its words when the host app passes a `locale` other than English without `messages`. */
export function useLanguage({ locale: given, messages, client, config }: ConsentProviderProps): Language {
  const locale = given ?? messages?.['language.tag'] ?? 'en'
  const isHydrated = useIsHydrated()
  const [attempt, update] = useReducer((count: number) => count + 1, 0)
  // The agreement of an existing client cannot change its wording.
  const template = client ? undefined : (config?.agreement?.template ?? 'rewards')
  const key = messages || /^en\b/i.test(locale) ? '' : locale + nameOf(template)
  const result = isHydrated ? results.get(key) : undefined
  const loaded = result instanceof Promise ? undefined : result
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the template, and another attempt loads again
  const unavailableTerms = useMemo(() => {
    if (!key || (loaded && !loaded.error)) return undefined
    const load = async () => {
      if (!results.has(key))
        results.set(
          key,
          import('./load-language.ts')
            .then(({ loadLanguage }) => loadLanguage(locale, template))
            .catch((cause: unknown): Loaded => ({ error: notLoadedError(cause) }))
            .then((next) => results.set(key, next)),
        )
      await results.get(key)
    }
    const retry = () => {
      results.delete(key)
      update()
    }
    return { status: loaded ? ('error' as const) : ('pending' as const), text: '' as const, error: loaded?.error, load, retry }
  }, [key, loaded, attempt])
  useEffect(() => {
    let isCurrent = true
    if (unavailableTerms?.status === 'pending') void unavailableTerms.load().then(() => isCurrent && update())
    return () => {
      isCurrent = false
    }
  }, [unavailableTerms])
  return { locale, messages: messages ?? loaded?.messages, template: loaded?.template, unavailableTerms }
}

function nameOf(template: Template | string | undefined): string {
  return typeof template === 'object' ? [template.locale, template.name, template.version].join() : (template ?? '')
}

function notLoadedError(cause: unknown): LicetError {
  return new LicetError(
    'code_unavailable',
    'The words of this `locale` did not load. Nothing can be accepted without them. Go online and retry, or pass `messages`.',
    { cause, field: 'locale' },
  )
}
