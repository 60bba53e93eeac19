import 'licet/styles.css'
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ServiceClient } from '../../../src/client/index.ts'
import { ConsentScreen, ConsentSettings } from '../../../src/components/index.ts'
import { CONSENT_STATES, type ConsentState } from '../../../src/core/consent-flow.ts'
import { ConsentProvider } from '../../../src/react/provider/consent-provider.tsx'
import { type PageTranslation, translatePage } from '../../fixtures/page-translation.ts'
import { prepareScene } from '../../fixtures/scenes.ts'
import { casesOf } from '../../support/counts.ts'
import { SURFACES, showDriven } from './driven.tsx'
import { appear, find, show } from './harness.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })

let translation: PageTranslation | undefined

afterEach(() => {
  translation?.end()
  translation = undefined
  cleanup()
})

/** States in an order in which some of them, and in the full tier all, follow each other state and come before it. */
function transitions(): ConsentState[] {
  const from = casesOf(CONSENT_STATES, (_, at) => at % 8 === 0)
  return from.flatMap((one) => CONSENT_STATES.flatMap((other) => [one, other]))
}

describe.each(SURFACES)('%s on a translated page', (_, part) => {
  // Regression: React removed a text node that the translation had replaced, threw, and unmounted the host app.
  it('survives every change from one state to another', async () => {
    const drive = showDriven(part)
    translation = translatePage(document)
    for (const state of transitions()) {
      await drive(state)
      expect(find('footer').textContent, `${state}; ${[...translation.loose].join(' | ')}`).toBe('¿The host app?')
    }
    expect([...translation.loose]).toEqual([])
  })
})

describe('on a translated page', () => {
  // Regression: the sentence about what changed lost its first text with the decision.
  it.each([
    ['accepts', 'accept', 'licensed'],
    ['declines', 'decline', 'declined'],
  ] as const)('a person who comes back to changed terms %s them', async (_, part, outcome) => {
    const { state } = await show(
      <>
        <ConsentScreen />
        <footer>The host app</footer>
      </>,
      { state: 'update-material' },
    )
    await appear('[data-part="diff-clause"]')
    await appear(`[data-part="${part}"]`)
    translation = translatePage(document)
    find(`[data-part="${part}"]`).click()
    await state(outcome)
    expect(find('footer').textContent).toBe('¿The host app?')
  })

  it('a person who comes back to changed terms withdraws', async () => {
    const { state } = await show(
      <>
        <ConsentScreen />
        <ConsentSettings />
        <footer>The host app</footer>
      </>,
      { state: 'update-material' },
    )
    await appear('[data-part="diff-clause"]')
    translation = translatePage(document)
    find('[data-part="withdraw"]').click()
    await state('withdrawn')
    expect(find('footer').textContent).toBe('¿The host app?')
  })

  it('terms that load late, fail and load again are shown, and can be accepted', async () => {
    const attempts: { resolve: (text: string) => void; reject: (error: Error) => void }[] = []
    const { config } = await prepareScene('ready')
    const load = () => new Promise<string>((resolve, reject) => attempts.push({ resolve, reject }))
    render(
      <ConsentProvider config={{ ...config, agreement: { ...config.agreement, terms: { key: crypto.randomUUID(), load } } }}>
        <ConsentScreen />
        <footer>The host app</footer>
      </ConsentProvider>,
    )
    await appear('[data-state="terms-loading"]')
    translation = translatePage(document)
    // A failed load is tried twice.
    for (const at of [0, 1]) {
      await expect.poll(() => attempts.length).toBe(at + 1)
      attempts[at]?.reject(new TypeError('fetch failed'))
    }
    await appear('[data-state="terms-error"]')
    find('.licet-message [data-part="action"]').click()
    await expect.poll(() => attempts.length).toBe(3)
    attempts[2]?.resolve(new ServiceClient(config).terms())
    ;(await appear('[data-part="accept"]')).click()
    await appear('[data-part="missing"], [data-state="licensed"]')
    expect(find('footer').textContent).toBe('¿The host app?')
  })

  it('another agreement replaces the terms and the redline', async () => {
    const { config } = await prepareScene('update-material')
    const app = (reward: string) => (
      <ConsentProvider config={{ ...config, agreement: { ...config.agreement, compensation: reward } }}>
        <ConsentScreen />
        <footer>The host app</footer>
      </ConsentProvider>
    )
    const { rerender } = render(app('100 points'))
    await appear('[data-part="diff-clause"]')
    translation = translatePage(document)
    for (const reward of ['A coffee', '**Three** coffees, and a cake', '100 points']) {
      rerender(app(reward))
      await expect.poll(() => find('[data-part="terms-text"]').textContent).toContain(reward.replaceAll('*', '*').slice(0, 6))
      await expect.poll(() => find('[data-part="diff-clauses"]').textContent).toContain(reward.split(' ').at(-1))
      expect(find('footer').textContent).toBe('¿The host app?')
    }
  })
})
