/** A group of a file in the W3C Design Tokens Format (2025.10). */
export interface TokenGroup {
  readonly $type?: string
  readonly $value?: unknown
  readonly [name: string]: unknown
}

/** A design token with its CSS value. Its name is `<group>-<token>`. */
export interface CssToken {
  readonly name: string
  readonly value: string
}

/** A CSS value, or two values where light and dark differ. */
export type TokenValue = string | { readonly light: string; readonly dark: string }

const ALIAS = /^\{(?:(?:light|dark)\.)?([^{}]+)\}$/

/**
 * Converts design tokens to CSS values. Tokens in the groups `light` and `dark` become one token with two values.
 *
 * @throws {TypeError} when the type of a token is unknown, or a color is missing in one scheme.
 */
export function readTokens(tokens: TokenGroup): Map<string, TokenValue> {
  const { light, dark, ...rest } = tokens
  const lights = flatten(asGroup(light))
  const darks = new Map(flatten(asGroup(dark)).map(({ name, value }) => [name, value]))
  if (darks.size !== lights.length) throw new TypeError('The light and the dark scheme must have the same tokens.')
  const schemed = lights.map(({ name, value }): [string, TokenValue] => {
    const other = darks.get(name)
    if (other === undefined) throw new TypeError(`The token ${name} has a light value but no dark value.`)
    return [name, joinSchemes(value, other)]
  })
  return new Map([...schemed, ...flatten(rest).map(({ name, value }): [string, TokenValue] => [name, value])])
}

/**
 * Returns the tokens of a group and of the groups in it, with CSS values. An alias such as `{font.family}` becomes a `var()`.
 *
 * @throws {TypeError} when a value does not fit its type.
 */
export function flatten(group: TokenGroup, path: readonly string[] = [], inherited?: string): CssToken[] {
  const type = typeof group.$type === 'string' ? group.$type : inherited
  if ('$value' in group) return [{ name: path.join('-'), value: toCssValue(group.$value, type, path) }]
  return Object.entries(group)
    .filter(([name]) => !name.startsWith('$'))
    .flatMap(([name, child]) => flatten(asGroup(child), [...path, name], type))
}

/** Returns the token with one value where both schemes have the same. */
export function joinSchemes(light: string, dark: string): TokenValue {
  return light === dark ? light : { light, dark }
}

/** Returns the name of the token whose value another token takes: the value is its variable. */
export function aliasOf(value: string): string | undefined {
  return /^var\(--licet-([\w-]+)\)$/.exec(value)?.[1]
}

/** Returns the value as a group, or an empty group when it is none. */
export function asGroup(value: unknown): TokenGroup {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function toCssValue(value: unknown, type: string | undefined, path: readonly string[]): string {
  const alias = typeof value === 'string' ? ALIAS.exec(value)?.[1] : undefined
  if (alias !== undefined) return `var(--licet-${alias.replaceAll('.', '-')})`
  if (type === 'color' && isColor(value)) {
    const alpha = value.alpha === undefined || value.alpha === 1 ? '' : ` / ${value.alpha}`
    const components = value.components.join(' ')
    return value.colorSpace === 'oklch' ? `oklch(${components}${alpha})` : `color(${value.colorSpace} ${components}${alpha})`
  }
  if ((type === 'dimension' || type === 'duration') && isDimension(value)) return `${value.value}${value.unit}`
  if ((type === 'number' || type === 'fontWeight') && (typeof value === 'number' || typeof value === 'string')) return String(value)
  if (type === 'strokeStyle' && typeof value === 'string') return value
  if (type === 'fontFamily') return (Array.isArray(value) ? value : [value]).map(toFamily).join(', ')
  throw new TypeError(`The value of the token ${path.join('.')} (type: ${type ?? 'none'}) cannot be converted to CSS.`)
}

function toFamily(name: unknown): string {
  return String(name).includes(' ') ? `'${String(name)}'` : String(name)
}

function isColor(value: unknown): value is { colorSpace: string; components: (number | string)[]; alpha?: number } {
  return (
    typeof value === 'object' && value !== null && 'colorSpace' in value && 'components' in value && Array.isArray(value.components)
  )
}

function isDimension(value: unknown): value is { value: number; unit: string } {
  return typeof value === 'object' && value !== null && 'value' in value && 'unit' in value
}
