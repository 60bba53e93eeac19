import { isAround, parentOf } from '../parent-of.ts'
import type { AlteredChoice } from '../types.ts'
import { findHit } from './covers.ts'
import { findUnreadable } from './find-unreadable.ts'
import { hasLayout, isClipped, isDrawn, LEAST_OPACITY, opacityAround } from './hiding.ts'
import { pseudoElementsOf } from './looks.ts'

/** The largest difference of the sizes of both buttons, in pixels. */
const TOLERANCE = 2
/** The smallest side of a button, in pixels (WCAG 2.2, 2.5.8). */
const SMALLEST_TARGET = 24

/** What is equal in both buttons, in every theme and state. */
const SHAPE = ['font-size', 'font-weight', 'border-top-width', 'opacity', 'animation-name']
/** What is equal in both buttons, unless the person points at one of them. */
const LOOKS = [
  ...['color', '-webkit-text-fill-color', 'background-color', 'background-image', 'background-clip', 'border-top-color'],
  ...['border-top-style', 'border-bottom-color', 'border-bottom-width', 'border-inline-start-width', 'border-top-left-radius'],
  ...['box-shadow', 'font-family', 'font-style', 'letter-spacing', 'text-transform', 'text-decoration-line', 'text-shadow'],
  ...['text-indent', 'filter', 'mix-blend-mode', 'outline-style', '-webkit-mask-image'],
]

/**
 * Returns what the styles of the page did to the choice: a button is hidden, moved, covered or different, or the facts or the notice cannot be read.
 * `undefined`: the person sees two equal choices, and what they are about. It is called at the press of Accept.
 *
 * @param decision The element with the notice and both buttons.
 */
export function findAlteredChoice(decision: HTMLElement): AlteredChoice | undefined {
  const choices = decision.querySelector<HTMLElement>('[data-part="choices"]')
  if (choices === null || !hasLayout(decision)) return undefined
  const [accept, decline] = buttonsIn(choices)
  // Without the style sheet of the kit, which `base.css` shows, both are buttons of the browser, each as wide as its word.
  if (!accept || getComputedStyle(choices).getPropertyValue('--licet-text-2') === '') return undefined
  if (!decline) return { part: 'decline', measured: 'it is not in the page' }
  const loss = findLoss(decline, choices)
  if (loss !== undefined) return { part: 'decline', measured: loss }
  const difference = findLoss(accept, choices) ?? findDifference(accept, decline, choices) ?? findFaded(choices)
  if (difference !== undefined) return { part: 'choices', measured: difference }
  const lost = findCover(decline, accept) ?? findCover(accept, decline) ?? findUnreadable(decision)
  if (lost !== undefined) return lost
  // Last, because the browser computes the styles again after the copies.
  const unequal = isPlain(accept) && isPlain(decline) ? findUnequal(accept, decline, LOOKS) : findUnequalAtRest(choices)
  return unequal === undefined ? undefined : { part: 'choices', measured: unequal }
}

/** Returns whether a button looks as it does at rest. */
function isPlain(button: HTMLElement): boolean {
  return !button.matches(':hover, :focus, :active') && button.getAnimations().length === 0
}

function buttonsIn(choices: HTMLElement) {
  return ['accept', 'decline'].map((name) => choices.querySelector<HTMLElement>(`[data-part="${name}"]`))
}

/** Returns why a button is not where and as large as it should be. */
function findLoss(button: HTMLElement, choices: HTMLElement): string | undefined {
  const { width, height } = button.getBoundingClientRect()
  if (!isDrawn(button)) return 'it is not visible'
  if (isClipped(button)) return 'it is clipped, masked or filtered'
  if (width < SMALLEST_TARGET || height < SMALLEST_TARGET) return `${Math.round(width)} × ${Math.round(height)} px`
  for (let at: Element | null = choices; at?.closest('.licet-decision, [data-part="screen-decision"]'); at = parentOf(at))
    if (!isWithin(button, at) && (at === choices || getComputedStyle(at).overflow !== 'visible')) return 'it is not in its place'
  return undefined
}

function isWithin(element: Element, other: Element): boolean {
  const [inner, outer] = [element.getBoundingClientRect(), other.getBoundingClientRect()]
  return (
    inner.left >= outer.left - TOLERANCE &&
    inner.right <= outer.right + TOLERANCE &&
    inner.top >= outer.top - TOLERANCE &&
    inner.bottom <= outer.bottom + TOLERANCE
  )
}

function findDifference(accept: HTMLElement, decline: HTMLElement, choices: HTMLElement): string | undefined {
  const [one, other] = [accept.getBoundingClientRect(), decline.getBoundingClientRect()]
  for (const side of ['width', 'height'] as const)
    if (Math.abs(one[side] - other[side]) > TOLERANCE) return `${side}: ${one[side]}, ${other[side]}`
  const isApart = (start: 'left' | 'top', end: 'right' | 'bottom') =>
    one[end] <= other[start] + TOLERANCE || other[end] <= one[start] + TOLERANCE
  if (!isApart('left', 'right') && !isApart('top', 'bottom')) return 'one button is above the other'
  if ([choices, accept, decline].some((one) => pseudoElementsOf(one).length > 0)) return 'something is drawn over it'
  if (animationsOf(accept) !== animationsOf(decline)) return 'one of them is animated'
  return findUnequal(accept, decline, SHAPE)
}

/** Compares copies of both buttons, which nobody points at or has focused. They have styles, and are not laid out. */
function findUnequalAtRest(choices: HTMLElement): string | undefined {
  const copy = choices.cloneNode(true) as HTMLElement
  copy.inert = true
  copy.style.setProperty('display', 'none', 'important')
  choices.after(copy)
  try {
    const [accept, decline] = buttonsIn(copy)
    return accept && decline ? findUnequal(accept, decline, LOOKS) : undefined
  } finally {
    copy.remove()
  }
}

function findUnequal(accept: Element, decline: Element, properties: readonly string[]): string | undefined {
  const [one, other] = [getComputedStyle(accept), getComputedStyle(decline)]
  const name = properties.find((property) => one.getPropertyValue(property) !== other.getPropertyValue(property))
  return name && `${name}: ${one.getPropertyValue(name)}, ${other.getPropertyValue(name)}`
}

/** The number of animations of a button. A transition is no animation: it follows the pointer. */
function animationsOf(button: Element): number {
  return button.getAnimations().filter((animation) => !('transitionProperty' in animation)).length
}

/** Returns how faded both buttons are. A surface that is just opening fades in. */
function findFaded(choices: HTMLElement): string | undefined {
  const opacity = opacityAround(choices)
  return opacity < LEAST_OPACITY ? `opacity: ${opacity}` : undefined
}

/** Returns what takes a press at the center of a button in view. */
function findCover(button: HTMLElement, other: HTMLElement): AlteredChoice | undefined {
  const hit = findHit(button)
  if (hit === undefined || button.contains(hit)) return undefined
  if (!isAround(hit, button)) return { part: 'cover', measured: `<${hit.localName}> covers a button` }
  // It takes no presses. With the keyboard, a page can let neither button take any.
  const otherHit = findHit(other)
  return otherHit !== undefined && other.contains(otherHit)
    ? { part: button.matches('[data-part="decline"]') ? 'decline' : 'choices', measured: 'it takes no presses' }
    : undefined
}
