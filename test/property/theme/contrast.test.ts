import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTheme, TOKEN_NAMES } from '../../../src/theme/index.ts'
import { faintPairs, valueIn } from '../../fixtures/theme-contrast.ts'
import { countOf, isFull } from '../../support/counts.ts'

const DENSITIES = ['compact', 'regular', 'roomy'] as const
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const oklch = fc
  .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 359 }))
  .map(([l, c, h]) => `oklch(${l / 100} ${c / 100} ${h})`)
const COLOR_TOKENS = TOKEN_NAMES.filter(
  (name) => name.startsWith('color-') && !['color-backdrop', 'color-shadow', 'color-border'].includes(name),
)

describe('createTheme', () => {
  it('experience 19: gives random brand colors enough contrast in light and dark, at each density', () => {
    fc.assert(
      fc.property(hex, fc.constantFrom(...DENSITIES), (brand, chosen) => {
        // The density changes no color, so only the full tier draws every color at each one.
        for (const density of isFull ? DENSITIES : [chosen]) {
          const theme = createTheme({ brand, density })
          expect(faintPairs(theme)).toEqual([])
          expect(Number.parseInt(valueIn(theme, 'target', 'light'), 10)).toBeGreaterThanOrEqual(44)
        }
      }),
      { numRuns: countOf(1000, 300, 200) },
    )
  })

  it('experience 19: gives random tokens enough contrast, and reports each token that it changed', () => {
    const tokens = fc.dictionary(fc.constantFrom(...COLOR_TOKENS), fc.oneof(hex, fc.record({ light: hex, dark: oklch })))
    fc.assert(
      fc.property(tokens, (asked) => {
        const theme = createTheme(asked)
        expect(faintPairs(theme)).toEqual([])
        const reported = new Set(theme.report.map(({ token }) => token))
        for (const [name, value] of Object.entries(theme.tokens)) {
          if (!reported.has(name as (typeof TOKEN_NAMES)[number])) expect(value).toEqual(asked[name])
        }
        for (const { why, asked: before, given } of theme.report) {
          expect(why).not.toBe('')
          expect(given).not.toBe(before)
        }
      }),
      { numRuns: countOf(2000, 100) },
    )
  })

  it('accepts its own tokens without a correction', () => {
    fc.assert(
      fc.property(hex, (brand) => {
        const { tokens } = createTheme(brand)
        expect(createTheme(tokens)).toMatchObject({ tokens, report: [] })
      }),
      { numRuns: countOf(100, 40) },
    )
  })
})
