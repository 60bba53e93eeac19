'use client'

import { useContext, useEffect, useState } from 'react'
import { StoreContext } from '../../react/provider/context.ts'

/** Details of a change of a dialog. */
export interface OpenChangeDetails {
  /**
   * Why the dialog opens or closes.
   *
   * `state`: there is something to decide, or another person is at the page. `escape`: Esc or the back gesture. `overlay`: a press beside the dialog. `button`: the button that
   * opens the dialog, or Close. `done`: the person has read the outcome. `hidden`: a style of the page or of a content blocker hides the dialog, so
   * it closed without a decision.
   */
  readonly reason: 'state' | 'escape' | 'overlay' | 'button' | 'done' | 'hidden'
}

/** Props of a component with a dialog that the host app can control. */
export interface DialogProps {
  /** Whether the dialog is open. With it the host app controls the dialog, and has to follow `onOpenChange`. */
  readonly open?: boolean | undefined
  /** Whether the dialog is open at first, when the host app does not control it. */
  readonly defaultOpen?: boolean | undefined
  /** Called when the dialog opens or closes, with the reason. Closing without a decision neither accepts nor declines. */
  readonly onOpenChange?: ((open: boolean, details: OpenChangeDetails) => void) | undefined
}

/**
 * Returns whether a dialog is open, and a function that changes it and reports the change.
 *
 * The dialog of one person is not shown to the next: it closes when another person is at the page.
 */
export function useDialogOpen({ open, defaultOpen = false, onOpenChange }: DialogProps) {
  const person = useContext(StoreContext)?.person
  const [own, setOwn] = useState({ isOpen: defaultOpen, person })
  const isOpen = open ?? (own.isOpen && own.person === person)
  const change = (next: boolean, reason: OpenChangeDetails['reason']) => {
    setOwn({ isOpen: next, person })
    onOpenChange?.(next, { reason })
  }
  const isStale = own.person !== person
  const wasOpen = open ?? own.isOpen
  useEffect(() => {
    if (!isStale) return
    setOwn({ isOpen: false, person })
    if (wasOpen) onOpenChange?.(false, { reason: 'state' })
  }, [isStale, wasOpen, person, onOpenChange])
  return [isOpen, change] as const
}
