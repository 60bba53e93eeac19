import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { listTables } from '../../src/service/backup/list-tables.ts'
import { createService, type Storage } from '../../src/service/index.ts'
import { createNodeCrypto, openPostgresStorage } from '../../src/service/node.ts'
import { distributeTables } from '../../src/service/storage/distribute-tables.ts'
import { AUTH_URL } from '../fixtures/auth-url.ts'
import { call, createTenant } from '../fixtures/caller.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { signedRequest } from '../fixtures/device.ts'
import { runLicet } from '../fixtures/run-licet.ts'
import { createEmptyCitusDatabase } from '../support/citus-setup.ts'

/** What a restore changes: the logs continue, and no earlier token is accepted. */
const CHANGED = /^(?:audit_|log_|forgotten_tokens$|installation$)/

async function readRows(storage: Storage): Promise<Record<string, unknown>> {
  const tables = (await listTables(storage)).filter(({ name }) => !CHANGED.test(name))
  const rows: Record<string, unknown> = {}
  for (const { name, columns } of tables) {
    const found = await storage.query(`SELECT ${columns.map((column) => `"${column}"`).join()} FROM licet.${name}`)
    rows[name] = found.map((row) => JSON.stringify(row)).sort()
  }
  return rows
}

// Regression: the rows of distributed tables had no names of columns, so no database could be restored from the backup.
test('a backup of a cluster is restored with every row into one server, and into a database that is distributed then', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-citus-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [cluster, plain, empty] = await Promise.all([
    createPostgresDatabase(),
    createPostgresDatabase({ empty: true }),
    createEmptyCitusDatabase(inject('citusUrl') ?? '', `licet_${randomUUID().replaceAll('-', '')}`),
  ])
  onTestFinished(async () => void (await Promise.all([cluster, plain, empty].map(({ stop }) => stop()))))
  const storage = openPostgresStorage(cluster.url)
  const service = await createService({ authUrl: AUTH_URL, storage, crypto: createNodeCrypto() })
  const tenant = await createTenant(service)
  for (let n = 0; n < 5; n++) {
    const { device, token } = await tenant.device()
    expect((await call(service, '/license/create', { token, json: signedRequest(device) })).status).toBe(201)
    if (n === 0) {
      const erased = await call(service, `/api/latest/provider/${tenant.provider.providerId}/user?address=${device.address}`, {
        method: 'DELETE',
        token: await tenant.adminToken(),
      })
      expect(erased.status).toBe(204)
    }
  }
  await service.close()
  const file = join(folder, 'backup')
  const journal = join(folder, 'erasures')
  const licet = (...args: string[]) => runLicet(args, { cwd: folder })
  expect(await licet('backup', file, '--database-url', cluster.url)).toMatchObject({ code: 0 })
  expect(await licet('erasures', 'export', journal, '--database-url', cluster.url)).toMatchObject({ code: 0 })
  const expected = await readRows(storage)
  expect(expected.licenses).toHaveLength(5)
  await storage.close()
  for (const { url } of [plain, empty]) {
    expect(await licet('restore', file, '--erasures', journal, '--database-url', url)).toMatchObject({ code: 0 })
    const restored = openPostgresStorage(`${url}?options=${encodeURIComponent('-c plan_cache_mode=auto')}`, {
      hasTimeLimits: false,
    })
    if (url === empty.url) expect(await distributeTables(restored, { shards: 4, onStep: () => undefined })).toBe(true)
    expect(await readRows(restored)).toEqual(expected)
    await restored.close()
  }
  expect(await licet('restore', file, '--force', '--database-url', cluster.url)).toMatchObject({
    code: 2,
    err: expect.stringContaining('Restore into an empty database of the coordinator'),
  })
})
