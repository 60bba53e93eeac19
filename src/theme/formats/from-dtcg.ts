import { formatColor, parseColor } from '../color.ts'
import { DEFAULT_TOKENS } from '../parsed-tokens.ts'
import { asGroup, flatten, joinSchemes, type TokenGroup } from '../read-tokens.ts'
import type { ThemeTokens } from '../theme.ts'
import { isTokenName, type TokenName } from '../token-names.ts'
import { readValue } from './token-values.ts'

/** Groups of a scheme, in our files and in files of Figma and Tokens Studio. */
const SCHEMES = { light: /^light\b/i, dark: /^dark\b/i }
/** Groups that are part of no name: token sets, and the prefix that a design tool adds. */
const WRAPPERS = /^(?:light|dark|sizes|global|core|base|licet|tokens)\b/i

/** Options of {@link fromDtcg}. */
export interface FromDtcgOptions {
  /** Receives the name of each token in the file that Licet does not have. */
  readonly onUnknown?: ((name: string) => void) | undefined
}

/**
 * Reads the tokens of a file in the Design Tokens Format, for `createTheme()`. It reads files of Figma and Tokens Studio too: colors as
 * objects or texts, `value` and `type` without `$`, aliases, and groups named `light` and `dark`.
 *
 * A file with a single mode sets both schemes. For two files, pass `{ light: …, dark: … }`.
 *
 * @throws {TypeError} when the value is not a group of tokens, has no token of Licet, or has a value that does not fit its type.
 * @example
 * const theme = createTheme(fromDtcg(JSON.parse(text)))
 */
export function fromDtcg(json: unknown, { onUnknown }: FromDtcgOptions = {}): ThemeTokens {
  const root = normalize(asGroup(json), asGroup(json))
  const found = new Map<TokenName, { light?: string; dark?: string; both?: string }>()
  const add = (group: TokenGroup, scheme: 'light' | 'dark' | 'both') => {
    for (const { name, value } of flatten(unwrap(group))) {
      if (isTokenName(name)) found.set(name, { ...found.get(name), [scheme]: value })
      else onUnknown?.(name)
    }
  }
  for (const [key, child] of Object.entries(root).filter(([name]) => !name.startsWith('$'))) {
    if (SCHEMES.light.test(key)) add(asGroup(child), 'light')
    else if (SCHEMES.dark.test(key)) add(asGroup(child), 'dark')
    else add({ [key]: child }, 'both')
  }
  if (found.size > 0) return Object.fromEntries([...found].map(([name, values]) => [name, toTokenValue(name, values)]))
  throw new TypeError(
    'The file has no design token of Licet, so no theme was read. Use names such as color.surface, and start from licet/tokens.json.',
  )
}

function toTokenValue(name: TokenName, { light, dark, both }: { light?: string; dark?: string; both?: string }) {
  const [first = '', second = ''] = [light ?? both ?? dark, dark ?? both ?? light]
  if (name.startsWith('color-')) return joinSchemes(first, second)
  // A variable of Figma is a number without a unit.
  const isLength = /(?:px|rem)$/.test(readValue(DEFAULT_TOKENS, name, 'light'))
  return isLength && /^[\d.]+$/.test(first) ? `${first}px` : first
}

/** Removes the groups around the tokens that are no part of their names. */
function unwrap(group: TokenGroup): TokenGroup {
  const entries = Object.entries(group).flatMap(([key, child]): [string, unknown][] =>
    WRAPPERS.test(key) && !('$value' in asGroup(child)) ? Object.entries(unwrap(asGroup(child))) : [[key, child]],
  )
  return Object.fromEntries(entries)
}

/** Returns the group in the form of 2025.10: `$value` and `$type`, aliases resolved, and colors and lengths of texts as they are in CSS. */
function normalize(group: TokenGroup, root: TokenGroup, inherited?: string): TokenGroup {
  const type = group.$type ?? (typeof group.type === 'string' ? group.type : undefined) ?? inherited
  const value = '$value' in group ? group.$value : typeof group.type === 'string' ? group.value : undefined
  if (value !== undefined) return toToken(resolve(value, root), type)
  const children = Object.entries(group).filter(([key]) => !key.startsWith('$') && typeof group[key] === 'object')
  return Object.fromEntries(children.map(([key, child]) => [key, normalize(asGroup(child), root, type)]))
}

function toToken(value: unknown, type: string | undefined): TokenGroup {
  if (typeof value !== 'string' || value.startsWith('{')) return { ...(type !== undefined && { $type: type }), $value: value }
  const color = type === undefined || type === 'color' ? parseColor(value) : undefined
  // `strokeStyle` is the type whose texts become CSS as they are.
  return { $type: 'strokeStyle', $value: color === undefined || value.startsWith('#') ? value : formatColor(color) }
}

/** Follows aliases. One that leads to a token of Licet is kept, because it becomes a variable. */
function resolve(value: unknown, root: TokenGroup, depth = 0): unknown {
  const path = typeof value === 'string' ? /^\{([^{}]+)\}$/.exec(value)?.[1]?.split('.') : undefined
  if (path === undefined || depth > 10) return value
  if (isTokenName(path.filter((key) => !/^(?:light|dark)$/.test(key)).join('-'))) return value
  const target = path.reduce<TokenGroup>((group, key) => asGroup(group[key]), root)
  const next = target.$value ?? target.value
  if (next !== undefined) return resolve(next, root, depth + 1)
  throw new TypeError(
    `The alias ${JSON.stringify(value)} points to no token, so no theme was read. Correct the alias, or write a value.`,
  )
}
