import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentScreen } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
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

// This test covers the whole screen. Other tests cover an element for the hook and for the flow.
it('H5: refuses an Accept while something covers the decision, shows why, and accepts once it is uncovered', async () => {
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
  document.body.append(overlay)
  try {
    await waitForVisibility(decision, false)
    await userEvent.click(find('[data-part="accept"]'))
    const summary = await appear('[data-part="missing"]')
    expect(summary.textContent).toContain(en['decision.missing.visibility'])
    expect(document.activeElement).toBe(summary)
    expect(scene.world.requests).toEqual([])
    expect(events.map(({ type }) => type)).not.toContain('accepted')
  } finally {
    overlay.remove()
  }
  decision.scrollIntoView({ block: 'center' })
  await waitForVisibility(decision, true)
  await userEvent.click(find('[data-part="accept"]'))
  await state('licensed')
})
