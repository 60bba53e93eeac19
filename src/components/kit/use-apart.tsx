'use client'

import { type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { SettingsContext, StoreContext } from '../../react/provider/context.ts'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'
import { DecisionOwnerContext } from '../../react/store/decision-handlers.ts'
import { SurfaceBoundary } from './surface-boundary.tsx'

/** Options of {@link useApart}. */
export interface UseApartOptions {
  /** Returns the dialog, open or closed. Rendered from the first time that it is open. */
  readonly render: (isOpen: boolean) => ReactNode
  /** Whether the dialog is open. A closed one ends with its part. */
  readonly isOpen: boolean
  /** The host app decides whether it is open, so an open one ends with its part too. */
  readonly isControlled: boolean
}

/**
 * Renders a dialog at the provider, so that it stays open when the host app removes the part that opened it.
 *
 * @returns Functions to call when a press opens the dialog and when it closes: the part may be gone by then.
 */
export function useApart({ render, isOpen, isControlled }: UseApartOptions): readonly [begin: () => void, end: () => void] {
  const key = useId()
  const owner = useContext(DecisionOwnerContext)
  const person = useContext(StoreContext)?.person
  const setApart = useContext(SettingsContext)?.setApart
  const isMounted = useRef(false)
  const wasOpen = useRef(false)
  const isKept = useRef(false)
  const set = (open: boolean) =>
    setApart?.({
      key,
      person,
      node: (
        <SurfaceBoundary>
          <DecisionOwnerContext.Provider value={owner}>{render(open)}</DecisionOwnerContext.Provider>
        </SurfaceBoundary>
      ),
    })
  useIsomorphicLayoutEffect(() => {
    wasOpen.current ||= isOpen
    isKept.current = isOpen && !isControlled
    if (wasOpen.current) set(isOpen)
  })
  // Not a layout effect: React removes those while a boundary above hides the part.
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      if (!isKept.current) setApart?.({ key, person })
    }
  }, [key, person, setApart])
  const begin = () => {
    if (isControlled) return
    isKept.current = true
    set(true)
  }
  const end = () => {
    isKept.current = false
    if (isControlled && isMounted.current) return
    // The part may be gone, or a boundary above hides it: React renders it later then.
    set(false)
    if (isMounted.current) return
    // In a later task, after the dialog has returned the focus.
    setTimeout(() => setApart?.({ key, person }))
  }
  return [begin, end]
}
