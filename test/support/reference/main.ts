import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../run-command.ts'
import { withIntegrity } from './integrity.ts'
import { readApi } from './read-api.ts'
import { GENERATED, renderReference } from './render.ts'
import { withServeOptions } from './serve-options.ts'
import { withWireTables } from './wire-tables.ts'

const folder = join(projectRoot, 'docs/reference')

/** Replaces `docs/reference` with pages that are generated from the declarations in `dist`: `npm run build && npm run docs`. */
export function main(): void {
  const pages = renderReference(readApi())
  for (const name of generatedPages()) if (!pages.has(name)) rmSync(join(folder, name))
  for (const [name, text] of pages) writeFileSync(join(folder, name), text)
  rewrite('cli.md', withServeOptions)
  rewrite('protocol.md', withWireTables)
  rewrite('../guides/client.md', withIntegrity)
  console.log(`Wrote ${pages.size} pages in docs/reference.`)
}

/** Writes the tables of a page again. */
function rewrite(name: string, withTables: (page: string) => string): void {
  const path = join(folder, name)
  writeFileSync(path, withTables(readFileSync(path, 'utf8')))
}

/** Names of the pages in `docs/reference` that this generator wrote. */
export function generatedPages(): readonly string[] {
  return readdirSync(folder).filter(
    (name) => name.endsWith('.md') && readFileSync(join(folder, name), 'utf8').startsWith(GENERATED),
  )
}
