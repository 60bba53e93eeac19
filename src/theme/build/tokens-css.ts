import { type CssToken, readTokens, type TokenGroup } from '../read-tokens.ts'
import { toVariable, type Variable, writeRules } from '../write-rules.ts'

/**
 * Converts the design tokens to CSS values. The name of a token is `<group>-<token>`.
 *
 * A color becomes `light-dark(<light>, <dark>)`, so the `color-scheme` of the page chooses the value.
 *
 * @throws {TypeError} when the type of a token is unknown, or a color is missing in one scheme.
 */
export function toCssTokens(tokens: TokenGroup): CssToken[] {
  return [...readTokens(tokens)].map(([name, value]) => ({ name, value: toVariable(value) }))
}

const SYSTEM_COLORS: readonly Variable[] = [
  ['color-surface', 'Canvas'],
  ['color-border', 'GrayText'],
  ['color-border-strong', 'GrayText'],
  ['color-accent', 'LinkText'],
  ['color-decision-border', 'GrayText'],
  ['color-backdrop', '#0008'],
]

/**
 * Returns the CSS of the layer `licet.tokens`.
 *
 * Only the outermost `[data-licet]` declares the tokens, so a nested part inherits the theme of its parent.
 * A browser without `light-dark()` uses the system colors of CSS for surfaces, borders and links.
 */
export function toTokensCss(tokens: TokenGroup): string {
  const variables = toCssTokens(tokens).map(({ name, value }): Variable => [name, value])
  return [
    writeRules(':where([data-licet]:not([data-licet] *))', [...SYSTEM_COLORS, ...variables]),
    // Without this attribute the color scheme of the page applies.
    "[data-licet-theme='light'][data-licet] { color-scheme: light; }",
    "[data-licet-theme='dark'][data-licet] { color-scheme: dark; }",
    "[data-licet-theme='system'][data-licet] { color-scheme: light dark; }",
    '',
  ].join('\n')
}
