'use client'

import { useState } from 'react'

/** Returns a value that lasts until the tab of the browser is closed, and the function that sets it. */
export function useKept<T>(name: string, initial: T): readonly [value: T, set: (value: T) => void] {
  const key = `licet-devtools:${name}`
  const [value, setValue] = useState<T>(() => {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? initial
    } catch {
      return initial
    }
  })
  const set = (next: T) => {
    setValue(next)
    try {
      sessionStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Blocked. The next page starts with `initial`.
    }
  }
  return [value, set]
}
