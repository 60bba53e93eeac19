import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { COMPONENT_STYLES, composeStyles } from './compose-styles.ts'

const PUBLISHED = 'licet/styles.css'
const RESOLVED = '\0licet-styles.css'

/**
 * Vite plugin that builds `licet/styles.css` from its sources: for each import of it, and as an asset of the library build.
 *
 * @param options.emit Name of the asset to write. Without it, no asset is written.
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

/** Reads the sources and returns `styles.css`, not minified. */
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
