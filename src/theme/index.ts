export { createTheme, type Theme, type ThemeInput } from './create-theme.ts'
export { TOKEN_NAMES, type TokenName } from './token-names.ts'
