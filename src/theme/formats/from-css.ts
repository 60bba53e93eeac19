import { parseColor } from '../color.ts'
import { aliasOf, joinSchemes, type TokenValue } from '../read-tokens.ts'
import type { ThemeTokens } from '../theme.ts'
import { TOKEN_NAMES, type TokenName } from '../token-names.ts'
import { readVariables } from './css-blocks.ts'

/** The variables of shadcn/ui, and of Tailwind themes with the same names, for the tokens that have one. */
export const SHADCN_NAMES: readonly (readonly [variable: string, token: TokenName])[] = [
  ['background', 'color-surface'],
  ['foreground', 'color-text'],
  ['muted', 'color-sunken'],
  ['muted-foreground', 'color-muted'],
  ['border', 'color-border'],
  ['input', 'color-border-strong'],
  ['primary', 'color-accent'],
  ['ring', 'color-focus'],
  ['accent', 'color-accent-soft'],
  ['destructive', 'color-danger'],
  ['secondary', 'color-decision-surface'],
  ['secondary-foreground', 'color-decision-text'],
  ['radius', 'radius'],
  ['font-sans', 'font-family'],
  ['font-mono', 'font-family-mono'],
]
/** HSL without a function, as older versions of shadcn/ui write colors. */
const BARE_HSL = /^[\d.]+(?:deg)?\s+[\d.]+%\s+[\d.]+%$/

/**
 * Reads tokens from a style sheet, for `createTheme()`: variables of Licet (`--licet-…`), variables that `toTailwind()` writes, and
 * variables of shadcn/ui (`--background`, `--primary`) or of a Tailwind `@theme` with the same names (`--color-primary`).
 *
 * @throws {TypeError} when it finds none of these variables.
 */
export function fromCss(css: string): ThemeTokens {
  const { light, dark } = readVariables(css)
  const tokens: Partial<Record<TokenName, TokenValue>> = {}
  const take = (token: TokenName, variable: string) => {
    const first = follow(light, variable)
    const second = follow(dark, variable)
    if (first === undefined && second === undefined) return
    tokens[token] = joinSchemes(first ?? second ?? '', second ?? first ?? '')
  }
  for (const [variable, token] of SHADCN_NAMES) {
    if (token.startsWith('color-')) take(token, `color-${variable}`)
    take(token, variable)
  }
  for (const token of TOKEN_NAMES) {
    take(token, tailwindName(token))
    take(token, `licet-${token}`)
  }
  if (Object.keys(tokens).length > 0) return tokens
  throw new TypeError(
    'The style sheet has no variable of Licet, Tailwind CSS or shadcn/ui, so no theme was read. Use variables such as --licet-color-accent or --primary.',
  )
}

/**
 * Returns the name of a token in a Tailwind theme, without `--`: its namespace comes first, so that utilities such as `bg-licet-surface`
 * exist.
 */
export function tailwindName(token: TokenName): string {
  const spaces: Readonly<Record<string, string>> = { color: 'color-licet', space: 'spacing-licet', radius: 'radius-licet' }
  const [group = '', ...rest] = token.split('-')
  if (token.startsWith('font-family')) return ['font-licet', ...rest.slice(1)].join('-')
  return [spaces[group] ?? `licet-${group}`, ...rest].join('-')
}

/** Follows `var(--other)` inside of the same style sheet. */
function follow(variables: ReadonlyMap<string, string>, name: string, depth = 0): string | undefined {
  const value = variables.get(name)
  if (value === undefined || depth > 10) return undefined
  // A token that takes the value of another token still takes it when that one changes.
  if (name.startsWith('licet-') && aliasOf(value) !== undefined) return value
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (other !== undefined) return follow(variables, other, depth + 1) ?? value
  return BARE_HSL.test(value) && parseColor(`hsl(${value})`) !== undefined ? `hsl(${value})` : value
}
