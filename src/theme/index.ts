export type { Choice } from './brand-colors.ts'
export type { Composition } from './composition.ts'
export { createTheme, type ThemeInput } from './create-theme.ts'
export type { Density } from './density.ts'
export { fromCss } from './formats/from-css.ts'
export { type FromDtcgOptions, fromDtcg } from './formats/from-dtcg.ts'
export { fromMui, type MuiPalette, type MuiThemeOptions, toMui } from './formats/mui.ts'
export { type DtcgOptions, toDtcg } from './formats/to-dtcg.ts'
export { toShadcn } from './formats/to-shadcn.ts'
export { toTailwind } from './formats/to-tailwind.ts'
export { toTypeScript } from './formats/to-typescript.ts'
export type { TokenGroup, TokenValue } from './read-tokens.ts'
export {
  defineTheme,
  type Theme,
  type ThemeCorrection,
  type ThemeIcons,
  type ThemeParts,
  type ThemeTokens,
} from './theme.ts'
export { TOKEN_NAMES, type TokenName } from './token-names.ts'
