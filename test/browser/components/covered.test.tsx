import { cleanup } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentScreen } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { findCovers } from '../../../src/react/sight/covers.ts'
import { appear, find, show } from './harness.tsx'

afterEach(cleanup)

/** Calls back with the visibility of an element as often as the browser reports it (IntersectionObserver v2). */
function watch(element: Element, delay: number, onLook: (visible: boolean) => void): IntersectionObserver {
  const options: IntersectionObserverInit & { readonly trackVisibility: true; readonly delay: number } = {
    trackVisibility: true,
    delay,
    threshold: [0, 0.5, 1],
  }
  const observer = new IntersectionObserver((entries) => {
    const entry: (IntersectionObserverEntry & { readonly isVisible?: boolean }) | undefined = entries.at(-1)
    onLook(entry?.isVisible === true)
  }, options)
  observer.observe(element)
  return observer
}

/** Resolves once the browser has reported this visibility to every observer. */
async function waitForVisibility(element: Element, visible: boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    const observer = watch(element, 100, (now) => now === visible && resolve(observer.disconnect()))
  })
  const probe = document.body.appendChild(document.createElement('span'))
  Object.assign(probe.style, { position: 'fixed', top: '0', left: '0', width: '4px', height: '4px', background: 'black' })
  await new Promise<void>((resolve) => {
    let first = true
    // The second report comes 300 ms after the first.
    const observer = watch(probe, 300, () => {
      if (!first) resolve(observer.disconnect())
      first = false
      probe.style.display = 'none'
    })
  })
  probe.remove()
}

/** Returns a function that returns what was printed as an error since now. */
function recordConsole(): () => string {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => spy.mockRestore())
  return () => spy.mock.calls.flat().join('\n')
}

// This test covers the whole screen. Other tests cover an element for the hook and for the flow.
it('H5: refuses an Accept while something covers the decision, shows why, and accepts once it is uncovered', async () => {
  const printed = recordConsole()
  const { events, state, scene } = await show(<ConsentScreen />)
  await appear('[data-part="accept"]')
  const decision = find('.licet-decision')
  decision.scrollIntoView({ block: 'center' })
  await waitForVisibility(decision, true)

  // A clickjacking overlay passes the press on to the button below it.
  const { top, left, width, height } = decision.getBoundingClientRect()
  const overlay = document.createElement('div')
  Object.assign(overlay.style, { position: 'fixed', background: 'white', pointerEvents: 'none', zIndex: '2147483647' })
  Object.assign(overlay.style, { top: `${top}px`, left: `${left}px`, width: `${width}px`, height: `${height / 2}px` })
  overlay.textContent = 'You have won. Press here.'
  Object.assign(overlay, { id: 'prize', className: 'popup' })
  document.body.append(overlay)
  try {
    await waitForVisibility(decision, false)
    await userEvent.click(find('[data-part="accept"]'))
    const summary = await appear('[data-part="missing"]')
    expect(summary.textContent).toContain(en['decision.missing.visibility'])
    await expect.poll(() => document.activeElement).toBe(summary)
    expect(scene.world.requests).toEqual([])
    expect(events.map(({ type }) => type)).not.toContain('accepted')
    await expect.poll(() => printed()).toContain('Licet: <div id="prize" class="popup"> covers the decision.')
  } finally {
    overlay.remove()
  }
  decision.scrollIntoView({ block: 'center' })
  await waitForVisibility(decision, true)
  await userEvent.click(find('[data-part="accept"]'))
  await state('licensed')
})

// Regression: the button of the Next.js development server covered Accept on a phone, and the console did not name it.
it('names the button of `next dev` that covers Accept, and moves the choice above it', async () => {
  const printed = recordConsole()
  const { state } = await show(<ConsentScreen />, { width: 390, height: 844 })
  await appear('[data-part="accept"]')
  // As Next.js 16 draws it: fixed, in a shadow root.
  const portal = document.createElement('nextjs-portal')
  const indicator = document.createElement('button')
  Object.assign(indicator.style, {
    position: 'fixed',
    left: '20px',
    bottom: '20px',
    width: '36px',
    height: '36px',
    zIndex: '2147483646',
  })
  portal.attachShadow({ mode: 'open' }).append(indicator)
  document.body.append(portal)
  onTestFinished(() => portal.remove())
  const decision = find('.licet-decision')
  await waitForVisibility(decision, false)
  await userEvent.click(find('[data-part="accept"]'), { position: { x: 120, y: 10 } })
  expect((await appear('[data-part="missing"]')).textContent).toContain(en['decision.missing.visibility'])
  await expect.poll(() => printed()).toContain('Licet: <nextjs-portal> covers the decision.')
  expect(printed()).toContain('next.config.ts')
  await waitForVisibility(decision, true)
  await userEvent.click(find('[data-part="accept"]'))
  await state('licensed')
})

it('names the element whose style blurs the decision', async () => {
  const printed = recordConsole()
  await show(<ConsentScreen />)
  await appear('[data-part="accept"]')
  const decision = find('.licet-decision')
  const page = decision.closest('main') ?? document.body
  page.id = 'page'
  page.style.filter = 'blur(3px)'
  await waitForVisibility(decision, false)
  await userEvent.click(find('[data-part="accept"]'))
  await appear('[data-part="missing"]')
  await expect.poll(() => printed()).toContain('Licet: <main id="page"> alters the decision.')
})

// Regression: a color without blue, such as black, was taken for a transparent one. `useObscured()` looks for covers only outside of a frame.
it.each([
  ['black', true],
  ['yellow', true],
  ['transparent', false],
] as const)('finds something %s over the decision, which is drawn: %s', async (background, drawn) => {
  await show(<ConsentScreen />)
  await appear('[data-part="accept"]')
  const decision = find('.licet-decision')
  decision.scrollIntoView({ block: 'center' })
  const overlay = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => overlay.remove())
  Object.assign(overlay.style, { position: 'fixed', inset: '0', background, pointerEvents: 'none', zIndex: '2147483647' })
  expect(findCovers(decision)).toEqual({ any: true, cover: drawn ? overlay : undefined })
})

// Regression: a card of glass, the end of an animation or a perspective around the screen refused every Accept for ever.
it.each([
  ['backdrop-filter', 'blur(4px)'],
  ['perspective', '1000px'],
  ['filter', 'blur(0px)'],
  ['filter', 'opacity(1)'],
])('accepts when %s: %s of the page leaves the decision as it is', async (property, value) => {
  const { state } = await show(<ConsentScreen />)
  await appear('[data-part="accept"]')
  const decision = find('.licet-decision')
  const page = decision.closest('main') ?? document.body
  page.style.setProperty(property, value)
  onTestFinished(() => void page.style.removeProperty(property))
  decision.scrollIntoView({ block: 'center' })
  await waitForVisibility(decision, false)
  await userEvent.click(find('[data-part="accept"]'))
  await state('licensed')
})

/** Layers that pages draw over everything, and around the screen. Each leaves the decision legible. */
const FAINT: readonly (readonly [name: string, css: string])[] = [
  [
    'a texture',
    '.layer { background-image: url("data:image/svg+xml,<svg xmlns=%27http://www.w3.org/2000/svg%27/>"); opacity: 0.05 }',
  ],
  ['a tint', '.layer { background: rgb(255 200 0 / 15%) }'],
  ['paper that is multiplied', '.layer { background: rgb(255, 244, 214); mix-blend-mode: multiply }'],
  ['a round pointer that inverts', '.layer { background: white; mix-blend-mode: difference; border-radius: 50% }'],
  ['a layer of text', '.layer { color: rgb(0 0 0 / 10%) }'],
  ['a filter of the page in SVG', 'html { filter: url("#tint") }'],
  ['a mask around the screen', 'main { mask-image: linear-gradient(black 80%, rgb(0 0 0 / 60%)) }'],
  ['a page that pulses', '@keyframes pulse { 50% { opacity: 0.3 } } main { animation: pulse 0.4s infinite }'],
]

// Cause: each drawing over the decision counted as a cover, and each filter and mask as hiding, so that nobody could agree on such a page.
it.each(FAINT)('accepts below %s, which takes no presses', async (_, css) => {
  const { state } = await show(<ConsentScreen />)
  await appear('[data-part="accept"]')
  const sheet = document.head.appendChild(document.createElement('style'))
  sheet.textContent = `.layer { position: fixed; inset: 0; pointer-events: none; z-index: 2147483647 } ${css}`
  const layer = document.body.appendChild(document.createElement('div'))
  Object.assign(layer, { className: 'layer', textContent: 'Sample' })
  const canvas = document.body.appendChild(document.createElement('canvas'))
  canvas.className = 'layer'
  canvas.style.background = 'none'
  onTestFinished(() => [sheet, layer, canvas].forEach((element) => void element.remove()))
  const decision = find('.licet-decision')
  decision.scrollIntoView({ block: 'center' })
  await waitForVisibility(decision, false)
  expect(findCovers(decision).cover).toBeUndefined()
  await userEvent.click(find('[data-part="accept"]'), { force: true })
  await state('licensed')
})

/** Layers that take no presses and hide the decision. */
const OPAQUE: readonly (readonly [name: string, css: string])[] = [
  [
    'before the content of the page',
    'body::before { content: ""; position: fixed; inset: 0; background: white; z-index: 2147483647 }',
  ],
  [
    'after the content of the page',
    'main::after { content: "Win!"; position: fixed; inset: 0; background: rgb(255 255 255 / 80%); z-index: 2147483647 }',
  ],
  ['with a canvas of a solid color', '.layer { background: white }'],
  ['with a black layer that is multiplied', '.layer { background: black; mix-blend-mode: multiply }'],
]

// Cause: what styles draw before or after the content of an element belongs to it, and what is around the decision was never a cover of it.
it.each(OPAQUE)('refuses below a cover %s', async (_, css) => {
  const { scene } = await show(<ConsentScreen />)
  await appear('[data-part="accept"]')
  const decision = find('.licet-decision')
  decision.scrollIntoView({ block: 'center' })
  await waitForVisibility(decision, true)
  const sheet = document.head.appendChild(document.createElement('style'))
  sheet.textContent = `.layer { position: fixed; inset: 0; width: 100%; height: 100%; z-index: 2147483647 } ${css} .layer, ::before, ::after { pointer-events: none }`
  const layer = document.body.appendChild(document.createElement('canvas'))
  layer.className = 'layer'
  onTestFinished(() => [sheet, layer].forEach((element) => void element.remove()))
  expect(findCovers(decision).cover).toBeDefined()
  await waitForVisibility(decision, false)
  await userEvent.click(find('[data-part="accept"]'), { force: true })
  expect((await appear('[data-part="missing"]')).textContent).toContain(en['decision.missing.visibility'])
  expect(scene.world.requests).toEqual([])
})
