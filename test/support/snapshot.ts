import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { openPgliteStorage } from '../../src/service/index.ts'
import { projectRoot } from './run-command.ts'
import { NEW_DATABASE, SNAPSHOT } from './snapshot-path.ts'

const STORAGE = join(projectRoot, 'src', 'service', 'storage')
const KEY = `${SNAPSHOT}.key`

/** Makes both snapshots. Making a database takes several times as long as loading it, so they are kept until the schema or PGlite changes. */
export async function ensureSnapshot(): Promise<void> {
  const key = fingerprint()
  if (existsSync(SNAPSHOT) && existsSync(KEY) && readFileSync(KEY, 'utf8') === key) return
  // A file of the log has 16 MB otherwise, even when it is empty.
  const database = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] })
  mkdirSync(dirname(SNAPSHOT), { recursive: true })
  writeWhole(NEW_DATABASE, await filesOf(database))
  const storage = await openPgliteStorage({ database })
  await dropTemplates(database)
  const files = await filesOf(database)
  await storage.close()
  writeWhole(SNAPSHOT, files)
  writeWhole(KEY, key)
}

/** Reads a whole snapshot. `openAsBlob` would fail when another lane replaces the file before the blob is read. */
export async function readSnapshot(path: string): Promise<Blob> {
  return new Blob([await readFile(path)])
}

async function filesOf(database: PGlite): Promise<Uint8Array> {
  return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer())
}

/** PostgreSQL copies a new database from these two. Nobody creates one here, and they are two thirds of the files. */
async function dropTemplates(database: PGlite): Promise<void> {
  await database.exec('UPDATE pg_database SET datistemplate = false')
  for (const name of ['template0', 'template1']) await database.exec(`DROP DATABASE ${name}`)
  await database.exec('SELECT pg_switch_wal()')
  await database.exec('CHECKPOINT')
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
  for (const name of readdirSync(STORAGE, { recursive: true, encoding: 'utf8' }).sort())
    if (name.endsWith('.ts')) hash.update(readFileSync(join(STORAGE, name)))
  const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  hash.update(readFileSync(join(pglite, '..', 'package.json')))
  hash.update(readFileSync(import.meta.filename))
  return hash.digest('hex').slice(0, 16)
}
