import { DEFAULT_TOKENS } from '../parsed-tokens.ts'
import { aliasOf } from '../read-tokens.ts'
import type { Theme, ThemeTokens } from '../theme.ts'
import { isTokenName, type TokenName } from '../token-names.ts'

/** The name of a color scheme. */
export type Scheme = 'light' | 'dark'

/** Returns all tokens of a theme, with the defaults where it sets none. */
export function completeTokens(theme: Theme): ThemeTokens {
  return { ...DEFAULT_TOKENS, ...theme.tokens }
}

/** Returns the value of a token in one scheme. Where it is the variable of another token, returns the value of that token. */
export function readValue(tokens: ThemeTokens, name: TokenName, scheme: Scheme): string {
  const read = (token: TokenName) => {
    const value = tokens[token] ?? ''
    return typeof value === 'string' ? value : value[scheme]
  }
  const alias = aliasOf(read(name)) ?? ''
  return read(isTokenName(alias) ? alias : name)
}
