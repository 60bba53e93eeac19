/** The variables of a style sheet by name without `--`, for each scheme. */
export interface SchemeVariables {
  readonly light: ReadonlyMap<string, string>
  readonly dark: ReadonlyMap<string, string>
}

/**
 * Reads the custom properties of a style sheet. Blocks whose selector or media query names `dark` set the dark scheme, all others set both.
 * A value with `light-dark()` sets both schemes.
 */
export function readVariables(css: string): SchemeVariables {
  const light = new Map<string, string>()
  const dark = new Map<string, string>()
  const onlyDark = new Map<string, string>()
  const open: boolean[] = []
  for (const { text, end } of pieces(withoutComments(css))) {
    if (end === '{') open.push(text.toLowerCase().includes('dark') && !text.includes('light-dark('))
    else
      readDeclaration(text, (name, [first, second]) => {
        if (open.includes(true)) onlyDark.set(name, second)
        else {
          light.set(name, first)
          dark.set(name, second)
        }
      })
    if (end === '}') open.pop()
  }
  for (const [name, value] of onlyDark) dark.set(name, value)
  return { light, dark }
}

/** Splits CSS after each `{`, `}` and `;`. A loop, because a regular expression takes quadratic time on hostile CSS. */
function* pieces(css: string): Generator<{ text: string; end: string }> {
  let start = 0
  for (let at = 0; at < css.length; at++) {
    const end = css.charAt(at)
    if (end !== '{' && end !== '}' && end !== ';') continue
    yield { text: css.slice(start, at).trim(), end }
    start = at + 1
  }
}

function withoutComments(css: string): string {
  const [first = '', ...rest] = css.split('/*')
  return [first, ...rest.map((part) => part.split('*/').slice(1).join('*/'))].join(' ')
}

function readDeclaration(text: string, add: (name: string, values: readonly [string, string]) => void): void {
  const colon = text.indexOf(':')
  const name = text.slice(0, colon).trim()
  const value = text.slice(colon + 1).trim()
  if (colon > 2 && name.startsWith('--') && value !== '') add(name.slice(2), splitSchemes(value))
}

function splitSchemes(value: string): readonly [light: string, dark: string] {
  if (!value.startsWith('light-dark(') || !value.endsWith(')')) return [value, value]
  const inner = value.slice('light-dark('.length, -1)
  let depth = 0
  for (let at = 0; at < inner.length; at++) {
    const character = inner.charAt(at)
    if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === ',' && depth === 0) return [inner.slice(0, at).trim(), inner.slice(at + 1).trim()]
  }
  return [value, value]
}
