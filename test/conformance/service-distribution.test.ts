import { afterAll, beforeAll, expect, test } from 'vitest'
import { createService, type Service } from '../../src/service/index.ts'
import { createNodeCrypto, openPostgresStorage } from '../../src/service/node.ts'
import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from '../../src/service/storage/distribution.ts'
import type { Storage } from '../../src/service/storage/storage.ts'
import { call, createTenant, grant, TOKEN } from '../fixtures/caller.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { pooledDevice, signedRequest } from '../fixtures/device.ts'
import { liveThrough } from '../fixtures/device-life.ts'
import { addIdentityKey, createBackend, registerWith } from '../fixtures/identity.ts'
import { findFaults } from '../fixtures/query-blocks.ts'
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

/** The statements that the service sends for frequent requests, and all statements, with those inside of functions. */
async function collectStatements(): Promise<{ readonly hot: ReadonlySet<string>; readonly all: ReadonlySet<string> }> {
  const [hot, all] = [new Set<string>(), new Set<string>()]
  let isHot = false
  const watched = watchStorage(storage, { before: (text) => void (isHot ? hot : all).add(text) })
  const hotly = async <T>(run: () => Promise<T>): Promise<T> => {
    isHot = true
    try {
      return await run()
    } finally {
      isHot = false
    }
  }
  const service = await createService({ authUrl: 'https://auth.example.com', storage: watched, crypto: createNodeCrypto() })
  const ok = async (answer: ReturnType<typeof call>) => {
    const { status, body } = await answer
    expect([status, body.code ?? body.error]).toEqual([expect.toSatisfy((code) => code < 300), undefined])
    return body
  }
  await liveThrough(service)
  const tenant = await createTenant(service)
  const { providerId } = tenant.provider
  const backend = createBackend(providerId)
  await ok(addIdentityKey(service, tenant, backend))
  const device = pooledDevice(3)
  await ok(registerWith(service, tenant, device, 'ptr-8', backend.token('ptr-8')))
  const admin = await tenant.adminToken()
  const asDevice = { client_id: `address:${providerId}:${device.address}`, client_secret: device.sign(device.address) }
  const asProvider = { client_id: `provider:${providerId}`, client_secret: tenant.provider.pubKey }
  const refresh = (refresh_token: string) => call(service, TOKEN, { form: { grant_type: 'refresh_token', refresh_token } })
  // Each client spends a first token, a later one, a used one within the grace period, and one that ends the chain.
  for (const client of [asDevice, asProvider]) {
    const { refresh_token: first = '' } = await hotly(() => grant(service, client))
    const later = await ok(hotly(() => refresh(first)))
    const last = await ok(hotly(() => refresh(later.refresh_token)))
    await hotly(() => refresh(later.refresh_token))
    await ok(
      call(service, '/oauth2/introspect', {
        form: { token: last.refresh_token, client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey },
      }),
    )
    await hotly(() => refresh(first))
    await ok(call(service, '/oauth2/revoke', { form: { token: last.refresh_token } }))
  }
  const token = await tenant.addressToken(device)
  const create = (members: object, at: Service = service) =>
    ok(call(at, '/license/create', { token, json: signedRequest(device, { ptr: 'ptr-8', ...members }) }))
  const another = await createService({ authUrl: 'https://auth.example.com', storage: watched, crypto: createNodeCrypto() })
  await hotly(async () => {
    await create({ description: 'One' }, another)
    await create({ description: 'One' })
    const { id } = await create({ description: 'Two' })
    await ok(call(service, '/license/verify', { token, json: {} }))
    await ok(call(service, '/license/verify', { token, json: { usecase: 'analytics', destination: 'basket.example.com' } }))
    await ok(call(service, `/license/${id}`, { token }))
    await ok(call(service, '/license?limit=1', { token }))
    for (const subject of [{ ptr: 'ptr-8', allowUnvouched: true }, { address: device.address }])
      await ok(call(service, '/license/permit', { token: admin, json: { ...subject, usecase: 'analytics' } }))
    await create({ uses: [] })
  })
  for (const query of ['ptr=ptr-8', `address=${device.address}`, 'status=active', 'ptr=ptr-8&status=active'])
    await ok(call(service, `/license?${query}`, { token: admin }))
  await service.cleanUp()
  for (const query of [`address=${device.address}`, 'id=ptr-8'])
    await ok(call(service, `/api/latest/provider/${providerId}/user?${query}`, { token: admin, method: 'DELETE' }))
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

const FAULTY = (statements: ReadonlySet<string>, isHot: boolean) =>
  [...statements].flatMap((text) => {
    const faults = findFaults(text, isHot)
    return faults.length === 0 ? [] : [{ faults, text }]
  })

test('every statement of a frequent request reads one server, and every other one joins tables by their column', async () => {
  const { hot, all } = await collectStatements()
  expect(hot.size).toBeGreaterThan(30)
  expect(FAULTY(all, false)).toEqual([])
  // A withdrawal of a person whom a backend vouched for looks for the other devices of this person.
  expect(FAULTY(hot, true)).toEqual([
    {
      faults: ['no value for addresses.address'],
      text: expect.stringMatching(/a\.ptr = p_ptr AND a\.vouched ORDER BY a\.address/),
    },
  ])
})

// Regression: a cluster of Citus refused these forms, which the service sent.
test.each([
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
])('the rules refuse: %s', (statement, fault) => {
  expect([...findFaults(statement, false), ...findFaults(statement, true)]).toContain(fault)
})
