import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ConsentScreen } from '../../../src/components/index.ts'
import ar from '../../../src/locales/ar.ts'
import de from '../../../src/locales/de.ts'
import { en } from '../../../src/locales/en.ts'
import es from '../../../src/locales/es.ts'
import fr from '../../../src/locales/fr.ts'
import he from '../../../src/locales/he.ts'
import ja from '../../../src/locales/ja.ts'
import ptBR from '../../../src/locales/pt-BR.ts'
import { createTheme, TOKEN_NAMES } from '../../../src/theme/index.ts'
import { SHIPPED_THEMES } from '../../../src/theme/shipped-themes.ts'
import { choiceDifferences } from '../../fixtures/choice-differences.ts'
import { casesOf } from '../../support/counts.ts'
import { appear, find, show } from './harness.tsx'

afterEach(cleanup)

const SURFACES = ['page', 'dialog', 'sheet', 'inline'] as const
const THEMES = ['light', 'dark'] as const
const WIDTHS = [320, 640, 768, 1280]
const LOCALES = ['en', 'ar']

/** `npm test` has each two values of surface, theme, width and language together once; the full tier has all combinations. */
const CASES = casesOf(
  SURFACES.flatMap((surface, s) =>
    WIDTHS.flatMap((width, w) =>
      THEMES.flatMap((theme, t) => LOCALES.map((locale, l) => ({ surface, width, theme, locale, place: [s, w, t, l] as const }))),
    ),
  ),
  ({ place: [s, w, t, l] }) => t === (s ^ w) % 2 && l === ((s >> 1) ^ (w >> 1)) % 2,
)

it.each(CASES)(
  'experience 4: both choices are equal on the surface $surface, theme $theme, $width px, $locale',
  async ({ surface, theme, width, locale }) => {
    await show(<ConsentScreen surface={surface} />, {
      width,
      locale,
      messages: locale === 'ar' ? ar : en,
      appearance: { theme },
    })
    await expectSymmetry()
  },
)

// These labels are twice as long as the labels of the first question.
it('experience 4: both choices of changed terms are equal at 320 px in every language, with their whole labels', async () => {
  for (const [locale, messages] of Object.entries({ ar, de, en, es, fr, he, ja, 'pt-BR': ptBR })) {
    await show(<ConsentScreen />, { state: 'update-material', width: 320, height: 640, locale, messages })
    await expectSymmetry()
    for (const choice of ['accept', 'decline'].map((part) => find(`[data-part="${part}"]`))) {
      expect([locale, choice.textContent, isCut(choice)]).toEqual([locale, choice.textContent, false])
    }
  }
})

describe('a theme', () => {
  it('experience 4: changes both choices or neither', async () => {
    const { variables } = createTheme({
      'color-decision-surface': 'oklch(0.3 0.1 150)',
      'color-decision-text': 'white',
      'color-decision-border': 'oklch(0.3 0.1 150)',
      target: '60px',
      radius: '0px',
    })
    await show(<ConsentScreen />, { appearance: { variables } })
    await expectSymmetry()
    expect(getComputedStyle(find('[data-part="decline"]')).backgroundColor).toBe('oklch(0.3 0.1 150)')
    expect(find('[data-part="decline"]').offsetHeight).toBeGreaterThanOrEqual(60)
  })

  it('experience 4: of random brand colors and of each shipped theme keeps both choices equal, and nothing wider than 320 px', async () => {
    await show(<ConsentScreen />, { width: 320 })
    const root = find('.licet-screen')
    // Colors from all over the range, the same in each run.
    const brands = Array.from({ length: 40 }, (_, at) => `#${((at * 0x9e3779) & 0xffffff).toString(16).padStart(6, '0')}`)
    const densities = ['compact', 'regular', 'roomy'] as const
    const themes = brands.map((brand, at) => createTheme({ brand, density: densities[at % 3] ?? 'regular' }))
    for (const theme of [...Object.values(SHIPPED_THEMES), ...themes]) {
      for (const name of TOKEN_NAMES) root.style.setProperty(`--licet-${name}`, theme.variables[name] ?? '')
      await expectSymmetry()
      expect(root.scrollWidth).toBeLessThanOrEqual(320)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    }
  })

  it('experience 4: is refused when it names only one of them', () => {
    expect(() => createTheme({ 'color-decline-text': 'silver' } as never)).toThrow('There is no design token')
  })
})

async function expectSymmetry(): Promise<void> {
  const accept = await appear('[data-part="accept"]')
  const decline = find('[data-part="decline"]')
  const [a, d] = [accept.getBoundingClientRect(), decline.getBoundingClientRect()]
  expect(choiceDifferences(accept, decline)).toEqual([])
  expect(a.height).toBeGreaterThanOrEqual(44)
  // Accept comes before Decline in the document, and on screen it is above or at the start of the line.
  expect(accept.compareDocumentPosition(decline) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(placesOf(a, d, getComputedStyle(accept).direction)).not.toBe('out of order')
}

/** Whether some of an element's text is outside of its box. */
function isCut(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const text = document.createRange()
  text.selectNodeContents(element)
  return [...text.getClientRects()].some((line) => line.left < left || line.right > right || line.top < top || line.bottom > bottom)
}

/** Returns whether the first box comes before the second in this reading direction. */
function placesOf(one: DOMRect, two: DOMRect, direction: string): 'beside' | 'above' | 'out of order' {
  const ends = direction === 'rtl' ? one.left >= two.right : one.right <= two.left
  if (ends && Math.abs(one.top - two.top) < 1) return 'beside'
  return one.bottom <= two.top && Math.abs(one.left - two.left) < 1 ? 'above' : 'out of order'
}
