import { findCovers } from './covers.ts'
import { isAltered, isIllegible } from './hiding.ts'

/**
 * Returns whether something hides an element, by what the browser reported of it and its styles now; `undefined`: nothing is known to hide it.
 * A report that is not current comes from styles that may have changed, such as those of a dialog that fades in.
 */
export function evaluateEntry(entry: IntersectionObserverEntry, isCurrent: boolean): boolean | undefined {
  if (!('isVisible' in entry) || !isInView(entry)) return undefined
  if (entry.isVisible === true) return false
  const { target } = entry
  if (isIllegible(target)) return true
  const { any, cover } = findCovers(target)
  if (cover !== undefined) return true
  // The browser also reports what hides nothing. When nothing of the kind is here, the page around the frame covers the decision.
  return isCurrent && window !== window.top && !any && !isAltered(target) ? true : undefined
}

/** Returns whether an element is so far in view that something else can cover it. */
export function isInView({ intersectionRatio }: IntersectionObserverEntry): boolean {
  return intersectionRatio >= (window === window.top ? 1 : 0.01)
}
