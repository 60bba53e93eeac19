import type { TokenValue } from './read-tokens.ts'

/** The name of a token and its CSS value. */
export type Variable = readonly [name: string, value: string]

/** Returns a token as one CSS value: two values become `light-dark(<light>, <dark>)`. */
export function toVariable(value: TokenValue): string {
  return typeof value === 'string' ? value : `light-dark(${value.light}, ${value.dark})`
}

/**
 * Returns CSS that declares tokens as custom properties, `--licet-<name>`. Values with `light-dark()` go into an `@supports` rule.
 *
 * Reason: Vite, Next.js and Rsbuild run Lightning CSS, which rewrites `light-dark()` so that it works only with a `color-scheme` in the
 * same sheet. It does not rewrite the content of this `@supports` rule. The two colors of the condition must differ, or it removes the rule.
 */
export function writeRules(selector: string, variables: readonly Variable[]): string {
  const schemed = writeRule(selector, variables.filter(isSchemed))
  const plain = writeRule(
    selector,
    variables.filter((variable) => !isSchemed(variable)),
  )
  return schemed === '' ? plain : `${plain}@supports (color: light-dark(#fff, #000)) {\n${schemed}}\n`
}

function isSchemed([, value]: Variable): boolean {
  return value.includes('light-dark(')
}

function writeRule(selector: string, variables: readonly Variable[]): string {
  if (variables.length === 0) return ''
  return `${selector} {\n${variables.map(([name, value]) => `  --licet-${name}: ${value};\n`).join('')}}\n`
}
