import { describe, expect, it } from 'vitest'
import { createTheme, type Theme, TOKEN_NAMES } from '../../../src/theme/index.ts'
import { SHIPPED_THEMES } from '../../../src/theme/shipped-themes.ts'
import { contrast } from '../../fixtures/contrast.ts'
import { faintPairs, valueIn } from '../../fixtures/theme-contrast.ts'

const themes = Object.entries(SHIPPED_THEMES)
const COLORS = TOKEN_NAMES.filter((name) => name.startsWith('color-'))
const OTHERS = TOKEN_NAMES.filter((name) => !name.startsWith('color-'))
const differing = (one: Theme, two: Theme) => OTHERS.filter((name) => valueIn(one, name, 'light') !== valueIn(two, name, 'light'))

describe('the shipped themes', () => {
  it('are eight, of which three have their own composition', () => {
    const names = ['plain', 'warm', 'bank', 'editorial', 'ledger', 'letter', 'card', 'high-contrast']
    expect(themes.map(([name]) => name)).toEqual(names)
    const compositions = themes.flatMap(([, { composition }]) => composition ?? [])
    expect(compositions).toEqual(['ledger', 'letter', 'card'])
  })

  it.each(themes)('experience 19: %s has enough contrast in both schemes, so createTheme() corrects nothing', (_, theme) => {
    expect(createTheme(theme.tokens).report).toEqual([])
    expect(faintPairs(theme)).toEqual([])
  })

  it.each(themes)('%s sets every color', (_, theme) => {
    expect(COLORS.filter((name) => theme.tokens[name] === undefined)).toEqual([])
  })

  it.each(themes)(
    '%s differs from each other theme in its font, its corners and at least two more tokens that are no color',
    (name, theme) => {
      for (const [other, two] of themes.filter(([candidate]) => candidate !== name)) {
        const tokens = differing(theme, two)
        expect(tokens, other).toEqual(expect.arrayContaining(['font-family', 'radius']))
        expect(tokens.length, `${other}: ${tokens}`).toBeGreaterThanOrEqual(4)
      }
    },
  )

  it('have icons for the four facts, except for those with a composition, and for plain, which uses the icons of the kit', () => {
    const facts = ['data', 'reward', 'duration', 'recipients'] as const
    for (const name of facts) {
      const lines = themes.flatMap(([, { icons }]) => icons[name] ?? [])
      expect([name, new Set(lines).size]).toEqual([name, 4])
    }
    expect(SHIPPED_THEMES.plain?.icons).toEqual({})
  })

  it.each(themes)('experience 19: %s keeps enough contrast with the color of any brand', (_, theme) => {
    for (const brand of ['#000000', '#ffffff', '#ff0000', '#ffe600', '#00a878', '#0047ff', '#7a7a7a'])
      expect(faintPairs(createTheme({ base: theme.tokens, brand })), brand).toEqual([])
  })

  it('experience 19: high-contrast has 7:1 for each text and 4.5:1 for each edge', () => {
    const theme = SHIPPED_THEMES['high-contrast'] as Theme
    for (const scheme of ['light', 'dark'] as const) {
      const ratio = (a: string, b: string) => contrast(valueIn(theme, `color-${a}`, scheme), valueIn(theme, `color-${b}`, scheme))
      for (const name of ['text', 'muted', 'accent', 'danger'])
        for (const on of ['surface', 'sunken']) expect(ratio(name, on), `${scheme} ${name} on ${on}`).toBeGreaterThanOrEqual(7)
      for (const name of ['border', 'border-strong', 'decision-border']) expect(ratio(name, 'surface')).toBeGreaterThanOrEqual(4.5)
      expect(ratio('decision-text', 'decision-hover')).toBeGreaterThanOrEqual(7)
    }
  })
})
