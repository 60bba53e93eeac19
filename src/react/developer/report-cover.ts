import { isAround } from '../parent-of.ts'
import { print } from './developer-messages.ts'

/** Distance of the places that are tested, in CSS pixels. Smaller than any button. */
const STEP = 8

const COVERED =
  'Accept is refused while something covers the buttons, because the person may not see what they press. Place this element elsewhere, close it while the screen asks, or open the screen with surface="dialog", which is above everything else.'
const ALTERED =
  'Accept is refused while a style fades, blurs or distorts the buttons. Remove the opacity, filter, transform or scale of this element, or end its animation.'
const NEXT =
  'This is the button of the development server. It is not there in production. Move it in next.config.ts: devIndicators: { position: "top-right" }.'

/** Finds the element that covers or alters the decision, and returns a function that prints it, once for each element. */
export function findCover(decision: Element): () => void {
  const cover = findHit(decision) ?? findOverlay(decision)
  const found = cover ?? findAltered(decision)
  if (found === undefined) return () => {}
  const what = `${toTag(found)} ${cover === undefined ? 'alters' : 'covers'} the decision`
  const fix = cover === undefined ? ALTERED : cover.localName === 'nextjs-portal' ? NEXT : COVERED
  return () => print(what, fix, 'guides/consent-screen.md#nothing-may-cover-the-buttons')
}

/** Returns the element that takes the presses at a place of the decision. */
function findHit(decision: Element): Element | undefined {
  const { left, top, right, bottom } = decision.getBoundingClientRect()
  for (let y = top + 1; y < bottom; y += STEP)
    for (let x = left + 1; x < right; x += STEP) {
      const hit = elementAt(x, y, decision)
      if (hit !== null && isApart(hit, decision)) return hit
    }
  return undefined
}

/** Returns the element at a place: the one that contains the decision is followed into its shadow root. */
function elementAt(x: number, y: number, decision: Element): Element | null {
  const inner = decision.getRootNode()
  const hit = decision.ownerDocument.elementFromPoint(x, y)
  return inner instanceof ShadowRoot && hit === inner.host ? inner.elementFromPoint(x, y) : hit
}

/** Returns an element over the decision that takes no presses, such as the overlay of a clickjacker. */
function findOverlay(decision: Element): Element | undefined {
  const place = decision.getBoundingClientRect()
  return [...decision.ownerDocument.querySelectorAll('*')].findLast((element) => {
    const { pointerEvents, position, visibility, opacity } = getComputedStyle(element)
    const isDrawn = visibility === 'visible' && Number(opacity) > 0 && position !== 'static'
    return pointerEvents === 'none' && isDrawn && isApart(element, decision) && overlaps(element.getBoundingClientRect(), place)
  })
}

function overlaps(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
}

/** Returns whether neither element contains the other. */
function isApart(one: Element, other: Element): boolean {
  return !isAround(one, other) && !other.contains(one)
}

/** Returns the nearest element around the decision with a style that alters it. */
function findAltered(decision: Element): Element | undefined {
  for (let at: Element | null = decision; at !== null; at = at.parentElement) {
    const { opacity, filter, transform, scale } = getComputedStyle(at)
    if (opacity !== '1' || [filter, transform, scale].some((value) => value !== 'none')) return at
  }
  return undefined
}

/** Writes an element as its start tag, with its id and its classes. */
function toTag(element: Element): string {
  const name = (attribute: string) => {
    const value = element.getAttribute(attribute)
    return value ? ` ${attribute}=${JSON.stringify(value)}` : ''
  }
  return `<${element.localName}${name('id')}${name('class')}>`
}
