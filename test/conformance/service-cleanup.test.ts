import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createId } from '../../src/service/crypto/create-id.ts'
import { createService } from '../../src/service/index.ts'
import { createNodeCrypto } from '../../src/service/node.ts'
import { DELETED_AT_ONCE, inCleanupTurn } from '../../src/service/storage/expired-rows.ts'
import { StorageError } from '../../src/service/storage/storage.ts'
import { AUTH_URL } from '../fixtures/auth-url.ts'
import { call, createTenant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { openEmbeddedStorage } from '../fixtures/databases.ts'
import { pooledDevice } from '../fixtures/device.ts'
import { addIdentityKey, createBackend, registerWith } from '../fixtures/identity.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import { atSkew, describeWorlds } from '../fixtures/worlds.ts'
import { countOf, inTitle } from '../support/counts.ts'
import { printTable } from '../support/print-table.ts'

const DAY_MS = 86_400_000

describeWorlds(
  'the cleanup',
  (world) => {
    let tenant: Tenant
    beforeAll(async () => {
      tenant = await createTenant(world.service)
      // Of the previous world, which uses the same database.
      await world.storage.query('DELETE FROM licet.refresh_chains')
    })
    afterEach(() => {
      world.skewMs = 0
    })
    const count = async (table: string) =>
      (await world.storage.query<{ n: number }>(`SELECT count(*) AS n FROM licet.${table}`))[0]?.n ?? 0

    /** Stores chains that expire now. Their ids have a time from before 2005, so that they make no other token of a test forgotten. */
    const addChains = (many: number) =>
      world.storage.query(
        `INSERT INTO licet.refresh_chains (id, holder, jti, client_id, provider_id, scope, lifetime, created, expires)
         SELECT ('00' || substr(gen_random_uuid()::text, 3))::uuid, 'x', 'x', 'x', $1, '', 600, now(), now() FROM generate_series(1, ${many})`,
        [tenant.provider.providerId],
      )

    // Regression: expired chains were never deleted; later one request in sixteen deleted some.
    test('C6: deletes expired chains a day after their end, 500 in one statement', async () => {
      await addChains(DELETED_AT_ONCE + 100)
      const deleted: number[] = []
      const service = await world.another({
        storage: watchStorage(world.storage, {
          after: (text, rows) => {
            if (text.includes('DELETE FROM licet.refresh_chains')) deleted.push(rows.length)
          },
        }),
      })
      world.skewMs = DAY_MS / 2
      await service.cleanUp()
      expect([await count('refresh_chains'), deleted]).toEqual([DELETED_AT_ONCE + 100, [0]])
      deleted.length = 0
      world.skewMs = DAY_MS + 60_000
      await service.cleanUp()
      expect([await count('refresh_chains'), deleted]).toEqual([0, [DELETED_AT_ONCE, 100]])
      await service.close()
    })

    test('a request does not delete rows of other devices', async () => {
      await addChains(10)
      world.skewMs = 2 * DAY_MS
      const form = {
        grant_type: 'client_credentials',
        client_id: `provider:${tenant.provider.providerId}`,
        client_secret: tenant.provider.pubKey,
      }
      for (let n = 0; n < 32; n++) {
        const { refresh_token = '' } = (await call(world.service, TOKEN, { form })).body
        expect((await call(world.service, TOKEN, { form: { grant_type: 'refresh_token', refresh_token } })).status).toBe(200)
      }
      expect(await count('refresh_chains')).toBe(42)
      await world.service.cleanUp()
      expect(await count('refresh_chains')).toBe(32)
    })

    test('deletes webhooks that were given up after 30 days', async () => {
      const { providerId } = tenant.provider
      const endpoint = await world.service.webhooks.createEndpoint({ providerId, url: 'https://hooks.example.com/' })
      await world.storage.query(
        `INSERT INTO licet.webhook_deliveries (endpoint_id, device, payload, created, due, dead)
         SELECT $1, gen_random_uuid(), '{}', now(), now(), CASE WHEN n <= 600 THEN now() END FROM generate_series(1, 605) AS g (n)`,
        [endpoint.id],
      )
      world.skewMs = 29 * DAY_MS
      await world.service.cleanUp()
      expect(await count('webhook_deliveries')).toBe(605)
      world.skewMs = 31 * DAY_MS
      await world.service.cleanUp()
      expect(await count('webhook_deliveries')).toBe(5)
      await world.service.webhooks.deleteEndpoint(endpoint.id)
    })

    // Regression: with both clocks ahead, the cleanup deleted the uses of tokens, which were accepted again when the clocks were right.
    test('a spent token stays refused after the clocks were days ahead during a cleanup, and new tokens work', async () => {
      for (const table of ['used_identity_tokens', 'refresh_chains']) await world.storage.query(`DELETE FROM licet.${table}`)
      const backend = createBackend(tenant.provider.providerId)
      await addIdentityKey(world.service, tenant, backend)
      const iat = Math.floor(Date.now() / 1000)
      const identity = backend.token('ada', { iat, exp: iat + 60 })
      const register = (device: number, token: string) => registerWith(world.service, tenant, pooledDevice(device), 'ada', token)
      expect((await register(0, identity)).status).toBe(200)
      const client = { client_id: `provider:${tenant.provider.providerId}`, client_secret: tenant.provider.pubKey }
      const begin = async () =>
        (await call(world.service, TOKEN, { form: { grant_type: 'client_credentials', ...client } })).body.refresh_token ?? ''
      const refresh = async (refresh_token: string) =>
        (await call(world.service, TOKEN, { form: { grant_type: 'refresh_token', refresh_token } })).body
      const { spent, reused } = await atSkew(world, -60_000, async () => {
        const tokens = { spent: await begin(), reused: await begin() }
        for (const token of Object.values(tokens)) expect(await refresh(token)).toHaveProperty('refresh_token')
        return tokens
      })
      expect(await refresh(reused)).toMatchObject({ error: 'invalid_grant' })
      await atSkew(world, 32 * DAY_MS, () => world.service.cleanUp())
      expect([await count('used_identity_tokens'), await count('refresh_chains')]).toEqual([0, 0])

      expect((await register(1, identity)).body.code).toBe('identity_expired')
      for (const token of [spent, reused]) {
        expect(await refresh(token)).toMatchObject({ error: 'invalid_grant' })
        const form = { token, client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey }
        expect((await call(world.service, '/oauth2/introspect', { form })).body).toEqual({ active: false })
      }
      expect([await count('used_identity_tokens'), await count('refresh_chains')]).toEqual([0, 0])
      expect((await register(1, backend.token('ada'))).status).toBe(200)
      expect(await refresh(await begin())).toHaveProperty('refresh_token')
      await world.storage.query('DELETE FROM licet.used_identity_tokens')
    })

    // Regression: the cleanup remembered when the last token of a chain expired, and not the first one, which starts a chain without a row.
    test('the first token of a chain that continued on a later day stays refused after the clocks were ahead', async () => {
      for (const table of ['refresh_chains', 'forgotten_tokens']) await world.storage.query(`DELETE FROM licet.${table}`)
      const client = { client_id: `provider:${tenant.provider.providerId}`, client_secret: tenant.provider.pubKey }
      const begun = await call(world.service, TOKEN, { form: { grant_type: 'client_credentials', ...client } })
      const { refresh_token = '' } = begun.body
      const refresh = async () => (await call(world.service, TOKEN, { form: { grant_type: 'refresh_token', refresh_token } })).body
      expect(await atSkew(world, 2 * DAY_MS, refresh)).toHaveProperty('refresh_token')
      await atSkew(world, 34 * DAY_MS, () => world.service.cleanUp())
      expect(await count('refresh_chains')).toBe(0)
      expect(await atSkew(world, 2 * DAY_MS + 60_000, refresh)).toMatchObject({ error: 'invalid_grant' })
      const form = { token: refresh_token, client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey }
      expect((await call(world.service, '/oauth2/introspect', { form })).body).toEqual({ active: false })
    })

    // The embedded database has one connection, so its transactions run one after another anyway.
    if (world.name.startsWith('PostgreSQL')) {
      test('one process at a time deletes, and the others do not wait', async () => {
        await addChains(5)
        world.skewMs = 2 * DAY_MS
        const before = await count('refresh_chains')
        await inCleanupTurn(world.storage, async () => {
          await world.service.cleanUp()
          expect(await count('refresh_chains')).toBe(before)
          expect(await inCleanupTurn(world.storage, async () => 'ran')).toBeUndefined()
        })
        await world.service.cleanUp()
        expect(await count('refresh_chains')).toBeLessThan(before)
      })
    }

    test('continues with the other tasks when one fails, and reports the error', async () => {
      await world.storage.query(
        `INSERT INTO licet.used_identity_tokens (provider_id, token, device, expires) VALUES ($1, 'used', 'device', now())`,
        [tenant.provider.providerId],
      )
      world.skewMs = DAY_MS
      await world.storage.query('ALTER TABLE licet.refresh_chains RENAME TO moved_chains')
      try {
        await expect(world.service.cleanUp()).rejects.toThrow(/42P01/)
      } finally {
        await world.storage.query('ALTER TABLE licet.moved_chains RENAME TO refresh_chains')
      }
      expect(await count('used_identity_tokens')).toBe(0)
      await world.service.cleanUp()
    })

    // Regression: the event named the class of the error only, so a missing privilege could not be found.
    test('the operator gets the SQLSTATE when work in the background fails', async () => {
      const storage = watchStorage(world.storage, {
        before: (text) => {
          if (text.includes('licet.refresh_chains') || text.includes('licet.webhook_')) throw new StorageError('42501')
        },
      })
      const service = await world.another({ storage })
      world.events.length = 0
      service.startWebhooks()
      service.startCleanup({})
      const failure = { type: 'server_error', method: '', error: 'SQLSTATE 42501' }
      for (const route of ['webhooks', 'cleanup']) await expect.poll(() => world.events).toContainEqual({ ...failure, route })
      await service.close()
    })
  },
  { everyDatabase: true },
)

const REQUESTS = countOf(200_000, 500)
const SLICES = 20
/** Each slice is this much time of the service. */
const SLICE_MS = 4 * DAY_MS

// Refresh tokens are valid for 30 days, which are eight slices.
test(`tables stay flat in ${inTitle(REQUESTS)} requests over 80 days`, { timeout: 120_000 + REQUESTS * 20 }, async () => {
  const storage = await openEmbeddedStorage()
  let skewMs = 0
  const now = () => Date.now() + skewMs
  const service = await createService({ authUrl: AUTH_URL, storage, crypto: createNodeCrypto(), now, auditRetentionDays: 10 })
  const tenant = await createTenant(service)
  const backend = createBackend(tenant.provider.providerId)
  await addIdentityKey(service, tenant, backend)
  const client = { client_id: `provider:${tenant.provider.providerId}`, client_secret: tenant.provider.pubKey }
  const form = { grant_type: 'client_credentials', ...client }
  const device = pooledDevice(0)
  const post = async (body: Record<string, string>) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await service.fetch(
      new Request(AUTH_URL + TOKEN, { method: 'POST', headers, body: new URLSearchParams(body).toString() }),
    )
    return { status: response.status, body: await response.json() }
  }
  const refresh = async () => {
    const { refresh_token } = (await post(form)).body
    expect(await post({ grant_type: 'refresh_token', refresh_token })).toMatchObject({ status: 200 })
  }
  const fail = async (client_id: string) =>
    expect((await post({ ...form, client_id, client_secret: 'd3Jvbmc=' })).status).toBeGreaterThanOrEqual(401)
  const identify = async () => {
    const iat = Math.floor(now() / 1000)
    const token = backend.token('ada', { iat, exp: iat + 60 })
    expect((await registerWith(service, tenant, device, 'ada', token)).status).toBe(200)
  }
  /** Sends twelve requests. */
  const sendDozen = async (n: number) => {
    for (let at = 0; at < 3; at++) await refresh()
    for (let at = 0; at < 2; at++) await fail(client.client_id)
    for (let at = 0; at < 2; at++) await fail(`user:${createId(n, randomBytes)}`)
    await identify()
  }
  const dozens = Math.ceil(REQUESTS / SLICES / 12)
  const TABLES = ['refresh_chains', 'used_identity_tokens', 'audit_events', 'webhook_deliveries', 'scheduled_events']
  const sizes: Record<string, number>[] = []
  for (let slice = 0; slice < SLICES; slice++) {
    skewMs = slice * SLICE_MS
    for (let n = 0; n < dozens; n++) {
      await sendDozen(n)
      // The background job runs each minute.
      if (n % 100 === 99) await service.cleanUp()
    }
    await service.cleanUp()
    const counts = TABLES.map(async (table) => {
      const [row] = await storage.query<{ n: number }>(`SELECT count(*) AS n FROM licet.${table}`)
      return [table, row?.n ?? 0] as const
    })
    sizes.push(Object.fromEntries(await Promise.all(counts)))
  }
  await service.close()
  await storage.close()
  printTable(
    `Rows after ${inTitle(dozens * 12 * SLICES)} requests over 80 days`,
    ['day', ...TABLES],
    sizes.map((size, slice) => [(slice + 1) * (SLICE_MS / DAY_MS), ...TABLES.map((table) => size[table] ?? 0)]),
  )
  for (const table of TABLES) {
    const rows = sizes.map((size) => size[table] ?? 0)
    // From the tenth slice on, as many rows expire as are stored.
    const [middle, last] = [Math.max(...rows.slice(10, 15)), Math.max(...rows.slice(15))]
    expect(last, `${table}: ${rows}`).toBeLessThanOrEqual(middle + 25)
  }
  expect(Math.max(...sizes.map(({ refresh_chains = 0 }) => refresh_chains))).toBeGreaterThan(3 * dozens)
})
