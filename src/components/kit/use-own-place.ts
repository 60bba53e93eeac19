'use client'

import type { RefObject } from 'react'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'

/**
 * Puts the element of a surface back where it was rendered, when the surface ends.
 *
 * Content blockers remove what asks for consent. React removes an element only from its own place: if it is not there, React throws, and
 * removes the whole host app.
 *
 * @param container Where a portal renders the element.
 */
export function useOwnPlace(surface: RefObject<Element | null>, container: unknown): void {
  useIsomorphicLayoutEffect(() => {
    const element = surface.current
    const place = element?.parentNode
    return () => {
      // The effects of a component end before its elements are removed. `render` may have replaced the element.
      if (element && place && element === surface.current && element.parentNode !== place) place.appendChild(element)
    }
  }, [surface, container])
}
