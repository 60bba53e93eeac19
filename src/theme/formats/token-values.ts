import { DEFAULT_TOKENS } from '../default-tokens.ts'
import type { TokenValue } from '../read-tokens.ts'
import type { Theme, ThemeTokens } from '../theme.ts'
import type { TokenName } from '../token-names.ts'

/** The name of a color scheme. */
export type Scheme = 'light' | 'dark'

/** Returns all tokens of a theme, with the defaults where it sets none. */
export function completeTokens(theme: Theme): ThemeTokens {
  return { ...DEFAULT_TOKENS, ...theme.tokens }
}

/** Returns the value of a token in one scheme, without aliases. */
export function readValue(tokens: ThemeTokens, name: TokenName, scheme: Scheme): string {
  const value = tokens[name] ?? ''
  const text = typeof value === 'string' ? value : value[scheme]
  const alias = /^var\(--licet-([\w-]+)\)$/.exec(text)?.[1]
  return alias === undefined ? text : readValue(tokens, alias as TokenName, scheme)
}

/** Returns the token with one value where both schemes have the same. */
export function joinSchemes(light: string, dark: string): TokenValue {
  return light === dark ? light : { light, dark }
}
