import { opacityOf } from '../sight/looks.ts'
import { print } from './developer-messages.ts'

/** The smallest height of a target, in pixels (WCAG 2.2, 2.5.8). */
const SMALLEST_TARGET = 24
/** What is equal in both buttons, whatever the theme is. */
const EQUAL = [
  'color',
  'backgroundColor',
  'borderTopColor',
  'borderTopWidth',
  'fontSize',
  'fontWeight',
  'opacity',
  'height',
] as const

const NO_STYLES =
  'This page does not load the style sheet of the kit. The person sees Accept and Decline as bare text. Import licet/styles.css once in your app.'
const CHANGED =
  'A style of this page changes Accept or Decline. The person may not see two equal buttons. Remove the rule with !important, an id or a style attribute that matches these buttons, and set the variables --licet-color-decision-* instead.'

/** Prints what is wrong with the looks of the buttons in an element, when the page and its style sheets have loaded. */
export function reportLostLooks(choices: Element): void {
  whenLoaded(choices, () => printLostLook(choices))
}

/** Calls back when the page of an element and its style sheets have loaded. */
export function whenLoaded({ ownerDocument }: Element, callback: () => void): void {
  if (ownerDocument.readyState === 'complete') callback()
  else ownerDocument.defaultView?.addEventListener('load', callback, { once: true })
}

function printLostLook(choices: Element): void {
  const buttons = [...choices.children].filter((button) => button instanceof HTMLElement)
  // jsdom has no layout. A closed dialog shows nothing.
  if (!buttons.some((button) => button.getClientRects().length > 0 && button.offsetWidth > 0)) return
  const styles = buttons.map((button) => getComputedStyle(button))
  // `base.css` declares it, and no theme does.
  if (styles[0]?.getPropertyValue('--licet-text-2') === '') {
    print('licet/styles.css is missing', NO_STYLES, 'guides/setup-messages.md#the-style-sheet-is-missing')
    return
  }
  const change = findChange(buttons, styles)
  if (change !== undefined)
    print(`the buttons of the decision: ${change}`, CHANGED, 'guides/setup-messages.md#a-style-changes-accept-or-decline')
}

/** Returns what a style of the page did to the buttons, if anything. */
function findChange(buttons: readonly HTMLElement[], styles: readonly CSSStyleDeclaration[]): string | undefined {
  const small = buttons.find(({ offsetHeight }) => offsetHeight < SMALLEST_TARGET)
  if (small !== undefined) return `${small.offsetHeight} px high`
  if (styles.some((style) => opacityOf(style.backgroundColor) === 0 && Number.parseFloat(style.borderTopWidth) === 0))
    return 'transparent, without a border'
  // A button under the pointer, or on the way back from it, has another color.
  if (buttons.some((button) => button.matches(':hover') || button.getAnimations().length > 0)) return undefined
  const unequal = EQUAL.find((name) => styles.some((style) => style[name] !== styles[0]?.[name]))
  return unequal && `different ${unequal}`
}
