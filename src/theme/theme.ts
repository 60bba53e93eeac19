import type { Composition } from './composition.ts'
import type { IconName } from './icon-name.ts'
import type { TokenValue } from './read-tokens.ts'
import type { TokenName } from './token-names.ts'
import { toVariable, writeRules } from './write-rules.ts'

/** Design tokens: a CSS value for each, or two values where light and dark differ. */
export type ThemeTokens = { readonly [Name in TokenName]?: TokenValue | undefined }

/** Icons by name: the `d` of an SVG path, which is drawn as lines in a 20 × 20 view box. */
export type ThemeIcons = { readonly [Name in IconName]?: string | undefined }

/** A value that `createTheme()` changed, or could not check. If the value could not be checked, `given` is the same as `asked`. */
export interface ThemeCorrection {
  readonly token: TokenName
  /** The scheme in which the value was changed. Absent for a size. */
  readonly scheme?: 'light' | 'dark'
  readonly asked: string
  readonly given: string
  /** The reason, in one or two sentences. */
  readonly why: string
}

/** A theme: its tokens, which are also available as variables for `appearance` and as CSS. */
export interface Theme {
  /** The tokens that the theme sets. */
  readonly tokens: ThemeTokens
  /** For `<ConsentProvider appearance={{ variables: theme.variables }}>`. */
  readonly variables: { readonly [Name in TokenName]?: string }
  /** For `<ConsentProvider appearance={{ icons: theme.icons }}>`. The kit draws the icons that the theme does not have. */
  readonly icons: ThemeIcons
  /** For `<ConsentProvider appearance={{ composition: theme.composition }}>`. Its rules are in the style sheet of the theme, such as `licet/themes/ledger.css`. */
  readonly composition?: Composition | undefined
  /** The corrections that make text readable and controls large enough to tap. Empty when nothing was corrected. */
  readonly report: readonly ThemeCorrection[]
  /** Returns the theme as CSS for your style sheet: `[data-licet] { --licet-…: …; }`. `selector` defaults to `[data-licet]`. */
  toCss(selector?: string): string
}

/** What a theme has besides its tokens. */
export interface ThemeParts {
  readonly icons?: ThemeIcons | undefined
  readonly composition?: Composition | undefined
  readonly report?: readonly ThemeCorrection[] | undefined
}

/**
 * Returns a theme of tokens whose contrast is known to be sufficient, for example the tokens of a shipped theme. It checks nothing, and
 * loads no color library. Use `createTheme()` for all other tokens.
 */
export function defineTheme(tokens: ThemeTokens, { icons = {}, composition, report = [] }: ThemeParts = {}): Theme {
  const variables: Partial<Record<TokenName, string>> = {}
  for (const [name, value] of Object.entries(tokens)) if (value !== undefined) variables[name as TokenName] = toVariable(value)
  return {
    tokens,
    variables,
    icons,
    composition,
    report,
    toCss: (selector = '[data-licet]') => writeRules(selector, Object.entries(variables)),
  }
}
