'use client'

import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useConsentStore } from '../provider/context.ts'
import { type ConsentView, SERVER_VIEW } from './consent-view.ts'

/** Reads a part of the view. The component renders only when that part changes; a list or plain object, when one of its members changes. */
export function useSelected<T>(selector: (view: ConsentView) => T): T {
  const store = useConsentStore()
  const latest = useRef<{ readonly value: T } | undefined>(undefined)
  const [read, readOnServer] = useMemo(() => {
    let last: { readonly view: ConsentView; readonly value: T } | undefined
    const select = (view: ConsentView): T => {
      if (last?.view === view) return last.value
      const previous = last ?? latest.current
      const selected = selector(view)
      const value = previous !== undefined && isShallowEqual(previous.value, selected) ? previous.value : selected
      last = { view, value }
      return value
    }
    return [() => select(store.getView()), () => select(SERVER_VIEW)]
  }, [store, selector])
  const value = useSyncExternalStore(store.subscribe, read, readOnServer)
  // An inline selector is a new function at each render, so the new value is compared with the last one of the component.
  useEffect(() => {
    latest.current = { value }
  }, [value])
  return value
}

/** Returns whether two values are identical, or lists or plain objects with identical members. Dates and maps have no own members to compare. */
function isShallowEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!a || !b) return false
  const kind: unknown = Object.getPrototypeOf(a)
  if (kind !== Object.getPrototypeOf(b) || (kind !== Object.prototype && !Array.isArray(a))) return false
  const [left, right] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))]
  return left.length === right.size && left.every(([name, value]) => right.has(name) && Object.is(value, right.get(name)))
}
