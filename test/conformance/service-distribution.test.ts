import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createService } from '../../src/service/index.ts'
import { verifyLog } from '../../src/service/log/verify-log.ts'
import { createNodeCrypto, openPostgresStorage } from '../../src/service/node.ts'
import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from '../../src/service/storage/distribution.ts'
import { toGapStatements } from '../../src/service/storage/log-gaps.ts'
import type { SqlValue, Storage } from '../../src/service/storage/storage.ts'
import { call } from '../fixtures/caller.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { liveThrough } from '../fixtures/device-life.ts'
import { bodyOf, callFrequently } from '../fixtures/frequent-requests.ts'
import { findFaults } from '../fixtures/query-blocks.ts'
import { readSourceStatements } from '../fixtures/source-statements.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import type { TestDatabase } from '../support/postgres.ts'

let database: TestDatabase
let storage: Storage
beforeAll(async () => {
  database = await createPostgresDatabase()
  storage = openPostgresStorage(database.url)
})
afterAll(async () => {
  await storage.close()
  await database.stop()
})

const SOURCES = 'src/service'
const names = Object.keys(DISTRIBUTED_TABLES)
const tables = names.map((name) => `licet.${name}`)

// Regression: on Citus, every creation failed, because a trigger ran on a server without the tables that it reads.
test('no table has a trigger, except the audit log, which stays on one server', async () => {
  const triggers = await storage.query<{ name: string }>(
    `SELECT DISTINCT c.relname AS name FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
     WHERE c.relnamespace = 'licet'::regnamespace AND NOT g.tgisinternal ORDER BY 1`,
  )
  expect(triggers.map(({ name }) => name)).toEqual(['audit_chains', 'audit_events'])
})

test('every unique key of a distributed table has its column', async () => {
  const keys = await storage.query<{ name: string; index: string; columns: string[] }>(
    `SELECT t.relname AS name, i.indexrelid::regclass::text AS index,
       (SELECT array_agg(a.attname::text) FROM pg_attribute a WHERE a.attrelid = i.indexrelid) AS columns
     FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid WHERE i.indisunique AND i.indrelid = ANY ($1::text[]::regclass[])`,
    [tables],
  )
  expect(new Set(keys.map(({ name }) => name)).size).toBe(names.length)
  const without = keys.filter(
    ({ name, columns }) => !columns.includes(DISTRIBUTED_TABLES[name as keyof typeof DISTRIBUTED_TABLES].column),
  )
  expect(without).toEqual([])
})

test('every foreign key of a distributed table joins its column, or is to a table that each server has a copy of', async () => {
  const keys = await storage.query<{ own: string; other: string; joined: string[] }>(
    `SELECT o.relname AS own, f.relname AS other, (
       SELECT array_agg(a.attname || ' ' || b.attname) FROM unnest(c.conkey, c.confkey) AS k (own, other)
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.own
       JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = k.other) AS joined
     FROM pg_constraint c JOIN pg_class o ON o.oid = c.conrelid JOIN pg_class f ON f.oid = c.confrelid
     WHERE c.contype = 'f' AND o.relnamespace = 'licet'::regnamespace
       AND (c.conrelid = ANY ($1::text[]::regclass[]) OR c.confrelid = ANY ($1::text[]::regclass[]))`,
    [tables],
  )
  const distribution: Readonly<Record<string, { readonly column: string; readonly group: string }>> = DISTRIBUTED_TABLES
  const wrong = keys.filter(({ own, other, joined }) => {
    const [from, to] = [distribution[own], distribution[other]]
    if (to === undefined) return !(REFERENCE_TABLES as readonly string[]).includes(other)
    return from?.group !== to.group || !joined.includes(`${from.column} ${to.column}`)
  })
  expect(keys.length).toBeGreaterThan(3)
  expect(wrong).toEqual([])
})

/** The functions that no frequent request calls. */
const INFREQUENT = ['schedule_events', 'newest_licenses']

/** The database of this test has no Citus. With this storage, the service sends what it sends to a cluster. */
function asCluster(own: Storage): Storage {
  return {
    ...own,
    query: async <R extends object>(text: string, values?: readonly SqlValue[]) =>
      text.includes('pg_dist_partition') ? ([{ found: true }] as unknown as R[]) : own.query<R>(text, values),
  }
}

/** The statements that the service sends for frequent requests, and all statements, with those inside of functions. */
async function collectStatements(): Promise<{ readonly hot: ReadonlySet<string>; readonly all: ReadonlySet<string> }> {
  const [hot, all] = [new Set<string>(), new Set<string>()]
  let isHot = false
  // What `licet log verify` sends to one server joins tables as one server can.
  for (const [, text] of toGapStatements(true)) all.add(text)
  const ofOneServer = new Set(toGapStatements(false).map(([, text]) => text))
  const watched = watchStorage(storage, {
    before: (text) => void (ofOneServer.has(text) || (isHot ? hot : all).add(text)),
  })
  const hotly = async <T>(run: () => Promise<T>): Promise<T> => {
    isHot = true
    try {
      return await run()
    } finally {
      isHot = false
    }
  }
  const service = await createService({ authUrl: 'https://auth.example.com', storage: watched, crypto: createNodeCrypto() })
  await liveThrough(service)
  const another = await createService({ authUrl: 'https://auth.example.com', storage: watched, crypto: createNodeCrypto() })
  const { tenant, device, admin } = await callFrequently(service, another, hotly)
  const { providerId } = tenant.provider
  const cluster = await createService({
    authUrl: 'https://auth.example.com',
    storage: watchStorage(asCluster(storage), { before: (text) => void all.add(text) }),
    crypto: createNodeCrypto(),
  })
  const past = new Date().toISOString()
  const filters = ['ptr=ptr-8', `address=${device.address}`, 'status=active', `as_of=${past}`, `status=active&as_of=${past}`]
  for (const query of [
    ...filters,
    'ptr=ptr-8&status=active',
    `created_after=${past}`,
    `provider_id=${providerId}&created_before=${past}`,
  ])
    await bodyOf(call(cluster, `/license?${query}`, { token: admin }))
  for (const path of ['/stats', `/stats?provider_id=${providerId}`]) await bodyOf(call(cluster, path, { token: admin }))
  await service.appendLog()
  await verifyLog({ storage: watched, crypto: createNodeCrypto() })
  await service.cleanUp()
  for (const query of [`address=${device.address}`, 'id=ptr-8'])
    await bodyOf(call(service, `/api/latest/provider/${providerId}/user?${query}`, { token: admin, method: 'DELETE' }))
  for (const [name, text] of await readFunctions()) (INFREQUENT.includes(name) ? all : hot).add(text)
  for (const text of hot) all.add(text)
  return { hot, all }
}

/** Returns the statements inside of the functions, by the name of the function. */
async function readFunctions(): Promise<(readonly [name: string, text: string])[]> {
  const functions = await storage.query<{ name: string; source: string }>(
    "SELECT proname AS name, prosrc AS source FROM pg_proc WHERE pronamespace = 'licet'::regnamespace",
  )
  return functions.flatMap(({ name, source }) =>
    source
      .replaceAll('PERFORM FROM', 'SELECT FROM')
      .split(/;|\bBEGIN\b|\b(?:LOOP|THEN|ELSE)\s*\n/)
      .map((part) => part.replace(/^\s*(?:FOR \w+ IN|RETURN)\s/, ''))
      .filter((part) => part.includes('licet.'))
      .map((part) => [name, part] as const),
  )
}

/** The statements, and parts of statements, in the source that name a distributed table. Each value in them is a parameter. */
function readWrittenStatements() {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('migrations/'))
    .flatMap((file) => readSourceStatements(`${SOURCES}/${file}`))
    .map(({ line, parts }) => ({
      line,
      parts,
      text: parts.join(' $1 '),
      isQuery: /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(parts[0] ?? ''),
    }))
    .filter(({ text }) => names.some((name) => new RegExp(`\\blicet\\.${name}\\b`).test(text)))
}

const FAULTY = (statements: ReadonlySet<string>, isHot: boolean) =>
  [...statements].flatMap((text) => {
    const faults = findFaults(text, isHot)
    return faults.length === 0 ? [] : [{ faults, text }]
  })

test('every statement of a frequent request reads one server, and every other one joins tables by their column', async () => {
  const { hot, all } = await collectStatements()
  expect(hot.size).toBeGreaterThan(30)
  // What no request above sends, such as the statements of other commands, is examined as it is written.
  const written = readWrittenStatements()
  expect(written.length).toBeGreaterThan(40)
  expect(FAULTY(new Set(written.flatMap(({ text, isQuery }) => (isQuery ? [text] : []))), false)).toEqual([])
  // A part of a statement has no meaning alone, so a statement that was examined must contain it.
  const sent = [...all].join('\n')
  expect(written.filter(({ parts, isQuery }) => !isQuery && !parts.every((part) => sent.includes(part)))).toEqual([])
  expect(FAULTY(all, false)).toEqual([])
  expect(FAULTY(hot, true)).toEqual([])
})

// Regression: two requests of a device waited for its address, on another server than its licenses. The second one did not see the license of
// the first, so a withdrawal or an erasure left it in force.
test('what changes a device locks a row on the server of its licenses', async () => {
  const statements = await readFunctions()
  const groupsOf = (text: string) =>
    [...text.matchAll(/licet\.(\w+)/g)].flatMap(([, name]) => {
      const { group } = DISTRIBUTED_TABLES[name as keyof typeof DISTRIBUTED_TABLES] ?? {}
      return group === undefined ? [] : [group]
    })
  const locking = [...new Set(statements.map(([name]) => name))].flatMap((name) => {
    const parts = statements.filter(([owner]) => owner === name)
    const locks = parts.flatMap(([, text]) => (/\bFOR (?:NO KEY )?UPDATE\b/.test(text) ? groupsOf(text) : []))
    return locks.length > 0 && parts.some(([, text]) => groupsOf(text).includes('device')) ? [{ name, locks }] : []
  })
  expect(locking.map(({ name }) => name)).toEqual(expect.arrayContaining(['store_license', 'emit_scheduled_events']))
  expect(locking.filter(({ locks }) => !locks.includes('device'))).toEqual([])
})

// Regression: a cluster of Citus refused these forms, which the service sent.
test.each([
  [
    "SELECT licet.write_webhook_event(l.provider_id, l.registration, 'license.reminder', $2, $3) FROM licet.licenses l WHERE l.provider_id = $1",
    'a call of write_webhook_event for rows of licenses',
  ],
  [
    'UPDATE licet.refresh_chains c SET expires = CASE WHEN c.jti = $2 THEN $5::timestamptz ELSE c.expires END WHERE c.id = $1 AND c.holder = $3',
    'a changing function in CASE or COALESCE of a write',
  ],
  [
    'SELECT l.* FROM licet.addresses a LEFT JOIN licet.licenses l ON l.registration = $2 WHERE a.address = $3',
    'tables of different groups: address, device',
  ],
  [
    'SELECT EXISTS (SELECT FROM licet.open_licenses o WHERE o.registration = $2) FROM licet.addresses a WHERE a.address = $3',
    'tables of different groups: address, device',
  ],
  [
    'SELECT q.n, f.id FROM unnest($1::text[]) AS q (ptr), licet.permitted_uses f WHERE f.ptr = q.ptr',
    'a set-returning function beside permitted_uses',
  ],
  [
    'SELECT l.id FROM licet.licenses l JOIN licet.open_licenses o ON o.license_id = l.id WHERE l.provider_id = $1',
    'a join without licenses.registration',
  ],
  ['SELECT l.id FROM licet.licenses l WHERE l.provider_id = $1 AND l.id = $2', 'no value for licenses.registration'],
  [
    'SELECT FROM licet.addresses WHERE provider_id = $1 AND address = ANY ($2::text[]) ORDER BY address FOR UPDATE',
    'no value for addresses.address',
  ],
  [
    `WITH device AS MATERIALIZED (SELECT a.registration FROM licet.addresses a WHERE a.address = $3), license AS MATERIALIZED (
       SELECT l.* FROM licet.licenses l WHERE l.registration = $2) SELECT l.* FROM device d LEFT JOIN license l ON true`,
    'tables of different groups: address, device',
  ],
  [
    `SELECT l.id, s.status FROM licet.licenses l CROSS JOIN LATERAL (
       SELECT e.status FROM licet.license_transitions e WHERE e.registration = l.registration LIMIT 1) AS s WHERE l.registration = $1`,
    'no value for license_transitions.registration',
  ],
  [
    `WITH holder AS MATERIALIZED (SELECT id FROM licet.providers WHERE id = $1), chain AS (
       INSERT INTO licet.refresh_chains (id, holder) SELECT $2, $3 FROM holder RETURNING id) SELECT id FROM chain`,
    'a write inside of a query',
  ],
  [
    `WITH known AS MATERIALIZED (SELECT EXISTS (SELECT FROM licet.erased_licenses e WHERE e.signature_hash = $2) AS erased)
     SELECT l.id, k.erased FROM licet.licenses l CROSS JOIN known k WHERE l.registration = $1`,
    'erased_licenses of the coordinator beside a table of device',
  ],
  // Regression: the rules passed these forms, which a cluster refuses.
  [
    'UPDATE licet.refresh_chains c SET expires = CASE WHEN c.jti = $3 THEN CURRENT_TIMESTAMP ELSE c.expires END WHERE c.id = $1 AND c.holder = $2',
    'a changing function in CASE or COALESCE of a write',
  ],
  [
    'UPDATE licet.refresh_chains c SET revoked = coalesce(c.revoked, now()) WHERE c.id = $1 AND c.holder = $2',
    'a changing function in CASE or COALESCE of a write',
  ],
  [
    'UPDATE licet.refresh_chains c SET moved = CASE WHEN c.jti = $3 THEN CASE WHEN c.moved > 3 THEN 1 END ELSE extract(epoch FROM now()) END WHERE c.holder = $2',
    'a changing function in CASE or COALESCE of a write',
  ],
  [
    'SELECT d.address FROM unnest($1::text[]) AS d (address) WHERE NOT EXISTS (SELECT FROM licet.addresses a WHERE a.address = d.address)',
    'a subquery over a set-returning function: addresses',
  ],
  [
    `SELECT v.ptr, f.license_id FROM jsonb_array_elements_text($1) AS v (ptr) CROSS JOIN LATERAL (
       SELECT p.license_id FROM licet.permitted_uses p WHERE p.ptr = v.ptr LIMIT 1) AS f`,
    'a subquery over a set-returning function: permitted_uses',
  ],
  [
    'SELECT l.id FROM licet.licenses l WHERE EXISTS (SELECT FROM licet.open_licenses o WHERE o.license_id = l.id)',
    'a join without open_licenses.registration',
  ],
])('the rules refuse: %s', (statement, fault) => {
  expect([...findFaults(statement, false), ...findFaults(statement, true)]).toContain(fault)
})
