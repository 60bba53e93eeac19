import 'licet/styles.css'
import { cleanup, render } from '@testing-library/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { CONSENT_STATES, type ConsentState } from '../../../src/core/consent-flow.ts'
import {
  ConsentButton,
  ConsentGate,
  ConsentLink,
  ConsentProvider,
  ConsentScreen,
  ConsentSettings,
  TermsNotice,
  type UseConsentResult,
  useConsent,
  useWithdraw,
} from '../../../src/index.ts'
import { en } from '../../../src/locales/en.ts'
import { type Act, prepareScene } from '../../fixtures/scenes.ts'
import { casesOf } from '../../support/counts.ts'
import { appear, press } from './harness.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })

afterEach(cleanup)

/** The state that is reached while no text is on screen, where it is another one: nothing loads it, and nobody can agree to it. */
const WITHOUT_TERMS: { readonly [State in ConsentState]?: ConsentState } = {
  'terms-loading': 'ready',
  'terms-error': 'ready',
  'terms-invalid': 'ready',
  'reading-required': 'ready',
  submitting: 'ready',
  'submit-error': 'ready',
  licensed: 'ready',
  queued: 'offline',
}
const PENDING: ReadonlySet<ConsentState> = new Set(['checking', 'terms-loading', 'submitting', 'withdrawing'])

type Surface = readonly [name: string, part: (reading: 'tracked' | 'required') => ReactNode, showsTerms: boolean]

const SURFACES: readonly Surface[] = [
  ['no surface', () => null, false],
  ['a closed dialog', () => <ConsentScreen surface="dialog" open={false} />, false],
  ['a closed sheet', () => <ConsentScreen surface="sheet" open={false} />, false],
  ['a closed notice', () => <TermsNotice surface="dialog" open={false} />, false],
  ['a gate', () => <ConsentGate usecase="analytics" />, false],
  ['a button', () => <ConsentButton />, false],
  ['a link', () => <ConsentLink />, false],
  ['the settings', () => <ConsentSettings />, false],
  ['a page', (reading) => <ConsentScreen reading={reading} />, true],
  ['an open dialog', (reading) => <ConsentScreen surface="dialog" open reading={reading} />, true],
]

/** Acts as the person of a scene, and shows no terms. */
function Person({ acts, seen }: { readonly acts: readonly Act[]; readonly seen: { consent?: UseConsentResult } }): ReactNode {
  const consent = useConsent()
  const { withdraw } = useWithdraw()
  const done = useRef(0)
  seen.consent = consent
  useEffect(() => {
    const next = acts[done.current]
    if (next === undefined || consent.status !== next.when) return
    done.current++
    void next.act({ consent, withdraw })
  }, [acts, consent, withdraw])
  return null
}

/** `npm test` has each state with no surface, which shows what the client does, and with one of the others. */
const statesOf = (surface: string) => {
  const place = SURFACES.findIndex(([name]) => name === surface) - 1
  return casesOf(CONSENT_STATES, (_, index) => place < 0 || (index + 2) % (SURFACES.length - 1) === place)
}

describe.each(SURFACES)('with %s', (name, part, showsTerms) => {
  // Regression: after a minor change, the status stayed `terms-loading` while the dialog was closed.
  it.each(statesOf(name))('the state %s is reached', async (state) => {
    const scene = await prepareScene(state)
    const seen: { consent?: UseConsentResult } = {}
    render(
      <ConsentProvider config={scene.config}>
        <Person acts={scene.acts} seen={seen} />
        {part(state === 'reading-required' ? 'required' : 'tracked')}
      </ConsentProvider>,
    )
    const expected = (!showsTerms && WITHOUT_TERMS[state]) || state
    await expect.poll(() => seen.consent?.status).toBe(expected)
    expect(seen.consent?.isPending).toBe(PENDING.has(expected))
  })
})

// Cause: only a component that shows terms reported that they are invalid. Without one, the state was `ready`.
describe.each(SURFACES)('with %s', (_, part) => {
  it('an agreement that has expired is `terms-invalid`', async () => {
    const { config } = await prepareScene('ready')
    const seen: { consent?: UseConsentResult } = {}
    render(
      <ConsentProvider config={{ ...config, agreement: { ...config.agreement, expiry: '2020-01-01T00:00:00Z' } }}>
        <Person acts={[]} seen={seen} />
        {part('tracked')}
      </ConsentProvider>,
    )
    await expect.poll(() => seen.consent?.status).toBe('terms-invalid')
    expect(seen.consent).toMatchObject({ canAccept: false, isAsking: true, error: { code: 'license_expired' } })
    expect(await seen.consent?.accept()).toBe('terms-invalid')
  })
})

// Regression: a minor change opens no dialog, and no other surface showed it.
it('the settings show a minor change, and open it, while the dialog stays closed', async () => {
  const { config } = await prepareScene('update-minor')
  render(
    <ConsentProvider config={config}>
      <ConsentScreen surface="dialog" />
      <ConsentSettings />
    </ConsentProvider>,
  )
  await expect.poll(() => document.body.textContent).toContain(en['notice.minor'])
  expect(document.querySelector('dialog')?.open).toBe(false)
  await press(en['notice.show'])
  await appear('.licet-settings [data-part="terms-text"]')
})
