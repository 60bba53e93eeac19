import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite as Original } from '@electric-sql/pglite'
import { ensureSnapshot, readSnapshot } from './snapshot.ts'
import { NEW_DATABASE, SNAPSHOT } from './snapshot-path.ts'

/**
 * PGlite that copies the files of a new database instead of creating them, which takes several times as long. In a folder, the service
 * creates its schema as always. In memory, the copy has the schema. The full tier creates the files.
 */
export const PGlite = {
  async create(dataDir: string): Promise<Original> {
    const isInMemory = dataDir.startsWith('memory://')
    if (!isInMemory && existsSync(join(dataDir, 'PG_VERSION'))) return Original.create(dataDir)
    await ensureSnapshot()
    return Original.create({ dataDir, loadDataDir: await readSnapshot(isInMemory ? SNAPSHOT : NEW_DATABASE) })
  },
}
