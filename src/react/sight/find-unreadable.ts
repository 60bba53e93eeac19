import { parentOf } from '../parent-of.ts'
import type { AlteredChoice } from '../types.ts'
import { fadeOf, isClipped, isDrawn, LEAST_OPACITY } from './hiding.ts'
import { hasText } from './looks.ts'

/** The largest distance of a text from its place, in pixels. */
const NEAR = 8

/** Returns which of the facts and the notice of a question cannot be read. */
export function findUnreadable(decision: HTMLElement): AlteredChoice | undefined {
  const notice = decision.querySelector<HTMLElement>('[data-part="decision-notice"]')
  const question = decision.closest('[data-part="screen-columns"]')
  // With steps, the facts are on screen in the first one.
  const isShown = question !== null && (question.getAttribute('data-step') ?? 'summary') === 'summary'
  const facts = isShown ? question.querySelector<HTMLElement>('[data-part="summary-lines"]') : null
  const lost = [notice, facts].find((part) => part !== null && !isReadable(part, part === notice ? decision : question))
  return lost ? { part: 'facts', measured: lost === notice ? 'the notice cannot be read' : 'the facts cannot be read' } : undefined
}

/** Returns whether each text of a part can be read, as far as the elements in and around it decide that: the buttons show the rest. */
function isReadable(part: HTMLElement, around: Element | null): boolean {
  if (around !== null && !isNear(part.getBoundingClientRect(), around)) return false
  // Elements around several texts are measured once.
  const opacities = new Map<Element | null, number>([[around?.parentElement ?? null, 1]])
  const opacityOf = (element: Element | null): number => {
    const known = element === null ? 1 : opacities.get(element)
    if (known !== undefined) return known
    const at = element as Element
    const opacity = isClipped(at) ? 0 : fadeOf(at) * opacityOf(parentOf(at))
    opacities.set(at, opacity)
    return opacity
  }
  const texts = [part, ...part.querySelectorAll<HTMLElement>('*')].filter(hasText)
  const isLegible = (text: HTMLElement) => opacityOf(text) >= LEAST_OPACITY && isDrawn(text) && isNear(boxOf(text), part)
  return texts.length > 0 && texts.every(isLegible)
}

function boxOf(text: Element): DOMRect {
  const range = new Range()
  range.selectNodeContents(text)
  return range.getBoundingClientRect()
}

/** Returns whether the center of a box is in an element, or close to it. */
function isNear({ left, top, width, height }: DOMRect, element: Element): boolean {
  const box = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  return x >= box.left - NEAR && x <= box.right + NEAR && y >= box.top - NEAR && y <= box.bottom + NEAR
}
