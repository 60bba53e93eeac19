'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** `false` on a server and while a browser takes over what a server rendered; `true` from then on, and at once where there was no server. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
