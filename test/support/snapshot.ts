import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openPgliteStorage } from '../../src/service/index.ts'
import { projectRoot } from './run-command.ts'
import { SNAPSHOT } from './snapshot-path.ts'

const STORAGE = join(projectRoot, 'src', 'service', 'storage')
const KEY = `${SNAPSHOT}.key`

/** Makes the snapshot. Making a database takes several times as long as loading it, so it is kept until the schema or PGlite changes. */
export async function ensureSnapshot(): Promise<void> {
  const key = fingerprint()
  if (existsSync(SNAPSHOT) && existsSync(KEY) && readFileSync(KEY, 'utf8') === key) return
  const { PGlite } = await import('@electric-sql/pglite')
  const database = await PGlite.create()
  const storage = await openPgliteStorage({ database })
  const dump = await database.dumpDataDir('none')
  await storage.close()
  mkdirSync(dirname(SNAPSHOT), { recursive: true })
  writeWhole(SNAPSHOT, new Uint8Array(await dump.arrayBuffer()))
  writeWhole(KEY, key)
}

/** Two lanes may make the snapshot at the same time, and neither may read half a file of the other. */
function writeWhole(path: string, content: string | Uint8Array): void {
  const part = `${path}.${process.pid}`
  writeFileSync(part, content)
  renameSync(part, path)
}

/** Returns a key of everything that a database depends on: the schema, the code that migrates it, and the version of PGlite. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(STORAGE).sort()) if (name.endsWith('.ts')) hash.update(readFileSync(join(STORAGE, name)))
  const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  hash.update(readFileSync(join(pglite, '..', 'package.json')))
  return hash.digest('hex').slice(0, 16)
}
