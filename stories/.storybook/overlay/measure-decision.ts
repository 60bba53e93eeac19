import { choiceDifferences } from '../../../test/fixtures/choice-differences.ts'
import { contrastOf } from './contrast.ts'

/** What a person can compare of one choice. */
export interface Choice {
  readonly name: string
  readonly box: DOMRect
  /** Contrast of the label with its background (WCAG 2.2). */
  readonly contrast: number
  /** Place in the order of the Tab key, from 1; 0 when the choice cannot be reached. */
  readonly tab: number
}

/** The measured pair of choices, and what is not equal or not sufficient. */
export interface Measured {
  readonly choices: readonly Choice[]
  readonly faults: readonly string[]
}

const CHOICES = '[data-part="accept"], [data-part="decline"]'
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]'
/** Pixels that a rounded layout may differ. */
const TOLERANCE = 1
const LEAST_TARGET = 44
const LEAST_CONTRAST = 4.5

/** Measures the decision on top of a page. `undefined`: there is none on screen. */
export function measureDecision(page: Document): Measured | undefined {
  const root = [...page.querySelectorAll('dialog[open]')].at(-1) ?? page.body
  const elements = [...root.querySelectorAll<HTMLElement>(CHOICES)].filter(isVisible)
  if (elements.length === 0) return undefined
  const order = [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.tabIndex >= 0 && isVisible(element))
  const choices = elements.map((element) => ({
    name: element.textContent?.trim() ?? '',
    box: element.getBoundingClientRect(),
    contrast: contrastOf(element),
    tab: order.indexOf(element) + 1,
  }))
  return { choices, faults: faultsOf(choices, elements) }
}

function faultsOf(choices: readonly Choice[], elements: readonly HTMLElement[]): readonly string[] {
  const faults: string[] = []
  for (const { name, box, contrast, tab } of choices) {
    if (Math.min(box.width, box.height) < LEAST_TARGET - TOLERANCE) faults.push(`${name} is smaller than ${LEAST_TARGET} px`)
    if (contrast < LEAST_CONTRAST) faults.push(`${name} has a contrast below ${LEAST_CONTRAST}`)
    if (tab === 0) faults.push(`${name} is not in the tab order`)
  }
  const [first, second] = elements
  if (first === undefined || second === undefined) return faults
  return [...faults, ...choiceDifferences(first, second).map((name) => `They differ in ${name}`)]
}

function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null
}
