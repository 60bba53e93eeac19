import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createService, openPgliteStorage, type Storage } from '../../src/service/index.ts'
import { openPostgresStorage } from '../../src/service/node.ts'
import { MIGRATIONS } from '../../src/service/storage/migrations.ts'
import { startPostgres } from '../support/postgres.ts'
import { call, grant } from './caller.ts'
import { pooledDevice } from './device.ts'

const ORG = '00000000-0000-7000-8000-000000000001'
const PROVIDER = '00000000-0000-7000-8000-000000000002'
const LICENSE = '00000000-0000-7000-8000-000000000003'
const device = pooledDevice(0)
const HASH = 'H'.repeat(43)
const REQUEST = JSON.stringify({
  description: 'Receipts',
  origin: 'com.example.basket',
  ptr: 'user-1',
  tags: ['purchase_history'],
  terms: '',
  uses: [{ destinations: ['a.example'], usecases: ['analytics'] }],
})

const FORMER = MIGRATIONS.slice(1).map((_, at) => at + 1)

/** A database as a former version left it, with two devices and a license. */
const leftBy = (version: number) => `
CREATE SCHEMA licet;
CREATE TABLE licet.migrations (version integer PRIMARY KEY, name text NOT NULL, applied timestamptz NOT NULL DEFAULT now());
${MIGRATIONS.slice(0, version)
  .map(({ sql }, at) => `${sql}; INSERT INTO licet.migrations (version, name) VALUES (${at + 1}, 'former');`)
  .join('')}
INSERT INTO licet.organizations VALUES ('${ORG}', 'Fresh Basket', now());
INSERT INTO licet.providers VALUES ('${PROVIDER}', '${ORG}', 'Basket app', '', now(), now());
INSERT INTO licet.addresses VALUES ('${PROVIDER}', '${device.address}', 'user-1', '\\x${device.spki.toString('hex')}', now());
INSERT INTO licet.addresses SELECT provider_id, rpad('A', 43, 'A'), 'user-2', spki, now() FROM licet.addresses;
INSERT INTO licet.terms VALUES ('${HASH}', 'Terms');
INSERT INTO licet.licenses (id, provider_id, address, ptr, request_hash, terms_hash, suite, request, signature, created, receipt)
VALUES ('${LICENSE}', '${PROVIDER}', '${device.address}', 'user-1', '${HASH}', '${HASH}', 'licet-1', '${REQUEST}', 'AAAA', now(), 'a.b.c');
INSERT INTO licet.license_transitions VALUES ('${LICENSE}', 1, 'active', now());
`

async function expectMigrated(storage: Storage): Promise<void> {
  const versions = await storage.query('SELECT version FROM licet.migrations ORDER BY version')
  expect(versions).toEqual(MIGRATIONS.map((_, at) => ({ version: at + 1 })))
  const registrations = await storage.query<{ registration: string }>('SELECT registration FROM licet.addresses')
  expect(new Set(registrations.map((row) => row.registration)).size).toBe(2)
  const service = await createService({ authUrl: 'https://a.example', storage })
  const client = { client_id: `address:${PROVIDER}:${device.address}`, client_secret: device.sign(device.address) }
  const token = (await grant(service, client)).access_token
  const verify = async (destination: string) =>
    (await call(service, '/license/verify', { token, json: { usecase: 'analytics', destination } })).body.reason
  expect([await verify('a.example'), await verify('b.example')]).toEqual(['licensed', 'not_covered'])
  expect((await call(service, '/license', { token })).body.licenses).toMatchObject([{ id: LICENSE, terms: 'Terms' }])
}

test.each(FORMER)('E8 a database of version %i is brought up to date with what it holds, on PGlite', async (version) => {
  const database = await PGlite.create('memory://')
  await database.exec(leftBy(version))
  const storage = await openPgliteStorage({ database })
  await expectMigrated(storage)
  await storage.close()
})

test.each(FORMER)('E8 a database of version %i is brought up to date with what it holds, on PostgreSQL', async (version) => {
  const postgres = await startPostgres()
  const client = new pg.Client({ connectionString: postgres.url })
  const storage = openPostgresStorage(postgres.url)
  try {
    await client.connect()
    await client.query(leftBy(version))
    await storage.ready()
    await expectMigrated(storage)
  } finally {
    await storage.close()
    await client.end()
    await postgres.stop()
  }
})
