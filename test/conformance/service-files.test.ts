import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createId } from '../../src/service/crypto/create-id.ts'
import { createService, type Storage } from '../../src/service/index.ts'
import { createNodeCrypto, openDiskStorage } from '../../src/service/node.ts'
import { deleteExpiredChains, inCleanupTurn } from '../../src/service/storage/expired-rows.ts'
import { startRefreshChain } from '../../src/service/storage/refresh-chains.ts'
import { AUTH_URL } from '../fixtures/auth-url.ts'
import { call, createTenant } from '../fixtures/caller.ts'
import { openEmbeddedStorage, writeDatabaseFiles } from '../fixtures/databases.ts'
import { type Device, pooledDevice, signedRequest } from '../fixtures/device.ts'
import { addIdentityKey, createBackend, registerWith } from '../fixtures/identity.ts'

/** Returns the files of a folder that contain one of the texts. */
function findFiles(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file)
      return texts.some((text) => bytes.includes(text))
    })
}

// PGlite has no autovacuum, and keeps its log until a checkpoint.
test('the files of the embedded database contain no erased data, and still contain other data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-erased-'))
  try {
    const storage = await openDiskStorage({ folder })
    const service = await createService({ authUrl: 'https://a.example', storage, crypto: createNodeCrypto() })
    const tenant = await createTenant(service)
    const kept = await tenant.device('person-who-stays')
    await call(service, '/license/create', { token: kept.token, json: signedRequest(kept.device, { ptr: 'pointer-that-stays' }) })
    const { device, token } = await tenant.device('person-who-leaves')
    const texts = ['person-who-leaves', 'pointer-that-leaves', 'note-that-leaves', device.address]
    for (let n = 0; n < 8; n++) {
      // PostgreSQL stores small values in their row, and large values in a separate table.
      const terms = `note-that-leaves ${n} ${Array.from({ length: n * 400 }, () => Math.random()).join()}`
      const json = signedRequest(device, { ptr: 'pointer-that-leaves', 'x-note': `note-that-leaves ${n}`, terms })
      expect((await call(service, '/license/create', { token, json })).status).toBe(201)
    }
    expect(findFiles(folder, texts)).not.toEqual([])
    const path = `/api/latest/provider/${tenant.provider.providerId}/user?id=person-who-leaves`
    expect((await call(service, path, { token: await tenant.adminToken(), method: 'DELETE' })).status).toBe(204)
    expect(findFiles(folder, texts)).toEqual([])
    expect(findFiles(folder, ['pointer-that-stays'])).not.toEqual([])
    expect((await call(service, '/license', { token: kept.token })).body.licenses).toMatchObject([{ ptr: 'pointer-that-stays' }])
    await storage.close()
    expect(findFiles(folder, texts)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

// Regression: the table of transitions was not rewritten, so its file still linked the erased license to the other device.
test('the files of the embedded database contain no link from an erased license to the withdrawal of another device', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-unlinked-'))
  try {
    const storage = await openDiskStorage({ folder })
    const service = await createService({ authUrl: AUTH_URL, storage, crypto: createNodeCrypto() })
    const tenant = await createTenant(service)
    const backend = createBackend(tenant.provider.providerId)
    await addIdentityKey(service, tenant, backend)
    const [phone, tablet] = [pooledDevice(0), pooledDevice(1)]
    const send = async (device: Device, members = {}) => {
      const json = signedRequest(device, { ptr: 'person', ...members })
      return (await call(service, '/license/create', { token: await tenant.addressToken(device), json })).body
    }
    for (const device of [phone, tablet]) {
      await registerWith(service, tenant, device, 'person', backend.token('person'))
      await send(device)
    }
    const withdrawal = await send(phone, { uses: [] })
    const table = "SELECT pg_relation_filepath('licet.license_transitions') AS file"
    const own = 'SELECT FROM licet.license_transitions WHERE $1::uuid IN (license_id, cause)'
    /** How often the file of the table has the id, and how many rows have it. */
    const count = async () => {
      const [row] = await storage.query<{ file: string }>(table)
      const bytes = readFileSync(join(folder, 'pgdata', row?.file ?? '')).toString('latin1')
      const id = Buffer.from(withdrawal.id.replaceAll('-', ''), 'hex').toString('latin1')
      return { inFile: bytes.split(id).length - 1, rows: (await storage.query(own, [withdrawal.id])).length }
    }
    await storage.query('CHECKPOINT')
    const before = await count()
    expect(before.inFile).toBe(before.rows)
    const path = `/api/latest/provider/${tenant.provider.providerId}/user?address=${tablet.address}`
    expect((await call(service, path, { token: await tenant.adminToken(), method: 'DELETE' })).status).toBe(204)
    expect(await count()).toEqual({ inFile: before.rows - 1, rows: before.rows - 1 })
    await storage.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

// Regression: PGlite has no autovacuum, so that the table grew with each chain, however many were expired.
test('C6: the embedded database reuses the space of expired chains', async () => {
  const storage = await openEmbeddedStorage()
  try {
    const tenant = await createTenant(await createService({ authUrl: 'https://a.example', storage }))
    const { providerId } = tenant.provider
    let begun = 0
    /** Stores chains at intervals of two days, so that all except the last are expired. Cleans up after each 48. */
    const begin = async (many: number) => {
      for (let n = 0; n < many; n++) {
        const now = Date.UTC(2026, 0, 1) + begun * 2 * 86_400_000
        const chain = createId(now, randomBytes)
        const grant = { chain, clientId: 'x', providerId, device: null, scope: '', lifetime: 600, expires: now + 1 }
        await startRefreshChain(storage, grant, { nextJti: chain, now, expires: now, graceMs: 0 })
        if (++begun % 48 === 0) await inCleanupTurn(storage, (sql) => deleteExpiredChains(sql, now))
      }
      const [row] = await storage.query<{ size: number }>("SELECT pg_relation_size('licet.refresh_chains') AS size")
      return row?.size ?? 0
    }
    // Without reuse, the rows take more than 125 kB.
    expect(await begin(768)).toBeLessThanOrEqual(65_536)
  } finally {
    await storage.close()
  }
})

test('C6: opening the folder of an embedded database reclaims the space of deleted chains, even after a killed process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-tidied-'))
  const free = (storage: Storage) =>
    storage.query(
      "SELECT all_visible FROM pg_catalog.pg_class, LATERAL (SELECT relallvisible > 0 AS all_visible) v WHERE oid = 'licet.refresh_chains'::regclass",
    )
  try {
    await writeDatabaseFiles(folder)
    const first = await openDiskStorage({ folder })
    const { provider } = await createTenant(await createService({ authUrl: 'https://a.example', storage: first }))
    await first.query(
      `INSERT INTO licet.refresh_chains (id, holder, jti, client_id, provider_id, scope, lifetime, created, expires)
       SELECT gen_random_uuid(), 'x', 'x', 'x', $1, '', 600, now(), now() FROM generate_series(1, 1000)`,
      [provider.providerId],
    )
    expect(await free(first)).toEqual([{ all_visible: false }])
    await first.close()
    const second = await openDiskStorage({ folder })
    expect(await free(second)).toEqual([{ all_visible: true }])
    await second.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
