/** Sets the direction of every part, in any language. An observer does the same for parts that are rendered later. */
export function forceDirection(direction: 'auto' | 'ltr' | 'rtl'): (() => void) | undefined {
  if (direction === 'auto') return undefined
  const setDirection = () => {
    for (const element of document.querySelectorAll(`[data-licet]:not([dir="${direction}"])`))
      element.setAttribute('dir', direction)
  }
  const observer = new MutationObserver(setDirection)
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['dir'] })
  setDirection()
  return () => observer.disconnect()
}
