import { type Variable, writeRules } from '../write-rules.ts'

/** What `tokens.json` holds, as far as the generator reads it (W3C Design Tokens Format). */
export interface TokenGroup {
  readonly $type?: string
  readonly $value?: unknown
  readonly [name: string]: unknown
}

/** One design token on its way to CSS: `color-accent` and its value in one or two schemes. */
export interface CssToken {
  readonly name: string
  readonly value: string
}

/**
 * Writes the design tokens as CSS custom properties, `--licet-<group>-<token>`.
 *
 * A color that stands in both schemes becomes one `light-dark()`, so the browser's `color-scheme` chooses and no rule is written twice.
 *
 * @throws {TypeError} for a token of a type that it does not know, or a color that only one scheme has.
 */
export function toCssTokens(tokens: TokenGroup): CssToken[] {
  const { light, dark, ...rest } = tokens
  const lights = flatten(asGroup(light), [])
  const darks = new Map(flatten(asGroup(dark), []).map(({ name, value }) => [name, value]))
  if (darks.size !== lights.length) throw new TypeError('The light and the dark scheme must hold the same tokens.')
  const schemed = lights.map(({ name, value }) => {
    const other = darks.get(name)
    if (other === undefined) throw new TypeError(`The token ${name} has a light value and no dark one.`)
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
 * Writes the body of the layer `licet.tokens`. Only the outermost `[data-licet]` declares, so that a part inside another inherits a theme.
 *
 * A browser that has no `light-dark()` gets the system's colors: a surface that hides what lies below it, edges, links.
 */
export function toTokensCss(tokens: TokenGroup): string {
  const variables = toCssTokens(tokens).map(({ name, value }): Variable => [name, value])
  return [
    writeRules(':where([data-licet]:not([data-licet] *))', [...SYSTEM_COLORS, ...variables]),
    // Without one of these it is the page's own, which the kit's text may stand on: light where the page declares none.
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
  throw new TypeError(`The token ${path.join('.')} of type ${type ?? 'none'} has a value that CSS has no form for.`)
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
