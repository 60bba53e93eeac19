/**
 * Sets the direction of the page and of every part of the kit, in any language. An observer does the same for parts that are rendered later.
 * Returns a function that ends this.
 */
export function forceDirection(direction: 'ltr' | 'rtl'): () => void {
  const { documentElement: page, body } = document
  const before = page.getAttribute('dir')
  const parts = new Map<Element, string | null>()
  const setDirection = () => {
    for (const element of document.querySelectorAll(`[data-licet]:not([dir="${direction}"])`)) {
      parts.set(element, element.getAttribute('dir'))
      element.setAttribute('dir', direction)
    }
  }
  const observer = new MutationObserver(setDirection)
  observer.observe(body, { subtree: true, childList: true, attributes: true, attributeFilter: ['dir'] })
  page.dir = direction
  setDirection()
  return () => {
    observer.disconnect()
    for (const [element, own] of [[page, before] as const, ...parts])
      if (own === null) element.removeAttribute('dir')
      else element.setAttribute('dir', own)
  }
}
