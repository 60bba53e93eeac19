'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import { mayTakeFocus } from '../kit/may-take-focus.ts'
import type { SettingsView } from './use-settings-view.ts'

/** Options of {@link useDataDeletion}. */
export interface UseDataDeletionOptions {
  readonly onDelete: (() => void | Promise<void>) | undefined
  readonly view: SettingsView
  /** Takes the focus when the deletion was requested, because the button is gone then. */
  readonly title: RefObject<HTMLElement | null>
}

/** Result of {@link useDataDeletion}. */
export interface UseDataDeletionResult {
  readonly status: 'idle' | 'pending' | 'requested' | 'failed'
  readonly request: () => Promise<void>
}

/** Calls `onDelete` after a withdrawal, once at a time. Leaving the view of the withdrawal resets it. */
export function useDataDeletion({ onDelete, view, title }: UseDataDeletionOptions): UseDataDeletionResult {
  const [status, setStatus] = useState<UseDataDeletionResult['status']>('idle')
  const lastView = useRef(view)
  useEffect(() => {
    lastView.current = view
    if (view !== 'withdrawing') setStatus('idle')
  }, [view])
  const request = async () => {
    if (status === 'pending') return
    setStatus('pending')
    let result: typeof status = 'requested'
    try {
      await onDelete?.()
    } catch {
      result = 'failed'
    }
    // The person has left the view meanwhile.
    if (lastView.current !== 'withdrawing') return
    if (result === 'requested' && mayTakeFocus(title.current?.parentElement ?? null)) title.current?.focus()
    setStatus(result)
  }
  return { status, request }
}
