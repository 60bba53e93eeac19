/** The smallest size of a box and of a font in which a person can read, in pixels. */
const SMALLEST_BOX = 8
const SMALLEST_FONT = 4

const VISIBLE = { opacityProperty: true, visibilityProperty: true, checkOpacity: true, checkVisibilityCSS: true }

/**
 * Returns whether a text is laid out in the page and not hidden by the styles of the host app. A region that scrolls or folds its text may show a
 * part of it.
 */
export function isLaidOut(region: HTMLElement): boolean {
  const { documentElement: page } = region.ownerDocument
  // jsdom has no layout, and older browsers have no `checkVisibility`.
  if (!('checkVisibility' in region) || page.getBoundingClientRect().width === 0) return true
  return !isCutOff(region) && [region, ...region.querySelectorAll<HTMLElement>('*')].every((element) => isReadable(element))
}

/** Returns whether an element around the text leaves no room for it, or moves it out of the page. */
function isCutOff(region: HTMLElement): boolean {
  const { bottom, right } = region.getBoundingClientRect()
  // The region may be in a frame, whose window scrolls.
  const { scrollX = 0, scrollY = 0 } = region.ownerDocument.defaultView ?? {}
  let [top, left] = [scrollY, scrollX]
  for (let at: Element | null = region; at !== null && at !== at.ownerDocument.body; at = parentOf(at)) {
    const { overflowX, overflowY, opacity } = getComputedStyle(at)
    const isCollapsed = at.clientHeight < SMALLEST_BOX || at.clientWidth < SMALLEST_BOX
    if ((isCollapsed && overflowX + overflowY !== 'visiblevisible') || Number(opacity) < 0.1) return true
    top += at.scrollTop
    left += at.scrollLeft
    // A modal dialog is above the page: what is around it does not cut it off.
    if (at.matches('dialog.licet-screen')) break
  }
  return bottom + top <= 0 || right + left <= 0
}

/** Returns whether the text directly in an element, if there is any, can be read. */
function isReadable(element: HTMLElement): boolean {
  if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())) return true
  const { width, height } = element.getBoundingClientRect()
  const { fontSize, webkitTextFillColor } = getComputedStyle(element)
  const isTransparent = /^rgba.*, 0\)$|\/ 0\)$/.test(webkitTextFillColor)
  return element.checkVisibility(VISIBLE) && width * height > 0 && Number.parseFloat(fontSize) >= SMALLEST_FONT && !isTransparent
}

function parentOf(element: Element): Element | null {
  const root = element.getRootNode()
  return element.parentElement ?? ('host' in root ? (root as ShadowRoot).host : null)
}
