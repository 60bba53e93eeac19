import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createService } from '../../src/service/index.ts'
import { createNodeCrypto, openPostgresStorage } from '../../src/service/node.ts'
import { AUTH_URL } from '../fixtures/auth-url.ts'
import { call, createTenant } from '../fixtures/caller.ts'
import { signedRequest } from '../fixtures/device.ts'
import { codeBlocks } from '../support/documents.ts'
import { createServerFolder, startPostgres, writeBaseBackup } from '../support/postgres.ts'

const folder = createServerFolder()
const archive = join(folder, 'archive')
const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

/** The settings that the guide shows, with the folder of this test. */
function settingsOf(name: 'postgresql.conf' | 'recovery'): string[] {
  const blocks = codeBlocks('docs/guides/backup.md', 'ini')
  const block = blocks.find((text) => text.includes(name === 'recovery' ? 'restore_command' : 'archive_command')) ?? ''
  const lines = block.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => line.replace(/ = '?(.*?)'?$/, '=$1').replaceAll('/var/backups/licet/wal', archive))
}

test('the guide to continuous backup: what was stored and erased after the base backup is there after a crash of the disk', async () => {
  const primary = await startPostgres({ durable: true, settings: settingsOf('postgresql.conf') })
  closers.push(primary.stop)
  const storage = openPostgresStorage(primary.url)
  const service = await createService({ authUrl: AUTH_URL, storage, crypto: createNodeCrypto(), now: Date.now })
  const tenant = await createTenant(service)
  const agree = async (ptr: string) => {
    const { device, token } = await tenant.device(ptr)
    return (await call(service, '/license/create', { token, json: signedRequest(device, { ptr }) })).body
  }
  const before = await agree('ada')
  writeBaseBackup(primary.url, join(folder, 'base'))
  const after = await agree('bob')
  const erased = await call(service, `/api/latest/provider/${tenant.provider.providerId}/user?id=ada`, {
    method: 'DELETE',
    token: await tenant.adminToken(),
  })
  expect([erased.status, erased.headers.get('licet-erased')]).toEqual([204, 'devices=1, licenses=1'])
  const client = new pg.Client(primary.url)
  await client.connect()
  const { rows } = await client.query('SELECT pg_walfile_name(pg_switch_wal()) AS segment')
  const isArchived = async () =>
    (await client.query('SELECT last_archived_wal >= $1 AS done FROM pg_stat_archiver', [rows[0].segment])).rows[0].done
  await expect.poll(isArchived, { timeout: 60_000 }).toBe(true)
  await client.end()
  await service.close()
  await storage.close()
  // The machine of the database is gone.
  await primary.kill('SIGKILL')

  const restored = await startPostgres({ baseBackup: join(folder, 'base'), settings: settingsOf('recovery') })
  closers.push(restored.stop)
  // It already answers reads before it has repeated every change.
  const state = new pg.Client(restored.url)
  await state.connect()
  const isRecovering = async () => (await state.query('SELECT pg_is_in_recovery() AS is')).rows[0].is
  await expect.poll(isRecovering, { timeout: 60_000 }).toBe(false)
  await state.end()
  const recovered = openPostgresStorage(restored.url)
  const again = await createService({ authUrl: AUTH_URL, storage: recovered, crypto: createNodeCrypto(), now: Date.now })
  closers.push(async () => {
    await again.close()
    await recovered.close()
  })
  const granted = await call(again, '/api/latest/auth/token', {
    form: { grant_type: 'client_credentials', client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey },
  })
  const get = (id: string) => call(again, `/license/${id}`, { token: granted.body.access_token })
  expect((await get(after.id)).body).toMatchObject({ status: 'active', ptr: 'bob', receipt: after.receipt })
  expect((await get(before.id)).body).toMatchObject({ status: 'erased', ptr: '' })
})
