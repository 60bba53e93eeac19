'use client'

import { useEffect, useMemo, useReducer } from 'react'
import { codeUnavailableError } from '../../client/first-errors.ts'
import { scheduleTimeout } from '../../client/page-environment.ts'
import { withTimeLimit } from '../../client/wait.ts'
import type { LicetError } from '../../core/errors.ts'
import type { UnavailableTerms } from './context.ts'
import { useIsHydrated } from './use-is-hydrated.ts'

/** What was loaded, or why it was not. */
export type Loaded<T> = { readonly value: T } | { readonly status: 'error' | 'invalid'; readonly error: LicetError }

// Outside of the component: React discards a provider whose children suspend at the first render, and creates it again.
const results = new Map<string, Loaded<unknown> | Promise<unknown>>()

/** Options of {@link useLate}. */
export interface LateOptions<T> {
  /** Identifies what is loaded. Empty: nothing is loaded. */
  readonly key: string
  readonly load: (signal: AbortSignal) => Promise<Loaded<T>>
  /** What did not load, in the error for a failed `load` and for the time limit. */
  readonly what: string
  readonly timeoutMs: number
}

/** Loads what the terms need in the browser, once for each key. A failure ends when the network returns, and with the page that showed it. */
export function useLate<T>({ key, load, what, timeoutMs }: LateOptions<T>): {
  readonly value: T | undefined
  readonly unavailable: UnavailableTerms | undefined
} {
  const isHydrated = useIsHydrated()
  const [, update] = useReducer((count: number) => count + 1, 0)
  const result = isHydrated ? results.get(key) : undefined
  const loaded = result instanceof Promise ? undefined : (result as Loaded<T> | undefined)
  const failed = loaded !== undefined && 'error' in loaded ? loaded : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies what is loaded
  const unavailable = useMemo((): UnavailableTerms | undefined => {
    if (!key || (loaded && !failed)) return undefined
    const start = async () => {
      if (!results.has(key)) {
        const waiting = new AbortController()
        const fail = (cause: unknown): Loaded<T> => ({ status: 'error', error: codeUnavailableError(what, cause, 'locale') })
        const loaded = withTimeLimit(load(waiting.signal), scheduleTimeout, timeoutMs)
          .catch(fail)
          .then((next) => {
            waiting.abort()
            // A retry may have replaced it.
            if (results.get(key) === loaded) results.set(key, next ?? fail('the time limit'))
          })
        results.set(key, loaded)
      }
      await results.get(key)
    }
    const retry = () => {
      results.delete(key)
      void start().then(update)
      update()
    }
    return { status: failed?.status ?? 'pending', text: '', error: failed?.error, load: start, retry }
  }, [key, loaded])
  useEffect(() => {
    if (unavailable === undefined) return
    void unavailable.load().then(() => update())
    if (unavailable.error === undefined) return
    window.addEventListener('online', unavailable.retry)
    return () => {
      window.removeEventListener('online', unavailable.retry)
      if (results.get(key) === loaded) results.delete(key)
    }
  }, [key, loaded, unavailable])
  return { value: loaded !== undefined && 'value' in loaded ? loaded.value : undefined, unavailable }
}
