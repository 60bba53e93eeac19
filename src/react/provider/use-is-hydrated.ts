'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Returns `false` on a server and during hydration, and `true` afterwards. Without HTML from a server it is `true` immediately. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
