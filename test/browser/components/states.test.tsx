import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ConsentGate, ConsentScreen, ConsentSettings, TermsCheckbox, TermsNotice } from '../../../src/components/index.ts'
import { toScreenView } from '../../../src/components/screen/screen-data-attributes.ts'
import { CONSENT_STATES, type ConsentState } from '../../../src/core/consent-flow.ts'
import { en } from '../../../src/locales/en.ts'
import { appear, press, show } from './harness.tsx'

afterEach(cleanup)

const WITHOUT_TERMS: ReadonlySet<ConsentState> = new Set(['device-slow', 'terms-loading', 'terms-error', 'terms-invalid'])
const modeOf = (state: ConsentState) => (state === 'reading-required' ? 'required' : 'tracked')

describe.each(CONSENT_STATES)('in the state %s', (state) => {
  // axe checks each state of a page in its story.
  it('experience 1 and 18: a page has one decision and nothing disabled', async () => {
    await show(<ConsentScreen reading={modeOf(state)} />, { state, height: modeOf(state) === 'required' ? 320 : 800 })
    const root = document.querySelector('[data-part="screen"]')
    expect(root?.getAttribute('data-state')).toBe(state)
    if (state === 'update-minor') {
      // The page informs. It asks once the person has opened the change.
      await press(en['notice.show'])
      await appear('[data-part="decline"]')
    }
    expect(document.querySelector(':disabled')).toBeNull()
    // While an Accept is being sent, another one does nothing.
    const inactive = [...document.querySelectorAll<HTMLElement>('[aria-disabled="true"]')].map(({ dataset }) => dataset.part)
    expect(inactive).toEqual(state === 'submitting' ? ['accept'] : [])
    expect(document.querySelectorAll('[data-part="live"]')).toHaveLength(1)
    if (toScreenView(state) === 'ask') expect(document.querySelectorAll('[data-part="decline"]')).toHaveLength(1)
    if (WITHOUT_TERMS.has(state)) expect(document.querySelector('[data-part="accept"]')).toBeNull()
    else if (toScreenView(state) === 'ask')
      await expect.poll(() => document.querySelectorAll('[data-part="accept"]').length).toBe(1)
    if (state === 'update-material') await appear('[data-part="diff-clause"]')
    if (state === 'terms-error' || state === 'terms-invalid')
      await expect.poll(() => document.body.textContent).toContain('Try again')
  })

  // axe checks each state of a dialog, and of the other components, in its story.
  it('experience 19: a dialog at 320 px has no overflow', async () => {
    // A minor change opens no dialog, and neither does a slow device.
    const isQuiet = state === 'update-minor' || state === 'device-slow'
    await show(<ConsentScreen surface="dialog" reading={modeOf(state)} open={isQuiet || undefined} />, {
      state,
      width: 320,
      height: modeOf(state) === 'required' ? 320 : 640,
    })
    const dialog = document.querySelector('dialog')
    if (toScreenView(state) === 'ask') await expect.poll(() => dialog?.open).toBe(true)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    if (dialog?.open) expect(dialog.scrollWidth).toBeLessThanOrEqual(320)
  })

  it('experience 19: settings, gate, notice and checkbox at 320 px have no overflow', async () => {
    await show(
      <>
        <ConsentSettings />
        <ConsentGate usecase="analytics">licensed</ConsentGate>
        <TermsNotice />
        <form>
          <TermsCheckbox />
        </form>
      </>,
      // Only a screen can require reading.
      { state: state === 'reading-required' ? 'ready' : state, width: 320 },
    )
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  })
})
