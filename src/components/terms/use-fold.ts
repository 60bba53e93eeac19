'use client'

import { type RefObject, useContext, useRef, useState } from 'react'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'
import { RequestStepContext } from '../request/request-steps.tsx'

/** Returns whether a text is folded, its setter, and a handler that unfolds it when something in the folded part is scrolled to. */
export function useFold(foldable: boolean, region: RefObject<HTMLElement | null>) {
  const [isOwnFolded, setOwnFolded] = useState(foldable)
  const [step, goTo] = useContext(RequestStepContext) ?? []
  const isFolded = step && foldable ? step !== 'terms' : isOwnFolded
  const setFolded = (folded: boolean) => (goTo ? goTo(folded ? 'summary' : 'terms') : setOwnFolded(folded))
  // Where the folded text was on screen after the browser scrolled it: to a link, to a match of its search or to what an assistive technology
  // reads.
  const place = useRef<number>(undefined)
  const unfold = () => {
    const element = region.current
    if (!isFolded || !element || element.scrollTop === 0 || getComputedStyle(element).overflowY !== 'hidden') return
    place.current = topOf(element)
    setFolded(false)
  }
  useIsomorphicLayoutEffect(() => {
    const element = region.current
    if (isFolded || !element || place.current === undefined) return
    const scroller = element.closest('dialog') ?? element.ownerDocument.defaultView
    scroller?.scrollBy(0, topOf(element) - place.current)
    place.current = undefined
  }, [isFolded, region])
  return [isFolded, setFolded, unfold] as const
}

function topOf(region: HTMLElement): number {
  return region.getBoundingClientRect().top - region.scrollTop
}
