import type { LicetDevtoolsProps } from './licet-devtools.tsx'

/** A corner of the window. */
export type Corner = NonNullable<LicetDevtoolsProps['position']>

/** A placed element. */
export interface PlacedHost {
  /** Places it again. */
  readonly place: () => void
  /** Removes it. */
  readonly end: () => void
}

/** What the devtools must not cover: the kit refuses an Accept while something is over the choice. */
const CHOICES = '[data-licet] [data-part$="decision"], .licet-notice, .licet-decision'
/** After each of these, the choice may be elsewhere. A sheet slides in. */
const EVENTS = ['scroll', 'resize', 'animationend', 'transitionend'] as const
/** The height that the button or the panel needs, in pixels. */
const MIN_HEIGHT = { toggle: 52, panel: 260 }

/** Places an element above everything on the page, and calls `onChange` after each change of the page. */
export function placeHost(host: HTMLElement, corner: Corner, onChange: () => void): PlacedHost {
  let frame = 0
  const place = () => {
    attach(host)
    const { top, bottom } = findGap(host, corner)
    host.style.setProperty('--top', `${top}px`)
    host.style.setProperty('--bottom', `${innerHeight - bottom}px`)
  }
  const placeLater = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      place()
      onChange()
    })
  }
  const observer = new MutationObserver(placeLater)
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['open', 'data-state', 'data-covered'] })
  for (const type of EVENTS) addEventListener(type, placeLater, { capture: true, passive: true })
  place()
  return {
    place,
    end() {
      cancelAnimationFrame(frame)
      observer.disconnect()
      for (const type of EVENTS) removeEventListener(type, placeLater, true)
      host.remove()
    },
  }
}

/**
 * Puts the element into the open modal dialog, if there is one, because the browser makes everything outside of it inert. As a popover it is
 * above the dialog, and outside of its box.
 */
function attach(host: HTMLElement): void {
  const parent = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const isOpen = () => host.matches(':popover-open')
  if (host.parentElement === parent && isOpen()) return
  move(host, parent)
  // The last one that opens is above the others.
  if (isOpen()) host.hidePopover()
  host.showPopover()
}

function move(host: HTMLElement, parent: Element & { moveBefore?: (node: Element, before: null) => void }): void {
  // Keeps the focus. Only for an element that is in the page.
  if (host.isConnected && parent.moveBefore !== undefined) parent.moveBefore(host, null)
  else parent.append(host)
}

/** A part of the window from one height to another. */
interface Gap {
  readonly top: number
  readonly bottom: number
}

/** Returns the part of the window for the button or the panel: the nearest to the corner that is high enough, or the highest one. */
function findGap(host: HTMLElement, corner: Corner): Gap {
  const shown = host.shadowRoot?.querySelector('.panel, .toggle')
  const { left, right } = shown?.getBoundingClientRect() ?? { left: 0, right: 0 }
  const gaps = gapsBetween(left, right)
  const needed = shown?.className === 'panel' ? MIN_HEIGHT.panel : MIN_HEIGHT.toggle
  const near = corner.startsWith('top') ? gaps : gaps.toReversed()
  const heightOf = ({ top, bottom }: Gap) => bottom - top
  const highest = gaps.reduce((one, other) => (heightOf(other) > heightOf(one) ? other : one))
  return near.find((gap) => heightOf(gap) >= needed) ?? highest
}

/** Returns the parts of the window without a choice between two sides, from top to bottom. */
function gapsBetween(left: number, right: number): readonly Gap[] {
  const boxes = [...document.querySelectorAll(CHOICES)]
    .map((choice) => choice.getBoundingClientRect())
    .filter((box) => box.height > 0 && box.left < right && box.right > left && box.top < innerHeight && box.bottom > 0)
    .sort((one, other) => one.top - other.top)
  const tops = [0, ...boxes.map((box) => box.bottom)]
  const bottoms = [...boxes.map((box) => box.top), innerHeight]
  return tops.map((top, at) => ({ top: Math.max(0, top), bottom: Math.min(innerHeight, bottoms[at] ?? innerHeight) }))
}
