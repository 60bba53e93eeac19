'use client'

import { type Ref, type RefCallback, useMemo } from 'react'

/** Returns one ref that sets all given refs. It stays the same function while they stay the same, and calls their cleanups in React 18 too. */
export function useMergedRef<T>(refs: readonly (Ref<T> | undefined)[]): RefCallback<T> {
  return useMemo(() => {
    let cleanups: unknown[] = []
    return (value) => {
      const before = cleanups
      cleanups = refs.map((ref, at) => {
        const cleanup = before[at]
        // React 18 ignores cleanups and calls with `null` instead.
        if (value === null && typeof cleanup === 'function') return cleanup()
        if (typeof ref === 'function') return ref(value)
        if (ref) ref.current = value
        return undefined
      })
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: the array is new at each render, but its refs stay the same
  }, refs)
}
