import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createService, type Service, type Sql, type Storage } from '../../src/service/index.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { signedRequest } from '../fixtures/device.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import { DATABASES } from '../fixtures/worlds.ts'
import { casesOf } from '../support/counts.ts'

// Without statistics of providers, PostgreSQL expects 200 of them. In a small table it sorts all rows of one, because that is cheap.
const OTHERS = 40_000
const MINE = 300
const PAGE = 50

/** Returns the rows of a table that each paged statement of the service reads. */
async function watchReads(storage: Storage, table: string, reads: number[]): Promise<Service> {
  const isRead = new RegExp(`FROM licet\\.(?:${table}|newest_${table})\\b`)
  const rolledBack = new Error('Rolled back.')
  const watched = watchStorage(storage, {
    before: async (text, values) => {
      if (!isRead.test(text) || !text.includes('LIMIT') || /INSERT|UPDATE|DELETE/.test(text)) return
      const counting = storage.transaction(async (sql) => {
        const before = await countRead(sql, table)
        await sql.query(text, values)
        reads.push((await countRead(sql, table)) - before)
        throw rolledBack
      })
      await counting.catch((error: unknown) => {
        if (error !== rolledBack) throw error
      })
    },
  })
  return createService({ authUrl: 'https://a.example', storage: watched, maxWaitMs: 60_000 })
}

/** Returns how many rows of a table this transaction has read, also inside of functions. */
async function countRead(sql: Sql, table: string): Promise<number> {
  const [read] = await sql.query<{ rows: number }>(
    `SELECT coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::integer AS rows FROM pg_stat_xact_user_tables
     WHERE schemaname = 'licet' AND relname = $1`,
    [table],
  )
  return read?.rows ?? 0
}

for (const [name, open] of casesOf(Object.entries(DATABASES), ([name]) => name === 'PostgreSQL')) {
  describe(`pages of a large table on ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>
    let storage: Storage
    let smallTenant: Tenant
    let ids: string[]
    beforeAll(async () => {
      opened = await open()
      ;({ storage } = opened)
      const service = await createService({ authUrl: 'https://a.example', storage, maxWaitMs: 60_000 })
      /** Copies a device and its license many times. */
      const store = async (tenant: Tenant, providerId: string, many: number): Promise<string[]> => {
        const { device, token } = await tenant.device('person')
        const { body } = await call(service, '/license/create', { token, json: signedRequest(device) })
        const rows = await storage.query<{ id: string }>(
          `INSERT INTO licet.licenses
             (id, provider_id, registration, address, ptr, request_hash, terms_hash, suite, request, terms_at, uses, signature, created, receipt)
           SELECT gen_random_uuid(), $2::uuid, gen_random_uuid(), lpad(n::text, 43, 'A'), ptr, request_hash, terms_hash, suite, request, terms_at,
             uses, signature, created, receipt
           FROM licet.licenses, generate_series(1, ${many}) AS n WHERE id = $1::uuid ORDER BY n RETURNING id`,
          [body.id, providerId],
        )
        await storage.query(
          `INSERT INTO licet.addresses (provider_id, address, ptr, spki, created)
           SELECT $2::uuid, lpad(n::text, 43, 'A'), ptr, spki, date_trunc('seconds', created) + n * interval '1 second'
           FROM licet.addresses, generate_series(1, ${many}) AS n WHERE address = $1 AND provider_id = $3::uuid`,
          [device.address, providerId, tenant.provider.providerId],
        )
        return [body.id, ...rows.map((row) => row.id)]
      }
      smallTenant = await createTenant(service)
      const { providerId: deletedProviderId } = await service.admin.createProvider({
        orgId: smallTenant.orgId,
        name: 'Previous app',
      })
      ids = [
        ...(await store(smallTenant, smallTenant.provider.providerId, MINE / 2 - 1)),
        ...(await store(smallTenant, deletedProviderId, MINE / 2 - 1)),
      ].reverse()
      const path = `/api/latest/provider/${deletedProviderId}`
      expect((await call(service, path, { token: await smallTenant.adminToken(), method: 'DELETE' })).status).toBe(204)
      const others = await createTenant(service)
      await store(others, others.provider.providerId, OTHERS)
      await storage.query(
        `INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at)
         SELECT provider_id, registration, id, 1, 'active', created FROM licet.licenses ON CONFLICT DO NOTHING`,
      )
      await storage.query('ANALYZE')
    }, 120_000)
    afterAll(() => opened.stop())

    // Regression: the planner read the licenses of all organizations for the page of a small one.
    test('License List of an organization reads only the rows of its page, including the licenses of a deleted provider', async () => {
      const reads: number[] = []
      const service = await watchReads(storage, 'licenses', reads)
      const token = await smallTenant.adminToken()
      const seen: string[] = []
      let cursor: string | undefined = ''
      while (cursor !== undefined) {
        const { body } = await call(service, `/license?limit=${PAGE}&cursor=${cursor}`, { token })
        seen.push(...body.licenses.map((license: { id: string }) => license.id))
        cursor = body.next
      }
      expect(seen).toEqual(ids)
      expect(reads.length).toBeGreaterThan(0)
      // At most a page and one row of each of the two providers, and the page itself twice, for its size and its content.
      expect(Math.max(...reads)).toBeLessThanOrEqual(4 * (PAGE + 1))
    })

    // Regression: every page sorted all devices of the id.
    test('List Addresses by id returns pages, and reads one device more than a page has', async () => {
      const reads: number[] = []
      const service = await watchReads(storage, 'addresses', reads)
      const token = await smallTenant.providerToken()
      const path = `/api/latest/provider/${smallTenant.provider.providerId}/user`
      const pages: { address: string; created: string }[][] = []
      let link: string | undefined = '?id=person'
      while (link !== undefined) {
        const { body, headers } = await call(service, `${path}${link}`, { token })
        pages.push(body)
        link = /^<(\?.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
      }
      expect(pages.map((page) => page.length)).toEqual([100, 51])
      expect(reads).toEqual([101, 51])
      const created = pages.flat().map((address) => Date.parse(address.created))
      expect(created).toEqual(created.toSorted((a, b) => b - a))
      expect(new Set(pages.flat().map(({ address }) => address)).size).toBe(151)

      const limited = await call(service, `${path}?id=person&limit=7`, { token })
      expect([limited.body, limited.headers.get('link')]).toEqual([
        pages[0]?.slice(0, 7),
        expect.stringContaining('&limit=7&cursor='),
      ])
      for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=x', `cursor=99999999999999.${'A'.repeat(42)}`])
        expect((await call(service, `${path}?id=person&${query}`, { token })).status).toBe(400)
      const last = await call(service, `${path}?id=person&cursor=0.${'A'.repeat(43)}`, { token })
      expect([last.status, last.body, last.headers.get('link')]).toEqual([200, [], null])
    })
  })
}
