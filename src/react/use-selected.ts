'use client'

import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { type ConsentView, SERVER_VIEW } from './consent-view.ts'
import { useStore } from './context.ts'

/** Reads a part of what the store knows. The component renders again only when that part changed: a list or a plain object, when a member did. */
export function useSelected<T>(selector: (view: ConsentView) => T): T {
  const store = useStore()
  const latest = useRef<{ readonly value: T } | undefined>(undefined)
  const [read, readOnServer] = useMemo(() => {
    let last: { readonly view: ConsentView; readonly value: T } | undefined
    const select = (view: ConsentView): T => {
      if (last?.view === view) return last.value
      const known = last ?? latest.current
      const fresh = selector(view)
      const value = known !== undefined && isShallowEqual(known.value, fresh) ? known.value : fresh
      last = { view, value }
      return value
    }
    return [() => select(store.getView()), () => select(SERVER_VIEW)]
  }, [store, selector])
  const value = useSyncExternalStore(store.subscribe, read, readOnServer)
  // An inline selector is a new one at each render; the value it gave before is what to compare with.
  useEffect(() => {
    latest.current = { value }
  }, [value])
  return value
}

/** Tells whether two values are the same, or lists or plain objects of the same members. What a date or a map says is not among its own. */
function isShallowEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!a || !b) return false
  const kind: unknown = Object.getPrototypeOf(a)
  if (kind !== Object.getPrototypeOf(b) || (kind !== Object.prototype && !Array.isArray(a))) return false
  const [left, right] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))]
  return left.length === right.size && left.every(([name, value]) => right.has(name) && Object.is(value, right.get(name)))
}
