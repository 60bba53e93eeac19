import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** A regular expression in a source file. */
export interface FoundExpression {
  readonly file: string
  readonly source: string
  readonly flags: string
}

/** The regular expressions of a file. `constructed` counts calls of `phrase()`, and of `new RegExp()` whose source does not come from another expression. */
export interface FoundExpressions {
  readonly literals: readonly FoundExpression[]
  readonly constructed: number
}

/** Finds the regular expressions of a TypeScript file in its syntax tree. */
export function findRegularExpressions(file: string): FoundExpressions {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'))
  if (errors[0] !== undefined) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  const literals: FoundExpression[] = []
  let constructed = 0
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { type, regex, callee, arguments: given } = value as Readonly<Record<string, unknown>>
    if (type === 'Literal' && isRegex(regex)) literals.push({ file, source: regex.pattern, flags: regex.flags })
    // `phrase()` makes an expression from a list of words.
    if (type === 'CallExpression' && nameOf(callee) === 'phrase') constructed++
    if ((type === 'NewExpression' || type === 'CallExpression') && nameOf(callee) === 'RegExp') {
      const [first] = given as readonly unknown[]
      if (nameOf((first as { property?: unknown }).property) !== 'source') constructed++
    }
    for (const child of Object.values(value)) visit(child)
  }
  visit(program)
  return { literals, constructed }
}

function isRegex(value: unknown): value is { readonly pattern: string; readonly flags: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value
}

function nameOf(node: unknown): unknown {
  return typeof node === 'object' && node !== null && 'name' in node ? node.name : undefined
}
