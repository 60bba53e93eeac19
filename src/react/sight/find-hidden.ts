import { parentOf } from '../parent-of.ts'
import { hasInk, hasLayout, isClipped, isVisible } from './hiding.ts'
import { hasText } from './looks.ts'

/** The largest distance of a text from its place, in pixels. */
const TWO_LINES = 40
/** Values of `content` that show no words: signs, quotation marks and images. What follows the slash is not on screen. */
const WORDLESS =
  /^(?:none|normal|(?:(?:no-)?(?:open|close)-quote|"[^\p{L}\p{N}"]*"|(?:url|image-set|[a-z-]{1,30}gradient)\((?:"(?:[^"\\]|\\.)*"|\([^()]*\)|[^()"])*\)| )*(?:\/ .*)?)$/u

/** The number of a clause, which screen readers skip. */
const NUMBER = /^counter\(licet-clause\)(?: \/ "")?$/

/**
 * Returns an element whose styles, set by the host app, hide the text or change how it reads; `undefined` when the text is laid out in the
 * page as it is. A region that scrolls or folds its text may show a part of it.
 */
export function findHidden(region: HTMLElement): Element | undefined {
  return hasLayout(region) ? (findCutOff(region) ?? findInside(region, partsOf(region))) : undefined
}

/** Returns the region and the elements in it that have to be readable. */
export function partsOf(region: HTMLElement): readonly HTMLElement[] {
  // The kit itself clips notes for screen readers and, on narrow pages, the heads of tables.
  const inside = [...region.querySelectorAll<HTMLElement>('*')].filter(
    (element) => !element.closest('thead, .licet-visually-hidden'),
  )
  return [region, ...inside]
}

/** Returns the first of some parts of the region whose styles hide it or change how it reads. */
export function findInside(region: HTMLElement, parts: readonly HTMLElement[]): Element | undefined {
  return parts.find(
    (part) =>
      (part !== region && (isClipped(part) || cutsLines(part))) || !isReadable(part, region) || isMasked(part) || isReworded(part),
  )
}

/** Returns an element around the text that leaves no room for it, or the text itself when it is outside of the page. */
export function findCutOff(region: HTMLElement): Element | undefined {
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

/** Returns whether an element in the text cuts off more than the edge of a line, such as with an ellipsis. */
function cutsLines(element: Element): boolean {
  const { overflowX, overflowY, fontSize } = getComputedStyle(element)
  const { clientHeight, clientWidth, scrollHeight, scrollWidth } = element
  // Letters can be higher than their line.
  const edge = Number.parseFloat(fontSize) / 2
  return (CUTS.test(overflowY) && scrollHeight > clientHeight + edge) || (CUTS.test(overflowX) && scrollWidth > clientWidth + edge)
}

const CUTS = /hidden|clip/

/** Returns whether a clause fades out. Around the text, a mask belongs to the design of the page. */
function isMasked(element: Element): boolean {
  return getComputedStyle(element).webkitMaskImage !== 'none'
}

/** Returns whether text is so far before the start of the region that nobody can scroll to it. */
function isOutside(element: HTMLElement, region: HTMLElement): boolean {
  const text = new Range()
  // The box of an element can be wider than its text.
  text.selectNodeContents(element)
  const { left, right, top, width } = text.getBoundingClientRect()
  const box = region.getBoundingClientRect()
  let [x, y] = [0, 0]
  for (let at: Element | null = element; at !== null; at = at === region ? null : at.parentElement) {
    x += at.scrollLeft
    y += at.scrollTop
  }
  const distance = getComputedStyle(region).direction === 'rtl' ? right + x - box.right : box.left - left - x
  return width > 0 && (distance > TWO_LINES || box.top - top - y > TWO_LINES)
}

/** Returns whether the text directly in an element, if there is any, can be read. */
function isReadable(element: HTMLElement, region: HTMLElement): boolean {
  if (!hasText(element)) return true
  const { height } = element.getBoundingClientRect()
  // A wrapped inline element reports the width of all its lines. It is scaled only with its block.
  const block = blockOf(element)
  const { fontSize, textIndent } = getComputedStyle(element)
  const size = Number.parseFloat(fontSize)
  return (
    isVisible(element) &&
    !isOutside(element, region) &&
    // The size on screen is smaller than the one in the layout when the text is scaled down.
    height >= size / 2 &&
    block.getBoundingClientRect().width > block.offsetWidth / 2 &&
    Math.abs(Number.parseFloat(textIndent)) < 99 &&
    LETTERS.every((name) => hasInk(element, name))
  )
}

function blockOf(element: HTMLElement): HTMLElement {
  const { parentElement } = element
  return parentElement && getComputedStyle(element).display === 'inline' ? blockOf(parentElement) : element
}

const LETTERS = ['', '::first-line', '::first-letter']

/** Returns whether styles add words to an element, replace its content or its letters, or change the direction of its text. */
function isReworded(element: HTMLElement): boolean {
  const style = getComputedStyle(element)
  const { content, direction, unicodeBidi, display, listStyleType } = style
  const expected = element.closest<HTMLElement>('[dir]')?.dir ?? ''
  return (
    content !== 'normal' ||
    /override/.test(unicodeBidi) ||
    (/^(?:ltr|rtl)$/.test(expected) && direction !== expected) ||
    // Empty where the browser does not know the property.
    !/^(?:none)?$/.test(style.getPropertyValue('-webkit-text-security')) ||
    (display.includes('list-item') && listStyleType.startsWith('"') && !WORDLESS.test(listStyleType)) ||
    PSEUDO_ELEMENTS.some((name) => hasWords(element, name))
  )
}

const PSEUDO_ELEMENTS = ['::before', '::after', '::marker'] as const

function hasWords(element: HTMLElement, name: (typeof PSEUDO_ELEMENTS)[number]): boolean {
  const { content } = getComputedStyle(element, name)
  // The kit numbers the clauses. On narrow pages, it repeats the name of the column in each cell.
  if (element.matches('[data-clause]') && NUMBER.test(content)) return false
  return !WORDLESS.test(content) && content !== 'attr(data-label)' && content !== JSON.stringify(element.dataset.label)
}
