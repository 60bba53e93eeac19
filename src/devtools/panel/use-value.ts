'use client'

import { useSyncExternalStore } from 'react'
import type { Subscribable } from '../../client/snapshot/subscribable.ts'

/** Returns a value, and renders again when it changes. */
export function useValue<T>({ subscribe, get }: Pick<Subscribable<T>, 'subscribe' | 'get'>): T {
  return useSyncExternalStore(subscribe, get, get)
}
