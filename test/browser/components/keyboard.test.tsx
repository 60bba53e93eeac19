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
import { appear, find, show } from './harness.tsx'

afterEach(cleanup)

/** The stops of the Tab key in a part, in order: what each is, and what it says of itself. */
async function walk(root: string): Promise<string[]> {
  const stops: string[] = []
  for (let step = 0; step < 60; step++) {
    await userEvent.keyboard('{Tab}')
    const { activeElement } = document
    if (activeElement === null || activeElement.closest(root) === null) break
    const name = activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? ''
    const label = activeElement instanceof HTMLInputElement ? (activeElement.labels?.[0]?.textContent ?? '') : name
    const stop = `${activeElement.tagName.toLowerCase()}: ${label.slice(0, 40)}`
    if (stops.includes(stop)) break
    stops.push(stop)
  }
  return stops
}

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
  it.each(CASES)('experience 19: walks %s in this order', async (_, part, state, root, ready) => {
    await show(part, { state, width: 1280 })
    await appear(ready)
    expect(await walk(root)).toMatchSnapshot()
  })
})

describe('the accessibility tree', () => {
  const TREES = [
    ['ConsentScreen', <ConsentScreen key="1" />, 'ready', '[data-part="accept"]'],
    ['TermsNotice', <TermsNotice key="2" />, 'update-material', '[data-part="actions"] button'],
    ['ConsentSettings', <ConsentSettings key="3" />, 'already-licensed', '[data-part="withdraw"]'],
  ] as const

  it.each(TREES)('experience 16 to 18: of %s names every part, in this order', async (_, part, state, ready) => {
    await show(part, { state, width: 1280 })
    await appear(ready)
    // What differs from one run to the next, and the text of the terms, are other tests'.
    for (const link of document.querySelectorAll('[data-licet] a')) link.setAttribute('href', '#clause')
    document.querySelector('[data-part="settings-since"] span')?.replaceChildren('Permission given')
    document.querySelector('[data-part="terms-text"]')?.replaceChildren()
    expect(find('[data-licet]')).toMatchAriaSnapshot()
  })
})
