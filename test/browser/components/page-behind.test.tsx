import { cleanup } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { ConsentButton, ConsentGate, ConsentLink, ConsentScreen, TermsNotice } from '../../../src/components/index.ts'
import type { ConsentState } from '../../../src/core/consent-flow.ts'
import { casesOf } from '../../support/counts.ts'
import { animationsEnd, appear, find, show } from './harness.tsx'

const PLACE = 700

afterEach(() => {
  cleanup()
  document.body.removeAttribute('style')
  document.documentElement.removeAttribute('style')
  scrollTo(0, 0)
})

interface InputSession {
  send(method: 'Input.dispatchMouseEvent' | 'Input.synthesizeScrollGesture', event: object): Promise<unknown>
}

/** Sends an input event to a point of the window. */
function inputAt(x: number, y: number, method: Parameters<InputSession['send']>[0], event: object): Promise<unknown> {
  const frame = (window.frameElement ?? document.documentElement).getBoundingClientRect()
  return (cdp() as unknown as InputSession).send(method, { x: x + frame.x, y: y + frame.y, ...event })
}

function turnWheel(x: number, y: number): Promise<unknown> {
  return inputAt(x, y, 'Input.dispatchMouseEvent', { type: 'mouseWheel', deltaX: 0, deltaY: 400 })
}

/** Moves a finger up. */
function swipe(x: number, y: number): Promise<unknown> {
  return inputAt(x, y, 'Input.synthesizeScrollGesture', { yDistance: -300, speed: 8000, gestureSourceType: 'touch' })
}

async function pressAt(x: number, y: number): Promise<void> {
  for (const type of ['mousePressed', 'mouseReleased'])
    await inputAt(x, y, 'Input.dispatchMouseEvent', { type, button: 'left', buttons: 1, clickCount: 1 })
}

const frames = (count: number): Promise<void> =>
  count === 0 ? Promise.resolve() : new Promise((resolve) => requestAnimationFrame(() => resolve(frames(count - 1))))

/** Everything with which a person scrolls a page: on the dialog, beside it, and with the keyboard. */
async function tryToScroll(): Promise<void> {
  const { left, top, width, height } = find('dialog[open]').getBoundingClientRect()
  for (const [x, y] of [
    [2, 2],
    [left + width / 2, top + height / 2],
  ] as const) {
    await turnWheel(x, y)
    await swipe(x, y)
  }
  await userEvent.keyboard('{PageDown}{End} {ArrowDown}')
  await frames(4)
}

const tall = (part: ReactElement) => (
  <div style={{ blockSize: 5000 }}>
    <p style={{ blockSize: PLACE + 100 }}>Above</p>
    {part}
  </div>
)

const SURFACES: readonly (readonly [name: string, part: ReactElement, state: ConsentState])[] = [
  ['a dialog', <ConsentScreen key="1" surface="dialog" />, 'ready'],
  ['a sheet', <ConsentScreen key="2" surface="sheet" />, 'ready'],
  ['a short dialog', <ConsentScreen key="3" surface="dialog" open onOpenChange={() => {}} />, 'declined'],
  ['a notice', <TermsNotice key="4" surface="dialog" />, 'update-material'],
  ['the settings', <ConsentLink key="5" defaultOpen />, 'already-licensed'],
]

/** Resolves when the page scrolls again by the wheel. */
async function expectScrollable(): Promise<void> {
  const before = scrollY
  // More than once, as a person does: the browser scrolls in another thread, which learns later that the page is no longer locked.
  const turned = () => turnWheel(500, 300).then(() => scrollY)
  await expect.poll(turned).toBeGreaterThan(before)
  // The browser scrolls by the last turn in a later frame: without this, in the next test.
  await frames(4)
}

const lockedStyle = () => getComputedStyle(document.body).overflow + getComputedStyle(document.documentElement).overflow

describe('the page behind a modal surface', () => {
  it.each(casesOf(SURFACES, ([name]) => name === 'a dialog' || name === 'the settings'))(
    'experience 16: does not scroll behind %s, by wheel, touch or keyboard',
    async (_, part, state) => {
      await show(tall(part), { state, width: 1024, height: 600 })
      await appear('dialog:modal')
      scrollTo(0, PLACE)
      await tryToScroll()
      expect(scrollY).toBe(PLACE)
    },
  )

  it.each([
    ['Esc', () => userEvent.keyboard('{Escape}')],
    ['its button', () => userEvent.click(find('[data-part="close"]'))],
    ['a press beside it', () => pressAt(3, 3)],
  ])('experience 16: keeps its place, and scrolls again after %s closed the dialog', async (_, close) => {
    await show(tall(<ConsentButton />), { width: 1024, height: 600 })
    const button = await appear('.licet-button')
    button.scrollIntoView({ block: 'center' })
    const place = scrollY
    expect(place).toBeGreaterThan(0)
    await userEvent.click(button)
    await appear('dialog:modal')
    await tryToScroll()
    await close()
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
    await frames(4)
    await expect.poll(() => document.activeElement).toBe(button)
    expect(scrollY).toBe(place)
    await expectScrollable()
  })

  it('experience 16: keeps its place when the button that opened the dialog is gone', async () => {
    await show(tall(<ConsentGate usecase="analytics">Open</ConsentGate>), { width: 1024, height: 600 })
    await userEvent.click(await appear('[data-part="gate"] button'))
    await userEvent.click(await appear('dialog [data-part="accept"]'))
    await appear('dialog [data-part="receipt-title"]')
    scrollTo(0, 2 * PLACE)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
    await frames(4)
    expect(scrollY).toBe(2 * PLACE)
  })

  // Regression: the page stayed locked until a reload, for example after Turbo or htmx had replaced its content.
  it('experience 16: scrolls again after the host app removes an open dialog from the document', async () => {
    await show(tall(<ConsentScreen surface="dialog" />), { width: 1024, height: 600 })
    const dialog = await appear('dialog:modal')
    const place = dialog.parentElement
    dialog.remove()
    await expectScrollable()
    // React removes it itself at the end.
    place?.append(dialog)
  })

  // Regression: the dialog stayed in the old body, and nobody could see it.
  it.each([
    ['question', <ConsentScreen key="question" surface="dialog" />, {}],
    ['settings', <ConsentLink key="settings" defaultOpen />, { state: 'already-licensed' } as const],
  ])(
    'experience 16: keeps the dialog of the %s open when the host app moves its root into a new body',
    async (_, surface, options) => {
      await show(tall(surface), options)
      await appear('dialog:modal')
      const { body } = document
      const next = document.createElement('body')
      try {
        body.replaceWith(next)
        next.append(...[...body.children].filter((child) => child.localName !== 'dialog'))
        await expect.poll(() => next.querySelectorAll('dialog:modal').length).toBe(1)
        expect(document.activeElement).toBe(next.querySelector('dialog h1, dialog h2'))
        await userEvent.keyboard('{Escape}')
        await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
        await expectScrollable()
      } finally {
        body.append(...next.children)
        next.replaceWith(body)
      }
    },
  )

  it('experience 16: scrolls again after React removes an open dialog, also under StrictMode', async () => {
    const { scene } = await show(tall(<ConsentScreen surface="dialog" />), { width: 1024, height: 600 })
    await appear('dialog:modal')
    expect(lockedStyle()).toContain('hidden')
    cleanup()
    const rest = document.body.appendChild(document.createElement('div'))
    rest.style.blockSize = '5000px'
    await expect.poll(lockedStyle).toBe('visiblevisible')
    await expectScrollable()
    rest.remove()
    expect(scene.world.requests).toEqual([])
  })

  it('experience 16: stays in place until the last of two surfaces closes', async () => {
    await show(
      tall(
        <>
          <ConsentScreen surface="dialog" open onOpenChange={() => {}} />
          <ConsentLink defaultOpen />
        </>,
      ),
      { state: 'already-licensed', width: 1024, height: 600 },
    )
    await expect.poll(() => document.querySelectorAll('dialog:modal').length).toBe(2)
    scrollTo(0, PLACE)
    await userEvent.click(find('.licet-settings-dialog [data-part="close"]'))
    await expect.poll(() => document.querySelectorAll('dialog:modal').length).toBe(1)
    await tryToScroll()
    expect(scrollY).toBe(PLACE)
    cleanup()
    await expect.poll(lockedStyle).toBe('visiblevisible')
  })
})

describe('a host app with its own scrolling', () => {
  const body = document.body.style
  const open = () => show(tall(<ConsentButton />), { width: 1024, height: 600 })
  const openDialog = async () => {
    await userEvent.click(find('.licet-button'))
    await appear('dialog:modal')
  }
  const closeDialog = async () => {
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
    await frames(4)
  }

  it('keeps its own lock when it locked before the dialog, and scrolls after it ends that', async () => {
    await open()
    body.overflow = 'hidden'
    await openDialog()
    await closeDialog()
    expect([body.overflow, lockedStyle()]).toEqual(['hidden', 'hiddenvisible'])
    body.overflow = ''
    await expectScrollable()
  })

  // Cause: with inline styles, each lock restores what it found, so the order of the ends decides whether the page stays locked.
  it('scrolls when its own lock began and ended in another order than the dialog', async () => {
    await open()
    const before = body.overflow
    body.overflow = 'hidden'
    await openDialog()
    body.overflow = before
    await closeDialog()
    expect(lockedStyle()).toBe('visiblevisible')
    await openDialog()
    const during = body.overflow
    body.overflow = 'hidden'
    await closeDialog()
    body.overflow = during
    expect(lockedStyle()).toBe('visiblevisible')
    await expectScrollable()
  })

  it.each([
    ['a fixed body that is moved up', { position: 'fixed', insetBlockStart: '-300px', inlineSize: '100%' }],
    ['a body that hides what is too wide', { overflowX: 'hidden' }],
    ['a positioned body with a scrollbar of its own', { position: 'relative', overflowY: 'scroll' }],
    ['a body as tall as the window, with taller content', { blockSize: '100%' }],
  ])('keeps %s', async (_, styles) => {
    document.documentElement.style.blockSize = '100%'
    await open()
    Object.assign(body, styles)
    scrollTo(0, PLACE)
    const seen = () => [scrollY, find('.licet-button').getBoundingClientRect().top, getComputedStyle(document.body).position]
    const before = seen()
    find('.licet-button').click()
    await appear('dialog:modal')
    await tryToScroll()
    expect(seen()).toEqual(before)
    await closeDialog()
    expect(seen()).toEqual(before)
  })

  it('keeps the place of a page that scrolls in its body, or in an element', async () => {
    document.documentElement.style.cssText = 'block-size: 100%; overflow: hidden'
    body.cssText = 'block-size: 100%; overflow: auto'
    await open()
    document.body.scrollTop = PLACE
    find('.licet-button').click()
    await appear('dialog:modal')
    await tryToScroll()
    expect(document.body.scrollTop).toBe(PLACE)
    await closeDialog()
    expect(document.body.scrollTop).toBe(PLACE)
  })
})

describe('a finger on a dialog', () => {
  /** Moves fingers on an element, and returns whether the browser may scroll for it. */
  function mayScroll(target: Element, fingers = 1): boolean {
    const touches = Array.from({ length: fingers }, (_, identifier) => new Touch({ identifier, target }))
    return target.dispatchEvent(new TouchEvent('touchmove', { view: window, touches, bubbles: true, cancelable: true }))
  }

  // iOS scrolls the page behind in spite of `overflow: hidden`, while its toolbar is collapsed or its keyboard is open.
  it('experience 16: scrolls nothing where the dialog does not scroll', async () => {
    await show(<ConsentScreen surface="dialog" open onOpenChange={() => {}} />, { state: 'declined', width: 390, height: 844 })
    await appear('dialog:modal')
    const dialog = find('dialog')
    expect(dialog.scrollHeight).toBe(dialog.clientHeight)
    expect([mayScroll(dialog), mayScroll(find('[data-part="screen-title"]'))]).toEqual([false, false])
  })

  it('scrolls what is longer than the dialog, zooms with two fingers, and moves a slider of the host app', async () => {
    const header = <input type="range" id="slider" aria-label="Size" />
    await show(<ConsentScreen surface="sheet" header={header} />, { width: 390, height: 844 })
    await appear('[data-part="accept"]')
    expect(mayScroll(find('[data-part="screen-title"]'))).toBe(true)
    await show(<ConsentScreen surface="dialog" open onOpenChange={() => {}} header={header} />, { state: 'declined' })
    await appear('dialog:modal')
    const title = find('[data-part="screen-title"]')
    expect([mayScroll(title), mayScroll(title, 2), mayScroll(find('#slider'))]).toEqual([false, true, true])
  })

  it('experience 19: moves a window that is zoomed in', async () => {
    await show(<ConsentScreen surface="dialog" open onOpenChange={() => {}} />, { state: 'declined' })
    await appear('dialog:modal')
    Object.defineProperty(visualViewport, 'scale', { configurable: true, get: () => 2 })
    expect(mayScroll(find('dialog'))).toBe(true)
    Reflect.deleteProperty(visualViewport ?? {}, 'scale')
    expect(mayScroll(find('dialog'))).toBe(false)
  })
})

describe('an on-screen keyboard', () => {
  /** Makes the visual viewport smaller, as a keyboard does: the window and the units of CSS keep their size. */
  function coverBottom(height: number, offsetTop = 0): void {
    if (visualViewport === null) throw new Error('This browser has no visual viewport.')
    Object.defineProperties(visualViewport, {
      height: { configurable: true, get: () => height },
      offsetTop: { configurable: true, get: () => offsetTop },
    })
    visualViewport.dispatchEvent(new Event('resize'))
  }
  afterEach(() => {
    for (const name of ['height', 'offsetTop']) Reflect.deleteProperty(visualViewport ?? {}, name)
  })

  it.each([
    ['dialog', 390, 844, 380, 0],
    ['dialog', 390, 844, 380, 60],
    ['sheet', 390, 844, 380, 60],
    ['sheet', 320, 640, 280, 0],
    ['dialog', 1180, 820, 400, 0],
  ] as const)(
    'hides neither choice of a %s at %i by %i with %i px left, %i px down',
    async (surface, width, height, left, down) => {
      await show(tall(<ConsentScreen surface={surface} />), { width, height })
      const accept = await appear('[data-part="accept"]')
      const dialog = find('dialog')
      await animationsEnd()
      coverBottom(left, down)
      const box = dialog.getBoundingClientRect()
      expect([box.top >= down, box.bottom <= down + left]).toEqual([true, true])
      find('[data-part="screen-decision"]').scrollIntoView({ block: 'end' })
      for (const choice of [accept, find('[data-part="decline"]')]) {
        const { top, bottom, left: x } = choice.getBoundingClientRect()
        expect([top >= down, bottom <= down + left]).toEqual([true, true])
        expect(choice.contains(document.elementFromPoint(x + 20, (top + bottom) / 2))).toBe(true)
      }
      coverBottom(height)
      expect(dialog.getBoundingClientRect().bottom).toBeGreaterThan(down + left)
    },
  )

  it('experience 19: zooming in with two fingers keeps the size of the dialog', async () => {
    await show(<ConsentScreen surface="dialog" />, { width: 390, height: 844 })
    await appear('[data-part="accept"]')
    const size = () => find('dialog').getBoundingClientRect().toJSON()
    const before = size()
    Object.defineProperty(visualViewport, 'scale', { configurable: true, get: () => 2 })
    coverBottom(422, 200)
    expect(size()).toEqual(before)
    Reflect.deleteProperty(visualViewport ?? {}, 'scale')
  })
})
