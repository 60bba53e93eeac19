import { existsSync, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { PGlite as Original } from '@electric-sql/pglite'
import { ensureSnapshot } from './snapshot.ts'
import { NEW_DATABASE } from './snapshot-path.ts'

const isNew = (dataDir: string) => dataDir.startsWith('memory://') || !existsSync(join(dataDir, 'PG_VERSION'))

/**
 * PGlite that copies the files of a new database instead of creating them, which takes several times as long. The service creates its
 * schema in it as always. The full tier creates the files.
 */
export const PGlite = {
  async create(dataDir: string): Promise<Original> {
    if (!isNew(dataDir)) return Original.create(dataDir)
    await ensureSnapshot()
    return Original.create({ dataDir, loadDataDir: await openAsBlob(NEW_DATABASE) })
  },
}
