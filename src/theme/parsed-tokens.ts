import { readTokens } from './read-tokens.ts'
import type { ThemeTokens } from './theme.ts'
import { isTokenName } from './token-names.ts'
import file from './tokens.json' with { type: 'json' }

/** The values of `tokens.json` as CSS, which apply where a theme sets no other. */
export const DEFAULT_TOKENS: ThemeTokens = Object.fromEntries([...readTokens(file)].filter(([name]) => isTokenName(name)))
