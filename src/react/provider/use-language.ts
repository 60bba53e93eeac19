'use client'

import { useEffect, useMemo, useReducer } from 'react'
import { DEFAULT_TIMEOUT_MS } from '../../client/defaults.ts'
import { codeUnavailableError } from '../../client/first-errors.ts'
import { scheduleTimeout } from '../../client/page-environment.ts'
import { withTimeLimit } from '../../client/wait.ts'
import type { LicetError } from '../../core/errors.ts'
import type { Messages } from '../../locales/format/messages.ts'
import type { Template } from '../../terms/index.ts'
import { warnMisuse } from '../developer/warn-misuse.ts'
import type { UnavailableTerms } from './context.ts'
import type { ConsentProviderProps } from './provider-props.ts'
import { toKey } from './to-key.ts'
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

/** Options of {@link useLanguage}. */
export type LanguageOptions = Pick<ConsentProviderProps, 'locale' | 'messages' | 'client' | 'config'> & {
  /** Whether only the words of the interface are needed, without terms. */
  readonly isPlain?: boolean
}

/** Returns a language, and loads its words when it is not English and has no `messages`. */
export function useLanguage({ locale: given, messages, client, config, isPlain }: LanguageOptions): Language {
  const locale = given ?? messages?.['language.tag'] ?? 'en'
  const isHydrated = useIsHydrated()
  const [, update] = useReducer((count: number) => count + 1, 0)
  // The agreement of an existing client cannot change its wording.
  const template = client || isPlain ? undefined : (config?.agreement?.template ?? 'rewards')
  const key = messages || /^en\b/i.test(locale) ? '' : toKey([locale, template])
  const result = isHydrated ? results.get(key) : undefined
  const loaded = result instanceof Promise ? undefined : result
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the template
  const unavailableTerms = useMemo(() => {
    if (!key || (loaded && !loaded.error)) return undefined
    const load = async () => {
      if (!results.has(key)) {
        const loading = import('./load-language.ts')
          .then((module) => module.loadLanguage(locale, template))
          .then((words) => {
            if (words.messages === undefined) warnMisuse('locale', locale)
            return words
          })
        results.set(
          key,
          withTimeLimit(loading, scheduleTimeout, config?.timeoutMs ?? DEFAULT_TIMEOUT_MS)
            .catch(unavailable)
            .then((next: Loaded | undefined) => results.set(key, next ?? unavailable('the time limit'))),
        )
      }
      await results.get(key)
    }
    const retry = () => {
      results.delete(key)
      update()
    }
    return { status: loaded ? ('error' as const) : ('pending' as const), text: '' as const, error: loaded?.error, load, retry }
  }, [key, loaded])
  useEffect(() => {
    if (unavailableTerms === undefined) return
    void unavailableTerms.load().then(() => update())
    if (unavailableTerms.error === undefined) return
    // A failure ends when the network returns, and with the page that showed it.
    window.addEventListener('online', unavailableTerms.retry)
    return () => {
      window.removeEventListener('online', unavailableTerms.retry)
      if (results.get(key) === loaded) results.delete(key)
    }
  }, [key, loaded, unavailableTerms])
  return { locale, messages: messages ?? loaded?.messages, template: loaded?.template, unavailableTerms }
}

function unavailable(cause: unknown): Loaded {
  return { error: codeUnavailableError('words of this `locale`', cause, 'locale') }
}
