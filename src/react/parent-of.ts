/** Returns the element around another one. Around a shadow root that is its host. */
export function parentOf(element: Element): Element | null {
  const root = element.getRootNode()
  // Not `instanceof`: a frame has its own classes.
  return element.parentElement ?? ('host' in root ? (root as ShadowRoot).host : null)
}
