import { cleanup } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  ConsentGate,
  ConsentLink,
  ConsentScreen,
  ConsentSettings,
  TermsCheckbox,
  TermsNotice,
} from '../../../src/components/index.ts'
import type { ConsentState } from '../../../src/core/consent-flow.ts'
import de from '../../../src/locales/de.ts'
import { appear, find, show } from './harness.tsx'

afterEach(cleanup)

const TAB = '{Tab}'
const BACK = '{Shift>}{Tab}{/Shift}'
type Key = typeof TAB | typeof BACK

/** Role, name and state of a tab stop. */
function nameOf(element: Element): string {
  const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
  const label = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : name
  return `${element.tagName.toLowerCase()}: ${label.slice(0, 40)}`
}

/** The tab stops from one element of the host app to another, in order. At most 100, because a focus trap never ends. */
async function walk(key: Key, from: string, to: string): Promise<Element[]> {
  const stops: Element[] = []
  find(from).focus()
  while (stops.length < 100) {
    await userEvent.keyboard(key)
    const stop = document.activeElement ?? document.body
    if (stop === find(to)) return stops
    stops.push(stop)
  }
  throw new Error(`The focus never came from ${from} to ${to}: ${stops.slice(0, 40).map(nameOf).join(', ')}`)
}

/** The tab stops of one round, until the first one returns. */
async function goRound(key: Key): Promise<Element[]> {
  const stops: Element[] = []
  while (stops.length < 100) {
    await userEvent.keyboard(key)
    const stop = document.activeElement ?? document.body
    // Between the last and the first stop, the focus is in the browser's own controls or on the dialog that scrolls.
    if (stop === document.body || stop.matches('dialog')) continue
    if (stop === stops[0]) return stops
    stops.push(stop)
  }
  throw new Error(`The focus never came round: ${stops.slice(0, 40).map(nameOf).join(', ')}`)
}

/** A part between two buttons of the page. */
const between = (part: ReactElement) => (
  <>
    <button type="button" id="before">
      before
    </button>
    {part}
    <button type="button" id="after">
      after
    </button>
  </>
)

const CASES: readonly (readonly [name: string, part: ReactElement, state: ConsentState, root: string, ready: string])[] = [
  ['ConsentScreen', <ConsentScreen key="1" />, 'ready', '.licet-screen', '[data-part="accept"]'],
  [
    'ConsentScreen with its outcome',
    <ConsentScreen key="2" onDone={() => {}} />,
    'licensed',
    '.licet-screen',
    '.licet-receipt button',
  ],
  ['TermsNotice', <TermsNotice key="3" />, 'update-material', '.licet-notice', '[data-part="actions"] button'],
  ['ConsentSettings', <ConsentSettings key="4" />, 'already-licensed', '.licet-settings', '[data-part="withdraw"]'],
  ['ConsentLink', <ConsentLink key="5" />, 'ready', '.licet-link', '.licet-link'],
  ['TermsCheckbox', <TermsCheckbox key="6" />, 'ready', '.licet-checkbox', '[data-part="checkbox-line"] input'],
  [
    'ConsentGate',
    <ConsentGate key="7" usecase="analytics">
      inside
    </ConsentGate>,
    'declined',
    '[data-part="gate"]',
    '[data-part="gate"] button',
  ],
]

describe('the Tab key', () => {
  it.each(CASES)('experience 19: visits %s in this order', async (_, part, state, root, ready) => {
    await show(between(part), { state, width: 1280 })
    await appear(ready)
    const stops = await walk(TAB, '#before', '#after')
    expect(stops.map(nameOf)).toMatchSnapshot()
    expect(stops.filter((stop) => stop.closest(root) === null)).toEqual([])
    // A focus trap would keep the focus, or return to the first stop.
    expect((await walk(BACK, '#after', '#before')).reverse()).toEqual(stops)
  })
})

describe('at 320 px with 200 % text', () => {
  afterEach(() => {
    document.documentElement.style.fontSize = ''
  })

  it.each(['ready', 'update-material'] as const)('experience 19: the bar hides no tab stop in the state %s', async (state) => {
    document.documentElement.style.fontSize = '200%'
    await show(between(<ConsentScreen />), { state, locale: 'de', messages: de, width: 320, height: 640 })
    await appear('[data-part="accept"]')
    const bar = find('[data-part="screen-decision"]')
    find('#before').focus()
    for (;;) {
      await userEvent.keyboard(TAB)
      const { activeElement } = document
      if (activeElement === null || activeElement === find('#after')) break
      if (bar.contains(activeElement)) continue
      const [stop, over] = [activeElement.getBoundingClientRect(), bar.getBoundingClientRect()]
      // WCAG 2.4.11: at least a part of the focused element is visible.
      expect([nameOf(activeElement), stop.top >= over.top && stop.bottom <= over.bottom]).toEqual([nameOf(activeElement), false])
    }
  })
})

/** `last` is the part that appears last: before it, the Tab stops are not complete. */
const DIALOGS: readonly (readonly [
  name: string,
  part: ReactElement,
  state: ConsentState,
  last: string,
  opener: string | undefined,
])[] = [
  ['ConsentScreen', <ConsentScreen key="1" surface="dialog" />, 'ready', '[data-part="accept"]', undefined],
  [
    'ConsentScreen with its outcome',
    <ConsentScreen key="2" surface="dialog" onDone={() => {}} open />,
    'licensed',
    '.licet-receipt button',
    undefined,
  ],
  ['TermsNotice', <TermsNotice key="3" surface="dialog" />, 'update-material', '[data-part="accept"]', undefined],
  ['ConsentLink', <ConsentLink key="4" />, 'already-licensed', '[data-part="withdraw"]', '.licet-link'],
]

describe('the Tab key in a dialog', () => {
  it.each(DIALOGS)(
    'experience 16 and 19: cycles in the dialog of %s in both directions, never behind it',
    async (_, part, state, last, opener) => {
      await show(between(part), { state, width: 1280 })
      if (opener !== undefined) find(opener).click()
      await expect.poll(() => document.querySelector('dialog')?.matches(':modal')).toBe(true)
      await appear(`dialog ${last}`)
      await expect.poll(() => document.querySelectorAll('dialog button').length).toBeGreaterThan(2)
      const stops = await goRound(TAB)
      expect(stops.map(nameOf)).toMatchSnapshot()
      expect(stops.filter((stop) => stop.closest('dialog') === null)).toEqual([])
      expect((await goRound(BACK)).reverse()).toEqual(stops)
    },
  )
})

describe('the accessibility tree', () => {
  const TREES = [
    ['ConsentScreen', <ConsentScreen key="1" />, 'ready', '[data-part="accept"]'],
    ['TermsNotice', <TermsNotice key="2" />, 'update-material', '[data-part="actions"] button'],
    ['ConsentSettings', <ConsentSettings key="3" />, 'already-licensed', '[data-part="withdraw"]'],
  ] as const

  it.each(TREES)('experience 16 to 18: names every part of %s in this order', async (_, part, state, ready) => {
    await show(part, { state, width: 1280 })
    await appear(ready)
    // Removes values that differ from run to run, and the text of the terms.
    for (const link of document.querySelectorAll('[data-licet] a')) link.setAttribute('href', '#clause')
    document.querySelector('[data-part="settings-since"]')?.replaceChildren('Permission given')
    document.querySelector('[data-part="terms-text"]')?.replaceChildren()
    expect(find('[data-licet]')).toMatchAriaSnapshot()
  })
})
