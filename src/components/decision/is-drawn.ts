import { parentOf } from '../../react/parent-of.ts'
import { hasInk, isVisible } from '../terms/find-hidden.ts'

/** Fainter content counts as hidden. */
export const LEAST_OPACITY = 0.5
/** The smallest font that counts as readable, in pixels. */
const SMALLEST_FONT = 8

/** Returns whether the text of an element is laid out, large enough to be read, and in another color than its background. */
export function isDrawn(element: HTMLElement): boolean {
  const text = new Range()
  text.selectNodeContents(element)
  const { width, height } = text.getBoundingClientRect()
  const { fontSize, display } = getComputedStyle(element)
  const size = Number.parseFloat(fontSize)
  // An element without a box is as visible as the one around it.
  const box = display === 'contents' ? (element.parentElement ?? element) : element
  return width > 0 && height >= size / 2 && size >= SMALLEST_FONT && isVisible(box) && hasInk(element, '')
}

/** Returns the opacity of an element on its page: 1 while something around it is animated, because a surface fades in when it opens. */
export function opacityAround(element: Element): number {
  let opacity = 1
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    if (at.getAnimations().length > 0) return 1
    opacity *= Number(getComputedStyle(at).opacity)
  }
  return opacity
}
