import { type Variable, writeRules } from '../write-rules.ts'

/** A group of `tokens.json`, in the W3C Design Tokens Format. */
export interface TokenGroup {
  readonly $type?: string
  readonly $value?: unknown
  readonly [name: string]: unknown
}

/** A design token and its CSS value. The value of a color covers both color schemes. */
export interface CssToken {
  readonly name: string
  readonly value: string
}

/**
 * Converts the design tokens to CSS values. The name of a token is `<group>-<token>`.
 *
 * A color becomes `light-dark(<light>, <dark>)`, so the `color-scheme` of the page chooses the value.
 *
 * @throws {TypeError} when the type of a token is unknown, or a color is missing in one scheme.
 */
export function toCssTokens(tokens: TokenGroup): CssToken[] {
  const { light, dark, ...rest } = tokens
  const lights = flatten(asGroup(light), [])
  const darks = new Map(flatten(asGroup(dark), []).map(({ name, value }) => [name, value]))
  if (darks.size !== lights.length) throw new TypeError('The light and the dark scheme must have the same tokens.')
  const schemed = lights.map(({ name, value }) => {
    const other = darks.get(name)
    if (other === undefined) throw new TypeError(`The token ${name} has a light value but no dark value.`)
    return { name, value: `light-dark(${value}, ${other})` }
  })
  return [...schemed, ...flatten(rest, [])]
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

function flatten(group: TokenGroup, path: readonly string[], inherited?: string): CssToken[] {
  const type = typeof group.$type === 'string' ? group.$type : inherited
  if ('$value' in group) return [{ name: path.join('-'), value: toCssValue(group.$value, type, path) }]
  return Object.entries(group)
    .filter(([name]) => !name.startsWith('$'))
    .flatMap(([name, child]) => flatten(asGroup(child), [...path, name], type))
}

function toCssValue(value: unknown, type: string | undefined, path: readonly string[]): string {
  if (type === 'color' && isColor(value)) {
    const alpha = value.alpha === undefined ? '' : ` / ${value.alpha}`
    return `oklch(${value.components.join(' ')}${alpha})`
  }
  if ((type === 'dimension' || type === 'duration') && isDimension(value)) return `${value.value}${value.unit}`
  if (type === 'number' && typeof value === 'number') return String(value)
  if (type === 'fontFamily') return (Array.isArray(value) ? value : [value]).map(toFamily).join(', ')
  throw new TypeError(`The value of the token ${path.join('.')} (type: ${type ?? 'none'}) cannot be converted to CSS.`)
}

function toFamily(name: unknown): string {
  return String(name).includes(' ') ? `'${String(name)}'` : String(name)
}

function asGroup(value: unknown): TokenGroup {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isColor(value: unknown): value is { components: number[]; alpha?: number } {
  return (
    typeof value === 'object' && value !== null && 'colorSpace' in value && value.colorSpace === 'oklch' && 'components' in value
  )
}

function isDimension(value: unknown): value is { value: number; unit: string } {
  return typeof value === 'object' && value !== null && 'value' in value && 'unit' in value
}
