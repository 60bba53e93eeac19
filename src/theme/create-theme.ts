import { TOKEN_NAMES, type TokenName } from './token-names.ts'
import { writeRules } from './write-rules.ts'

/** The tokens that a theme changes: a CSS value for each, or two values where light and dark differ. */
export type ThemeInput = {
  readonly [Name in TokenName]?: string | { readonly light: string; readonly dark: string } | undefined
}

/** A theme: variables for `appearance`, or the same as CSS for a page whose CSP forbids inline styles. */
export interface Theme {
  /** For `<ConsentProvider appearance={{ variables: theme.variables }}>`. */
  readonly variables: { readonly [Name in TokenName]?: string }
  /** Returns the theme as CSS for your style sheet: `[data-licet] { --licet-…: …; }`. `selector` defaults to `[data-licet]`. */
  toCss(selector?: string): string
}

// These would end the declaration, or load a resource.
const HARMFUL = /[;{}<>\\]|url\s*\(|@import|expression\s*\(/i

/**
 * Creates a theme from design tokens. A theme cannot make Accept and Decline look different, because both use the same tokens.
 *
 * @throws {TypeError} when a name is not a token, or a value is not a single CSS value.
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
  throw new TypeError(`There is no design token "${name}", so no theme was created. Use one of: ${TOKEN_NAMES.join(', ')}.`)
}

function assertValue(name: string, value: string): string {
  // In JavaScript no compiler checks the type.
  if (typeof value === 'string' && !HARMFUL.test(value) && value.trim() !== '') return value.trim()
  throw new TypeError(
    `The value of the token "${name}" is not one CSS value, so no theme was created. Use a color, length or number as a string, or { light, dark }.`,
  )
}
