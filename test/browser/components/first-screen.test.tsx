import { cleanup } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { ConsentScreen, TermsNotice } from '../../../src/components/index.ts'
import ar from '../../../src/locales/ar.ts'
import de from '../../../src/locales/de.ts'
import { en } from '../../../src/locales/en.ts'
import es from '../../../src/locales/es.ts'
import fr from '../../../src/locales/fr.ts'
import he from '../../../src/locales/he.ts'
import ja from '../../../src/locales/ja.ts'
import ptBR from '../../../src/locales/pt-BR.ts'
import type { Appearance } from '../../../src/react/index.ts'
import { agreement } from '../../fixtures/story-world.ts'
import { casesOf } from '../../support/counts.ts'
import { animationsEnd, appear, find, show } from './harness.tsx'

afterEach(cleanup)

const LANGUAGES = { en, de, ar, es, fr, he, ja, 'pt-BR': ptBR } as const
const WINDOWS = [
  [390, 844],
  [1280, 800],
  [320, 640],
] as const
interface Surface {
  readonly part: ReactElement
  readonly state: 'ready' | 'update-material'
  readonly appearance?: Appearance
  /** The two buttons, if they are not Accept and Decline: a banner opens the request instead of Accept. */
  readonly choices?: string
}

const SURFACES = {
  page: { part: <ConsentScreen />, state: 'ready' },
  'page with steps': { part: <ConsentScreen />, state: 'ready', appearance: { layout: 'stepper' } },
  'page in one column': { part: <ConsentScreen />, state: 'ready', appearance: { layout: 'column' } },
  dialog: { part: <ConsentScreen surface="dialog" />, state: 'ready' },
  sheet: { part: <ConsentScreen surface="sheet" />, state: 'ready' },
  'dialog of a notice': { part: <TermsNotice surface="dialog" />, state: 'update-material' },
  'notice on a page': { part: <TermsNotice surface="inline" />, state: 'update-material' },
  banner: { part: <TermsNotice />, state: 'update-material', choices: '[data-part="notice-header"] [data-part="action"]' },
  'page with changed terms': { part: <ConsentScreen />, state: 'update-material' },
} as const satisfies Record<string, Surface>

/** `npm test` has each surface in one language and one size; the full tier has all combinations. */
const CASES = casesOf(
  Object.entries<Surface>(SURFACES).flatMap(([name, surface], s) =>
    WINDOWS.flatMap(([width, height], w) =>
      Object.entries(LANGUAGES).map(([locale, messages], l) => ({ name, ...surface, width, height, locale, messages, s, w, l })),
    ),
  ),
  ({ s, w, l }) => w === s % WINDOWS.length && l === s % 3,
)

it.each(CASES)(
  'both choices are in the first screen of a $name at $width by $height, in $locale',
  async ({ part, state, width, height, locale, messages, appearance = {}, choices = '[data-part="choices"] button' }) => {
    await show(part, { state, width, height, locale, messages, appearance })
    await appear(choices)
    await appear('[data-part="accept"], [data-part="notice-header"] [data-part="action"]')
    await animationsEnd()
    const places = [...document.querySelectorAll(choices)].map((button) => button.getBoundingClientRect())
    expect(places).toHaveLength(2)
    for (const { top, bottom } of places) expect([top >= 0, bottom <= height]).toEqual([true, true])
    // Declining is never further away.
    expect(places[0]?.bottom).toBe(places[1]?.bottom)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    // What covers the rest takes less than a third of the height.
    const bar = document.querySelector<HTMLElement>('[data-part="screen-decision"]')
    expect(bar?.offsetHeight ?? 0).toBeLessThanOrEqual(height * 0.3)
  },
)

it.each(casesOf(Object.entries(LANGUAGES), (_, at) => at < 2))(
  'the summary is at most 560 px high and 90 words stand above the terms on a phone, in %s',
  async (locale, messages) => {
    const purposes = ['analytics', { usecase: 'retargeting' }] as const
    const config = { agreement: { ...agreement, purposes, declineChangesNothing: true } }
    await show(<ConsentScreen />, { width: 390, height: 844, locale, messages, config })
    await appear('[data-part="accept"]')
    expect(find('.licet-summary').offsetHeight).toBeLessThanOrEqual(560)
    const parts = ['screen-header', 'screen-summary'].map((name) => find(`[data-part="${name}"]`))
    // The monogram of the company is a picture, and a heading is for screen readers only.
    for (const part of parts) for (const picture of part.querySelectorAll('[aria-hidden], .licet-visually-hidden')) picture.remove()
    const above = parts.map(({ innerText }) => innerText).join(' ')
    // Japanese has no spaces between words.
    const words = [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(above)].filter(({ isWordLike }) => isWordLike)
    expect(words.length, above).toBeLessThanOrEqual(90)
  },
)

describe('the bar with the choices', () => {
  it('stays while the person reads, at the bottom of the window', async () => {
    await show(<ConsentScreen />, { width: 390, height: 844 })
    await appear('[data-part="accept"]')
    find('[data-part="terms-fold"]').click()
    await appear('.licet-terms:not([data-folded])')
    for (const at of [0, 300, 900]) {
      scrollTo(0, at)
      expect(find('[data-part="decline"]').getBoundingClientRect().bottom).toBeLessThanOrEqual(844)
    }
  })

  it.each([
    { what: 'at 400 % zoom', width: 320, height: 256, text: '100%' },
    { what: 'in a low window', width: 320, height: 300, text: '100%' },
    { what: 'with 200 % text', width: 390, height: 844, text: '200%' },
  ])('stands in the flow after the summary $what', async ({ width, height, text }) => {
    document.documentElement.style.fontSize = text
    try {
      await show(<ConsentScreen />, { width, height })
      await appear('[data-part="accept"]')
      const { top } = find('[data-part="screen-decision"]').getBoundingClientRect()
      expect(top).toBeGreaterThan(find('.licet-summary').getBoundingClientRect().bottom)
      expect(find('[data-part="screen-decision"]').offsetHeight).toBeGreaterThan(height * 0.3)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    } finally {
      document.documentElement.style.fontSize = ''
    }
  })

  // Regression: the page scrolled down by the height of the message, although the bar stood in view.
  it('grows with the message of an error, and the page stays where it is', async () => {
    const { scene } = await show(<ConsentScreen />, { width: 390, height: 844 })
    scene.world.faults.add({ kind: 'status', status: 400, code: 'invalid_license' }, { path: '/license/create' })
    // Playwright scrolls before it presses.
    ;(await appear('[data-part="accept"]')).click()
    await appear('[data-part="screen-decision"] [role="alert"]')
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
    expect(scrollY).toBe(0)
    const { top, bottom } = find('[data-part="screen-decision"]').getBoundingClientRect()
    expect([top > 0, bottom <= 844]).toEqual([true, true])
  })

  it.each([
    ['terms-error', en['terms.error']],
    ['submit-error', en['error.title']],
    ['terms-loading', en['terms.loading']],
    ['offline', en['status.offline']],
  ] as const)('reports the state %s beside Decline, in the first screen', async (state, text) => {
    await show(<ConsentScreen />, { state, width: 390, height: 844 })
    await appear('[data-part="decline"]')
    const bar = find('[data-part="screen-decision"]')
    await expect.poll(() => bar.textContent).toContain(text)
    const { top, bottom } = bar.getBoundingClientRect()
    expect([top > 0, bottom <= 844]).toEqual([true, true])
  })
})
