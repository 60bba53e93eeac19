'use client'

import { useEffect } from 'react'
import { useStore } from './context.ts'

/** Has the client ready to sign while a decision is on screen: the network may be gone by the time it is made (experience 13). */
export function usePrepared(isNear: boolean): void {
  const store = useStore()
  useEffect(() => {
    if (isNear) store.client.prepare()
  }, [store, isNear])
}
