'use client'

import { useMemo } from 'react'
import type { ConsentView } from './consent-view.ts'
import { useStore } from './context.ts'
import type { OnlineQueueApi } from './types.ts'
import { useSelected } from './use-selected.ts'

/** What is signed on this device and waits for the network (experience 11). */
export function useOnlineQueue(): OnlineQueueApi {
  const store = useStore()
  const { online, pending } = useSelected(toQueue)
  return useMemo(
    () => ({
      online,
      pending,
      retryAt: pending?.retryAt,
      retry: () => store.client.retry(),
    }),
    [store, online, pending],
  )
}

function toQueue({ client }: ConsentView): Pick<OnlineQueueApi, 'online' | 'pending'> {
  return { online: client.online, pending: client.pending }
}
