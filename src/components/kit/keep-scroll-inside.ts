import { isScrollable } from './lock-scroll.ts'

/**
 * Keeps the wheel and a moving finger inside of an element that scrolls. A library for smooth scrolling listens on the window, prevents the
 * default and scrolls the page instead. Returns a function that ends this.
 */
export function keepScrollInside(element: HTMLElement): () => void {
  const types = ['wheel', 'touchmove']
  for (const type of types) element.addEventListener(type, keep, { passive: true })
  return () => {
    for (const type of types) element.removeEventListener(type, keep)
  }
}

function keep(event: Event): void {
  const element = event.currentTarget as HTMLElement
  // Behind a modal dialog nothing scrolls, even where the dialog is short.
  if (element.matches('dialog') || isScrollable(element)) event.stopPropagation()
}
