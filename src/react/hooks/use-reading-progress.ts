'use client'

import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from '../store/use-store.ts'
import type { ReadingMode, UseReadingProgressResult } from '../types.ts'

/** Options of {@link useReadingProgress}. */
export interface UseReadingProgressOptions {
  /** Default `tracked`: only a progress indicator. `required` refuses Accept until the end was reached; Decline always works. */
  readonly mode?: ReadingMode | undefined
  /** The text that is read. Another text starts again at 0. */
  readonly text?: string | undefined
}

/** Number of steps from 0 to 1, so that scrolling does not render more often than a person can see. */
const STEPS = 100

// jsdom has no IntersectionObserver.
const canObserve = () => typeof IntersectionObserver === 'function'

/**
 * Returns how far the person has read.
 *
 * The end is reached when the element of `endRef` comes into view or takes the focus. A short text, the keyboard and a screen reader count as
 * much as scrolling.
 *
 * @param region Ref of the element with the text. It can scroll itself or with the page.
 * @example
 * const { progress, endRef } = useReadingProgress(region)
 */
export function useReadingProgress(
  region: RefObject<HTMLElement | null>,
  { mode = 'tracked', text }: UseReadingProgressOptions = {},
): UseReadingProgressResult {
  const store = useStore()
  const [progress, setProgress] = useState(0)
  const [read, setRead] = useState<string | true | undefined>(undefined)
  const done = read !== undefined && read === (text ?? true)
  const current = useRef(text)
  useEffect(() => {
    current.current = text
  }, [text])
  const finish = useCallback(() => setRead(current.current ?? true), [])

  const isUnread = mode === 'required' && !done
  useEffect(() => {
    if (!isUnread) return
    store.question.countUnread(1)
    return () => store.question.countUnread(-1)
  }, [store, isUnread])

  // Elements and observers are in refs, not in state: following them renders nothing.
  const end = useWatched(mode !== 'none' && !done, (element) => watchEnd(element, finish))
  const part = useWatched(mode !== 'none', (element) =>
    watchRegion(element, (share) => {
      setProgress(Math.round(share * STEPS) / STEPS)
      // Without an observer, nothing else reports the end.
      if (!canObserve() && share === 1) finish()
    }),
  )
  // A region can appear, or be replaced, after the component that reads it.
  useEffect(() => part(region.current))

  return useMemo(() => ({ progress: done ? 1 : progress, isDone: done, endRef: end, finish }), [progress, done, end, finish])
}

/**
 * Returns a stable function that sets the element to watch. It is watched while the component is mounted and `isWatching`, from the first effect
 * on.
 */
function useWatched(isWatching: boolean, watch: (element: HTMLElement) => () => void): (element: HTMLElement | null) => void {
  const state = useRef({ element: null as HTMLElement | null, isWatching: false, watch, stop: () => {} }).current
  const start = useCallback(() => {
    state.stop()
    state.stop = state.isWatching && state.element ? state.watch(state.element) : () => {}
  }, [state])
  useEffect(() => {
    state.isWatching = isWatching
    start()
    return () => {
      state.isWatching = false
      start()
    }
  }, [isWatching, state, start])
  return useCallback(
    (element) => {
      if (state.element === element) return
      state.element = element
      start()
    },
    [state, start],
  )
}

/** Calls back with the share that was read, at first and after each scroll. */
function watchRegion(element: HTMLElement, onChange: (share: number) => void): () => void {
  const measure = () => onChange(progressOf(element))
  // The observer calls back after layout. Measuring now would force a layout.
  const observer = canObserve() ? new IntersectionObserver(measure) : undefined
  if (observer === undefined) measure()
  observer?.observe(element)
  // Scroll events do not bubble. Capturing them covers the region and every element that it scrolls in.
  const options = { capture: true, passive: true }
  // Scroll events of a shadow root do not leave it.
  const trees = [element.ownerDocument, element.getRootNode()]
  for (const tree of trees) tree.addEventListener('scroll', measure, options)
  return () => {
    observer?.disconnect()
    for (const tree of trees) tree.removeEventListener('scroll', measure, options)
  }
}

function watchEnd(end: HTMLElement, onReached: () => void): () => void {
  end.addEventListener('focusin', onReached)
  const observer = canObserve()
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

/** Returns the share of an element that was scrolled past, from 0 to 1. An element that needs no scrolling is at 1. */
function progressOf(element: HTMLElement): number {
  const hidden = element.scrollHeight - element.clientHeight
  if (hidden > 1 && getComputedStyle(element).overflowY !== 'visible') return Math.min(1, element.scrollTop / hidden)
  const { top, height } = element.getBoundingClientRect()
  const room = element.ownerDocument.documentElement.clientHeight
  if (height <= room && top >= 0 && top + height <= room) return 1
  return Math.max(0, Math.min(1, (room - top) / Math.max(height, 1)))
}
