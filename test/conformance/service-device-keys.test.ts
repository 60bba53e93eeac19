import { expect, test } from 'vitest'
import { openPostgresStorage } from '../../src/service/node.ts'
import { DEVICE_TABLES } from '../../src/service/storage/partitions.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'

test('every unique and foreign key of a device has the provider and the device, so that its tables can be partitioned and distributed', async () => {
  const postgres = await createPostgresDatabase()
  const storage = openPostgresStorage(postgres.url)
  try {
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
    expect([unique.length, foreign.length]).toEqual([7, 2])
    for (const key of [...unique, ...foreign]) {
      expect(key).toMatchObject({ columns: expect.arrayContaining(['provider_id', 'registration']) })
    }
    // Every other key of these tables is to a table that has no device, which Citus copies to each machine.
    const shared = await storage.query(
      `SELECT DISTINCT t.relname AS name FROM pg_constraint c JOIN pg_class t ON t.oid = c.confrelid
       WHERE c.contype = 'f' AND c.conrelid = ANY ($1::text[]::regclass[]) AND NOT c.confrelid = ANY ($1::text[]::regclass[]) ORDER BY 1`,
      tables,
    )
    expect(shared).toEqual([{ name: 'terms' }])
  } finally {
    await storage.close()
    await postgres.stop()
  }
})
