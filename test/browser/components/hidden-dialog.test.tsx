import { cleanup } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { ConsentLink, ConsentScreen, type OpenChangeDetails, TermsNotice } from '../../../src/components/index.ts'
import type { ConsentState } from '../../../src/core/consent-flow.ts'
import { appear, show } from './harness.tsx'

afterEach(cleanup)

type OnOpenChange = (open: boolean, details: OpenChangeDetails) => void

const SURFACES: readonly (readonly [
  name: string,
  render: (state: { open?: true; onOpenChange: OnOpenChange }) => ReactElement,
  state: ConsentState,
])[] = [
  ['a dialog', (state) => <ConsentScreen surface="dialog" {...state} />, 'ready'],
  ['a sheet', (state) => <ConsentScreen surface="sheet" {...state} />, 'ready'],
  ['a notice', (state) => <TermsNotice surface="dialog" {...state} />, 'update-material'],
  ['the settings', (state) => <ConsentLink {...(state.open ? {} : { defaultOpen: true })} {...state} />, 'already-licensed'],
]

/** Hides dialogs as a content blocker does. */
function block(css: string): void {
  const sheet = document.head.appendChild(document.createElement('style'))
  sheet.textContent = css
  onTestFinished(() => sheet.remove())
}

/** Records what is reported to the page, instead of failing the test. */
function recordReports(): unknown[] {
  const reports: unknown[] = []
  const note = (event: ErrorEvent) => {
    reports.push(event.error)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('error', note, true)
  onTestFinished(() => removeEventListener('error', note, true))
  return reports
}

describe.each(SURFACES)('H4: %s that a style sheet hides', (_, render, state) => {
  // Cause: `showModal()` makes the page inert even when the dialog has no box.
  it.each([
    ['display: none', undefined],
    ['display: none', true],
    ['visibility: hidden', undefined],
    ['opacity: 0', undefined],
    ['block-size: 0; min-block-size: 0; inline-size: 0; border: 0', undefined],
  ] as const)('closes, reports it, and leaves the page usable (%s, `open` is %s)', async (hiding, open) => {
    const reports = recordReports()
    block(`dialog[data-licet] { ${hiding.replaceAll(/(;|$)/g, ' !important$1')} }`)
    const changes: string[] = []
    const props = {
      ...(open && { open }),
      onOpenChange: (isOpen: boolean, { reason }: OpenChangeDetails) => changes.push(`${isOpen} ${reason}`),
    }
    const { events } = await show(render(props as { open?: true; onOpenChange: OnOpenChange }), { state })
    await expect.poll(() => changes).toContain('false hidden')
    await expect.poll(() => document.querySelector('dialog:modal')).toBeNull()
    expect(reports).toEqual([expect.objectContaining({ code: 'decision_obscured' })])
    expect(getComputedStyle(document.documentElement).overflow).toBe('visible')
    expect(events.filter(({ type }) => type === 'dismissed' || type === 'declined')).toEqual([])
  })

  it('closes when the style sheet comes later', async () => {
    const reports = recordReports()
    const changes: string[] = []
    await show(render({ onOpenChange: (isOpen, { reason }) => changes.push(`${isOpen} ${reason}`) }), { state })
    await appear('dialog:modal')
    block('dialog[data-licet] { display: none !important }')
    await expect.poll(() => document.querySelector('dialog:modal')).toBeNull()
    expect([changes.at(-1), reports.length]).toEqual(['false hidden', 1])
  })
})
