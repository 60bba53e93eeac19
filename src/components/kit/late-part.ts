'use client'

import { type ComponentType, useEffect, useReducer } from 'react'
import { useConsentStore } from '../../react/provider/context.ts'
import { onReconnect } from '../../react/store/on-reconnect.ts'
import { whenIdle } from '../../react/store/text-hash.ts'

/**
 * Creates a hook for a component whose code loads when it is needed, or before that, when it is likely and the page is idle.
 *
 * Not `lazy()`: a failed load would throw into the host app, and would never be tried again.
 *
 * @param load Imports the component
 */
export function createLatePart<Props>(load: () => Promise<ComponentType<Props>>) {
  let part: ComponentType<Props> | undefined

  /** Returns the component; `undefined` until its code has loaded. Loading is tried again when it is needed or the network returns. */
  return function useLatePart(isNeeded: boolean, isLikely = false): ComponentType<Props> | undefined {
    const [, update] = useReducer((count: number) => count + 1, 0)
    const store = useConsentStore()
    useEffect(() => {
      if (part !== undefined || !(isNeeded || isLikely)) return
      let isCurrent = true
      const start = () => {
        const loading = isNeeded ? load() : whenIdle().then(load)
        loading.then(
          (loaded) => {
            part = loaded
            if (isCurrent && isNeeded) update()
          },
          () => {},
        )
      }
      start()
      const unsubscribe = onReconnect(store, () => part ?? start())
      return () => {
        isCurrent = false
        unsubscribe()
      }
    }, [store, isNeeded, isLikely])
    return part
  }
}
