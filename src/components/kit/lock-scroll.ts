/** Stops the page behind a modal dialog from scrolling. Returns a function that ends this. */
export function lockScroll(dialog: HTMLDialogElement): () => void {
  const page = dialog.ownerDocument
  const root = page.documentElement
  const view = page.defaultView
  dialog.addEventListener('touchmove', keepInside, { passive: false })
  // jsdom and old browsers have no such style sheets.
  if (!page.adoptedStyleSheets || !view) return () => {}
  const sheet = new view.CSSStyleSheet()
  // The element whose `overflow` the window has. On the other one, `overflow` could cut the page, and the page would lose its place.
  const scroller = view.getComputedStyle(root).overflow === 'visible' ? ' body' : ''
  // The space of a scrollbar stays, so that nothing moves sideways.
  const gutter = view.innerWidth > root.clientWidth ? ':where(:root){scrollbar-gutter:stable}' : ''
  // Not an inline style: the host app may lock and unlock scrolling meanwhile, in any order. Print shows the whole page.
  sheet.replaceSync(`@media screen{:root${scroller}{overflow:hidden!important}${gutter}}`)
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
  // A host app may remove the dialog, or the shadow root that it is in, without closing it. No selector of the page sees into a shadow root.
  const observer = new MutationObserver(() => {
    sheet.disabled = !dialog.isConnected
  })
  observer.observe(page, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}

/**
 * Prevents a finger from scrolling the page through a part of a dialog that cannot scroll itself.
 *
 * iOS scrolls a page with `overflow: hidden` while its toolbar is collapsed or its keyboard is open (WebKit bugs 240859 and 240860), and
 * `overscroll-behavior` does nothing in an element without overflow (243452).
 */
function keepInside(event: TouchEvent): void {
  // Two fingers zoom, and one moves a page that is zoomed in. Inputs, such as a slider of the host app, have their own gestures.
  if (event.touches.length > 1 || (event.view?.visualViewport?.scale ?? 1) > 1) return
  for (const target of event.composedPath()) {
    if (target instanceof Element ? isScrollable(target) || target.matches('input, textarea, select') : false) return
    if (target === event.currentTarget) break
  }
  if (event.cancelable) event.preventDefault()
}

/** Returns whether an element has more content than room, and scrolls. */
export function isScrollable(element: Element): boolean {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element
  if (scrollHeight <= clientHeight && scrollWidth <= clientWidth) return false
  return /auto|scroll/.test(getComputedStyle(element).overflow)
}
