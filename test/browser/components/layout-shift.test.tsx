import { cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { ConsentScreen, TermsNotice } from '../../../src/components/index.ts'
import { CONSENT_STATES, type ConsentState } from '../../../src/core/consent-flow.ts'
import { en } from '../../../src/locales/en.ts'
import type { Appearance } from '../../../src/react/index.ts'
import { compileTerms, defineAgreement } from '../../../src/terms/index.ts'
import { prepareScene } from '../../fixtures/scenes.ts'
import { Stage, whenStaged } from '../../fixtures/stage.tsx'
import { agreement } from '../../fixtures/story-world.ts'
import { animationsEnd, appear, find, press, show } from './harness.tsx'

afterEach(cleanup)

/** What `PerformanceObserver` reports of type `layout-shift`, which the DOM types of TypeScript lack. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  /** Whether the person pressed something in the 500 ms before: the shift is an effect of the press. */
  readonly hadRecentInput: boolean
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

/** Returns the elements that moved by themselves, and how far they moved, while `run` was shown. */
async function shiftsOf(run: () => Promise<unknown>): Promise<string[]> {
  await nextFrames()
  const found: LayoutShift[] = []
  const observer = new PerformanceObserver((list) => found.push(...(list.getEntries() as LayoutShift[])))
  observer.observe({ type: 'layout-shift' })
  await run()
  await nextFrames()
  found.push(...(observer.takeRecords() as LayoutShift[]))
  observer.disconnect()
  return found
    .filter(({ hadRecentInput }) => !hadRecentInput)
    .flatMap(({ value, sources }) =>
      sources
        .filter(({ node }) => !isInBar(node))
        .map(({ node, previousRect, currentRect }) => {
          const name = node instanceof HTMLElement ? (node.dataset.part ?? node.localName) : node?.nodeName
          return `${value.toFixed(3)} ${name} from ${previousRect.y} to ${currentRect.y}`
        }),
    )
}

/**
 * Returns whether a node is in the sticky bar. When a message makes the bar higher, Chromium reports the choices below it, which stay in their
 * place on screen: {@link placesOfDecline} measures that.
 */
function isInBar(node: Node | null): boolean {
  const element = node instanceof Element ? node : node?.parentElement
  return element?.closest('[data-part="screen-decision"] .licet-decision') != null
}

/** Returns every place that Decline had on screen while `run` was shown. */
async function placesOfDecline(run: () => Promise<unknown>): Promise<readonly number[]> {
  const places = new Set<number>()
  let isOver = false
  const look = () => {
    const { bottom, height } = document.querySelector('[data-part="decline"]')?.getBoundingClientRect() ?? { bottom: 0, height: 0 }
    if (height > 0) places.add(Math.round(bottom))
    if (!isOver) requestAnimationFrame(look)
  }
  look()
  await run()
  isOver = true
  return [...places]
}

/** Long enough for a layout, its paint, and the report of both. */
async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
}

const CASES: readonly (readonly [name: string, part: ReactElement, state: ConsentState, last: string])[] = [
  ['a page', <ConsentScreen key="1" />, 'ready', '[data-part="accept"]'],
  ['a dialog', <ConsentScreen key="2" surface="dialog" />, 'ready', '[data-part="accept"]'],
  ['a sheet', <ConsentScreen key="3" surface="sheet" />, 'ready', '[data-part="accept"]'],
  ['a page with changed terms', <ConsentScreen key="4" />, 'update-material', '.licet-diff'],
  ['a banner', <TermsNotice key="5" />, 'update-material', '[data-part="notice-title"]'],
  ['a dialog with changed terms', <TermsNotice key="6" surface="dialog" />, 'update-material', '.licet-diff'],
  ['a page without a network', <ConsentScreen key="7" />, 'offline', '[data-part="accept"]'],
]

it.each<[string, Appearance, string]>([
  ['steps', { layout: 'stepper' }, '[data-part="accept"]'],
  ['an illustration', { illustration: new URL('../../../docs/consent-screen.png', import.meta.url).href }, 'img'],
])('nothing moves on a page with %s', async (_, appearance, last) => {
  const shifts = await shiftsOf(async () => {
    await show(<ConsentScreen />, { width: 390, height: 844, appearance })
    await appear('[data-part="accept"]')
    const element = await appear(last)
    if (element instanceof HTMLImageElement) await element.decode()
  })
  expect(shifts).toEqual([])
})

it.each(CASES)('nothing moves on %s', async (_, part, state, last) => {
  const shifts = await shiftsOf(async () => {
    await show(part, { state, width: 390, height: 844 })
    await appear(last)
  })
  expect(shifts).toEqual([])
})

it('nothing moves when the terms arrive after the summary', async () => {
  const scene = await prepareScene('ready')
  let arrive = (_: string) => {}
  const text = new Promise<string>((resolve) => (arrive = resolve))
  const { config } = scene
  const late = { ...config, agreement: { ...config.agreement, terms: { key: 'late', load: () => text } } }
  await show(<p />, { width: 390, height: 844 })
  cleanup()
  render(
    <Stage scene={{ ...scene, config: late }} locale="en" messages={en} appearance={{}} onEvent={() => {}}>
      <ConsentScreen />
    </Stage>,
  )
  await whenStaged(document, 'terms-loading')
  const { top } = find('[data-part="decline"]').getBoundingClientRect()
  const shifts = await shiftsOf(async () => {
    arrive(compileTerms(defineAgreement(agreement)))
    await appear('[data-part="accept"]')
  })
  expect(shifts).toEqual([])
  expect(find('[data-part="decline"]').getBoundingClientRect().top).toBe(top)
})

const modeOf = (state: ConsentState) => (state === 'reading-required' ? 'required' : 'tracked')

const SURFACES: readonly (readonly [name: string, part: (state: ConsentState) => ReactElement])[] = [
  ['a page', (state) => <ConsentScreen reading={modeOf(state)} onDone={() => {}} />],
  // A minor change opens no dialog.
  [
    'a dialog',
    (state) => (
      <ConsentScreen
        surface="dialog"
        reading={modeOf(state)}
        open={state === 'update-minor' || state === 'device-slow' || undefined}
      />
    ),
  ],
  ['a notice', () => <TermsNotice surface="inline" />],
]

describe.each(SURFACES)('nothing moves on %s', (name, part) => {
  // Only a screen can require reading.
  it.each(CONSENT_STATES.filter((state) => name !== 'a notice' || modeOf(state) === 'tracked'))(
    'in the state %s',
    async (state) => {
      let places: readonly number[] = []
      const shifts = await shiftsOf(async () => {
        places = await placesOfDecline(async () => {
          await show(part(state), { state, width: 390, height: 844 })
          await animationsEnd()
        })
      })
      expect(shifts).toEqual([])
      expect(places.length).toBeLessThanOrEqual(1)
    },
  )
})

// Regression: the header of the question moved to the place of the outcome (0.02).
it.each([
  ['a page', 390, 844, <ConsentScreen key="1" />],
  ['a dialog', 390, 844, <ConsentScreen key="3" surface="dialog" />],
])('nothing moves on %s from pressing Agree until its outcome, at %d by %d', async (_, width, height, part) => {
  await show(part, { width, height })
  await appear('[data-part="accept"]')
  await animationsEnd()
  const shifts = await shiftsOf(async () => {
    await press(en['decision.accept'])
    await appear('[data-part="screen-outcome"] [data-part="action"]')
    await animationsEnd()
  })
  expect(shifts).toEqual([])
})
