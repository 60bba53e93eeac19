import type { Theme } from '../theme.ts'

/**
 * Returns a TypeScript module that exports the theme. It uses `defineTheme()`, so an app that imports it loads no color library.
 *
 * `name` is the name of the exported constant, `theme` by default.
 */
export function toTypeScript(theme: Theme, name = 'theme'): string {
  const { tokens, icons } = theme
  const parts = [tokens, ...(Object.keys(icons).length === 0 ? [] : [{ icons }])].map((value) => JSON.stringify(value, null, 2))
  return `import { defineTheme } from 'licet/theme'\n\nexport const ${name} = defineTheme(${parts.join(', ')})\n`
}
