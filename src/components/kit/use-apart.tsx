'use client'

import { type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { SettingsContext, StoreContext } from '../../react/context.ts'
import { DecisionOwnerContext } from '../../react/decision-handlers.ts'
import { useIsomorphicLayoutEffect } from '../../react/use-isomorphic-layout-effect.ts'

/** Options of {@link useApart}. */
export interface UseApartOptions {
  /** Contains the dialog. Rendered from the first time that the dialog is open. */
  readonly node: ReactNode
  /** Whether the dialog is open. A closed one ends with its part. */
  readonly isOpen: boolean
  /** The host app decides whether it is open, so an open one ends with its part too. */
  readonly isControlled: boolean
}

/**
 * Renders a dialog at the provider, so that it stays open when the host app removes the part that opened it.
 *
 * @returns A function to call when the dialog closes.
 */
export function useApart({ node, isOpen, isControlled }: UseApartOptions): () => void {
  const key = useId()
  const owner = useContext(DecisionOwnerContext)
  const person = useContext(StoreContext)?.person
  const setApart = useContext(SettingsContext)?.setApart
  const isMounted = useRef(false)
  const wasOpen = useRef(false)
  const isKept = useRef(false)
  useIsomorphicLayoutEffect(() => {
    wasOpen.current ||= isOpen
    isKept.current = isOpen && !isControlled
    const content = <DecisionOwnerContext.Provider value={owner}>{node}</DecisionOwnerContext.Provider>
    if (wasOpen.current) setApart?.({ key, person, node: content })
  })
  // Not a layout effect: React removes those while a boundary above hides the part.
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      if (!isKept.current) setApart?.({ key, person })
    }
  }, [key, person, setApart])
  return () => {
    isKept.current = false
    if (!isMounted.current) setApart?.({ key, person })
  }
}
