// What lies over an element. What takes presses covers it when it draws anything. What lets presses through covers it only when it is opaque by
// the color of its background: a texture, a canvas or a layer that blends leaves legible what is below, as far as a page can measure that.
import { isAround, parentOf } from '../parent-of.ts'
import { hasLayout, LEAST_OPACITY } from './hiding.ts'
import { hasText, lightnessOf, opacityOf, pseudoElementsOf } from './looks.ts'

/** The distance between two points that are looked at, in pixels. */
const STEP = 16
/** The smallest side of something that hides a button although it takes no presses, in pixels. A drawn pointer is smaller. */
const SMALLEST_COVER = 24
/** Elements that draw something by themselves. */
const REPLACED = 'img, svg, canvas, video, iframe, object, embed, input, button, select, textarea, meter, progress'
/** The layers that hide what is below only with a dark color, and only with a light one. Other blends hide nothing. */
const DARKENS = /^(?:multiply|darken|color-burn)$/
const LIGHTENS = /^(?:screen|lighten|color-dodge)$/

/** What lies over an element. */
export interface Covers {
  /** Something lies over it, although it may hide nothing, such as the container of a toast library without a toast. */
  readonly any: boolean
  /** The element that covers it. An element around it draws something over it before or after its content. */
  readonly cover: Element | undefined
}

/** Looks for elements of this document over an element, including those that take no presses. */
export function findCovers(element: Element): Covers {
  const found = hasLayout(element) && 'adoptedStyleSheets' in element.ownerDocument ? [...elementsOver(element)] : []
  return { any: found.length > 0, cover: found.find((one) => covers(one, element)) }
}

/** Returns what takes a press at the center of an element; `undefined` when the center is scrolled out of view. */
export function findHit(element: Element): Element | undefined {
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  for (let at = parentOf(element); at !== null; at = parentOf(at)) {
    if (getComputedStyle(at).overflow === 'visible') continue
    const box = at.getBoundingClientRect()
    if (!at.matches('html, body') && (x < box.left || x > box.right || y < box.top || y > box.bottom)) return undefined
    // Above the page, nothing around a modal dialog cuts it off.
    if (at.matches('dialog.licet-screen')) break
  }
  return (element.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y) ?? undefined
}

function elementsOver(element: Element): Set<Element> {
  const found = new Set<Element>()
  // The kit may be in the document of a frame, which accepts only its own style sheets.
  const view = element.ownerDocument.defaultView as (Window & typeof globalThis) | null
  if (view === null) return found
  // A point finds no element without pointer events. A style sheet in script needs no permission of a Content Security Policy.
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { pointer-events: auto !important }')
  // Each document and shadow root has its own elements at a point.
  for (let at: Element | undefined = element; at !== undefined; ) {
    const root = at.getRootNode() as Document | ShadowRoot
    root.adoptedStyleSheets.push(sheet)
    try {
      for (const [x, y] of pointsOf(element)) {
        const stack = root.elementsFromPoint(x, y)
        const target = at
        // -1 at a round corner, or where the element is cut off.
        const place = stack.findIndex((one) => target.contains(one))
        for (const over of stack.slice(0, Math.max(0, place))) found.add(over)
      }
    } finally {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet)
    }
    at = 'host' in root ? root.host : undefined
  }
  return found
}

function pointsOf(element: Element): readonly (readonly [x: number, y: number])[] {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const points: [number, number][] = []
  for (let y = top + 1; y < bottom; y += STEP) for (let x = left + 1; x < right; x += STEP) points.push([x, y])
  return points
}

function covers(cover: Element, element: Element): boolean {
  const layer = layerOf(cover, element)
  if (isAround(cover, element)) return pseudoElementsOf(cover).some((looks) => isOpaque(looks, layer))
  const looks = getComputedStyle(cover)
  if (looks.pointerEvents !== 'none') return layer.opacity > 0 && draws(cover, looks)
  const { width, height } = cover.getBoundingClientRect()
  return Math.min(width, height) >= SMALLEST_COVER && isOpaque(looks, layer)
}

interface Layer {
  readonly opacity: number
  readonly blend: string
}

/** Returns how a cover is painted over the page. */
function layerOf(cover: Element, element: Element): Layer {
  let [opacity, blend] = [1, 'normal']
  for (let at: Element | null = cover; at !== null && !isAround(at, element); at = parentOf(at)) {
    const looks = getComputedStyle(at)
    opacity *= Number(looks.opacity)
    if (blend === 'normal') blend = looks.mixBlendMode
  }
  return { opacity, blend }
}

/** Returns whether the background of a layer hides what is below. */
function isOpaque({ backgroundColor, backgroundClip, opacity, mixBlendMode }: CSSStyleDeclaration, layer: Layer): boolean {
  // An element has the opacity of its layer. A pseudo-element has its own.
  const alpha = opacityOf(backgroundColor) * Math.min(Number(opacity), layer.opacity)
  if (backgroundClip === 'text' || 1 - alpha >= LEAST_OPACITY) return false
  const blend = layer.blend === 'normal' ? mixBlendMode : layer.blend
  if (blend === 'normal') return true
  const lightness = lightnessOf(backgroundColor) ?? 0.5
  return DARKENS.test(blend) ? lightness < 0.2 : LIGHTENS.test(blend) && lightness > 0.8
}

function draws(element: Element, looks: CSSStyleDeclaration): boolean {
  if (element.matches(REPLACED) || element.shadowRoot !== null || hasText(element)) return true
  const hasLine = (width: string, color: string) => width !== '0px' && opacityOf(color) > 0
  return (
    opacityOf(looks.backgroundColor) > 0 ||
    [looks.backgroundImage, looks.boxShadow, looks.backdropFilter ?? 'none'].some((value) => value !== 'none') ||
    hasLine(looks.borderTopWidth, looks.borderTopColor) ||
    hasLine(looks.borderBottomWidth, looks.borderBottomColor) ||
    hasLine(looks.borderLeftWidth, looks.borderLeftColor) ||
    hasLine(looks.borderRightWidth, looks.borderRightColor) ||
    (looks.outlineStyle !== 'none' && hasLine(looks.outlineWidth, looks.outlineColor)) ||
    pseudoElementsOf(element).length > 0
  )
}
