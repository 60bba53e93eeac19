'use client'

import { useEffect } from 'react'
import { useStore } from './use-store.ts'

/** Loads the code that signs while a decision is on screen, because the network can be gone when the person decides. */
export function usePrepared(isNear: boolean): void {
  const store = useStore()
  useEffect(() => {
    if (isNear) store.question.decisions.runSoon((client) => client.prepare())
  }, [store, isNear])
}
