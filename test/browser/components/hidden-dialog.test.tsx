import { cleanup } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentLink, ConsentScreen, type OpenChangeDetails, TermsNotice } from '../../../src/components/index.ts'
import type { ConsentState } from '../../../src/core/consent-flow.ts'
import { casesOf } from '../../support/counts.ts'
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
function block(css: string): HTMLStyleElement {
  const sheet = document.head.appendChild(document.createElement('style'))
  sheet.textContent = css
  onTestFinished(() => sheet.remove())
  return sheet
}

/** A fixed pause, before an assertion that nothing happened. */
const paused = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

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

describe.each(SURFACES)('H4: %s that a style sheet hides', (name, render, state) => {
  // All surfaces open with the same code. The usual tier repeats each kind of style once on the others.
  const onEach = <T,>(styles: readonly T[]): readonly T[] =>
    name === 'a dialog' ? styles : casesOf(styles, (_, index) => index === 0)

  // Cause: `showModal()` makes the page inert even when the dialog has no box.
  it.each(
    onEach([
      ['display: none', undefined],
      ['display: none', true],
      ['visibility: hidden', undefined],
      ['opacity: 0', undefined],
      ['block-size: 0; min-block-size: 0; inline-size: 0; border: 0', undefined],
      ['block-size: 1px; min-block-size: 0; border: 0; padding: 0; overflow: hidden', undefined],
      ['inset: auto; left: -9999px; position: fixed', undefined],
      ['content-visibility: hidden', undefined],
      ['clip-path: inset(100%)', undefined],
      ['transform: scale(0)', undefined],
    ] as const),
  )('closes, reports it, and leaves the page usable (%s, `open` is %s)', async (hiding, open) => {
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

  it.each(onEach(['visibility: hidden', 'opacity: 0']))(
    'closes on a press when the style sheet comes later (%s)',
    async (hiding) => {
      const reports = recordReports()
      await show(render({ onOpenChange: () => undefined }), { state })
      await appear('dialog:modal')
      block(`dialog[data-licet] { ${hiding} !important }`)
      await userEvent.keyboard('{Tab}')
      await expect.poll(() => document.querySelector('dialog:modal')).toBeNull()
      expect(reports.length).toBe(1)
    },
  )

  // Cause: an invisible first frame counted as hidden, so a dialog that fades in closed forever, and the question was not asked.
  it.each(
    onEach([
      ['opacity: 0', '600ms'],
      ['opacity: 0', '2s'],
      ['visibility: hidden', '600ms'],
      ['scale: 0', '600ms'],
      ['block-size: 0; min-block-size: 0; padding: 0; border-width: 0', '600ms'],
      ['translate: 0 200vh', '600ms'],
    ]),
  )('stays open when the host app lets it appear from `%s` in %s', async (from, duration) => {
    const reports = recordReports()
    block(`@keyframes host-appear { from { ${from} } } dialog[data-licet] { animation: host-appear ${duration} !important }`)
    await show(render({ onOpenChange: () => undefined }), { state })
    const dialog = await appear<HTMLDialogElement>('dialog:modal')
    await Promise.all(dialog.getAnimations().map(({ finished }) => finished))
    await paused(500)
    expect(document.querySelector('dialog:modal')).toBe(dialog)
    expect(reports).toEqual([])
  })

  // Cause: the opacity of the body does not change what is in the top layer, and a page that hides itself has nothing to press behind it.
  it.each(onEach(['opacity: 0', 'display: none', 'visibility: hidden']))(
    'stays open while the page hides itself (%s)',
    async (hiding) => {
      const reports = recordReports()
      const sheet = block(`body { ${hiding} !important }`)
      await show(render({ onOpenChange: () => undefined }), { state })
      await expect.poll(() => document.querySelector('dialog:modal')).not.toBeNull()
      await paused(2000)
      sheet.remove()
      await paused(500)
      expect(document.querySelector('dialog:modal')?.checkVisibility()).toBe(true)
      expect(reports).toEqual([])
    },
  )
})

// Cause: without the attribute, the browser shows no dialog, but keeps the page inert. Esc closed nothing.
it.each(SURFACES)('%s closes when a script removes its attribute `open`', async (_, render, state) => {
  const changes: string[] = []
  await show(render({ onOpenChange: (isOpen, { reason }) => changes.push(`${isOpen} ${reason}`) }), { state })
  const dialog = await appear<HTMLDialogElement>('dialog:modal')
  dialog.open = false
  await expect.poll(() => document.querySelector(':modal')).toBeNull()
  await expect.poll(() => changes.at(-1)).toBe('false escape')
  expect(getComputedStyle(document.documentElement).overflow).toBe('visible')
})
