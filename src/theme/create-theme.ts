import { TOKEN_NAMES, type TokenName } from './token-names.ts'
import { writeRules } from './write-rules.ts'

/** What a theme changes: tokens by name, each a CSS value; two values where light and dark differ. */
export type ThemeInput = {
  readonly [Name in TokenName]?: string | { readonly light: string; readonly dark: string } | undefined
}

/** A theme: variables for `appearance`, and the same as a style rule for a page that allows no inline styles. */
export interface Theme {
  /** For `<ConsentProvider appearance={{ variables: theme.variables }}>`. */
  readonly variables: { readonly [Name in TokenName]?: string }
  /** The theme as CSS, for a style sheet of the host's own: `[data-licet] { --licet-…: …; }`. */
  toCss(selector?: string): string
}

// What could end a declaration, or reach out of the page, is no value of a token.
const HARMFUL = /[;{}<>\\]|url\s*\(|@import|expression\s*\(/i

/**
 * Makes a theme out of design tokens. It can give every part another look and cannot tell the two choices apart: no token names one of them.
 *
 * @throws {TypeError} for a name that is no token, or a value that is more than a value.
 * @example
 * const theme = createTheme({ radius: '4px', 'color-accent': { light: 'oklch(0.45 0.1 160)', dark: 'oklch(0.8 0.1 160)' } })
 */
export function createTheme(input: ThemeInput): Theme {
  const variables: Partial<Record<TokenName, string>> = {}
  for (const [name, value] of Object.entries(input)) if (value !== undefined) variables[assertToken(name)] = toValue(name, value)
  return { variables, toCss: (selector = '[data-licet]') => writeRules(selector, Object.entries(variables)) }
}

function toValue(name: string, value: string | { readonly light: string; readonly dark: string }): string {
  if (typeof value === 'string') return assertValue(name, value)
  return `light-dark(${assertValue(name, value.light)}, ${assertValue(name, value.dark)})`
}

function assertToken(name: string): TokenName {
  const token = TOKEN_NAMES.find((known) => known === name)
  if (token !== undefined) return token
  throw new TypeError(`There is no design token "${name}", so it would change nothing. The tokens are: ${TOKEN_NAMES.join(', ')}.`)
}

function assertValue(name: string, value: string): string {
  // Whoever writes JavaScript is told by no compiler.
  if (typeof value === 'string' && !HARMFUL.test(value) && value.trim() !== '') return value.trim()
  throw new TypeError(
    `The value of the token "${name}" is not one CSS value, so it was refused. Give a single color, length or number as text, or both { light, dark }.`,
  )
}
