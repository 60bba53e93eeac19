import { parentOf } from '../../react/parent-of.ts'
import type { AlteredChoice } from '../../react/types.ts'
import { isClipped } from '../terms/find-hidden.ts'
import { isDrawn, LEAST_OPACITY, opacityAround } from './is-drawn.ts'

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

function isReadable(part: HTMLElement, around: Element | null): boolean {
  for (let at: Element | null = part; at !== null && !at.matches('.licet-screen'); at = parentOf(at))
    if (isClipped(at)) return false
  const texts = [part, ...part.querySelectorAll<HTMLElement>('*')].filter(hasText)
  if (around !== null && !isNear(part.getBoundingClientRect(), around)) return false
  return texts.length > 0 && opacityAround(part) >= LEAST_OPACITY && texts.every((text) => isDrawn(text) && isInPlace(text, part))
}

function hasText({ childNodes }: Element): boolean {
  return [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
}

/** Returns whether a text is inside of its part, and no style of an element in between hides it. */
function isInPlace(text: HTMLElement, part: HTMLElement): boolean {
  let opacity = 1
  for (let at: HTMLElement | null = text; at !== null && at !== part; at = at.parentElement) {
    if (isClipped(at)) return false
    opacity *= Number(getComputedStyle(at).opacity)
  }
  const range = new Range()
  range.selectNodeContents(text)
  return opacity >= LEAST_OPACITY && isNear(range.getBoundingClientRect(), part)
}

/** Returns whether the center of a box is in an element, or close to it. */
function isNear({ left, top, width, height }: DOMRect, element: Element): boolean {
  const box = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  return x >= box.left - NEAR && x <= box.right + NEAR && y >= box.top - NEAR && y <= box.bottom + NEAR
}
