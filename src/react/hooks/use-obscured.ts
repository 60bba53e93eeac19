'use client'

import { type RefCallback, useCallback, useRef } from 'react'
import { findCover } from '../developer/check-looks.ts'
import { laterChecks, loadChecksSoon, type PressChecks } from '../sight/later-checks.ts'

/** The result of `useObscured()`. */
export interface UseObscuredResult {
  /** Ref for the element that the person has to see: the decision. */
  readonly ref: RefCallback<Element>
  /**
   * Returns whether something hides the element. A development build then logs the cause on the console. `undefined`: nothing is known to
   * hide it, and the browser does not report that it is visible, or has not checked yet. The code of the check loads when the page is idle.
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
 * Detects what hides the decision: an opaque overlay, a low opacity, a blur or a small scale. In browsers with IntersectionObserver v2, it also
 * detects a page that covers the frame of this one. This protects against clickjacking.
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
  const hiddenBy = useRef<ReturnType<PressChecks['evaluateEntry']>>(undefined)
  /** What the browser reported last, and whether that was before the code that evaluates it had loaded. */
  const last = useRef<{ readonly entry: IntersectionObserverEntry; readonly isEarly: boolean }>(undefined)
  const observer = useRef<IntersectionObserver | undefined>(undefined)
  const reportCover = useRef<() => void>(undefined)
  // Looks for the cause immediately: after a refused Accept, the decision moves away from it.
  const update = useRef((entry: IntersectionObserverEntry) => {
    const { loaded: checks } = laterChecks
    last.current = { entry, isEarly: checks === undefined }
    const now = checks?.evaluateEntry(entry)
    if (now !== hiddenBy.current) reportCover.current = now ? findCover(entry.target) : undefined
    hiddenBy.current = now
  }).current
  // The ref disconnects the observer. An effect would also disconnect it in StrictMode, where React 18 keeps the ref.
  const ref = useCallback(
    (element: Element | null) => {
      observer.current?.disconnect()
      observer.current = undefined
      hiddenBy.current = undefined
      last.current = undefined
      if (element === null) return
      const observing = observe(element, update)
      observer.current = observing
      // The browser reports the element again.
      loadChecksSoon(() => {
        if (observer.current !== observing || last.current?.isEarly !== true) return
        observing?.unobserve(element)
        observing?.observe(element)
      })
    },
    [update],
  )
  const isObscured = useCallback(() => {
    for (const entry of observer.current?.takeRecords() ?? []) update(entry)
    if (hiddenBy.current === false) return false
    const { loaded: checks } = laterChecks
    // A report is some time old. What it found on this page may have gone, such as the start of an animation.
    const entry = last.current?.entry
    const isHidden = entry !== undefined && checks?.isInView(entry) === true && checks.isHiddenOnPage(entry.target)
    if (!isHidden && hiddenBy.current !== 'around') return undefined
    const report = reportCover.current ?? (entry && findCover(entry.target))
    report?.()
    return true
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
