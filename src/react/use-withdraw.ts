'use client'

import { useMemo } from 'react'
import { isRefused } from '../core/consent-flow.ts'
import type { ConsentView } from './consent-view.ts'
import { useStore } from './context.ts'
import type { WithdrawApi } from './types.ts'
import { usePrepared } from './use-prepared.ts'
import { useSelected } from './use-selected.ts'

/**
 * Takes the license back: one act, offline too (experience 13).
 *
 * @example
 * const { withdraw, state } = useWithdraw()
 */
export function useWithdraw(): WithdrawApi {
  const store = useStore()
  const standing = useSelected(toStanding)
  usePrepared(standing.available)
  return useMemo(() => ({ ...standing, withdraw: store.acts.withdraw }), [store, standing])
}

function toStanding(view: ConsentView): Omit<WithdrawApi, 'withdraw'> {
  const { flow, error, failed } = view
  const refused = isRefused(flow)
  const failing = refused || (failed === 'withdraw' && error !== undefined)
  return {
    state: flow.state === 'withdrawing' || (flow.state === 'withdrawn' && !refused) ? flow.state : failing ? 'error' : 'idle',
    available: flow.held || flow.state === 'queued' || refused,
    error: failing ? error : undefined,
  }
}
