import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPostgresStorage } from '../../src/service/node.ts'
import { DEVICE_TABLES } from '../../src/service/storage/partitions.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { formerSchema } from '../fixtures/former-schema.ts'
import type { TestDatabase } from '../support/postgres.ts'

const ORG = '00000000-0000-7000-8000-000000000001'
const PROVIDER = '00000000-0000-7000-8000-000000000002'
/** The last version whose keys had no device. */
const FORMER = 9
/** Licenses of each device: several steps of the migration. */
const CHAIN = 400

/** A statement of the previous version, which stores the license `n` of a device. It replaces the one before. */
const store = (device: string, n: string) => `licet.store_license_1(
  gen_random_uuid(), '${PROVIDER}', rpad(${device}, 43, 'A'),
  (SELECT registration FROM licet.addresses WHERE address = rpad(${device}, 43, 'A')), 'ptr', rpad(${device} || ${n}, 43, 'H'),
  rpad('T', 43, 'T'), 'Terms', 'licet-1', '{"terms":""}', 9, '[]', 'AAAA', NULL, 'a.b.c', 'active', now(), 100, 0, 0)`

/** Devices with a chain of licenses each: one in use, one whose erasure is in progress, one that is erased. */
const FORMER_DATA = `
${formerSchema(FORMER)}
INSERT INTO licet.organizations VALUES ('${ORG}', 'Fresh Basket', now());
INSERT INTO licet.providers VALUES ('${PROVIDER}', '${ORG}', 'Basket app', '', now(), now());
INSERT INTO licet.addresses (provider_id, address, ptr, spki, created)
SELECT '${PROVIDER}', rpad(device, 43, 'A'), device, decode(repeat('00', 294), 'hex'), now()
FROM unnest(ARRAY['kept', 'leaving', 'erased']) AS device;
DO $$ BEGIN
  FOR n IN 1..${CHAIN} LOOP
    PERFORM ${store("'kept'", 'n')};
    PERFORM ${store("'leaving'", 'n')};
    PERFORM ${store("'erased'", 'n')};
  END LOOP;
END $$;
WITH gone AS (DELETE FROM licet.addresses WHERE ptr = 'leaving' RETURNING provider_id, address, ptr)
INSERT INTO licet.erasures (provider_id, address, ptr) SELECT * FROM gone;
DELETE FROM licet.addresses WHERE ptr = 'erased';
INSERT INTO licet.license_transitions (license_id, step, status, at)
SELECT id, 3, 'erased', now() FROM licet.licenses WHERE address = rpad('erased', 43, 'A');
UPDATE licet.licenses SET address = NULL, ptr = NULL WHERE address = rpad('erased', 43, 'A');
`

let postgres: TestDatabase
let former: pg.Client
beforeEach(async () => {
  postgres = await createPostgresDatabase({ empty: true })
  former = new pg.Client({ connectionString: postgres.url })
  await former.connect()
})
afterEach(async () => {
  await former.end()
  await postgres.stop()
})

test('E8: a process of the previous version stores licenses while the keys are migrated, and each gets the id of its device', async () => {
  await former.query(FORMER_DATA)
  const storage = openPostgresStorage(postgres.url)
  try {
    let migrating = true
    const migration = storage.ready().finally(() => {
      migrating = false
    })
    let stored = 0
    const storeOne = async () => {
      const { rows } = await former.query(`SELECT outcome FROM ${store("'kept'", '$1::text')}`, [`.${stored}`])
      expect(rows).toEqual([{ outcome: 'created' }])
      stored++
    }
    while (migrating) await storeOne()
    await migration
    // It runs until it is replaced.
    await storeOne()

    const devices = await storage.query(
      `SELECT coalesce(rtrim(l.address, 'A'), 'erased') AS device, count(*) AS licenses, count(DISTINCT l.registration) AS ids
       FROM licet.licenses l GROUP BY 1 ORDER BY 1`,
    )
    expect(devices).toEqual([
      { device: 'erased', licenses: CHAIN, ids: 1 },
      { device: 'kept', licenses: CHAIN + stored, ids: 1 },
      { device: 'leaving', licenses: CHAIN, ids: 1 },
    ])
    const strangers = await storage.query(
      `SELECT l.id FROM licet.licenses l
       LEFT JOIN licet.addresses a ON a.provider_id = l.provider_id AND a.address = l.address
       LEFT JOIN licet.erasures e ON e.provider_id = l.provider_id AND e.address = l.address
       WHERE l.address IS NOT NULL AND l.registration IS DISTINCT FROM coalesce(a.registration, e.registration)`,
    )
    expect(strangers).toEqual([])
    const others = await storage.query(
      `SELECT s.license_id FROM licet.license_transitions s JOIN licet.licenses l ON l.id = s.license_id
       WHERE (s.provider_id, s.registration) <> (l.provider_id, l.registration)`,
    )
    expect(others).toEqual([])
    const open = await storage.query(
      `SELECT rtrim(l.address, 'A') AS device, count(*) AS n FROM licet.open_licenses o
       JOIN licet.licenses l ON (l.provider_id, l.registration, l.id) = (o.provider_id, o.registration, o.license_id) GROUP BY 1 ORDER BY 1`,
    )
    expect(open).toEqual([
      { device: 'kept', n: 1 },
      { device: 'leaving', n: 1 },
    ])
  } finally {
    await storage.close()
  }
})

test('every unique and foreign key of a device names provider and device, so that its tables can be partitioned and distributed', async () => {
  const storage = openPostgresStorage(postgres.url)
  try {
    await storage.ready()
    const tables = [DEVICE_TABLES.map((table) => `licet.${table}`)]
    const unique = await storage.query<{ name: string; columns: string[] }>(
      `SELECT i.indexrelid::regclass::text AS name,
         (SELECT array_agg(a.attname::text) FROM pg_attribute a WHERE a.attrelid = i.indexrelid) AS columns
       FROM pg_index i WHERE i.indisunique AND i.indrelid = ANY ($1::text[]::regclass[])`,
      tables,
    )
    // Citus also requires that both rows have the same device.
    const foreign = await storage.query<{ name: string; columns: string[] }>(
      `SELECT c.conname AS name, (
         SELECT array_agg(a.attname::text) FROM unnest(c.conkey, c.confkey) AS k (own, other)
         JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.own
         JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = k.other AND b.attname = a.attname) AS columns
       FROM pg_constraint c WHERE c.contype = 'f' AND c.confrelid = ANY ($1::text[]::regclass[])`,
      tables,
    )
    expect([unique.length, foreign.length]).toEqual([7, 4])
    for (const key of [...unique, ...foreign]) {
      expect(key).toMatchObject({ columns: expect.arrayContaining(['provider_id', 'registration']) })
    }
    // Every other key of these tables is to a table that has no device, which Citus copies to each machine.
    const shared = await storage.query(
      `SELECT DISTINCT t.relname AS name FROM pg_constraint c JOIN pg_class t ON t.oid = c.confrelid
       WHERE c.contype = 'f' AND c.conrelid = ANY ($1::text[]::regclass[]) AND NOT c.confrelid = ANY ($1::text[]::regclass[]) ORDER BY 1`,
      tables,
    )
    expect(shared).toEqual([{ name: 'providers' }, { name: 'terms' }])
  } finally {
    await storage.close()
  }
})
