import { formatHex, type Oklch, parseColor, round, toSrgb } from '../color.ts'
import { DEFAULT_TOKENS } from '../parsed-tokens.ts'
import { asGroup, type TokenGroup } from '../read-tokens.ts'
import type { Theme, ThemeTokens } from '../theme.ts'
import { isTokenName, type TokenName } from '../token-names.ts'
import file from '../tokens.json' with { type: 'json' }
import { completeTokens, readValue, type Scheme } from './token-values.ts'

/** Options of {@link toDtcg}. */
export interface DtcgOptions {
  /**
   * The tool that reads the file. Default: `'standard'`, the Design Tokens Format 2025.10 with colors in OKLCH. `'figma'` is one file for each mode,
   * with colors in sRGB and lengths in px, for Figma's import of variables. `'tokens-studio'` has one token set for each scheme, with texts
   * as values.
   */
  readonly dialect?: 'standard' | 'figma' | 'tokens-studio' | undefined
  /** The mode of a file for Figma. Default: `'light'`. */
  readonly scheme?: Scheme | undefined
}

const PX_PER_REM = 16

/**
 * Returns all tokens of a theme as JSON in the W3C Design Tokens Format (2025.10). Write it with `JSON.stringify(…, null, 2)`.
 *
 * @throws {TypeError} when the format cannot contain a value, such as `var()` or `calc()`.
 */
export function toDtcg(theme: Theme, { dialect = 'standard', scheme = 'light' }: DtcgOptions = {}): TokenGroup {
  const tokens = completeTokens(theme)
  const { $description, light, dark, ...sizes } = file
  const write = (group: unknown, chosen: Scheme) => fill(asGroup(group), [], undefined, tokens, chosen, dialect)
  if (dialect === 'figma') return { ...write(scheme === 'light' ? light : dark, scheme), ...write(sizes, scheme) }
  const schemes = { light: write(light, 'light'), dark: write(dark, 'dark') }
  if (dialect === 'standard') return { $description: 'A theme of Licet', ...schemes, ...write(sizes, 'light') }
  return { ...schemes, sizes: write(sizes, 'light'), $themes: [], $metadata: { tokenSetOrder: ['sizes', 'light', 'dark'] } }
}

/** Copies a group of the shipped tokens, with the values of the theme. */
function fill(
  group: TokenGroup,
  path: readonly string[],
  inherited: string | undefined,
  tokens: ThemeTokens,
  scheme: Scheme,
  dialect: NonNullable<DtcgOptions['dialect']>,
): TokenGroup {
  const type = group.$type ?? inherited ?? ''
  const name = path.join('-')
  if ('$value' in group && isTokenName(name)) {
    // An alias stays one, so that the tokens still change together in a design tool.
    const isAlias = typeof group.$value === 'string' && tokens[name] === DEFAULT_TOKENS[name] && group.$value.startsWith('{')
    // Only the standard file has the groups of both schemes in one tree.
    const alias = dialect === 'standard' ? group.$value : `${group.$value}`.replace(/^\{(?:light|dark)\./, '{')
    const value = isAlias ? alias : toValue(name, type, tokens, scheme, dialect)
    return { $type: type, $value: value, ...(group.$description !== undefined && { $description: group.$description }) }
  }
  const children = Object.entries(group).filter(([key]) => !key.startsWith('$'))
  return Object.fromEntries(
    children.map(([key, child]) => [key, fill(asGroup(child), [...path, key], type, tokens, scheme, dialect)]),
  )
}

function toValue(
  name: TokenName,
  type: string,
  tokens: ThemeTokens,
  scheme: Scheme,
  dialect: NonNullable<DtcgOptions['dialect']>,
): unknown {
  const text = readValue(tokens, name, scheme)
  if (type === 'color') {
    const color = parseColor(text)
    if (color !== undefined) return dialect === 'tokens-studio' ? formatHex(color) : toColor(color, dialect)
  }
  if (type === 'dimension' || type === 'duration') {
    const [, number, unit = 'px'] = /^(-?[\d.]+)(px|rem|ms|s)?$/.exec(text) ?? []
    if (number !== undefined) return toDimension(Number(number), unit, dialect)
  }
  if ((type === 'number' || type === 'fontWeight') && Number.isFinite(Number(text))) return Number(text)
  if (type === 'fontFamily') return dialect === 'standard' ? splitFamilies(text) : text
  if (type === 'strokeStyle') return text
  throw new TypeError(
    `The token "${name}" is "${text}", which the Design Tokens Format cannot contain. No file was created. Use a color, or a number with px or rem.`,
  )
}

function toColor(color: Oklch, dialect: 'standard' | 'figma') {
  const { l, c, h, alpha } = color
  const hex = formatHex({ ...color, alpha: 1 })
  const space =
    dialect === 'figma'
      ? { colorSpace: 'srgb', components: toSrgb(color) }
      : { colorSpace: 'oklch', components: [round(l, 4), round(c, 4), round(h, 2)] }
  return { ...space, ...(alpha < 1 && { alpha }), hex }
}

function toDimension(value: number, unit: string, dialect: NonNullable<DtcgOptions['dialect']>) {
  if (dialect === 'standard') return { value, unit }
  const px = unit === 'rem' ? { value: value * PX_PER_REM, unit: 'px' } : { value, unit }
  return dialect === 'figma' ? px : `${px.value}${px.unit}`
}

function splitFamilies(text: string): string | string[] {
  const families = text.split(',').map((family) => family.trim().replace(/^(['"])(.*)\1$/, '$2'))
  return families.length === 1 ? (families[0] ?? '') : families
}
