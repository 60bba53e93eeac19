import { isScrollable } from './lock-scroll.ts'

/** How long a library goes on to scroll the page after the last turn of the wheel, in milliseconds. */
const GLIDES_FOR_MS = 1000
/** The height of a line, for a wheel that counts lines, in pixels. */
const LINE_PX = 16

const KEPT = ['wheel', 'touchmove']
const CAPTURED = [...KEPT, 'touchstart']

/** What was scrolled here: an event passes the terms and the dialog around them. */
const handled = new WeakSet<Event>()

/**
 * Keeps the wheel and a moving finger inside of an element that scrolls. A library for smooth scrolling listens on the window, prevents the
 * default and scrolls the page instead. Returns a function that ends this.
 *
 * A listener on the window that captures comes first. What it prevents is done here, and the page stays where it is.
 */
export function keepScrollInside(element: HTMLElement): () => void {
  const view = element.ownerDocument.defaultView
  if (view === null) return () => {}
  const { hold, release } = holdPage(view)
  let finger: Touch | undefined
  const capture = (event: Event) => {
    const last = finger
    finger = 'touches' in event && (event as TouchEvent).touches.length === 1 ? (event as TouchEvent).touches[0] : undefined
    if (!event.defaultPrevented || handled.has(event)) return
    const [x, y] = finger && last ? [last.clientX - finger.clientX, last.clientY - finger.clientY] : turnOf(event, view)
    const region = findScroller(event, element, y)
    // At the end of the terms on a page, the page scrolls as the library likes.
    if (region === undefined && !element.matches('dialog')) return
    handled.add(event)
    region?.scrollBy({ left: x, top: y, behavior: 'instant' })
    hold()
  }
  for (const type of CAPTURED) element.addEventListener(type, capture, { passive: true, capture: true })
  for (const type of KEPT) element.addEventListener(type, keep, { passive: true })
  return () => {
    for (const type of CAPTURED) element.removeEventListener(type, capture, { capture: true })
    for (const type of KEPT) element.removeEventListener(type, keep)
    release()
  }
}

function keep(event: Event): void {
  const element = event.currentTarget as HTMLElement
  // Behind a modal dialog nothing scrolls, even where the dialog is short.
  if (element.matches('dialog') || isScrollable(element)) event.stopPropagation()
}

/** Returns by how many pixels a wheel was turned. With Ctrl it zooms. */
function turnOf(event: Event, view: Window): readonly [x: number, y: number] {
  if (!('deltaY' in event)) return [0, 0]
  const { deltaX, deltaY, deltaMode, ctrlKey } = event as WheelEvent
  const unit = ctrlKey ? 0 : deltaMode === 0 ? 1 : deltaMode === 1 ? LINE_PX : view.innerHeight
  return [deltaX * unit, deltaY * unit]
}

/** Returns the innermost element in a region, or the region, that can scroll in a direction. */
function findScroller(event: Event, region: Element, y: number): Element | undefined {
  const path = event.composedPath().filter((at): at is Element => at instanceof Element)
  const inside = path.slice(0, path.indexOf(region) + 1)
  const canMove = ({ scrollTop, scrollHeight, clientHeight }: Element) =>
    y < 0 ? scrollTop > 0 : scrollTop + clientHeight < scrollHeight - 1
  return inside.find((at) => isScrollable(at) && canMove(at))
}

/**
 * Returns `hold`, which keeps the page at its place while a library glides on, and `release`, which ends that. The frames of the library are
 * before these ones, so nothing moves on screen.
 */
function holdPage(view: Window): { readonly hold: () => void; readonly release: () => void } {
  let until = 0
  const toPlace = () => ({ left: view.scrollX, top: view.scrollY })
  let place = toPlace()
  // A library may have scrolled already. The browser reports that in the next frame.
  const remember = () => {
    if (performance.now() >= until) place = toPlace()
  }
  view.addEventListener('scroll', remember, { passive: true })
  const restore = () => {
    if (performance.now() >= until) return
    if (view.scrollX !== place.left || view.scrollY !== place.top) view.scrollTo({ ...place, behavior: 'instant' })
    view.requestAnimationFrame(restore)
  }
  const hold = () => {
    const isHeld = performance.now() < until
    until = performance.now() + GLIDES_FOR_MS
    if (!isHeld) restore()
  }
  const release = () => {
    until = 0
    view.removeEventListener('scroll', remember)
  }
  return { hold, release }
}
