/** The smallest width of a box and the smallest font with which a person can read, in pixels. */
const SMALLEST_BOX = 8
const SMALLEST_FONT = 4
/** The smallest height of a box that cuts off its text: about two lines, in pixels. */
const TWO_LINES = 40

const VISIBLE = { opacityProperty: true, visibilityProperty: true, checkOpacity: true, checkVisibilityCSS: true }

/** A clip path that cuts off nothing but rounded corners of at most 32 pixels. */
const ROUNDED = /^inset\((?:(?:0|-[\d.]+)(?:px|%)? ?)+(?:round(?: (?:[12]?\d|3[0-2])(?:\.\d+)?px)+)?\)$/
/** Values of `content` that show no words. */
const WORDLESS = /^(?:none|normal|(?:no-)?(?:open|close)-quote|url\(.*\)|[^\p{L}\p{N}]*)$/u

/**
 * Returns an element whose styles, set by the host app, hide the text or change how it reads; `undefined` when the text is laid out in the page as
 * it is. A region that scrolls or folds its text may show a part of it.
 */
export function findHidden(region: HTMLElement): Element | undefined {
  const { documentElement: page } = region.ownerDocument
  // jsdom has no layout, and older browsers have no `checkVisibility`.
  if (!('checkVisibility' in region) || page.getBoundingClientRect().width === 0) return undefined
  // The kit itself clips notes for screen readers and, on narrow pages, the heads of tables.
  const inside = [...region.querySelectorAll<HTMLElement>('*')].filter(
    (element) => !element.closest('thead, .licet-visually-hidden'),
  )
  return (
    findCutOff(region) ??
    inside.find((element) => isClipped(element)) ??
    [region, ...inside].find((element) => !isReadable(element) || isReworded(element))
  )
}

/** Returns an element around the text that leaves no room for it, or the text itself when it is outside of the page. */
function findCutOff(region: HTMLElement): Element | undefined {
  const { ownerDocument } = region
  const { bottom, right, left: start } = region.getBoundingClientRect()
  let [top, left] = [0, 0]
  for (let at: Element | null = region; at !== null; at = parentOf(at)) {
    if (isClipped(at)) return at
    top += at.scrollTop
    left += at.scrollLeft
    // A modal dialog is above the page: what is around it does not cut it off.
    if (at.matches('dialog.licet-screen')) break
  }
  const isOffRight = start + Math.min(0, left) >= ownerDocument.documentElement.clientWidth
  return bottom + top <= 0 || right + left <= 0 || isOffRight ? region : undefined
}

/** Returns whether an element hides what is in it by its size or its styles. */
function isClipped(element: Element): boolean {
  const { overflowX, overflowY, opacity, clipPath, webkitMaskImage, filter } = getComputedStyle(element)
  const { clientHeight, clientWidth, scrollHeight, scrollWidth } = element
  const isCollapsed = clientHeight < Math.min(scrollHeight, TWO_LINES) || clientWidth < Math.min(scrollWidth, SMALLEST_BOX)
  return (
    // The overflow of the page is that of its window.
    (isCollapsed && overflowX + overflowY !== 'visiblevisible' && !element.matches('html, body')) ||
    Number(opacity) < 0.1 ||
    (clipPath !== 'none' && !ROUNDED.test(clipPath)) ||
    webkitMaskImage !== 'none' ||
    /blur|opacity|url/.test(filter)
  )
}

/** Returns whether the text directly in an element, if there is any, can be read. */
function isReadable(element: HTMLElement): boolean {
  if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())) return true
  const { width, height } = element.getBoundingClientRect()
  const { fontSize, textIndent, webkitTextFillColor } = getComputedStyle(element)
  const size = Number.parseFloat(fontSize)
  return (
    element.checkVisibility(VISIBLE) &&
    size >= SMALLEST_FONT &&
    // The size on screen is smaller than the one in the layout when the text is scaled down.
    height >= size / 2 &&
    width > element.offsetWidth / 2 &&
    Math.abs(Number.parseFloat(textIndent)) < 99 &&
    Number(/(?:^rgba.*,|\/) (\S+)\)$/.exec(webkitTextFillColor)?.[1] ?? 1) >= 0.1
  )
}

/** Returns whether styles add words to an element, replace its content, or change the direction of its text. */
function isReworded(element: HTMLElement): boolean {
  const { content, direction, unicodeBidi } = getComputedStyle(element)
  const expected = element.closest<HTMLElement>('[dir]')?.dir ?? ''
  return (
    content !== 'normal' ||
    /override/.test(unicodeBidi) ||
    (/^(?:ltr|rtl)$/.test(expected) && direction !== expected) ||
    PSEUDO_ELEMENTS.some((name) => hasWords(element, name))
  )
}

const PSEUDO_ELEMENTS = ['::before', '::after'] as const

function hasWords(element: HTMLElement, name: (typeof PSEUDO_ELEMENTS)[number]): boolean {
  const { content } = getComputedStyle(element, name)
  // On narrow pages, the kit repeats the name of the column in each cell.
  return !WORDLESS.test(content) && content !== 'attr(data-label)' && content !== JSON.stringify(element.dataset.label)
}

function parentOf(element: Element): Element | null {
  const root = element.getRootNode()
  return element.parentElement ?? ('host' in root ? (root as ShadowRoot).host : null)
}
