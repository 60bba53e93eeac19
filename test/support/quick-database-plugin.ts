import { join } from 'node:path'
import type { Plugin } from 'vite'
import { projectRoot } from './run-command.ts'

const CREATOR = join(projectRoot, 'src/service/storage/pglite.ts')

/** Gives the service the PGlite of `quick-pglite.ts`, which creates a database quickly. Tests that import PGlite get the original. */
export const quickDatabase: Plugin = {
  name: 'licet-quick-database',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === '@electric-sql/pglite' && importer === CREATOR ? join(import.meta.dirname, 'quick-pglite.ts') : undefined,
}
