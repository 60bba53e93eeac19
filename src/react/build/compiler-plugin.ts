import type { Plugin } from 'vite'

/** The subpath that other modules import the compiler from. */
export const COMPILER = 'licet/compiler'
/** Its file. */
export const COMPILER_FILE = 'client/compiler.js'

/**
 * Vite plugin that writes imports of the compiler with the name of its subpath. An app whose agreements are all prepared gives that name to
 * `licet/compiler/none`, in any bundler, so that its pages load no compiler.
 */
export const namedCompiler: Plugin = {
  name: 'licet-named-compiler',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/compiler\.ts$/ },
    handler: (_, importer) => (importer === undefined ? undefined : { id: COMPILER, external: true }),
  },
}
