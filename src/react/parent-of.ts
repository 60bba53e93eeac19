/** Returns the element around another one. Around a shadow root that is its host. */
export function parentOf(element: Element): Element | null {
  const root = element.getRootNode()
  // Not `instanceof`: a frame has its own classes.
  return element.parentElement ?? ('host' in root ? (root as ShadowRoot).host : null)
}

/** Returns whether an element contains another one or is that element. Unlike `contains()`, it looks into shadow roots. */
export function isAround(outer: Element, inner: Element): boolean {
  for (let at: Element | null = inner; at !== null; at = parentOf(at)) if (at === outer) return true
  return false
}
