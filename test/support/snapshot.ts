import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openPgliteStorage } from '../../src/service/index.ts'
import { projectRoot } from './run-command.ts'

const FOLDER = join(projectRoot, 'node_modules', '.cache', 'licet', 'snapshot')
const STORAGE = join(projectRoot, 'src', 'service', 'storage')

/**
 * Returns the path of a tar of an empty embedded database with the current schema.
 *
 * Making a database takes several times as long as loading this, so it is kept until the schema or PGlite changes.
 */
export async function ensureSnapshot(): Promise<string> {
  const path = join(FOLDER, `${fingerprint()}.tar`)
  if (existsSync(path)) return path
  const { PGlite } = await import('@electric-sql/pglite')
  const database = await PGlite.create()
  const storage = await openPgliteStorage({ database })
  const dump = await database.dumpDataDir('none')
  await storage.close()
  mkdirSync(FOLDER, { recursive: true })
  for (const name of readdirSync(FOLDER)) if (name.endsWith('.tar')) rmSync(join(FOLDER, name), { force: true })
  // Renamed when it is whole, because several workers may make it at the same time.
  const part = `${path}.${process.pid}`
  writeFileSync(part, new Uint8Array(await dump.arrayBuffer()))
  renameSync(part, path)
  return path
}

/** Changes with whatever a database is made from: the schema, the code that migrates it, and the version of PGlite. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(STORAGE).sort()) if (name.endsWith('.ts')) hash.update(readFileSync(join(STORAGE, name)))
  const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  hash.update(readFileSync(join(pglite, '..', 'package.json')))
  return hash.digest('hex').slice(0, 16)
}
