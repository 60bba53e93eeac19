import { cleanup } from '@testing-library/react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { ConsentButton, ConsentLink, ConsentScreen, TermsNotice } from '../../../src/components/index.ts'
import type { ConsentState } from '../../../src/core/consent-flow.ts'
import { appear, find, show } from './harness.tsx'

const ends: (() => void)[] = []

afterEach(() => {
  cleanup()
  for (const end of ends.splice(0)) end()
})

const SURFACES: readonly (readonly [name: string, part: ReactElement, state: ConsentState])[] = [
  ['a dialog', <ConsentScreen key="1" surface="dialog" />, 'ready'],
  ['a sheet', <ConsentScreen key="2" surface="sheet" />, 'ready'],
  ['a notice', <TermsNotice key="3" surface="dialog" />, 'update-material'],
  ['the settings', <ConsentLink key="4" defaultOpen />, 'already-licensed'],
  ['the request of a button', <ConsentButton key="5" defaultOpen />, 'ready'],
]

/** Adds a modal dialog as Radix, MUI, Headless UI and others do: it hides everything else in the body, and turns presses off there. */
function openHostDialog(hiding: 'aria-hidden' | 'inert' = 'aria-hidden'): HTMLElement {
  const others = [...document.body.children]
  for (const other of others) other.setAttribute(hiding, 'true')
  document.body.style.pointerEvents = 'none'
  const host = document.body.appendChild(document.createElement('div'))
  host.style.cssText = 'position: fixed; inset: 0; pointer-events: auto'
  host.innerHTML = '<div role="dialog" tabindex="-1" aria-label="Theirs"><button type="button">Theirs</button></div>'
  ends.push(() => {
    host.remove()
    document.body.style.pointerEvents = ''
    for (const other of others) other.removeAttribute(hiding)
  })
  return find('[role=dialog]', host)
}

/** Hides everything else in the body as Radix, Vaul and Base UI do: they except live regions, and hide everything around those. */
function hideAroundLiveRegions(theirs: Element): void {
  const kept = new Set<Element>()
  for (const live of [theirs, ...document.querySelectorAll('[aria-live]')])
    for (let one: Element | null = live; one !== null; one = one.parentElement) kept.add(one)
  const hideIn = (parent: Element) => {
    for (const child of parent.children) {
      if (!kept.has(child)) child.setAttribute('aria-hidden', 'true')
      else if (child !== theirs) hideIn(child)
    }
  }
  hideIn(document.body)
}

/** Records the events that a listener of a host app gets. */
function record(target: Document | Window, types: readonly string[], capture: boolean): string[] {
  const seen: string[] = []
  const note = ({ type }: Event) => seen.push(type)
  for (const type of types) target.addEventListener(type, note, capture)
  ends.push(() => {
    for (const type of types) target.removeEventListener(type, note, capture)
  })
  return seen
}

/** Whether an element or one around it is hidden from screen readers. */
const isHidden = (element: Element) => element.closest('[aria-hidden=true], [inert]') !== null

describe.each(SURFACES)('H4: %s beside a modal dialog of the host app', (_, part, state) => {
  // Cause: Radix sets `pointer-events: none` on the body and `aria-hidden` on everything else (radix-ui/primitives#2122 and #2219).
  it.each(['before', 'after'])('takes presses and is in the accessibility tree when theirs opened %s it', async (order) => {
    if (order === 'before') {
      const theirs = openHostDialog()
      await show(part, { state })
      for (const other of document.body.children) if (!other.contains(theirs)) other.setAttribute('aria-hidden', 'true')
    } else await show(part, { state })
    const close = await appear('dialog:modal [data-part="close"]')
    if (order === 'after') openHostDialog('inert')
    await expect.poll(() => isHidden(close)).toBe(false)
    await userEvent.click(close)
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
  })

  // Cause: beside a dialog of Radix, Vaul or Base UI that opened later, screen readers got nothing of the dialog but its live region.
  it('keeps its content in the accessibility tree beside a library that excepts live regions', async () => {
    await show(part, { state })
    await appear('dialog:modal [data-part="close"]')
    const content = [...document.querySelectorAll('dialog:modal :is(button, input, h2, h3, p, a)')].filter((one) => !isHidden(one))
    expect(content.length).toBeGreaterThan(3)
    hideAroundLiveRegions(openHostDialog())
    await expect.poll(() => content.filter(isHidden)).toEqual([])
  })

  // Cause: layers of a host app close on an event outside of them. Their listeners are on the document.
  it('keeps its presses and Esc', async () => {
    await show(part, { state })
    const bubbling = record(document, ['pointerdown', 'mousedown', 'click', 'focusin', 'keydown'], false)
    await appear('dialog:modal [data-part="close"]')
    openHostDialog()
    const early = record(document, ['pointerdown', 'mousedown', 'focusin'], true)
    const keys = record(window, ['keydown'], true)
    await userEvent.click(find('dialog:modal h2'))
    expect([bubbling, early]).toEqual([[], []])
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('dialog:modal')).toBeNull()
    expect(keys).toEqual([])
    await userEvent.keyboard('{Escape}')
    expect(keys).toEqual(['keydown'])
  })
})

it('H4: the focus moves to a dialog of the host app that opened while a dialog of the kit was open', async () => {
  await show(<ConsentScreen surface="dialog" />)
  await appear('dialog:modal [data-part="accept"]')
  const theirs = openHostDialog()
  theirs.focus()
  expect(document.activeElement).not.toBe(theirs)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(theirs)
})

describe.each([
  ['the link', <ConsentLink key="1" />, 'already-licensed', '.licet-settings'],
  ['the button', <ConsentButton key="2" />, 'ready', '[data-part="accept"]'],
] as const)('H4: %s in a menu of the host app', (_, part, state, content) => {
  // Cause: a menu removes its items when one is pressed, and the dialog was inside of the item.
  it('opens a dialog that stays when the menu removes it, and the focus returns to the button of the menu', async () => {
    await show(<Menu>{part}</Menu>, { state })
    await userEvent.click(find('#menu-button'))
    await userEvent.click(await appear('[role=menu] [data-licet]'))
    await appear(`dialog:modal ${content}`)
    expect(document.querySelector('[role=menu]')).toBeNull()
    await userEvent.click(find('dialog:modal [data-part="close"]'))
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(find('#menu-button'))
    await expect.poll(() => document.querySelector('.licet-settings')).toBeNull()
  })
})

describe.each([
  ['the settings of a link', <ConsentLink key="1" />, 'already-licensed'],
  ['the settings of a button', <ConsentButton key="2" />, 'already-licensed'],
  ['the request of a button', <ConsentButton key="3" />, 'ready'],
] as const)('H4: %s in a layer of the host app that closes when the focus leaves it', (_, part, state) => {
  // Cause: the settings returned the focus while React passed no events on. Radix took it for a focus outside and closed its popover.
  it('leaves the layer open when Esc closes the dialog', async () => {
    await show(<Popover>{part}</Popover>, { state })
    await userEvent.click(find('[data-layer] [data-licet]'))
    await userEvent.click(await appear('dialog:modal h2'))
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(find('[data-layer] [data-licet]'))
  })
})

/** A layer as Radix builds it: React tells it that the focus is inside, and the document tells it where the focus went. */
function Popover({ children }: { readonly children: ReactElement }): ReactElement {
  const [isOpen, setOpen] = useState(true)
  const isInside = useRef(false)
  useEffect(() => {
    const check = () => isInside.current || setOpen(false)
    document.addEventListener('focusin', check)
    return () => document.removeEventListener('focusin', check)
  }, [])
  return (
    <div
      data-layer={isOpen ? 'open' : 'closed'}
      role="dialog"
      aria-label="Popover"
      onFocusCapture={() => {
        isInside.current = true
      }}
      onBlurCapture={() => {
        isInside.current = false
      }}
    >
      {isOpen && children}
    </div>
  )
}

/** A menu as libraries build it: a press on an item closes it. */
function Menu({ children }: { readonly children: ReactElement }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" id="menu-button" onClick={() => setOpen(true)}>
        Menu
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the items are buttons
        <div role="menu" tabIndex={-1} aria-labelledby="menu-button" onClick={() => setTimeout(() => setOpen(false))}>
          {children}
        </div>
      )}
    </>
  )
}

// Two observers that undo each other's change run before anything else: the page stops responding.
it('H4: a script that hides the dialog again after each change does not freeze the page', async () => {
  await show(<ConsentScreen surface="dialog" />, { state: 'ready' })
  await appear('[data-part=accept]')
  const dialog = find('dialog:modal')
  const most = 10_000
  let changes = 0
  const observer = new MutationObserver(() => {
    if (dialog.hasAttribute('aria-hidden') || changes >= most) return
    changes++
    dialog.setAttribute('aria-hidden', 'true')
  })
  observer.observe(dialog, { attributeFilter: ['aria-hidden'] })
  ends.push(() => observer.disconnect())
  dialog.setAttribute('aria-hidden', 'true')
  // The next task starts when both observers have stopped.
  await new Promise((resolve) => setTimeout(resolve))
  expect(changes).toBeLessThan(most)
})

describe('H4: a library that takes the wheel', () => {
  /** Scrolls the page as Lenis does: it listens on the window, prevents the default, and scrolls itself. */
  function takeWheel(): { turned: number } {
    const state = { turned: 0 }
    const take = (event: WheelEvent) => {
      event.preventDefault()
      state.turned += event.deltaY
    }
    window.addEventListener('wheel', take, { passive: false })
    ends.push(() => window.removeEventListener('wheel', take))
    return state
  }

  async function turnWheelOn(element: Element): Promise<void> {
    const frame = (window.frameElement ?? document.documentElement).getBoundingClientRect()
    const { x, y, width, height } = element.getBoundingClientRect()
    await (cdp() as unknown as { send(method: string, event: object): Promise<unknown> }).send('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      x: frame.x + x + width / 2,
      y: frame.y + y + height / 2,
      deltaX: 0,
      deltaY: 120,
    })
  }

  // Cause: a listener that captures comes before every listener of the kit. The page moved behind the dialog, and the terms stayed.
  it.each([
    ['a dialog', <ConsentScreen key="1" surface="dialog" />],
    ['a screen on the page', <ConsentScreen key="2" surface="page" />],
  ])('that captures it leaves the terms of %s to the person, and the page at its place', async (_, part) => {
    let target = 0
    let frame = 0
    const glide = () => {
      if (Math.abs(target - scrollY) > 1) scrollTo({ top: scrollY + (target - scrollY) / 4, behavior: 'instant' })
      frame = requestAnimationFrame(glide)
    }
    const take = (event: WheelEvent) => {
      event.preventDefault()
      target += event.deltaY
      scrollBy({ top: 1, behavior: 'instant' })
    }
    const space = document.body.appendChild(document.createElement('div'))
    space.style.height = '3000px'
    window.addEventListener('wheel', take, { passive: false, capture: true })
    ends.push(() => {
      cancelAnimationFrame(frame)
      window.removeEventListener('wheel', take, { capture: true })
      space.remove()
    })
    await show(part, { width: 1024, height: 600 })
    await appear('[data-part="accept"]')
    const terms = [...document.querySelectorAll('[data-part="terms-text"]')].find((one) => one.scrollHeight > one.clientHeight)
    if (terms === undefined) throw new Error('No region of terms scrolls.')
    terms.scrollIntoView({ block: 'nearest' })
    target = scrollY
    const [before, places] = [scrollY, new Set<number>()]
    glide()
    await turnWheelOn(terms)
    await expect.poll(() => terms.scrollTop).toBe(120)
    for (let frames = 0; frames < 5; frames++)
      await new Promise((resolve) => requestAnimationFrame(() => resolve(places.add(scrollY))))
    expect(target).toBe(before + 120)
    // The last listener of a frame sees what is painted.
    expect([...places]).toEqual([before])
  })

  it('leaves a moving finger to the terms of a dialog, although a listener that captures prevents it', async () => {
    const prevent = (event: Event) => event.preventDefault()
    window.addEventListener('touchmove', prevent, { passive: false, capture: true })
    ends.push(() => window.removeEventListener('touchmove', prevent, { capture: true }))
    await show(<ConsentScreen surface="dialog" />, { width: 1024, height: 600 })
    await appear('[data-part="accept"]')
    const terms = [...document.querySelectorAll('[data-part="terms-text"]')].find((one) => one.scrollHeight > one.clientHeight)
    if (terms === undefined) throw new Error('No region of terms scrolls.')
    terms.scrollIntoView({ block: 'nearest' })
    const frame = (window.frameElement ?? document.documentElement).getBoundingClientRect()
    const { x, y, width, height } = terms.getBoundingClientRect()
    const session = cdp() as unknown as { send(method: string, event: object): Promise<unknown> }
    const touch = (type: string, ...offsets: readonly number[]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: offsets.map((up) => ({ x: frame.x + x + width / 2, y: frame.y + y + height / 2 - up })),
      })
    await touch('touchStart', 0)
    for (const up of [20, 40, 60]) await touch('touchMove', up)
    await touch('touchEnd')
    await expect.poll(() => terms.scrollTop).toBeGreaterThan(30)
    expect(scrollY).toBe(0)
  })

  // Cause: darkroomengineering/lenis#294 and #449.
  it.each([
    ['a dialog', <ConsentScreen key="1" surface="dialog" />],
    ['a screen on the page', <ConsentScreen key="2" surface="page" />],
  ])('leaves the terms of %s to the person', async (_, part) => {
    const library = takeWheel()
    await show(part, { width: 1024, height: 600 })
    await appear('[data-part="accept"]')
    const terms = [...document.querySelectorAll('[data-part="terms-text"]')].find((one) => one.scrollHeight > one.clientHeight)
    if (terms === undefined) throw new Error('No region of terms scrolls.')
    terms.scrollIntoView({ block: 'nearest' })
    await turnWheelOn(terms)
    await expect.poll(() => terms.scrollTop).toBeGreaterThan(0)
    expect(library.turned).toBe(0)
  })
})

// Cause: the browser ends the modality of a dialog that is moved. OverlayScrollbars moves the content of the body.
describe.each(SURFACES)('H4: %s that the host app moves', (_, part, state) => {
  it.each([
    ['puts it back', () => document.body],
    ['wraps it', () => document.body.appendChild(document.createElement('div'))],
  ])('stays modal with its focus when it %s', async (_how, place) => {
    const { events } = await show(part, { state })
    const dialog = await appear<HTMLDialogElement>('dialog:modal')
    const home = dialog.parentElement
    place().append(dialog)
    await expect.poll(() => dialog.matches(':modal')).toBe(true)
    await expect.poll(() => dialog.contains(document.activeElement)).toBe(true)
    expect(events.filter(({ type }) => type === 'dismissed')).toEqual([])
    // React removes it from where it was.
    home?.append(dialog)
    await expect.poll(() => dialog.matches(':modal')).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
  })
})
