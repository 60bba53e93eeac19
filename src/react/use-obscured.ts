'use client'

import { type RefCallback, useCallback, useEffect, useRef } from 'react'

/** What `useObscured()` gives. */
export interface ObscuredApi {
  /** For the element that must be seen: the decision. */
  readonly ref: RefCallback<Element>
  /** Whether the platform saw that element covered or altered. `undefined`: this platform cannot tell, or has not looked yet. */
  readonly isObscured: () => boolean | undefined
}

/** How often the browser looks, in milliseconds; it refuses less than 100. */
const LOOK_EVERY_MS = 100

// IntersectionObserver v2; its members are missing from the DOM's types.
interface VisibilityOptions extends IntersectionObserverInit {
  readonly trackVisibility: boolean
  readonly delay: number
}

/**
 * Notices an overlay, an opacity or a transform on the decision, where the platform can tell (IntersectionObserver v2; hostile H5).
 * Hand the answer to `accept({ obscured })`, which then refuses with `decision_obscured`.
 *
 * Only an element that is wholly in view is judged: one that is scrolled half away is not covered.
 */
export function useObscured(): ObscuredApi {
  const obscured = useRef<boolean | undefined>(undefined)
  const observer = useRef<IntersectionObserver | undefined>(undefined)
  const ref = useCallback((element: Element | null) => {
    observer.current?.disconnect()
    observer.current = undefined
    obscured.current = undefined
    if (element !== null) observer.current = observe(element, (now) => (obscured.current = now))
  }, [])
  useEffect(() => () => observer.current?.disconnect(), [])
  const isObscured = useCallback(() => {
    for (const entry of observer.current?.takeRecords() ?? []) obscured.current = judge(entry)
    return obscured.current
  }, [])
  return useRef({ ref, isObscured }).current
}

function observe(element: Element, onChange: (obscured: boolean | undefined) => void): IntersectionObserver | undefined {
  if (typeof IntersectionObserver === 'undefined') return undefined
  const options: VisibilityOptions = { trackVisibility: true, delay: LOOK_EVERY_MS, threshold: [0, 0.5, 1] }
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) onChange(judge(entry))
  }, options)
  observer.observe(element)
  return observer
}

function judge(entry: IntersectionObserverEntry): boolean | undefined {
  if (!('isVisible' in entry) || entry.intersectionRatio < 1) return undefined
  return entry.isVisible !== true
}
