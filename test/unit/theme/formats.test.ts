import { describe, expect, it } from 'vitest'
import {
  createTheme,
  defineTheme,
  fromCss,
  fromDtcg,
  fromMui,
  toDtcg,
  toMui,
  toShadcn,
  toTailwind,
  toTypeScript,
} from '../../../src/theme/index.ts'
import { warm } from '../../../src/theme/themes/warm.ts'
import tokensFile from '../../../src/theme/tokens.json' with { type: 'json' }
import { faintPairs, valueIn } from '../../fixtures/theme-contrast.ts'

const theme = createTheme({ brand: '#b4430f', radius: '4px', 'font-family': "'Open Sans', sans-serif", density: 'roomy' })
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('a file of design tokens', () => {
  it('is the shipped tokens.json for a theme without changes, with `hex` beside each color', () => {
    const written = toDtcg(createTheme({}))
    const withoutHex = JSON.parse(JSON.stringify(written, (key, value) => (key === 'hex' ? undefined : value)))
    expect(fromDtcg(withoutHex)).toEqual(fromDtcg(tokensFile))
    expect(written).toMatchObject({
      light: { color: { surface: { $type: 'color', $value: { colorSpace: 'oklch', hex: '#ffffff' } } } },
    })
  })

  it('has every token of the theme when it is read again', () => {
    const read = fromDtcg(throughJson(toDtcg(theme)))
    expect(read).toMatchObject({ radius: '4px', 'space-4': '20px', target: '52px', 'font-family': "'Open Sans', sans-serif" })
    expect(read['color-text']).toEqual(theme.tokens['color-text'])
    expect(createTheme(read).report).toEqual([])
  })

  it('for Figma is one mode with colors in sRGB and lengths in px', () => {
    const dark = toDtcg(theme, { dialect: 'figma', scheme: 'dark' })
    expect(dark).toMatchObject({
      color: {
        surface: {
          $type: 'color',
          $value: { colorSpace: 'srgb', components: [expect.any(Number), expect.any(Number), expect.any(Number)] },
        },
      },
      font: { size: { $value: { value: 16, unit: 'px' } } },
    })
    expect(dark).not.toHaveProperty('light')
  })

  it('of Figma is read from one file for each mode, and numbers are pixels', () => {
    const file = (surface: string) => ({
      color: { surface: { $type: 'color', $value: surface } },
      radius: { $type: 'number', $value: 12 },
    })
    expect(fromDtcg({ light: file('#fffdf8'), dark: file('#201c18') })).toEqual({
      'color-surface': { light: '#fffdf8', dark: '#201c18' },
      radius: '12px',
    })
  })

  it('for Tokens Studio has token sets with texts as values, and is read again', () => {
    const studio = toDtcg(theme, { dialect: 'tokens-studio' })
    expect(studio).toMatchObject({ light: { color: { surface: { $value: '#fffaf8' } } }, sizes: { radius: { $value: '4px' } } })
    const read = fromDtcg(throughJson(studio))
    expect(read).toMatchObject({ radius: '4px', 'font-family': "'Open Sans', sans-serif", duration: '160ms' })
    expect(faintPairs(createTheme(read))).toEqual([])
  })

  it('of Tokens Studio without `$` is read, with its aliases', () => {
    const file = {
      core: { brand: { value: '#0b5', type: 'color' } },
      licet: { color: { accent: { value: '{core.brand}', type: 'color' } }, radius: { value: '8px', type: 'borderRadius' } },
    }
    const unknown: string[] = []
    expect(fromDtcg(file, { onUnknown: (name) => unknown.push(name) })).toEqual({ 'color-accent': '#0b5', radius: '8px' })
    expect(unknown).toEqual(['brand'])
  })

  it.each([[{}], [null], [{ color: { brand: { $type: 'color', $value: '#123456' } } }], ['text']])(
    'is refused when it has no token of Licet: %j',
    (json) => {
      expect(() => fromDtcg(json)).toThrow('no design token of Licet')
    },
  )

  it.each(['standard', 'figma', 'tokens-studio'] as const)('in the form %s, the focus ring takes the color of links', (dialect) => {
    const written = throughJson(toDtcg(theme, { dialect }))
    expect(fromDtcg(dialect === 'figma' ? { light: written, dark: written } : written)['color-focus']).toBe(
      'var(--licet-color-accent)',
    )
  })

  it('is refused when an alias points to no token', () => {
    expect(() => fromDtcg({ color: { accent: { $type: 'color', $value: '{brand.main}' } } })).toThrow('points to no token')
  })

  it('cannot contain a value that only a browser can compute', () => {
    expect(() => toDtcg(createTheme({ radius: 'calc(1px + 2px)' }))).toThrow('"radius" is "calc(1px + 2px)"')
  })
})

describe('a style sheet', () => {
  it.each([
    ['toCss()', (): string => theme.toCss()],
    ['toTailwind()', (): string => toTailwind(theme)],
  ])('written by %s has every token of the theme when it is read again', (_, write) => {
    expect(fromCss(write())).toMatchObject(theme.tokens)
  })

  it('for Tailwind makes utilities of the colors, spaces, corners and fonts', () => {
    const css = toTailwind(theme)
    expect(css).toContain('@theme inline {\n  --color-licet-surface: var(--licet-color-surface);')
    for (const name of ['spacing-licet-4', 'radius-licet', 'radius-licet-control', 'font-licet', 'font-licet-mono'])
      expect(css).toContain(`--${name}: var(--licet-`)
  })

  it('for shadcn/ui has a block for each scheme, and is read again', () => {
    const css = toShadcn(theme)
    expect(css).toMatch(/^:root \{\n {2}--background: oklch\(0\.988 0\.00/)
    expect(css).toContain('\n.dark {\n')
    const read = fromCss(css)
    expect(read['color-accent']).toEqual(theme.tokens['color-accent'])
    expect(read['color-focus']).toEqual(theme.tokens['color-accent'])
    expect(read).toMatchObject({ radius: '4px', 'font-family': "'Open Sans', sans-serif" })
    expect(createTheme(read).report).toEqual([])
  })

  it('of an older shadcn/ui, with bare HSL and a dark class, becomes a theme with enough contrast', () => {
    const read = fromCss(
      ':root { --background: 0 0% 100%; --primary: 24 95% 53%; --radius: 0.5rem } .dark { --background: 20 14% 4% }',
    )
    expect(read).toEqual({
      'color-surface': { light: 'hsl(0 0% 100%)', dark: 'hsl(20 14% 4%)' },
      'color-accent': 'hsl(24 95% 53%)',
      radius: '0.5rem',
    })
    const read2 = createTheme(read)
    expect(read2.report.map(({ token, scheme }) => `${scheme} ${token}`)).toEqual(['light color-accent'])
  })

  it('of Tailwind gives the tokens that have the same names, through var()', () => {
    const css = '@theme { --color-primary: var(--brand); --font-sans: Inter, sans-serif } :root { --brand: #0f766e }'
    expect(fromCss(css)).toEqual({ 'color-accent': '#0f766e', 'font-family': 'Inter, sans-serif' })
  })

  it('reads the dark scheme from a media query', () => {
    const css = ':root { --licet-color-text: #111 } @media (prefers-color-scheme: dark) { :root { --licet-color-text: #eee } }'
    expect(fromCss(css)).toEqual({ 'color-text': { light: '#111', dark: '#eee' } })
  })

  it('is read without its comments, and with a selector in which a color scheme is named', () => {
    const css =
      '/* --licet-radius: 9px; */ [data-theme="dark"] { --licet-color-text: #eee } :root { /* { */ --licet-color-text: #111 }'
    expect(fromCss(css)).toEqual({ 'color-text': { light: '#111', dark: '#eee' } })
  })

  it('is refused when it has none of these variables', () => {
    expect(() => fromCss('body { color: red }')).toThrow('no variable of Licet')
  })
})

describe('a theme of MUI', () => {
  it('has a palette for each scheme in hex, the radius and the font', () => {
    expect(toMui(theme)).toMatchObject({
      colorSchemes: {
        light: {
          palette: { mode: 'light', primary: { main: '#b4430f', contrastText: '#ffffff' }, background: { paper: '#fffaf8' } },
        },
        dark: { palette: { mode: 'dark' } },
      },
      shape: { borderRadius: 4 },
      typography: { fontFamily: "'Open Sans', sans-serif" },
    })
  })

  it('is read again', () => {
    const read = createTheme(fromMui(throughJson(toMui(theme))))
    expect(read.tokens).toMatchObject({ radius: '4px', 'color-accent': { light: '#b4430f' } })
    expect(read.report).toEqual([])
  })

  it('with one palette sets both schemes', () => {
    expect(fromMui({ palette: { primary: { main: '#1976d2' } }, shape: { borderRadius: 8 } })).toEqual({
      'color-accent': '#1976d2',
      radius: '8px',
    })
  })

  it('is refused without a palette', () => {
    expect(() => fromMui({ shape: { borderRadius: 8 } })).toThrow('no palette of MUI')
  })
})

describe('a TypeScript module', () => {
  it('defines the theme from checked tokens', () => {
    const source = toTypeScript(theme, 'brand')
    const tokens = /^import \{ defineTheme \} from 'licet\/theme'\n\nexport const brand = defineTheme\((\{.*\})\)\n$/s.exec(
      source,
    )?.[1]
    expect(defineTheme(JSON.parse(tokens ?? '')).toCss()).toBe(theme.toCss())
    expect(valueIn(theme, 'color-accent', 'light')).toBe('#b4430f')
  })

  it('keeps the icons of the theme', () => {
    const source = toTypeScript(createTheme({ base: warm.tokens, icons: warm.icons, brand: '#b4430f' }))
    const values = source.slice(source.indexOf('defineTheme(') + 'defineTheme('.length, -2)
    const [tokens, parts] = JSON.parse(`[${values}]`)
    expect(defineTheme(tokens, parts).icons).toEqual(warm.icons)
  })
})
