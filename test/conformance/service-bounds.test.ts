import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { UnsignedLicenseRequest } from '../../src/core/license.ts'
import type { Service, ServiceOptions, Sql, SqlValue } from '../../src/service/index.ts'
import { call, createTenant, grant, type Tenant } from '../fixtures/caller.ts'
import { type Device, signedRequest, unsignedRequest } from '../fixtures/device.ts'
import { OPEN_LICENSES } from '../fixtures/open-licenses.ts'
import { countRead, type Plan } from '../fixtures/query-plan.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import { describeLicenses } from '../fixtures/worlds.ts'

const HOUR_MS = 3_600_000
const MAX_PAGE_BYTES = 512_000

// Anybody can register a device with the public key of a provider. These are the bounds of what such a device costs.
describeLicenses('the bounds of a device', (world) => {
  let tenant: Tenant
  let device: Device
  let token: string
  beforeEach(async () => {
    tenant = await createTenant(world.service)
    ;({ device, token } = await tenant.device('person'))
  })

  const create = (service: Service, members: Partial<UnsignedLicenseRequest> & { readonly ptr: string }, bearer = token) =>
    call(service, '/license/create', { token: bearer, json: signedRequest(device, members) })
  const unlimited = (options: Partial<ServiceOptions> = {}) =>
    world.another({ maxLicensesPerHour: 0, maxTermsPerDay: 0, ...options })
  /** Returns a token of the device for a day, from the clock of a service. */
  const tokenOf = async (service: Service) => {
    const client_id = `address:${tenant.provider.providerId}:${device.address}`
    return (await grant(service, { client_id, client_secret: device.sign(device.address), expires: '86400' })).access_token
  }
  /** Copies a license of the device with other ids, as if it had been stored many times. */
  const copy = async (id: string, many: number, ended: boolean) => {
    await world.storage.query(
      `WITH copies AS (
         INSERT INTO licet.licenses (id, provider_id, registration, address, ptr, request_hash, terms_hash, suite, request, signature, created,
           receipt, uses, terms_at)
         SELECT gen_random_uuid(), provider_id, registration, address, ptr || n, rpad(n::text, 43, 'A'), terms_hash, suite, request, signature, created,
           receipt, uses, terms_at
         FROM licet.licenses, generate_series(1, ${many}) AS n WHERE id = $1 RETURNING id, provider_id, registration, created
       )
       INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at)
       SELECT provider_id, registration, id, step, CASE step WHEN 1 THEN 'active' ELSE 'superseded' END, created
       FROM copies, generate_series(1, ${ended ? 2 : 1}) AS step ORDER BY id, step`,
      [id],
    )
    await world.storage.query(OPEN_LICENSES, [tenant.provider.providerId])
  }

  // Regression: a list parsed every stored request again, so that 100 licenses with nested members took 0.8 s of CPU.
  test('stored bytes are served as they are', async () => {
    const { body } = await create(world.service, { ptr: 'person', 'x-note': { terms: '', list: ['"terms":""'] } })
    // No JSON parser of the service accepts this, because it is nested too deep.
    const deep = '['.repeat(5000) + ']'.repeat(5000)
    const known = '"ptr":"person","origin":"com.example.app","description":"","tags":[],"uses":[]'
    const request = `{"x-before":[{"terms":""},"\\"terms\\":\\"\\""],"terms":"","x-deep":${deep},${known}}`
    await world.storage.query('UPDATE licet.licenses SET request = $2, terms_at = $3 WHERE id = $1', [
      body.id,
      Buffer.from(request),
      request.indexOf('"","x-deep"'),
    ])
    const expected = request.slice(1, -1).replace('"","x-deep"', `${JSON.stringify(body.terms)},"x-deep"`)
    for (const path of [`/license/${body.id}`, '/license']) {
      const headers = { authorization: `Bearer ${token}` }
      const response = await world.service.fetch(new Request(world.service.authUrl + path, { headers }))
      expect(response.status).toBe(200)
      expect((await response.text()).includes(expected)).toBe(true)
    }
  })

  test('a page of licenses has at most 512 kB, including of licenses whose JSON is longer than the stored bytes', async () => {
    const service = await unlimited()
    // In JSON, each of these characters has six bytes.
    const terms = '\u0001'.repeat(40_000)
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.unshift((await create(service, { ptr: `ptr-${n}`, terms })).body.id)
    const seen: string[] = []
    let cursor = ''
    do {
      const headers = { authorization: `Bearer ${token}` }
      const response = await service.fetch(new Request(`${service.authUrl}/license?limit=100&cursor=${cursor}`, { headers }))
      const text = await response.text()
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PAGE_BYTES)
      const page: { licenses: { id: string }[]; next?: string } = JSON.parse(text)
      seen.push(...page.licenses.map(({ id }) => id))
      cursor = page.next ?? ''
    } while (cursor !== '')
    expect(seen).toEqual(ids)
  })

  /** Runs a statement in a transaction that is rolled back, and returns how many rows of licenses it read. */
  async function countReadBy(text: string, values: readonly SqlValue[]): Promise<number> {
    let rows = Number.NaN
    const rolledBack = new Error('Rolled back.')
    // Includes rows of earlier statements of the connection that are not counted in pg_stat_user_tables yet.
    const countRows = async (sql: Sql) => {
      const [read] = await sql.query<{ rows: number }>(
        `SELECT sum(seq_tup_read + idx_tup_fetch)::integer AS rows FROM pg_stat_xact_user_tables
         WHERE schemaname = 'licet' AND relname IN ('licenses', 'license_transitions')`,
      )
      return read?.rows ?? 0
    }
    await world.storage
      .transaction(async (sql) => {
        const before = await countRows(sql)
        await sql.query(text, values)
        rows = (await countRows(sql)) - before
        throw rolledBack
      })
      .catch((error: unknown) => {
        if (error !== rolledBack) throw error
      })
    return rows
  }

  // Regression: verify read every license that the device ever had: 2 ms became 65 ms after 8,000.
  test('verify and create read the open licenses of a device only, however long its history is', async () => {
    const { body } = await create(world.service, { ptr: 'person' })
    await copy(body.id, 2000, true)
    await world.storage.query('ANALYZE')
    const statements: (readonly [string, readonly SqlValue[]])[] = []
    const creations: (readonly [string, readonly SqlValue[]])[] = []
    const storage = watchStorage(world.storage, {
      before: (text, values) => {
        if (text.includes('licet.open_licenses')) statements.push([text, values])
        if (text.includes('licet.store_license(')) creations.push([text, values])
      },
    })
    const service = await unlimited({ storage })
    const verify = async (json: object) => (await call(service, '/license/verify', { token, json })).body.reason
    expect(await verify({})).toBe('licensed')
    expect(await verify({ usecase: 'analytics', destination: 'basket.example.com' })).toBe('licensed')
    expect(await verify({ usecase: 'retargeting', destination: 'basket.example.com' })).toBe('not_covered')
    expect((await create(service, { ptr: 'person', description: 'Changed' })).status).toBe(201)
    // The last one finds the license that a new one replaces.
    expect(statements).toHaveLength(4)
    for (const [text, values] of statements) {
      const [row] = await world.storage.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
      const plan = row?.['QUERY PLAN'][0].Plan
      expect(plan && countRead(plan, 'licenses') + countRead(plan, 'license_transitions')).toBeLessThanOrEqual(2)
    }
    const [text = '', values = []] = creations[0] ?? []
    // Another license with another request: parameters 1 and 6.
    const another = values.map((value, at) => (at === 0 ? randomUUID() : at === 5 ? 'A'.repeat(43) : value))
    expect(await countReadBy(text, another)).toBeLessThanOrEqual(40)
    expect((await create(service, { ptr: 'person', uses: [] })).status).toBe(201)
    expect(await verify({})).toBe('no_active_license')
  })

  test('a device has at most 100 active licenses, and can replace, revoke and repeat them', async () => {
    const service = await unlimited()
    const first = await create(service, { ptr: 'person' })
    await copy(first.body.id, 98, false)
    const last = { ptr: 'last' }
    const expiry = new Date(Date.now() + HOUR_MS).toISOString()
    expect((await create(service, { ...last, expiry })).status).toBe(201)
    const refused = await create(service, { ptr: 'one too many' })
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_licenses'])
    expect((await create(service, { ...last, expiry })).status).toBe(200)
    expect((await create(service, { ptr: 'person', description: 'Changed' })).body.supersedes).toBe(first.body.id)
    expect((await create(service, { ptr: 'person', uses: [] })).status).toBe(201)
    expect((await create(service, { ptr: 'another' })).status).toBe(201)
    expect((await create(service, { ptr: 'one too many' })).status).toBe(409)
    // A license that expired is not active. It does not stay open, whatever its ptr is.
    const later = await unlimited({ now: () => Date.now() + 2 * HOUR_MS })
    expect((await create(later, { ptr: 'one too many' }, await tokenOf(later))).status).toBe(201)
    const rows = await world.storage.query('SELECT 1 FROM licet.open_licenses WHERE provider_id = $1', [tenant.provider.providerId])
    expect(rows).toHaveLength(100)
  })

  test('a device stores 60 new licenses within an hour, then gets 429 until the oldest is an hour old', async () => {
    const start = Date.now()
    let now = start
    const service = await world.another({ now: () => now })
    const bearer = await tokenOf(service)
    const agree = (description: string, on = service) => create(on, { ptr: 'person', description }, bearer)
    for (let n = 0; n < 60; n++) {
      now = start + n * 1000
      expect((await agree(`Number ${n}`)).status).toBe(201)
      // Revocations are not counted, and never refused.
      if (n % 10 === 9) expect((await create(service, { ptr: 'person', description: `${n}`, uses: [] }, bearer)).status).toBe(201)
    }
    expect((await agree('Number 60')).status).toBe(429)
    const refused = await agree('Number 60')
    expect([refused.body.code, refused.headers.get('retry-after')]).toEqual(['too_many_requests', `${3600 - 59}`])
    // A repetition needs no quota. This license was revoked above.
    expect((await agree('Number 59')).body.code).toBe('license_ended')
    expect((await agree('Unlimited', await unlimited({ now: () => now }))).status).toBe(201)
    // With the unlimited one, the newest 60 begin at the second one.
    now = start + HOUR_MS + 999
    expect((await agree('Number 61')).status).toBe(429)
    now = start + HOUR_MS + 1000
    expect((await agree('Number 61')).status).toBe(201)
    expect((await agree('Number 62')).status).toBe(429)
  })

  test('a device stores 20 new texts of terms within a day, and known texts without limit', async () => {
    const start = Date.now()
    let now = start
    const service = await world.another({ now: () => now })
    const bearer = await tokenOf(service)
    const agree = (terms: string, on = service, more: object = {}) =>
      create(on, { ptr: 'person', terms: `${tenant.orgId} ${terms}`, ...more }, bearer)
    for (let n = 0; n < 20; n++) expect((await agree(`Text ${n}`)).status).toBe(201)
    now += 1000
    const refused = await agree('Text 20')
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'too_many_requests', '86399'])
    expect((await agree('Text 3', service, { description: 'Again' })).status).toBe(201)
    expect((await agree('Text 20', await unlimited({ now: () => now }))).status).toBe(201)
    now = start + 24 * HOUR_MS - 1000
    expect((await agree('Text 21')).status).toBe(429)
    now = start + 24 * HOUR_MS
    const nextDay = await tokenOf(service)
    expect((await create(service, { ptr: 'person', terms: `${tenant.orgId} Text 21` }, nextDay)).status).toBe(201)
  })

  // Regression: a text that any tenant had was not counted, so that a device at its quota could ask whether a text exists.
  test('a text of another tenant or device counts as new', async () => {
    const service = await world.another({ maxTermsPerDay: 1 })
    const other = await tenant.device('other')
    const stranger = await createTenant(world.service)
    const strange = await stranger.device('person')
    const terms = (name: string) => `${tenant.orgId} ${name}`
    for (const [name, from] of [
      ['theirs', other],
      ['strange', strange],
    ] as const) {
      const json = signedRequest(from.device, { ptr: from === other ? 'other' : 'person', terms: terms(name) })
      expect((await call(service, '/license/create', { token: from.token, json })).status).toBe(201)
    }
    expect((await create(service, { ptr: 'person', terms: terms('own') })).status).toBe(201)
    for (const name of ['theirs', 'strange', 'unknown'])
      expect((await create(service, { ptr: 'person', terms: terms(name) })).status).toBe(429)
    expect((await create(service, { ptr: 'person', terms: terms('own'), description: 'Again' })).status).toBe(201)
  })

  test('a text of another device uses up the quota too', async () => {
    const service = await world.another({ maxTermsPerDay: 1 })
    const other = await tenant.device('other')
    const terms = `${tenant.orgId} shared`
    const json = signedRequest(other.device, { ptr: 'other', terms })
    expect((await call(service, '/license/create', { token: other.token, json })).status).toBe(201)
    expect((await create(service, { ptr: 'person', terms })).status).toBe(201)
    expect((await create(service, { ptr: 'person', terms: `${terms} no more` })).status).toBe(429)
  })

  // Regression: a revocation with a new text was refused when the quota of new texts was used up.
  test('a revocation is stored although both quotas are used up', async () => {
    const service = await world.another({ maxLicensesPerHour: 1, maxTermsPerDay: 1 })
    expect((await create(service, { ptr: 'person', terms: `${tenant.orgId} first` })).status).toBe(201)
    expect((await create(service, { ptr: 'person', terms: `${tenant.orgId} second` })).status).toBe(429)
    expect((await create(service, { ptr: 'person', terms: `${tenant.orgId} second`, uses: [] })).status).toBe(201)
  })

  // Regression: 60 licenses with a known text and 60 revocations with new ones stored 15 MB of texts for good in each hour.
  test('a device whose revocations exceed the quota of new texts is not refused a revocation, and stores no license', async () => {
    const start = Date.now()
    let now = start
    const service = await world.another({ maxTermsPerDay: 2, now: () => now })
    const bearer = await tokenOf(service)
    const text = (name: string) => `${tenant.orgId} ${name}`
    const send = async (ptr: string, terms: string, more: object = {}) =>
      (await create(service, { ptr, terms: text(terms), ...more }, bearer)).status
    expect([await send('a', 'known'), await send('b', 'known'), await send('c', 'known')]).toEqual([201, 201, 201])
    now += 1000
    expect(await send('a', 'new in a', { uses: [] })).toBe(201)
    // Two texts are within the quota.
    expect(await send('a', 'known', { description: 'Again' })).toBe(201)
    expect([await send('b', 'new in b', { uses: [] }), await send('c', 'new in c', { uses: [] })]).toEqual([201, 201])
    const refused = await create(service, { ptr: 'd', terms: text('known') }, bearer)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '86400'])
    expect(await send('a', 'new in a again', { uses: [] })).toBe(201)
    // The signed text of every revocation is kept, because it is part of the signed bytes.
    const { body } = await call(service, '/license', { token: bearer })
    expect(body.licenses[0].terms).toBe(text('new in a again'))
    now = start + 24 * HOUR_MS + 1000
    const nextDay = await tokenOf(service)
    expect((await create(service, { ptr: 'd', terms: text('known') }, nextDay)).status).toBe(201)
  })

  // Regression: 60 licenses with a known text, each written in another form, stored 15 MB of signed bytes for good in each hour.
  test('signed bytes of more than 16 KiB count as a new text', async () => {
    const service = await world.another({ maxTermsPerDay: 2 })
    const agree = async (description: string, bytes: number, more: object = {}) => {
      const written = JSON.stringify(unsignedRequest({ ptr: 'person', terms: `${tenant.orgId} text`, description, ...more }))
      const unsigned = `${written.slice(0, -1).padEnd(bytes - 1)}}`
      const body = `${unsigned.slice(0, -1)},"signature":"${device.sign(unsigned)}"}`
      const headers = { 'content-type': 'application/json' }
      return (await call(service, '/license/create', { token, body, headers })).status
    }
    // Earlier clients send such a request for each license.
    for (let n = 0; n < 5; n++) expect(await agree(`small ${n}`, 16_384)).toBe(201)
    expect([await agree('large 1', 16_385), await agree('large 2', 200_000)]).toEqual([201, 201])
    expect([await agree('large 3', 200_000), await agree('small', 16_384)]).toEqual([429, 429])
    expect(await agree('withdrawal', 200_000, { uses: [] })).toBe(201)
  })

  test('a request has at most 5,000 values and 16 levels, and its members x-… 4 kB together', async () => {
    const send = async (members: object) => {
      const { status, body } = await create(world.service, { ptr: 'person', ...members })
      return status === 201 ? status : [status, body.code]
    }
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
    const values = (many: number) => JSON.parse(`[${Array(many).fill('0').join()}]`)
    expect(await send({ 'x-deep': nested(15) })).toBe(201)
    expect(await send({ 'x-deep': nested(16) })).toEqual([400, 'invalid_json'])
    expect(await send({ 'x-many': values(2030) })).toBe(201)
    expect(await send({ 'x-many': values(4900) })).toEqual([400, 'invalid_license'])
    expect(await send({ 'x-many': values(5000) })).toEqual([400, 'invalid_json'])
    expect(await send({ 'x-a': 'y'.repeat(2000), 'x-b': 'é'.repeat(1038) })).toBe(201)
    expect(await send({ 'x-a': 'y'.repeat(2000), 'x-b': 'é'.repeat(1039) })).toEqual([400, 'invalid_license'])
  })

  // Regression: 99 licenses with 235 kB of uses each made every License Verify of their device cost 23 ms.
  test('the uses of a license have at most 32 KiB', async () => {
    const bytes = (uses: unknown) => Buffer.byteLength(JSON.stringify(uses))
    const words = (many: number) => Array.from({ length: many }, (_, n) => `é${n}`.padEnd(60, 'y'))
    const most = Array.from({ length: 8 }, () => ({ usecases: words(3), destinations: words(60) }))
    const filler = { usecases: ['analytics'], destinations: [''] }
    filler.destinations = words(3)
    const uses = [...most, filler]
    const missing = 32 * 1024 - bytes(uses)
    expect(missing).toBeGreaterThan(0)
    filler.destinations[0] += 'z'.repeat(missing)
    expect(bytes(uses)).toBe(32 * 1024)
    expect((await create(world.service, { ptr: 'person', uses })).status).toBe(201)
    filler.destinations[0] += 'z'
    const refused = await create(world.service, { ptr: 'person', uses })
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, 'invalid_license', 'uses'])
    expect((await create(world.service, { ptr: 'person', uses: [] })).status).toBe(201)
  })
})
