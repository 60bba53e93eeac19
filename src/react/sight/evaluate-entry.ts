import { findCovers } from './covers.ts'
import { isAltered, isIllegible } from './hiding.ts'

/**
 * Returns what hides an element, by what the browser reported of it and its styles now: something on this `page`, or the page `around` the
 * frame. `false`: the browser sees it. `undefined`: nothing is known to hide it.
 */
export function evaluateEntry(entry: IntersectionObserverEntry): 'page' | 'around' | false | undefined {
  if (!('isVisible' in entry) || !isInView(entry)) return undefined
  if (entry.isVisible === true) return false
  const { target } = entry
  if (isIllegible(target)) return 'page'
  const { any, cover } = findCovers(target)
  if (cover !== undefined) return 'page'
  // The browser also reports what hides nothing. When nothing of the kind is here, the page around the frame covers the decision.
  return window !== window.top && !any && !isAltered(target) ? 'around' : undefined
}

/** Returns whether something on this page hides an element now. */
export function isHiddenOnPage(element: Element): boolean {
  return isIllegible(element) || findCovers(element).cover !== undefined
}

/** Returns whether an element is so far in view that something else can cover it. */
export function isInView({ intersectionRatio }: IntersectionObserverEntry): boolean {
  return intersectionRatio >= (window === window.top ? 1 : 0.01)
}
