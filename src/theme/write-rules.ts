/** A custom property on its way to CSS: the name of its token, and its value. */
export type Variable = readonly [name: string, value: string]

/**
 * Writes tokens as custom properties, `--licet-<name>`; those that differ by color scheme apart, below a condition.
 *
 * Lightning CSS, which Vite, Next.js and Rsbuild run over an app's sheets, rewrites `light-dark()` into something that holds only below a
 * `color-scheme` of that same sheet. What stands below such a condition it leaves as it is; of two equal colors it takes the condition away.
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
