'use client'

import { type RefCallback, useState } from 'react'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'

/**
 * Returns a ref that puts its element back where it was rendered, when the component ends.
 *
 * Content blockers remove what asks for consent. React removes an element only from its own place: if it is not there, React throws, and
 * removes the whole host app.
 */
export function useOwnPlace(): RefCallback<Element> {
  const [own] = useState<{ element: Element | null; place?: Node | null; readonly ref: RefCallback<Element> }>(() => ({
    element: null,
    ref: (element) => {
      own.element = element
      if (element) own.place = element.parentNode
    },
  }))
  useIsomorphicLayoutEffect(
    () => () => {
      // The effects of a component end before its elements are removed.
      const { element, place } = own
      if (element && place && element.parentNode !== place) place.appendChild(element)
    },
    [own],
  )
  return own.ref
}
