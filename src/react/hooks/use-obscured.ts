'use client'

import { type RefCallback, useCallback, useRef } from 'react'
import { findCover } from '../developer/check-looks.ts'
import { HIDING_FILTER } from '../looks.ts'
import { parentOf } from '../parent-of.ts'
import { findCovers } from './find-covers.ts'

/** The result of `useObscured()`. */
export interface UseObscuredResult {
  /** Ref for the element that the person has to see: the decision. */
  readonly ref: RefCallback<Element>
  /**
   * Returns whether the browser found the element covered or altered. A development build then logs the cause on the console. `undefined`:
   * the browser cannot check it, or has not checked yet.
   */
  readonly isObscured: () => boolean | undefined
}

/** How often the browser checks, in milliseconds. Browsers refuse less than 100. */
const CHECK_INTERVAL_MS = 100

// IntersectionObserver v2, which the DOM types of TypeScript lack.
interface VisibilityOptions extends IntersectionObserverInit {
  readonly trackVisibility: boolean
  readonly delay: number
}

/**
 * Detects an overlay, an opacity or a transform on the decision, in browsers with IntersectionObserver v2. This protects against clickjacking.
 *
 * Pass the result to `accept({ obscured })`, which then refuses with `decision_obscured`.
 *
 * The element counts only while it is fully in view, because an element that is partly scrolled away is not covered. In a frame, a visible
 * part is enough, because the page around the frame can cut it off.
 *
 * @example
 * const { ref, isObscured } = useObscured()
 * <div ref={ref}><button onClick={() => accept({ obscured: isObscured() })}>Agree</button></div>
 */
export function useObscured(): UseObscuredResult {
  const obscured = useRef<boolean | undefined>(undefined)
  const observer = useRef<IntersectionObserver | undefined>(undefined)
  const reportCover = useRef<() => void>(undefined)
  // Looks for the cause immediately: after a refused Accept, the decision moves away from it.
  const update = useRef((entry: IntersectionObserverEntry) => {
    const now = evaluate(entry)
    if (now !== obscured.current) reportCover.current = now ? findCover(entry.target) : undefined
    obscured.current = now
  }).current
  // The ref disconnects the observer. An effect would also disconnect it in StrictMode, where React 18 keeps the ref.
  const ref = useCallback(
    (element: Element | null) => {
      observer.current?.disconnect()
      observer.current = undefined
      obscured.current = undefined
      if (element !== null) observer.current = observe(element, update)
    },
    [update],
  )
  const isObscured = useCallback(() => {
    for (const entry of observer.current?.takeRecords() ?? []) update(entry)
    if (obscured.current) reportCover.current?.()
    return obscured.current
  }, [update])
  return useRef({ ref, isObscured }).current
}

function observe(element: Element, onChange: (entry: IntersectionObserverEntry) => void): IntersectionObserver | undefined {
  if (typeof IntersectionObserver === 'undefined') return undefined
  const options: VisibilityOptions = { trackVisibility: true, delay: CHECK_INTERVAL_MS, threshold: [0, 0.5, 1] }
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) onChange(entry)
  }, options)
  observer.observe(element)
  return observer
}

function evaluate(entry: IntersectionObserverEntry): boolean | undefined {
  if (!('isVisible' in entry) || entry.intersectionRatio < (window === window.top ? 1 : 0.01)) return undefined
  if (entry.isVisible === true) return false
  const alteration = findAlteration(entry.target)
  if (alteration === 'illegible') return true
  if (window !== window.top) return alteration === undefined ? true : undefined
  const { any, drawn } = findCovers(entry.target)
  return !drawn && (any || alteration !== undefined) ? undefined : true
}

/**
 * Returns whether the page itself alters its content, and leaves it legible: inverted colors, a page that is almost faded in, a small scale, a
 * card of glass, or a filter without effect. The browser reports these as not visible too, and the person could not remove them.
 */
function findAlteration(element: Element): 'legible' | 'illegible' | undefined {
  let opacity = 1
  let isAltered = false
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const { opacity: own, filter, transform, scale, perspective, backdropFilter = 'none' } = getComputedStyle(at)
    opacity *= Number(own)
    if (HIDING_FILTER.test(filter)) return 'illegible'
    // A translation does not count as altered.
    isAltered ||=
      own !== '1' ||
      filter + scale + perspective + backdropFilter !== 'nonenonenonenone' ||
      !/^none|^matrix\(1, 0, 0, 1,/.test(transform)
  }
  if (!isAltered) return undefined
  const isLarge = !(element instanceof HTMLElement) || element.getBoundingClientRect().width > element.offsetWidth * 0.7
  return isLarge && opacity > 0.8 ? 'legible' : 'illegible'
}
