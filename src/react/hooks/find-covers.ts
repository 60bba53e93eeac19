import { hasPseudoElement, hasText, opacityOf } from '../looks.ts'
import { isAround, parentOf } from '../parent-of.ts'

/** The distance between two points that are looked at, in pixels. */
const STEP = 16
/** Elements that draw something by themselves. */
const REPLACED = 'img, svg, canvas, video, iframe, object, embed, input, button, select, textarea, meter, progress'

/** What lies over an element. */
export interface Covers {
  /** Something lies over it, although it may draw nothing, such as the container of a toast library without a toast. */
  readonly any: boolean
  /** Something that is drawn lies over it. */
  readonly drawn: boolean
}

/** Looks for elements of this document over an element, including those that take no presses. */
export function findCovers(element: Element): Covers {
  const { ownerDocument: page } = element
  const sheet = new CSSStyleSheet()
  // A point finds no element without pointer events. A style sheet in script needs no permission of a Content Security Policy.
  sheet.replaceSync('* { pointer-events: auto !important }')
  page.adoptedStyleSheets.push(sheet)
  const found = new Set<Element>()
  try {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    for (let y = top + 1; y < bottom; y += STEP)
      for (let x = left + 1; x < right; x += STEP)
        for (const at of page.elementsFromPoint(x, y)) {
          if (isAround(at, element) || element.contains(at)) break
          found.add(at)
        }
  } finally {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((one) => one !== sheet)
  }
  return { any: found.size > 0, drawn: [...found].some(isDrawn) }
}

function isDrawn(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) if (getComputedStyle(at).opacity === '0') return false
  if (element.matches(REPLACED) || element.shadowRoot !== null || hasText(element)) return true
  const looks = getComputedStyle(element)
  const hasLine = (width: string, color: string) => width !== '0px' && opacityOf(color) > 0
  return (
    opacityOf(looks.backgroundColor) > 0 ||
    [looks.backgroundImage, looks.boxShadow, looks.backdropFilter ?? 'none'].some((value) => value !== 'none') ||
    hasLine(looks.borderTopWidth, looks.borderTopColor) ||
    hasLine(looks.borderBottomWidth, looks.borderBottomColor) ||
    hasLine(looks.borderLeftWidth, looks.borderLeftColor) ||
    hasLine(looks.borderRightWidth, looks.borderRightColor) ||
    (looks.outlineStyle !== 'none' && hasLine(looks.outlineWidth, looks.outlineColor)) ||
    hasPseudoElement(element)
  )
}
