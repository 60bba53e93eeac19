import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createService, type Service, type Storage } from '../../src/service/index.ts'
import { openDiskStorage, openPostgresStorage } from '../../src/service/node.ts'
import { verifyStoredAudit } from '../fixtures/audit.ts'
import { call, createTenant, grant, TOKEN } from '../fixtures/caller.ts'
import { writeDatabaseFiles } from '../fixtures/databases.ts'
import { signedRequest } from '../fixtures/device.ts'
import { addIdentityKey, createBackend } from '../fixtures/identity.ts'
import { licet, runLicet } from '../fixtures/run-licet.ts'
import { startPostgres } from '../support/postgres.ts'
import { projectRoot } from '../support/run-command.ts'

const page = readFileSync(join(projectRoot, 'docs/guides/backup.md'), 'utf8')
const chapter = page.slice(page.indexOf('## What else a restore undoes'))
const listing = /```sql\n([^`]+)```/.exec(chapter)?.[1] ?? ''

const serviceOn = (storage: Storage) => createService({ authUrl: 'https://a.example', storage, maxTermsPerDay: 0 })

/** Fills a database. The returned function makes the changes that the backup must miss: it revokes the key and erases the device. */
async function fill(service: Service) {
  const tenant = await createTenant(service)
  const { device, token } = await tenant.device()
  const { body: license } = await call(service, '/license/create', { token, json: signedRequest(device) })
  const client = { client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey }
  const keyWorks = async (on: Service) =>
    (await call(on, TOKEN, { form: { grant_type: 'client_credentials', ...client } })).status === 200
  const erase = async (on: Service, key: typeof client) =>
    call(on, `/api/latest/provider/${tenant.provider.providerId}/user?address=${device.address}`, {
      method: 'DELETE',
      token: (await grant(on, key)).access_token,
    })
  const end = async () => {
    expect((await erase(service, client)).status).toBe(204)
    const admin = await tenant.adminToken()
    expect((await call(service, TOKEN, { token: admin, form: { token: tenant.apiKey } })).status).toBe(200)
    expect(await keyWorks(service)).toBe(false)
  }
  return { tenant, device, license, keyWorks, end }
}

async function pointerOf(storage: Storage, id: string): Promise<unknown> {
  const [row] = await storage.query<{ ptr: string | null; address: string | null }>(
    'SELECT ptr, address FROM licet.licenses WHERE id = $1',
    [id],
  )
  return row
}

test('E9: restoring an old backup of PostgreSQL restores a revoked key and an erased license, and the documented steps end both', async () => {
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'licet-backup-'))
  const current = openPostgresStorage(postgres.url)
  const restoredUrl = Object.assign(new URL(postgres.url), { pathname: '/restored' }).href
  const restored = openPostgresStorage(restoredUrl)
  const client = new pg.Client({ connectionString: postgres.url })
  try {
    const filled = await fill(await serviceOn(current))
    const dump = join(folder, 'licet.dump')
    execFileSync('pg_dump', ['--format=custom', '--schema=licet', `--file=${dump}`, postgres.url])
    await client.connect()
    const since = new Date(0).toISOString()
    await filled.end()
    const { rows } = await client.query(listing.replaceAll(":'since'", `'${since}'`))
    expect(rows.map(({ what, which }) => [what, which])).toContainEqual(['license erased', filled.license.id])
    expect(rows.map(({ what }) => what)).toContain('API key revoked')

    await client.query('CREATE DATABASE restored')
    execFileSync('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${restoredUrl}`, dump])
    const after = await serviceOn(restored)
    expect((await call(after, '/readyz')).status).toBe(200)
    expect(await filled.keyWorks(after)).toBe(true)
    expect(await pointerOf(restored, filled.license.id)).toEqual({ ptr: 'user-1', address: filled.device.address })
    expect(chapter).toMatch(/A revoked API key works again/)

    // The documented way to erase again.
    const journal = join(folder, 'erasures.journal')
    for (const [command, url] of [
      ['export', postgres.url],
      ['repeat', restoredUrl],
    ] as const)
      expect(await licet('erasures', command, journal, '--database-url', url)).toMatchObject({ code: 0, err: '' })
    expect(await pointerOf(restored, filled.license.id)).toEqual({ ptr: null, address: null })

    // The documented way to revoke the key again.
    const id = rows.find(({ what }) => what === 'API key revoked')?.which
    await after.admin.revokeApiKey(id)
    expect(await filled.keyWorks(after)).toBe(false)
  } finally {
    await Promise.all([current.close(), restored.close(), client.end()])
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
})

test('E9: a copy of the folder of the embedded database is a backup, and an old copy restores both too', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'licet-backup-'))
  const folder = join(parent, 'service')
  const backup = join(parent, 'backup')
  try {
    await writeDatabaseFiles(folder)
    const first = await openDiskStorage({ folder })
    const filled = await fill(await serviceOn(first))
    await first.close()
    cpSync(folder, backup, { recursive: true })
    const restored = await openDiskStorage({ folder: backup })
    const after = await serviceOn(restored)
    expect(await filled.keyWorks(after)).toBe(true)
    expect(await pointerOf(restored, filled.license.id)).toEqual({ ptr: 'user-1', address: filled.device.address })
    await restored.close()
  } finally {
    rmSync(parent, { recursive: true })
  }
})

// Regression: the docs did not explain this, and `pg_dump` cannot read the folder.
test('the documented steps move the embedded database to PostgreSQL completely, and clients keep working', async () => {
  const moving = page.slice(page.indexOf('## Move to another database'))
  const steps = /```sh\n([\s\S]+?)```/.exec(moving)?.[1]?.trim().split('\n') ?? []
  const postgres = await startPostgres()
  const parent = mkdtempSync(join(tmpdir(), 'licet-move-'))
  const folder = join(parent, 'service')
  try {
    await writeDatabaseFiles(folder)
    const from = await openDiskStorage({ folder })
    const before = await serviceOn(from)
    const filled = await fill(before)
    const { device, token } = await filled.tenant.device('user-2')
    const client_id = `address:${filled.tenant.provider.providerId}:${device.address}`
    const { refresh_token = '' } = await grant(before, { client_id, client_secret: device.sign(device.address) })
    const texts = Array.from({ length: 60 }, (_, n) => ({ ptr: 'user-2', terms: `\u{1F4A7} ${n}`, 'x-n': n }))
    for (const members of texts) await call(before, '/license/create', { token, json: signedRequest(device, members) })
    const listed = async (on: Service) => (await call(on, '/license?limit=100', { token })).body.licenses
    const records = await listed(before)
    const { providerId } = filled.tenant.provider
    await addIdentityKey(before, filled.tenant, createBackend(providerId))
    await before.webhooks.createEndpoint({ providerId, url: 'https://shop.example/events' })
    const ended = await filled.tenant.device('user-3')
    const expiry = new Date(Date.now() + 90 * 86_400_000).toISOString()
    const json = signedRequest(ended.device, { ptr: 'user-3', expiry })
    const { body: letter } = await call(before, '/license/create', { token: ended.token, json })
    const open = await filled.tenant.device('user-4')
    const openJson = signedRequest(open.device, { ptr: 'user-4', expiry })
    expect((await call(before, '/license/create', { token: open.token, json: openJson })).status).toBe(201)
    await before.admin.revokeLicense(letter.id, { requestedBy: 'person', channel: 'letter' })
    await from.close()
    expect(steps).toHaveLength(2)
    for (const step of steps) {
      const words = step.replace('.licet/service', folder).replace('"$DATABASE_URL"', postgres.url).split(' ')
      const moved = await runLicet(words.slice(2), { cwd: parent })
      expect(moved.code, moved.err).toBe(0)
    }

    const to = openPostgresStorage(postgres.url)
    for (const table of ['identity_keys', 'webhook_endpoints', 'webhook_deliveries', 'scheduled_events', 'revocations'])
      expect(await to.query(`SELECT 1 FROM licet.${table}`), table).not.toEqual([])
    expect((await verifyStoredAudit(to)).faults).toEqual([])
    const after = await serviceOn(to)
    expect(records).toHaveLength(60)
    expect(await listed(after)).toEqual(records)
    expect(await filled.keyWorks(after)).toBe(true)
    const form = { grant_type: 'refresh_token', refresh_token }
    expect((await call(after, TOKEN, { form })).status).toBe(200)
    const withdrawal = { ptr: 'user-2', uses: [] }
    const { status, body } = await call(after, '/license/create', { token, json: signedRequest(device, withdrawal) })
    expect([status, body.supersedes]).toEqual([201, records[0].id])
    await to.close()
  } finally {
    await postgres.stop()
    rmSync(parent, { recursive: true })
  }
})
