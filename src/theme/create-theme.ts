import { type Choice, toBrandColors } from './brand-colors.ts'
import { parseColor } from './color.ts'
import type { Composition } from './composition.ts'
import { correctColors } from './correct-colors.ts'
import { correctSizes } from './correct-sizes.ts'
import { DENSITIES, type Density } from './density.ts'
import { DEFAULT_TOKENS } from './parsed-tokens.ts'
import { joinSchemes, type TokenValue } from './read-tokens.ts'
import { defineTheme, type Theme, type ThemeCorrection, type ThemeIcons, type ThemeParts, type ThemeTokens } from './theme.ts'
import { isTokenName, TOKEN_NAMES, type TokenName } from './token-names.ts'

/** What a theme is made of: tokens, and optionally a brand color, a density and a theme to start from. */
export interface ThemeInput extends ThemeTokens {
  /** A CSS color. All surfaces get its hue, and links, focus and the mark of the company get the color itself. */
  readonly brand?: string | undefined
  /** `filled`: the brand is the background of both Accept and Decline, which stay equal. Needs `brand`. Default `outlined`. */
  readonly choice?: Choice | undefined
  /** Sets the spaces, line heights and the height of the choices. Default: the density of `base`, otherwise `regular`. */
  readonly density?: Density | undefined
  /** The tokens to start from, for example `warm.tokens`. Default: the tokens of `licet/styles.css`. */
  readonly base?: ThemeTokens | undefined
  /** Icons that the theme passes on, for example `warm.icons`. Default: none, so the kit draws its own. */
  readonly icons?: ThemeIcons | undefined
  /** The composition that the theme passes on, for example `ledger.composition`. Default: none. */
  readonly composition?: Composition | undefined
}

// These would end the declaration, load a resource, or control a terminal.
const HARMFUL = /[;{}<>\\\p{Cc}]|url\s*\(|@import|expression\s*\(/iu

/**
 * Creates a theme for light and dark from one brand color, or from design tokens. Tokens replace what `brand`, `density` and `base` set.
 *
 * Every theme has a contrast of at least 7 for terms, 4.5 for other text and 3 for controls and focus (WCAG 2.2), and touch targets of
 * 44 px. A value below these limits is corrected, and `theme.report` lists it. A theme cannot make Accept and Decline look different, because
 * both use the same tokens.
 *
 * @throws {TypeError} when a name is not a token, a value is not a single CSS value, or the brand is not a color.
 * @example
 * const theme = createTheme('#b4430f')
 * const filled = createTheme({ brand: '#b4430f', choice: 'filled' })
 * const square = createTheme({ brand: '#b4430f', density: 'roomy', radius: '0px' })
 */
export function createTheme(input: string | ThemeInput): Theme {
  const { brand, choice, density, base, icons, composition, ...own } = typeof input === 'string' ? { brand: input } : input
  const start = base === undefined ? {} : assertTokens(base)
  const asked: ThemeTokens = {
    ...start,
    ...(brand !== undefined && toBrandColors(assertBrand(brand), brand, { ...DEFAULT_TOKENS, ...start }, assertChoice(choice))),
    ...(density !== undefined && assertDensity(density)),
    ...assertTokens(own),
  }
  if (brand === undefined && choice !== undefined)
    throw new TypeError(
      '`choice` is set without a `brand`, so no theme was created. Set `brand` too, or the tokens color-decision-*.',
    )
  return correct(asked, { icons, composition })
}

function correct(asked: ThemeTokens, parts: ThemeParts): Theme {
  const complete = { ...DEFAULT_TOKENS, ...asked }
  const [light, dark] = (['light', 'dark'] as const).map((scheme) => ({ scheme, ...correctColors(colorsOf(complete, scheme)) }))
  const colors = [light, dark].flatMap((result) =>
    (result?.corrections ?? []).map((correction): ThemeCorrection => ({ ...correction, scheme: result?.scheme ?? 'light' })),
  )
  const given: Partial<Record<TokenName, TokenValue | undefined>> = { ...asked }
  for (const { token } of colors) given[token] = joinSchemes(light?.colors.get(token) ?? '', dark?.colors.get(token) ?? '')
  const sizes = correctSizes(asked)
  for (const { token, given: size } of sizes) given[token] = size
  return defineTheme(given, { ...parts, report: [...colors, ...sizes] })
}

function colorsOf(tokens: ThemeTokens, scheme: 'light' | 'dark'): Map<TokenName, string> {
  return new Map(
    TOKEN_NAMES.filter((name) => name.startsWith('color-')).map((name) => {
      const value = tokens[name] ?? ''
      return [name, typeof value === 'string' ? value : value[scheme]]
    }),
  )
}

function assertBrand(brand: string) {
  const color = typeof brand === 'string' ? parseColor(brand) : undefined
  if (color !== undefined) return { ...color, alpha: 1 }
  throw new TypeError(
    `The brand color ${JSON.stringify(brand)} is not a CSS color that can be computed, so no theme was created. Use a value such as "#b4430f" or "oklch(0.5 0.13 40)".`,
  )
}

function assertChoice(choice: Choice = 'outlined'): Choice {
  if (choice === 'outlined' || choice === 'filled') return choice
  throw new TypeError(`There is no choice ${JSON.stringify(choice)}, so no theme was created. Use outlined or filled.`)
}

function assertDensity(density: Density): ThemeTokens {
  if (Object.hasOwn(DENSITIES, density)) return DENSITIES[density]
  const names = Object.keys(DENSITIES).join(', ')
  throw new TypeError(`There is no density ${JSON.stringify(density)}, so no theme was created. Use one of: ${names}.`)
}

/** Returns the tokens without those that are undefined. */
function assertTokens(tokens: ThemeTokens): ThemeTokens {
  const checked: Partial<Record<TokenName, TokenValue>> = {}
  for (const [name, value] of Object.entries(tokens)) if (value !== undefined) checked[assertToken(name)] = toValue(name, value)
  return checked
}

function toValue(name: string, value: TokenValue): TokenValue {
  if (typeof value === 'string') return assertValue(name, value)
  return { light: assertValue(name, value.light), dark: assertValue(name, value.dark) }
}

function assertToken(name: string): TokenName {
  if (isTokenName(name)) return name
  throw new TypeError(`There is no design token "${name}", so no theme was created. Use one of: ${TOKEN_NAMES.join(', ')}.`)
}

function assertValue(name: string, value: string): string {
  // In JavaScript no compiler checks the type.
  const text = typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : ''
  if (text !== '' && !HARMFUL.test(text)) return text
  throw new TypeError(
    `The value of the token "${name}" is not one CSS value, so no theme was created. Use a color, length or number as a string, or { light, dark }.`,
  )
}
