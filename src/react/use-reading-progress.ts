'use client'

import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from './context.ts'
import type { ReadingMode, UseReadingProgressResult } from './types.ts'

/** Options of {@link useReadingProgress}. */
export interface UseReadingProgressOptions {
  /** Default `tracked`: a mark for the reader, nothing more. `required` holds Accept back until the end was reached; never Decline. */
  readonly mode?: ReadingMode | undefined
  /** Changes with the text: another text is another reading. */
  readonly text?: string | undefined
}

/** Steps in which progress is told: a hundredth, so that scrolling renders no more often than anyone can see. */
const STEPS = 100

// jsdom, in which apps test themselves, has none.
const canWatch = () => typeof IntersectionObserver === 'function'

/**
 * How far a person has read. The end counts as reached when the element of `endRef` comes into view, by any means, or takes the focus:
 * short text, keyboard and screen reader are all as good as scrolling (experience 7).
 *
 * @param region The element that holds the text, whether it scrolls by itself or with the page.
 */
export function useReadingProgress(
  region: RefObject<HTMLElement | null>,
  { mode = 'tracked', text }: UseReadingProgressOptions = {},
): UseReadingProgressResult {
  const store = useStore()
  const [progress, setProgress] = useState(0)
  const [read, setRead] = useState<string | true | undefined>(undefined)
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const done = read !== undefined && read === (text ?? true)
  const current = useRef(text)
  useEffect(() => {
    current.current = text
  }, [text])
  const finish = useCallback(() => setRead(current.current ?? true), [])

  const isUnread = mode === 'required' && !done
  useEffect(() => {
    if (!isUnread) return
    store.countUnread(1)
    return () => store.countUnread(-1)
  }, [store, isUnread])

  useEffect(() => {
    if (mode === 'none' || end === null || done) return
    return watchEnd(end, finish)
  }, [mode, end, done, finish])

  useEffect(() => {
    const element = region.current
    if (mode === 'none' || element === null) return
    const measure = () => {
      const share = progressOf(element)
      setProgress(Math.round(share * STEPS) / STEPS)
      // Nothing else tells of the end there.
      if (!canWatch() && share === 1) finish()
    }
    // Told once the text was laid out for the screen: measuring it now would lay it out before its time.
    const observer = canWatch() ? new IntersectionObserver(measure) : undefined
    if (observer === undefined) measure()
    observer?.observe(element)
    // Scrolling does not bubble; capturing hears the region and whatever it scrolls in.
    const options = { capture: true, passive: true }
    // In a shadow root too, which keeps its own scrolling to itself.
    const trees = [element.ownerDocument, element.getRootNode()]
    for (const tree of trees) tree.addEventListener('scroll', measure, options)
    return () => {
      observer?.disconnect()
      for (const tree of trees) tree.removeEventListener('scroll', measure, options)
    }
  }, [mode, region, finish])

  return useMemo(() => ({ progress: done ? 1 : progress, isDone: done, endRef: setEnd, finish }), [progress, done, finish])
}

function watchEnd(end: HTMLElement, onReached: () => void): () => void {
  end.addEventListener('focusin', onReached)
  const observer = canWatch()
    ? new IntersectionObserver((entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onReached()
      })
    : undefined
  observer?.observe(end)
  return () => {
    end.removeEventListener('focusin', onReached)
    observer?.disconnect()
  }
}

/** The share of an element that has passed by, from 0 to 1; 1 for one that needs no scrolling. */
function progressOf(element: HTMLElement): number {
  const hidden = element.scrollHeight - element.clientHeight
  if (hidden > 1 && getComputedStyle(element).overflowY !== 'visible') return Math.min(1, element.scrollTop / hidden)
  const { top, height } = element.getBoundingClientRect()
  const room = element.ownerDocument.documentElement.clientHeight
  if (height <= room && top >= 0 && top + height <= room) return 1
  return Math.max(0, Math.min(1, (room - top) / Math.max(height, 1)))
}
