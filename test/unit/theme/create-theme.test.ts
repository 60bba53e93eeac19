import { describe, expect, it } from 'vitest'
import { createTheme, TOKEN_NAMES } from '../../../src/theme/index.ts'
import { faintPairs, valueIn } from '../../fixtures/theme-contrast.ts'

const chromaOf = (color: string) => Number(/^oklch\([\d.]+ ([\d.]+)/.exec(color)?.[1])

describe('createTheme', () => {
  it('returns variables and the same tokens as a CSS rule', () => {
    const theme = createTheme({ radius: '4px', 'color-accent': { light: 'oklch(0.4 0.1 160)', dark: 'oklch(0.8 0.1 160)' } })
    expect(theme.variables).toEqual({ radius: '4px', 'color-accent': 'light-dark(oklch(0.4 0.1 160), oklch(0.8 0.1 160))' })
    expect(theme.toCss()).toBe(
      '[data-licet] {\n  --licet-radius: 4px;\n}\n@supports (color: light-dark(#fff, #000)) {\n[data-licet] {\n  --licet-color-accent: light-dark(oklch(0.4 0.1 160), oklch(0.8 0.1 160));\n}\n}\n',
    )
  })

  it('ignores a token that is undefined', () => {
    expect(createTheme({ radius: undefined, 'font-scale': '1.25' }).variables).toEqual({ 'font-scale': '1.25' })
  })

  it('experience 4: has no token for Accept alone or Decline alone', () => {
    expect(() => createTheme({ 'color-accept-surface': 'green' } as never)).toThrow(
      'There is no design token "color-accept-surface"',
    )
  })

  it.each(['red; } body { display: none', 'url(https://spy.example/x)', '', '</style>'])(
    'refuses %j, which is not a single value',
    (value) => {
      expect(() => createTheme({ 'color-text': value })).toThrow(TypeError)
    },
  )

  it.each([4, { light: 'red' }])('names the token in the error when its value is %j', (value) => {
    expect(() => createTheme({ radius: value } as never)).toThrow('"radius" is not one CSS value')
  })

  it('creates all colors of both schemes from one brand color', () => {
    const theme = createTheme('#b4430f')
    const colors = TOKEN_NAMES.filter((name) => name.startsWith('color-'))
    expect(Object.keys(theme.variables).sort()).toEqual([...colors].sort())
    expect(valueIn(theme, 'color-accent', 'light')).toBe('#b4430f')
    expect(faintPairs(theme)).toEqual([])
  })

  it('experience 19: reports a brand color that is too light for links, with the scheme, both values and the reason', () => {
    const theme = createTheme('#ffcc00')
    expect(theme.report).toEqual([
      {
        token: 'color-accent',
        scheme: 'light',
        asked: '#ffcc00',
        given: valueIn(theme, 'color-accent', 'light'),
        why: 'A link needs a contrast of 4.5 on color-surface. This color has 1.46.',
      },
      {
        token: 'color-link',
        scheme: 'light',
        asked: '#ffcc00',
        given: valueIn(theme, 'color-link', 'light'),
        why: 'A link in the terms needs a contrast of 7 on color-surface. This color has 1.46.',
      },
    ])
    expect(valueIn(theme, 'color-accent', 'dark')).toBe('#ffcc00')
  })

  it('experience 19: changes the text of terms on a background that a host app changed, and reports it', () => {
    const theme = createTheme({ 'color-surface': { light: '#102040', dark: '#102040' } })
    expect(faintPairs(theme)).toEqual([])
    expect(theme.report.map(({ token, scheme }) => `${scheme} ${token}`)).toContain('light color-text')
  })

  it('changes a background of medium lightness, on which no text is readable enough', () => {
    const theme = createTheme({ 'color-surface': '#777777' })
    expect(faintPairs(theme)).toEqual([])
    expect(theme.report.find(({ token }) => token === 'color-surface')?.why).toContain(
      'text on it must be able to reach a contrast of 7',
    )
  })

  it('makes a translucent text color opaque, and reports it', () => {
    const { tokens, report } = createTheme({ 'color-text': { light: 'rgb(0 0 0 / 0.8)', dark: '#fff' } })
    expect(tokens['color-text']).toEqual({ light: 'oklch(0 0 0)', dark: '#fff' })
    expect(report).toMatchObject([{ token: 'color-text', scheme: 'light', why: expect.stringContaining('must be opaque') }])
  })

  it('keeps a value that only a browser can compute, and reports that it was not checked', () => {
    const { variables, report } = createTheme({ 'color-accent': 'var(--brand)' })
    expect(variables).toEqual({ 'color-accent': 'var(--brand)' })
    expect(report.map(({ asked, given, why }) => [asked, given, why])).toEqual(
      Array(2).fill(['var(--brand)', 'var(--brand)', expect.stringContaining('was not checked')]),
    )
  })

  it('makes the focus ring in the color of links, corrected, until it has its own color', () => {
    const yellow = createTheme({ 'color-accent': '#ffcc00' })
    expect(yellow.report.map(({ token }) => token)).toEqual(['color-accent'])
    expect(valueIn(yellow, 'color-focus', 'light')).toBe(valueIn(yellow, 'color-accent', 'light'))
    const ring = createTheme({ 'color-focus': '#ffcc00' })
    expect(faintPairs(ring)).toEqual([])
    expect(ring.report).toMatchObject([
      { token: 'color-focus', scheme: 'light', why: expect.stringContaining('The focus ring needs a contrast of 3') },
    ])
  })

  it('increases a touch target below 44 px and a focus outline below 2 px', () => {
    const { variables, report } = createTheme({ target: '2rem', 'focus-width': '1px' })
    expect(variables).toEqual({ target: '44px', 'focus-width': '2px' })
    expect(report).toEqual([
      { token: 'target', asked: '2rem', given: '44px', why: 'A touch target is at least 44 px high.' },
      { token: 'focus-width', asked: '1px', given: '2px', why: 'The outline of the focus is at least 2 px wide.' },
    ])
  })

  it('starts from a theme, and gives it the hue of the brand and a density', () => {
    const base = { radius: '24px', 'color-surface': { light: 'oklch(0.98 0.02 80)', dark: 'oklch(0.2 0.02 80)' } }
    const theme = createTheme({ base, brand: 'oklch(0.45 0.12 200)', density: 'roomy', 'space-1': '2px' })
    expect(theme.tokens).toMatchObject({ radius: '24px', 'space-1': '2px', 'space-4': '20px', target: '52px' })
    expect(valueIn(theme, 'color-surface', 'dark')).toBe('oklch(0.2 0.02 200)')
  })

  it('keeps neutral colors gray for a brand without a hue', () => {
    expect(valueIn(createTheme('#333333'), 'color-sunken', 'light')).toBe('oklch(0.965 0 0)')
  })

  it.each(['', 'brand', 'var(--brand)', '#12'])('refuses the brand color %j', (brand) => {
    expect(() => createTheme(brand)).toThrow('is not a CSS color')
  })

  // Regression: a light yellow ended as a brown gray in every place, and the surfaces were white for every brand.
  it('shows the brand: in the mark, in the hue of the surfaces, and in both choices with `filled`', () => {
    const theme = createTheme({ brand: '#ffe14d', choice: 'filled' })
    for (const scheme of ['light', 'dark'] as const) {
      expect(valueIn(theme, 'color-mark', scheme)).toBe('#ffe14d')
      expect(valueIn(theme, 'color-decision-surface', scheme)).toBe('#ffe14d')
      expect(valueIn(theme, 'color-decision-text', scheme)).toBe('oklch(0 0 0)')
      expect(chromaOf(valueIn(theme, 'color-surface', scheme))).toBeGreaterThan(0.005)
    }
    expect(chromaOf(valueIn(theme, 'color-link', 'light'))).toBeGreaterThan(0.05)
    expect(faintPairs(theme)).toEqual([])
    expect(valueIn(createTheme('#ffe14d'), 'color-decision-surface', 'dark')).not.toBe('#ffe14d')
  })

  // Regression: 38 of these 48 had links at 4.5 in the terms, whose text has 7.
  it('experience 19: gives links in the terms a contrast of 7, for 24 brand colors in both schemes', () => {
    const brands = Array.from({ length: 24 }, (_, at) => `oklch(${0.35 + (at % 6) * 0.11} ${0.05 + (at % 3) * 0.07} ${at * 15})`)
    for (const brand of brands)
      for (const choice of ['outlined', 'filled'] as const) expect(faintPairs(createTheme({ brand, choice })), brand).toEqual([])
  })

  it('refuses a choice without a brand, and one that does not exist', () => {
    expect(() => createTheme({ choice: 'filled' })).toThrow('`choice` is set without a `brand`')
    expect(() => createTheme({ brand: '#00796b', choice: 'green' as never })).toThrow('Use outlined or filled')
  })

  it('refuses a density that does not exist', () => {
    expect(() => createTheme({ density: 'constructor' } as never)).toThrow('There is no density')
    expect(() => createTheme({ density: 'huge' } as never)).toThrow('Use one of: compact, regular, roomy')
  })
})
