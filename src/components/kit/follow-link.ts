import type { MouseEvent } from 'react'

/**
 * Goes to the element that a pressed link to the same page names. The browser finds no element in a shadow root, and changes the address, which
 * is a route in some host apps. Terms that are folded unfold first.
 */
export function followLink(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  const link = (event.target as Element).closest('a[href^="#"]')
  const element = link && findInRoot(link, link.getAttribute('href')?.slice(1) ?? '')
  if (!element) return
  event.preventDefault()
  const fold = element.querySelector<HTMLElement>('[data-part="terms-fold"][aria-expanded="false"]')
  fold?.click()
  // React unfolds the terms in a microtask, and there is nothing to scroll to before that.
  if (fold) queueMicrotask(() => goTo(element))
  else goTo(element)
}

function goTo(element: HTMLElement): void {
  // jsdom has no `scrollIntoView`.
  element.scrollIntoView?.({ block: 'start' })
  element.focus({ preventScroll: true })
}

/** Finds an element by id in the same document or shadow root as another element. That document may be a frame's. */
function findInRoot(element: Element, id: string): HTMLElement | null {
  const root = element.getRootNode()
  return hasIds(root) ? root.getElementById(id) : null
}

function hasIds(node: Node): node is Document | ShadowRoot {
  return 'getElementById' in node
}
