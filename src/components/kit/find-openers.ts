import { mayTakeFocus } from './may-take-focus.ts'

/**
 * Returns the elements to which the focus can return when a dialog closes, the nearest first: the element that opened it, and the buttons of the
 * menus that it is in. A menu removes its items when one of them is pressed.
 */
export function findOpeners(element: HTMLElement): readonly HTMLElement[] {
  const openers = [element]
  for (let menu: Element | null = element; menu !== null; menu = menu.parentElement) {
    const labels = menu.getAttribute('aria-labelledby')?.split(' ') ?? []
    const names = [...labels.map((id) => `#${CSS.escape(id)}`), ...(menu.id ? [`[aria-controls~=${CSS.escape(menu.id)}]`] : [])]
    const buttons = names.length > 0 ? element.ownerDocument.querySelectorAll<HTMLElement>(names.join()) : []
    openers.push(...[...buttons].filter((one) => one.matches('button, a, [tabindex]')))
  }
  return openers
}

/** Moves the focus to the nearest opener that is still in the page, after the dialog closed. The browser returns it only to an element that is. */
export function returnFocus(dialog: Element, openers: readonly HTMLElement[]): void {
  if (mayTakeFocus(dialog)) openers.find((opener) => opener.isConnected)?.focus({ preventScroll: true })
}
