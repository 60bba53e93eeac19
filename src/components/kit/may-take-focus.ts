/**
 * Returns whether the focus may move to an element of a surface: it is in the surface already, or nowhere. A person who types elsewhere on the page
 * keeps the focus.
 */
export function mayTakeFocus(surface: Element | null): boolean {
  return isFocusFree(surface) || surface?.contains(focusedIn(surface)) === true
}

/** Returns whether no element of the page has the focus. */
export function isFocusFree(element: Element | null): boolean {
  const page = element?.ownerDocument
  return page?.activeElement === page?.body || page?.activeElement === null
}

/** Returns the element with the focus in the same document or shadow root. The document itself reports the host of a shadow root. */
export function focusedIn(element: Element): Element | null {
  const root = element.getRootNode()
  return 'activeElement' in root ? (root as Document | ShadowRoot).activeElement : null
}
