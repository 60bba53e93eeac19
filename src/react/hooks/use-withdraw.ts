'use client'

import { useContext, useMemo } from 'react'
import { isRefused } from '../../core/consent-flow.ts'
import { useConsentStore } from '../provider/context.ts'
import type { ConsentView } from '../store/consent-view.ts'
import { DecisionOwnerContext } from '../store/decision-handlers.ts'
import { usePrepared } from '../store/use-prepared.ts'
import { useSelected } from '../store/use-selected.ts'
import type { UseWithdrawResult } from '../types.ts'

/**
 * Returns the function that withdraws the license, and its progress.
 *
 * Withdrawing is one act and works offline: it counts on this device immediately, and is sent when the network returns.
 *
 * @example
 * const { withdraw, status } = useWithdraw()
 */
export function useWithdraw(): UseWithdrawResult {
  const store = useConsentStore()
  const { withdraw } = store.actionsOf(useContext(DecisionOwnerContext))
  const withdrawal = useSelected(toWithdrawal)
  usePrepared(withdrawal.canWithdraw)
  return useMemo(() => ({ ...withdrawal, withdraw }), [withdraw, withdrawal])
}

function toWithdrawal(view: ConsentView): Omit<UseWithdrawResult, 'withdraw'> {
  const { flow, client, error, failed } = view
  const refused = isRefused(flow)
  const failing = refused || (failed === 'withdraw' && error !== undefined)
  const isPending = flow.state === 'withdrawing'
  return {
    status: isPending ? 'pending' : flow.state === 'withdrawn' && !refused ? 'withdrawn' : failing ? 'error' : 'idle',
    isPending,
    license: client.license,
    canWithdraw: flow.isLicensed || flow.state === 'queued' || refused,
    error: failing ? error : undefined,
  }
}
