'use client'

import { type Ref, type RefCallback, useMemo } from 'react'

/** One ref that sets all, the same one while they are. It keeps the cleanups that they return: React 18 takes none, and calls with `null`. */
export function useMergedRef<T>(refs: readonly (Ref<T> | undefined)[]): RefCallback<T> {
  return useMemo(() => {
    let cleanups: unknown[] = []
    return (value) => {
      const before = cleanups
      cleanups = refs.map((ref, at) => {
        const cleanup = before[at]
        if (value === null && typeof cleanup === 'function') return cleanup()
        if (typeof ref === 'function') return ref(value)
        if (ref) ref.current = value
        return undefined
      })
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another one at each render, what is in it is not
  }, refs)
}
