'use client'

import { type RefCallback, useCallback, useRef } from 'react'

/** What `useObscured()` gives. */
export interface UseObscuredResult {
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
 * Only an element that is wholly in view is judged: one that is scrolled half away is not covered. In a frame a part of it is enough: whoever
 * frames a page can cut it.
 */
export function useObscured(): UseObscuredResult {
  const obscured = useRef<boolean | undefined>(undefined)
  const observer = useRef<IntersectionObserver | undefined>(undefined)
  // Without its element it watches nothing: no effect lets go, which in StrictMode runs while React 18 keeps the ref.
  const ref = useCallback((element: Element | null) => {
    observer.current?.disconnect()
    observer.current = undefined
    obscured.current = undefined
    if (element !== null) observer.current = observe(element, (now) => (obscured.current = now))
  }, [])
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
  if (!('isVisible' in entry) || entry.intersectionRatio < (window === window.top ? 1 : 0.01)) return undefined
  return entry.isVisible === true ? false : isLegible(entry.target) ? undefined : true
}

/**
 * Tells whether the page itself alters all that it shows, and leaves it legible: with colors turned over, a page that is almost faded in, or a
 * mild scale. The platform calls that not visible too, and nobody could uncover it.
 */
function isLegible(element: Element): boolean {
  let opacity = 1
  let isAltered = false
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const { opacity: own, filter, transform, scale } = getComputedStyle(at)
    opacity *= Number(own)
    if (/blur|opacity|url/.test(filter)) return false
    // The platform lets a shift pass.
    isAltered ||= own !== '1' || filter + scale !== 'nonenone' || !/^none|^matrix\(1, 0, 0, 1,/.test(transform)
  }
  const isLarge = !(element instanceof HTMLElement) || element.getBoundingClientRect().width > element.offsetWidth * 0.7
  return isAltered && isLarge && opacity > 0.8
}

function parentOf(element: Element): Element | null {
  const root = element.getRootNode()
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
}
