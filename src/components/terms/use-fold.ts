'use client'

import { type RefObject, useRef, useState } from 'react'
import { useIsomorphicLayoutEffect } from '../../react/use-isomorphic-layout-effect.ts'

/** Returns whether a text is folded, its setter, and a handler that unfolds it when something in the folded part is scrolled to. */
export function useFold(foldable: boolean, region: RefObject<HTMLElement | null>) {
  const [isFolded, setFolded] = useState(foldable)
  // How far the browser scrolled the folded text, to a link, to a match of its search or to what an assistive technology reads.
  const scrolled = useRef(0)
  const unfold = () => {
    const element = region.current
    if (!isFolded || !element || element.scrollTop === 0 || getComputedStyle(element).overflowY !== 'hidden') return
    scrolled.current = element.scrollTop
    setFolded(false)
  }
  useIsomorphicLayoutEffect(() => {
    const element = region.current
    if (isFolded || !element || scrolled.current === 0) return
    const scroller = element.closest('dialog') ?? element.ownerDocument.defaultView
    scroller?.scrollBy(0, scrolled.current)
    scrolled.current = 0
  }, [isFolded, region])
  return [isFolded, setFolded, unfold] as const
}
