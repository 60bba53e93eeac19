'use client'

import { type ComponentType, useContext, useEffect, useReducer, useState } from 'react'
import { StoreContext } from '../../react/provider/context.ts'
import { onReconnect } from '../../react/store/on-reconnect.ts'
import { whenIdle } from '../../react/store/text-hash.ts'

/** A component; `undefined` until its code has loaded. `retry` loads code that is needed and did not load; `undefined` without a failure. */
type LatePart<Props> = readonly [Part: ComponentType<Props> | undefined, retry: (() => void) | undefined]

/**
 * Creates a hook for a component whose code loads when it is needed, or before that, when it is likely and the page is idle.
 *
 * Not `lazy()`: a failed load would throw into the host app, and would never be tried again.
 *
 * @param load Imports the component
 */
export function createLatePart<Props>(load: () => Promise<ComponentType<Props>>) {
  let part: ComponentType<Props> | undefined

  /** Returns the component. Loading is tried again when it is needed or the network returns. Loads nothing outside of every provider. */
  return function useLatePart(isNeeded: boolean, isLikely = false): LatePart<Props> {
    const [, update] = useReducer((count: number) => count + 1, 0)
    const [retry, setRetry] = useState<() => void>()
    const store = useContext(StoreContext)
    useEffect(() => {
      if (part !== undefined || store === undefined || !(isNeeded || isLikely)) return
      let isCurrent = true
      const start = () => {
        const loading = isNeeded ? load() : whenIdle().then(load)
        loading.then(
          (loaded) => {
            part = loaded
            if (!isCurrent || !isNeeded) return
            setRetry(undefined)
            update()
          },
          () => isCurrent && isNeeded && setRetry(() => start),
        )
      }
      start()
      const unsubscribe = onReconnect(store, () => part ?? start())
      return () => {
        isCurrent = false
        unsubscribe()
      }
    }, [store, isNeeded, isLikely])
    return [part, retry]
  }
}
