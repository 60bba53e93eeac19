import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../../src/client/index.ts'
import { restoreBackup } from '../../../src/service/backup/restore-backup.ts'
import { createKeyProtection } from '../../../src/service/crypto/key-protection.ts'
import { createService, type Service, type Storage } from '../../../src/service/index.ts'
import { openBackupFile } from '../../../src/service/node/backup/open-file.ts'
import { writeSealedFile } from '../../../src/service/node/backup/sealed-file.ts'
import { createNodeCrypto, openDiskStorage, openPostgresStorage } from '../../../src/service/node.ts'
import { MIGRATIONS } from '../../../src/service/storage/migrations.ts'
import { listSecretsWithout } from '../../../src/service/storage/protected-secrets.ts'
import { encodeHeader, signCompact } from '../../../src/service/tokens/compact-jws.ts'
import { createSigningKey } from '../../../src/service/tokens/import-ring.ts'
import { call, createTenant, grant } from '../../fixtures/caller.ts'
import { createPostgresDatabase, writeDatabaseFiles } from '../../fixtures/databases.ts'
import { signedRequest } from '../../fixtures/device.ts'
import { addIdentityKey, createBackend } from '../../fixtures/identity.ts'
import { NEXT_MIGRATIONS, openNextStorage } from '../../fixtures/next-version.ts'
import { licet, runLicet } from '../../fixtures/run-licet.ts'
import type { TestDatabase } from '../../support/postgres.ts'

const AUTH_URL = 'https://auth.example.com'

let folder = ''
let database: TestDatabase
let empty: TestDatabase
let storages: Storage[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'licet-backup-'))
  ;[database, empty] = await Promise.all([createPostgresDatabase(), createPostgresDatabase({ empty: true })])
})
afterEach(async () => {
  await closeStorages()
  await Promise.all([database.stop(), empty.stop()])
  rmSync(folder, { recursive: true, force: true })
})

const path = (name: string) => join(folder, name)
const on = ({ url }: TestDatabase) => ['--database-url', url]

function openStorage(url: string): Storage {
  const storage = openPostgresStorage(url)
  storages.push(storage)
  return storage
}

async function closeStorages(): Promise<void> {
  for (const storage of storages) await storage.close()
  storages = []
}

const serviceOn = (storage: Storage) => createService({ authUrl: AUTH_URL, storage, maxTermsPerDay: 0 })

/** Fills a database with licenses of two people on two devices, one of which has a license of each. */
async function fill(service: Service) {
  const tenant = await createTenant(service)
  await service.webhooks.createEndpoint({ providerId: tenant.provider.providerId, url: 'https://shop.example/events' })
  const first = await tenant.device('user-1')
  const second = await tenant.device('user-2')
  const without = await tenant.device('user-3')
  const agree = async ({ device, token }: typeof first, ptr: string) =>
    (
      await call(service, '/license/create', {
        token,
        json: signedRequest(device, { ptr, terms: `Terms of ${ptr} \u2028 ${'ü'.repeat(50)}` }),
      })
    ).body
  const licenses = {
    first: await agree(first, 'user-1'),
    second: await agree(second, 'user-2'),
    shared: await agree(second, 'user-1'),
  }
  await addIdentityKey(service, tenant, createBackend(tenant.provider.providerId))
  const erase = async (query: string) =>
    call(service, `/api/latest/provider/${tenant.provider.providerId}/user?${query}`, {
      method: 'DELETE',
      token: await tenant.adminToken(),
    })
  return { tenant, first, second, without, licenses, erase }
}

const chainsWith = (action: string) => `SELECT chain FROM licet.audit_events WHERE event::json ->> 'action' = '${action}'`
const RESTORES = chainsWith('database.restored')
/** The chains of the audit log in which only a backup or a restore wrote. */
const OF_FILES = `${chainsWith('database.backed_up')} UNION ${RESTORES}`
const WITHOUT_FILES: Readonly<Record<string, string>> = {
  audit_chains: `WHERE id NOT IN (${OF_FILES})`,
  audit_events: `WHERE chain NOT IN (${OF_FILES})`,
}

async function allRows(storage: Storage): Promise<Record<string, unknown>> {
  const tables = await storage.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'licet' AND tablename <> 'migrations' ORDER BY 1",
  )
  const rows: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [row] = await storage.query(
      `SELECT coalesce(json_agg(t ORDER BY t::text), '[]')::text AS rows FROM licet.${name} AS t ${WITHOUT_FILES[name] ?? ''}`,
    )
    rows[name] = JSON.parse(String(row?.rows))
  }
  return rows
}

// Regression: the event was written after the file, so a process that was killed in between left none.
test('a backup is in the audit log before its first byte is in a file', async () => {
  const storage = openStorage(database.url)
  await (await serviceOn(storage)).close()
  expect(await licet('backup', path('missing/one.backup'), ...on(database))).toMatchObject({ code: expect.any(Number) })
  expect(await storage.query(chainsWith('database.backed_up'))).toHaveLength(1)
})

const pointersOf = (storage: Storage) =>
  storage.query("SELECT id, ptr, address, convert_from(request, 'UTF8') AS request FROM licet.licenses ORDER BY position")

test('a backup of a serving database restores every row, and the restored service goes on', async () => {
  const storage = openStorage(database.url)
  const { tenant, second, licenses } = await fill(await serviceOn(storage))
  const before = await allRows(storage)
  expect(before.webhook_deliveries).not.toEqual([])
  const written = await licet('backup', path('one.backup'), ...on(database), '--json')
  expect(written.code, written.err).toBe(0)
  expect(JSON.parse(written.out)).toMatchObject({ schema: MIGRATIONS.length, created: expect.stringMatching(/^20.*Z$/) })
  expect(statSync(path('one.backup')).mode & 0o777).toBe(0o600)
  // Regression: a backup, which contains all personal data and the signing key, left no event.
  const events = await storage.query<{ event: string }>("SELECT event FROM licet.audit_events WHERE event LIKE '%backed_up%'")
  expect(events.map(({ event }) => JSON.parse(event))).toMatchObject([
    {
      action: 'database.backed_up',
      actor: { type: 'operator' },
      details: { licenses: 3 },
    },
  ])
  expect(readdirSync(folder)).toEqual(['one.backup'])

  const restored = await licet('restore', path('one.backup'), '--nothing-lost', ...on(empty), '--json')
  expect(restored.code, restored.err).toBe(0)
  expect(JSON.parse(restored.out)).toMatchObject({ rows: { licenses: 3, addresses: 3 }, erased: { devices: 0, licenses: 0 } })
  const copy = openStorage(empty.url)
  expect(await allRows(copy)).toEqual(before)
  expect(await copy.query(RESTORES)).toHaveLength(1)
  const service = await serviceOn(copy)
  expect((await call(service, '/readyz')).status).toBe(200)
  const { body: keys } = await call(service, '/.well-known/jwks.json')
  expect(await verifyReceipt(licenses.first.receipt, keys)).toMatchObject({ lic: licenses.first.id })
  // Triggers and foreign keys work, and numbers go on.
  const client_id = `address:${tenant.provider.providerId}:${second.device.address}`
  const { access_token: token } = await grant(service, { client_id, client_secret: second.device.sign(second.device.address) })
  const { status, body } = await call(service, '/license/create', {
    token,
    json: signedRequest(second.device, { ptr: 'user-2', uses: [] }),
  })
  expect([status, body.supersedes]).toEqual([201, licenses.second.id])
  const [keysOfTables] = await copy.query(
    "SELECT count(*)::integer AS count FROM pg_constraint WHERE contype = 'f' AND connamespace = 'licet'::regnamespace",
  )
  const [original] = await storage.query(
    "SELECT count(*)::integer AS count FROM pg_constraint WHERE contype = 'f' AND connamespace = 'licet'::regnamespace",
  )
  expect(keysOfTables).toEqual(original)
  const [triggers] = await copy.query(
    "SELECT count(*)::integer AS off FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid WHERE relnamespace = 'licet'::regnamespace AND tgenabled <> 'O'",
  )
  expect(triggers).toEqual({ off: 0 })
})

describe('erasures after a backup', () => {
  test('are repeated from the journal: devices, licenses of other devices, and devices without a license', async () => {
    const storage = openStorage(database.url)
    const { licenses, without, first, erase } = await fill(await serviceOn(storage))
    expect((await licet('backup', path('one.backup'), ...on(database))).code).toBe(0)
    expect((await erase('id=user-1')).status).toBe(204)
    expect((await erase(`address=${without.device.address}`)).status).toBe(204)
    const exported = await licet('erasures', 'export', path('journal'), ...on(database), '--json')
    expect(exported.code, exported.err).toBe(0)
    const journal = gunzipSync(readFileSync(path('journal'))).toString()
    for (const personal of ['user-1', 'user-3', first.device.address, without.device.address])
      expect(journal).not.toContain(personal)
    const expected = await pointersOf(storage)

    const refused = await licet('restore', path('one.backup'), ...on(empty))
    expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining('licet erasures export') })
    const restored = await licet('restore', path('one.backup'), '--erasures', path('journal'), ...on(empty), '--json')
    expect(restored.code, restored.err).toBe(0)
    expect(JSON.parse(restored.out).erased).toEqual({ devices: 2, licenses: 1 })
    const copy = openStorage(empty.url)
    expect(await pointersOf(copy)).toEqual(expected)
    expect(await copy.query('SELECT ptr FROM licet.addresses')).toEqual([{ ptr: 'user-2' }])
    const service = await serviceOn(copy)
    const { body: keys } = await call(service, '/.well-known/jwks.json')
    const [erased] = await copy.query<{ receipt: string }>('SELECT receipt FROM licet.licenses WHERE id = $1', [licenses.first.id])
    const claims = await verifyReceipt(erased?.receipt ?? '', keys)
    expect(claims).toMatchObject({ iss: AUTH_URL, sub: '', lic: licenses.first.id, status: 'erased' })
    // The next journal has them too.
    expect((await licet('erasures', 'export', path('next'), ...on(empty))).out).toContain(
      `It has ${JSON.parse(exported.out).erasures} erasures`,
    )
  })

  test('are repeated from the database that is replaced, without a journal', async () => {
    const storage = openStorage(database.url)
    const { first, erase } = await fill(await serviceOn(storage))
    expect((await licet('backup', path('one.backup'), ...on(database))).code).toBe(0)
    await erase(`address=${first.device.address}`)
    // The device, and its license, which is refused when the device sends it again.
    expect((await licet('erasures', 'export', path('journal'), ...on(database))).out).toContain('It has 2 erasures until')
    const expected = await pointersOf(storage)
    expect(await licet('restore', path('one.backup'), '--force', ...on(database))).toMatchObject({
      code: 2,
      err: expect.stringContaining('Stop every `licet serve`'),
    })
    await closeStorages()
    expect(await licet('restore', path('one.backup'), ...on(database))).toMatchObject({
      code: 2,
      err: expect.stringContaining('--force'),
    })
    const restored = await licet('restore', path('one.backup'), '--force', ...on(database))
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('Erased again: 1 device, and 0 licenses') })
    expect(await pointersOf(openStorage(database.url))).toEqual(expected)
  })

  test('are repeated in a database that another tool restored', async () => {
    const storage = openStorage(database.url)
    const { erase } = await fill(await serviceOn(storage))
    expect((await licet('backup', path('one.backup'), ...on(database))).code).toBe(0)
    await erase('id=user-1')
    await licet('erasures', 'export', path('journal'), ...on(database))
    await licet('restore', path('one.backup'), '--nothing-erased', ...on(empty))
    const repeat = () => licet('erasures', 'repeat', path('journal'), ...on(empty), '--json')
    expect(JSON.parse((await repeat()).out)).toEqual({ devices: 1, licenses: 1 })
    expect(JSON.parse((await repeat()).out)).toEqual({ devices: 0, licenses: 0 })
    expect(await pointersOf(openStorage(empty.url))).toEqual(await pointersOf(storage))
  })

  test('a journal that is older than the backup or of another database is refused, and nothing changes', async () => {
    await fill(await serviceOn(openStorage(database.url)))
    await licet('erasures', 'export', path('old'), ...on(database))
    await licet('backup', path('one.backup'), ...on(database))
    const other = await createPostgresDatabase({ empty: true })
    try {
      await licet('migrate', ...on(other))
      await licet('erasures', 'export', path('foreign'), ...on(other))
      for (const [journal, message] of [
        ['old', 'before the backup'],
        ['foreign', 'belongs to another database'],
        ['one.backup', 'is not a journal of erasures'],
        ['none', 'cannot be read'],
      ] as const) {
        // Regression: `--check` accepted a journal that the restore refused later.
        for (const args of [on(empty), ['--check']]) {
          const { code, err } = await licet('restore', path('one.backup'), '--erasures', path(journal), ...args)
          expect([code, err]).toEqual([2, expect.stringContaining(message)])
        }
      }
      expect(await openStorage(empty.url).query('SELECT 1 FROM licet.organizations')).toEqual([])
    } finally {
      await other.stop()
    }
  })
})

type Filled = Awaited<ReturnType<typeof fill>>

// Regression: the option was believed, and a withdrawal since the backup was lost, while License Permit answered for its license.
test.each<[string, (service: Service, filled: Filled) => Promise<unknown>]>([
  [
    'a withdrawal',
    async (service, { first }) =>
      call(service, '/license/create', {
        token: first.token,
        json: signedRequest(first.device, { ptr: 'user-1', uses: [] }),
      }),
  ],
  [
    'a revocation',
    async (service, { tenant, licenses }) =>
      call(service, `/license/${licenses.first.id}/revoke`, {
        token: await tenant.adminToken(),
        json: { requestedBy: 'person', channel: 'letter' },
      }),
  ],
  ['a device', async (_, { tenant }) => tenant.device('user-4')],
])('`restore --force --nothing-lost` is refused when the database has %s since the backup', async (_, change) => {
  const storage = openStorage(database.url)
  const service = await serviceOn(storage)
  const filled = await fill(service)
  expect((await licet('backup', path('one.backup'), ...on(database))).code).toBe(0)
  await change(service, filled)
  expect((await licet('backup', path('two.backup'), ...on(database))).code).toBe(0)
  const expected = await allRows(storage)
  await closeStorages()
  const restore = (name: string) => licet('restore', path(name), '--force', '--nothing-lost', ...on(database))
  expect(await restore('one.backup')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--nothing-lost does not apply'),
  })
  expect(await allRows(openStorage(database.url))).toEqual(expected)
  await closeStorages()
  expect((await restore('two.backup')).code).toBe(0)
})

test('a backup moves the embedded database to PostgreSQL and back', { timeout: 120_000 }, async () => {
  const dataDir = path('service')
  await writeDatabaseFiles(dataDir)
  const embedded = await openDiskStorage({ folder: dataDir })
  await fill(await serviceOn(embedded))
  const before = await allRows(embedded)
  await embedded.close()
  expect((await licet('backup', path('one.backup'), '--data-dir', dataDir)).code).toBe(0)
  expect((await licet('restore', path('one.backup'), '--nothing-lost', ...on(empty))).code).toBe(0)
  expect(await allRows(openStorage(empty.url))).toEqual(before)
  expect((await licet('backup', path('two.backup'), ...on(empty))).code).toBe(0)
  const back = await licet('restore', path('two.backup'), '--nothing-lost', '--data-dir', path('back'))
  expect(back.code, back.err).toBe(0)
  const restored = await openDiskStorage({ folder: path('back') })
  expect(await allRows(restored)).toEqual(before)
  await restored.close()
})

test('a backup of a database with encrypted keys needs the key, and is restored with it', async () => {
  const key = randomBytes(32).toString('base64')
  const env = { LICET_KEY_ENCRYPTION_KEY: key }
  const service = await createService({ authUrl: AUTH_URL, storage: openStorage(database.url), keyEncryption: { key } })
  await fill(service)
  const backUp = (variables: Readonly<Record<string, string>>) =>
    runLicet(['backup', path('one.backup'), ...on(database)], { env: variables })
  expect(await backUp({})).toMatchObject({ code: 2, err: expect.stringContaining('LICET_KEY_ENCRYPTION_KEY_FILE') })
  expect(readdirSync(folder)).toEqual([])
  expect(await backUp(env)).toMatchObject({ code: 0 })
  const text = gunzipSync(readFileSync(path('one.backup'))).toString()
  expect([text.includes('"d":'), text.includes('whsec_')]).toEqual([false, false])
  const restored = await runLicet(['restore', path('one.backup'), '--nothing-lost', ...on(empty)], { env })
  expect(restored.code, restored.err).toBe(0)
  const copy = await createService({ authUrl: AUTH_URL, storage: openStorage(empty.url), keyEncryption: { key } })
  expect((await call(copy, '/readyz')).status).toBe(200)
})

// Regression: with the key, the first backup of a database without encryption and the restored database had the signing key unencrypted.
test('a backup and a restored database have no unencrypted secret when the command has the key', async () => {
  const storage = openStorage(database.url)
  await fill(await serviceOn(storage))
  const env = { LICET_KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') }
  const contains = (name: string) => ['\\"d\\":', 'whsec_'].map((secret) => gunzipSync(readFileSync(path(name))).includes(secret))
  expect(await licet('backup', path('clear.backup'), ...on(database))).toMatchObject({ code: 0 })
  expect(contains('clear.backup')).toEqual([true, true])
  expect(await runLicet(['restore', path('clear.backup'), '--nothing-lost', ...on(empty)], { env })).toMatchObject({ code: 0 })
  expect(await listSecretsWithout(openStorage(empty.url), 'eyJ')).toEqual([])
  expect(await runLicet(['backup', path('one.backup'), ...on(database)], { env })).toMatchObject({ code: 0 })
  expect(contains('one.backup')).toEqual([false, false])
  expect(await listSecretsWithout(storage, 'eyJ')).toEqual([])
})

// Regression: `restore --force` without the variable replaced the encrypted keys of the database by the unencrypted ones of an old backup.
test('a restore without the key does not replace encrypted secrets by unencrypted ones', async () => {
  await fill(await serviceOn(openStorage(database.url)))
  const env = { LICET_KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') }
  expect(await licet('backup', path('clear.backup'), ...on(database))).toMatchObject({ code: 0 })
  const words = ['restore', path('clear.backup'), '--nothing-lost', '--force', ...on(empty)]
  expect(await runLicet(words, { env })).toMatchObject({ code: 0 })
  expect(await licet(...words)).toMatchObject({ code: 2, err: expect.stringContaining('LICET_KEY_ENCRYPTION_KEY_FILE') })
  expect(await runLicet(words, { env })).toMatchObject({ code: 0 })
  expect(await listSecretsWithout(openStorage(empty.url), 'eyJ')).toEqual([])
})

// Regression: the previous secret of a webhook that nobody can decrypt any longer kept every backup from being written.
test('a backup is written after the encryption key was lost and replaced', async () => {
  const storage = openStorage(database.url)
  const keyEncryption = { key: randomBytes(32).toString('base64') }
  await fill(await createService({ authUrl: AUTH_URL, storage, keyEncryption }))
  const env = { LICET_KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') }
  expect(await runLicet(['key', 'rotate', '--now', ...on(database)], { env })).toMatchObject({ code: 0 })
  const [endpoint] = await storage.query<{ id: string }>('SELECT id FROM licet.webhook_endpoints')
  expect(await runLicet(['webhook', 'rotate', endpoint?.id ?? '', ...on(database)], { env })).toMatchObject({ code: 0 })
  expect(await runLicet(['backup', path('one.backup'), ...on(database)], { env })).toMatchObject({ code: 0, err: '' })
  expect(await runLicet(['restore', path('one.backup'), '--nothing-lost', ...on(empty)], { env })).toMatchObject({ code: 0 })
})

test('a backup of the previous version is restored and migrated, and one of a newer version is refused', async () => {
  await fill(await serviceOn(openStorage(database.url)))
  await licet('backup', path('previous.backup'), ...on(database))
  const next = openNextStorage({ connectionString: empty.url, max: 1 })
  storages.push(next)
  await next.ready()
  const { rows } = await restoreBackup({
    ...{
      storage: next,
      crypto: createNodeCrypto(),
      protection: createKeyProtection({}),
      now: Date.now,
      migrations: NEXT_MIGRATIONS,
    },
    ...{ isNothingErased: true, isForced: false, openBackup: () => openBackupFile(path('previous.backup')) },
  })
  expect(rows).toMatchObject({ licenses: 3 })
  expect(await next.schema?.()).toMatchObject({ version: NEXT_MIGRATIONS.length })
  expect(await next.query('SELECT DISTINCT note FROM licet.licenses')).toEqual([{ note: 'none' }])
  expect(await pointersOf(next)).toHaveLength(3)
  await closeStorages()

  const [line = ''] = gunzipSync(readFileSync(path('previous.backup')))
    .toString()
    .split('\n')
  const newer = [JSON.stringify({ ...JSON.parse(line), schema: MIGRATIONS.length + 1, program: 'licet 9.9.9' })]
  await writeSealedFile(path('newer.backup'), toTexts(newer), signWithAnyKey)
  const refused = await licet('restore', path('newer.backup'), '--force', ...on(database))
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('Restore it with licet 9.9.9 or a later version') })
})

async function* toTexts(lines: readonly string[]) {
  yield lines.map((line) => `${line}\n`).join('')
}

async function createSigner() {
  const crypto = createNodeCrypto()
  const key = await createSigningKey({ crypto, protection: createKeyProtection({}) })
  return { ...key, sign: await crypto.importSigner(JSON.parse(key.privateKey)) }
}

/** Seals a file with a key that is not the key of the service. */
async function signWithAnyKey(claims: object): Promise<string> {
  const { kid, sign } = await createSigner()
  return signCompact(encodeHeader('licet-seal+jwt', kid), claims, sign)
}

// Regression: the seal was a plain SHA-256, so a journal whose erasures were cut out was accepted with a new sum.
test('a journal without its erasures and with another seal is refused, and nobody who was erased is back', async () => {
  const storage = openStorage(database.url)
  const service = await serviceOn(storage)
  const { erase } = await fill(service)
  writeFileSync(path('keys.json'), JSON.stringify((await call(service, '/.well-known/jwks.json')).body))
  await licet('backup', path('one.backup'), ...on(database))
  await erase('id=user-1')
  await licet('erasures', 'export', path('journal'), ...on(database))
  const lines = gunzipSync(readFileSync(path('journal')))
    .toString()
    .trimEnd()
    .split('\n')
  await writeSealedFile(path('cut'), toTexts(lines.slice(0, 1)), signWithAnyKey)
  const { kid } = JSON.parse(readFileSync(path('keys.json'), 'utf8')).keys[0]
  const { sign } = await createSigner()
  const forge = (claims: object) => signCompact(encodeHeader('licet-seal+jwt', kid), claims, sign)
  await writeSealedFile(path('forged'), toTexts(lines.slice(0, 1)), forge)
  // Regression: its rows were read before its seal was verified, and the command failed unexpectedly.
  await writeSealedFile(path('no rows'), toTexts([...lines.slice(0, 1), '{"row":', 'no JSON']), forge)
  const keys = ['--keys', path('keys.json')]
  for (const [journal, message] of [
    ['cut', 'not one of the trusted keys'],
    ['forged', 'The signature of the seal is not valid'],
    ['no rows', 'The signature of the seal is not valid'],
  ] as const) {
    for (const args of [[], keys]) {
      const refused = await licet('restore', path('one.backup'), '--erasures', path(journal), ...args, ...on(empty))
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(message)])
    }
    expect(await licet('erasures', 'repeat', path(journal), ...on(database))).toMatchObject({
      code: 2,
      err: expect.stringContaining(message),
    })
    expect(await licet('restore', path('one.backup'), '--check', '--erasures', path(journal), ...keys)).toMatchObject({ code: 2 })
  }
  expect(await openStorage(empty.url).query('SELECT 1 FROM licet.organizations')).toEqual([])
  await closeStorages()
  const restored = await licet('restore', path('one.backup'), '--erasures', path('journal'), ...keys, ...on(empty))
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('Erased again: 1 device') })
  // Regression: a journal from long ago was repeated without a word about the erasures after it.
  expect(restored.out).toMatch(/The journal has the erasures until 20[^ ]+Z\. If somebody was erased later, erase them again\./)
})

test('`restore --check` states that a backup is unchanged only with the key set that sealed it', async () => {
  const service = await serviceOn(openStorage(database.url))
  await fill(service)
  writeFileSync(path('keys.json'), JSON.stringify((await call(service, '/.well-known/jwks.json')).body))
  await licet('backup', path('one.backup'), ...on(database))
  const [seal] = gunzipSync(readFileSync(path('one.backup')))
    .toString()
    .trimEnd()
    .split('\n')
    .slice(-1)
  expect(JSON.parse(Buffer.from(JSON.parse(seal ?? '').seal.split('.')[1], 'base64url').toString())).toEqual({
    type: 'licet-backup',
    time: expect.stringMatching(/^20.*Z$/),
    count: expect.any(Number),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const { code, out } = await licet('restore', path('one.backup'), '--check')
  expect([code, out]).toEqual([0, expect.stringMatching(/is complete\.\nNothing proves that the backup is unchanged\. Add --keys/)])
  expect(await licet('restore', path('one.backup'), '--check', '--keys', path('keys.json'))).toMatchObject({
    code: 0,
    out: expect.stringContaining('is complete and unchanged.'),
  })
  // Regression: a restore without the key set did not say that nothing proves the backup.
  const unproven = expect.stringContaining('Nothing proves that the backup is unchanged. Add --keys')
  expect(await licet('restore', path('one.backup'), '--nothing-erased', ...on(empty))).toMatchObject({ code: 0, out: unproven })
  const proven = await licet('restore', path('one.backup'), '--force', '--keys', path('keys.json'), ...on(empty))
  expect(proven).toMatchObject({ code: 0, out: expect.not.stringContaining('Nothing proves') })
  const other = await createSigner()
  writeFileSync(path('other.json'), JSON.stringify({ keys: [{ ...other.publicKey, kid: other.kid }] }))
  for (const args of [['--check'], ['--nothing-erased', ...on(empty)]])
    expect(await licet('restore', path('one.backup'), '--keys', path('other.json'), ...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining('not one of the trusted keys'),
    })
})

test('an incomplete or changed backup is refused, and the database stays empty', async () => {
  await fill(await serviceOn(openStorage(database.url)))
  await licet('backup', path('one.backup'), ...on(database))
  expect((await licet('restore', path('one.backup'), '--check')).out).toContain('is complete.')
  const packed = readFileSync(path('one.backup'))
  const text = gunzipSync(packed).toString()
  writeFileSync(path('half'), packed.subarray(0, packed.length / 2))
  writeFileSync(path('cut'), gzipSync(text.slice(0, text.lastIndexOf('{"end"'))))
  writeFileSync(path('changed'), gzipSync(text.replace('"user-1"', '"user-9"')))
  writeFileSync(path('other'), 'some text')
  // Regression: a small file with a long line filled the memory.
  writeFileSync(path('long'), gzipSync(Buffer.concat([Buffer.from(text), Buffer.alloc(20 * 1024 * 1024, 'x')])))
  // Regression: a restore with such a first line "failed unexpectedly", or took the schema for the current one.
  const lines = text.trimEnd().split('\n').slice(0, -1)
  const { seal } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')
  const [head, payload, signature] = seal.split('.')
  for (const [name, change] of Object.entries({ negative: { schema: -1 }, words: { schema: 'one' }, nameless: { program: 1 } })) {
    const all = [JSON.stringify({ ...JSON.parse(lines[0] ?? ''), ...change }), ...lines.slice(1)]
      .map((line) => `${line}\n`)
      .join('')
    const sha256 = createHash('sha256').update(all).digest('hex')
    const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sha256 }
    const forged = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
    writeFileSync(path(name), gzipSync(`${all}${JSON.stringify({ end: true, seal: forged })}\n`))
  }
  for (const [name, message] of [
    ['half', 'incomplete'],
    ['cut', 'incomplete'],
    ['changed', 'its checksum is wrong'],
    ['other', 'no file of licet'],
    ['long', 'a line is longer than any row'],
    ['negative', 'is not a backup of licet'],
    ['words', 'is not a backup of licet'],
    ['nameless', 'is not a backup of licet'],
    ['none', 'cannot be read'],
  ] as const) {
    for (const args of [['--check'], ['--nothing-erased', ...on(empty)]]) {
      const { code, err } = await licet('restore', path(name), ...args)
      expect([name, code, err]).toEqual([name, 2, expect.stringContaining(message)])
    }
  }
  expect(await openStorage(empty.url).query('SELECT 1 FROM licet.organizations')).toEqual([])
})

// Regression: it "failed unexpectedly", and asked for a report to the maintainers.
test('a role that lacks a privilege is reported as the cause of a failed command, with the fix', async () => {
  const storage = openStorage(database.url)
  await storage.query('CREATE ROLE licet_limited LOGIN')
  await storage.query('GRANT USAGE ON SCHEMA licet TO licet_limited')
  await storage.query('GRANT SELECT ON licet.migrations TO licet_limited')
  const limited = new URL(database.url)
  limited.username = 'licet_limited'
  try {
    const failed = await licet('backup', path('limited.backup'), '--database-url', limited.href)
    expect(failed).toMatchObject({ code: 2, err: expect.stringContaining('42501: the role lacks a required privilege') })
    expect(failed.err).toContain('Grant it to the role')
    expect(failed.err).not.toContain('unexpectedly')
    const { code, out } = await licet('doctor', '--database-url', limited.href)
    expect([code, out]).toEqual([1, expect.stringMatching(/fault +database: .*42501.*\n.*Grant it to the role/)])
  } finally {
    await storage.query('DROP OWNED BY licet_limited')
    await storage.query('DROP ROLE licet_limited')
  }
})

test('a backup never overwrites a file, and needs a database that exists', async () => {
  writeFileSync(path('mine'), 'mine')
  expect(await licet('backup', path('mine'), ...on(database))).toMatchObject({
    code: 2,
    err: expect.stringContaining('exists already'),
  })
  expect(readFileSync(path('mine'), 'utf8')).toBe('mine')
  expect(await licet('backup', path('a'), '--data-dir', path('none'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('has no database'),
  })
  expect(await licet('backup', path('a'), ...on(empty))).toMatchObject({ code: 2, err: expect.stringContaining('no schema') })
  expect(readdirSync(folder)).toEqual(['mine'])
})
