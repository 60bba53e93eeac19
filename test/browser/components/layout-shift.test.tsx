import { cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ConsentScreen, TermsNotice } from '../../../src/components/index.ts'
import type { ConsentState } from '../../../src/core/consent-flow.ts'
import { en } from '../../../src/locales/en.ts'
import type { Appearance } from '../../../src/react/index.ts'
import { compileTerms, defineAgreement } from '../../../src/terms/index.ts'
import { prepareScene } from '../../fixtures/scenes.ts'
import { Stage, whenStaged } from '../../fixtures/stage.tsx'
import { agreement } from '../../fixtures/story-world.ts'
import { appear, find, show } from './harness.tsx'

afterEach(cleanup)

/** What `PerformanceObserver` reports of type `layout-shift`, which the DOM types of TypeScript lack. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
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
  return found.flatMap(({ value, sources }) =>
    sources.map(
      ({ node }) => `${value.toFixed(3)} ${node instanceof HTMLElement ? (node.dataset.part ?? node.localName) : node?.nodeName}`,
    ),
  )
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
  const terms = { key: 'late', load: () => text }
  await show(<p />, { width: 390, height: 844 })
  cleanup()
  render(
    <Stage scene={{ ...scene, terms }} locale="en" messages={en} appearance={{}} onEvent={() => {}}>
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
