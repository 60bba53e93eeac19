import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { COMPONENT_STYLES, composeStyles } from './compose-styles.ts'

const PUBLISHED = 'licet/styles.css'
const RESOLVED = '\0licet-styles.css'

/**
 * Vite plugin: `licet/styles.css` is made from its sources when it is imported, and is written to `dist/styles.css` when the library is built.
 *
 * @param options.emit Name of the asset to write; absent for an application that only imports it.
 */
export function styles(options: { readonly emit?: string } = {}): Plugin {
  return {
    name: 'licet-styles',
    enforce: 'pre',
    resolveId: (id) => (id === PUBLISHED ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined
      for (const path of stylePaths()) this.addWatchFile(path)
      return readStyles()
    },
    generateBundle() {
      if (options.emit === undefined) return
      this.emitFile({ type: 'asset', fileName: options.emit, source: readStyles() })
    },
  }
}

/** Reads the sources and gives the whole of `styles.css`, as written by hand: not minified. */
export function readStyles(): string {
  const [tokens, base, guard, ...components] = stylePaths().map((path) => readFileSync(path, 'utf8'))
  return composeStyles({ tokens: JSON.parse(tokens ?? '{}'), base: base ?? '', guard: guard ?? '', components })
}

function stylePaths(): string[] {
  const theme = join(import.meta.dirname, '..')
  return [
    join(theme, 'tokens.json'),
    join(theme, 'base.css'),
    join(theme, 'guard.css'),
    ...COMPONENT_STYLES.map((name) => join(theme, '../components', name, `${name}.css`)),
  ]
}
