'use client'

import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useStore } from '../../react/store/use-store.ts'
import { focusedIn, isFocusFree } from './may-take-focus.ts'

/**
 * Returns a function for effects. It returns whether the last change of the state removed the focused element of a surface, so that the person
 * has lost their place on the page.
 */
export function useLostFocus(surface: RefObject<Element | null>): () => boolean {
  const store = useStore()
  const hadFocus = useRef(false)
  useEffect(
    () =>
      // The store notifies before React changes the page.
      store.subscribe(() => {
        const element = surface.current
        hadFocus.current = element?.contains(focusedIn(element)) === true
      }),
    [store, surface],
  )
  return useCallback(() => hadFocus.current && isFocusFree(surface.current), [surface])
}
