import { formatHex, inkFor, parseColor } from '../color.ts'
import { asGroup, joinSchemes, type TokenValue } from '../read-tokens.ts'
import type { Theme, ThemeTokens } from '../theme.ts'
import type { TokenName } from '../token-names.ts'
import { completeTokens, readValue, type Scheme } from './token-values.ts'

/** The options of MUI's `createTheme()` that a theme sets. */
export interface MuiThemeOptions {
  readonly colorSchemes: { readonly light: { readonly palette: MuiPalette }; readonly dark: { readonly palette: MuiPalette } }
  readonly shape: { readonly borderRadius: number }
  readonly typography: { readonly fontFamily?: string }
}

/** The colors of one scheme in MUI, as `#rrggbb`. */
export interface MuiPalette {
  readonly mode: Scheme
  readonly primary: { readonly main: string; readonly contrastText: string }
  readonly error: { readonly main: string; readonly contrastText: string }
  readonly text: { readonly primary: string; readonly secondary: string }
  readonly background: { readonly default: string; readonly paper: string }
  readonly divider: string
}

/** The colors of MUI's palette and their tokens. */
const PALETTE: readonly (readonly [group: string, color: string | undefined, token: TokenName])[] = [
  ['background', 'paper', 'color-surface'],
  ['background', 'default', 'color-sunken'],
  ['text', 'primary', 'color-text'],
  ['text', 'secondary', 'color-muted'],
  ['divider', undefined, 'color-border'],
  ['primary', 'main', 'color-accent'],
  ['error', 'main', 'color-danger'],
]
const PX_PER_REM = 16

/** Returns the theme as options for `createTheme()` of MUI, with one palette for each scheme. */
export function toMui(theme: Theme): MuiThemeOptions {
  const tokens = completeTokens(theme)
  const family = readValue(tokens, 'font-family', 'light')
  return {
    colorSchemes: { light: { palette: toPalette(tokens, 'light') }, dark: { palette: toPalette(tokens, 'dark') } },
    shape: { borderRadius: toPx(readValue(tokens, 'radius', 'light')) },
    typography: family === 'inherit' ? {} : { fontFamily: family },
  }
}

/**
 * Reads the tokens of a theme of MUI, for `createTheme()`: palettes, the radius and the font. A theme with one palette sets both schemes.
 *
 * @throws {TypeError} when the value has no palette.
 */
export function fromMui(theme: unknown): ThemeTokens {
  const { colorSchemes, palette, shape, typography } = asGroup(theme)
  const [light, dark] = (['light', 'dark'] as const).map((scheme) => {
    const own = asGroup(asGroup(asGroup(colorSchemes)[scheme]).palette)
    return Object.keys(own).length > 0 ? own : asGroup(palette)
  })
  const tokens: Partial<Record<TokenName, TokenValue>> = {}
  for (const [group, color, token] of PALETTE) {
    const read = (from: unknown) => {
      const value = asGroup(from)[group]
      return color === undefined ? value : asGroup(value)[color]
    }
    const [first, second] = [read(light) ?? read(dark), read(dark) ?? read(light)]
    if (typeof first === 'string' && typeof second === 'string') tokens[token] = joinSchemes(first, second)
  }
  if (Object.keys(tokens).length === 0) {
    throw new TypeError(
      'The value has no palette of MUI, so no theme was read. Pass the options or the result of createTheme() of MUI.',
    )
  }
  const radius = asGroup(shape).borderRadius
  if (typeof radius === 'number' || typeof radius === 'string') tokens.radius = typeof radius === 'number' ? `${radius}px` : radius
  const family = asGroup(typography).fontFamily
  if (typeof family === 'string') tokens['font-family'] = family
  return tokens
}

function toPalette(tokens: ThemeTokens, mode: Scheme): MuiPalette {
  const hex = (token: TokenName) => toHex(readValue(tokens, token, mode), token)
  const pair = (token: TokenName) => {
    const main = parseColor(readValue(tokens, token, mode))
    return { main: hex(token), contrastText: main === undefined ? '#ffffff' : formatHex(inkFor(main)) }
  }
  return {
    mode,
    primary: pair('color-accent'),
    error: pair('color-danger'),
    text: { primary: hex('color-text'), secondary: hex('color-muted') },
    background: { default: hex('color-sunken'), paper: hex('color-surface') },
    divider: hex('color-border'),
  }
}

function toHex(value: string, token: TokenName): string {
  const color = parseColor(value)
  if (color !== undefined) return formatHex(color)
  throw new TypeError(
    `The token "${token}" is "${value}", which MUI cannot compute. No theme was created. Use a color such as "#b4430f".`,
  )
}

function toPx(length: string): number {
  const number = Number.parseFloat(length)
  if (!Number.isFinite(number)) return 0
  return length.endsWith('rem') ? number * PX_PER_REM : number
}
