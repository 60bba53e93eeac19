import { randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/client/index.ts'
import { canonicalize } from '../../src/core/canonical-json.ts'
import { parseLicense } from '../../src/protocol/parse-license.ts'
import { createService, LicetError, type Service } from '../../src/service/index.ts'
import { openPostgresStorage } from '../../src/service/node.ts'
import { call, createTenant, grant, type ParsedResponse, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { type Device, sha3, signedRequest, TERMS } from '../fixtures/device.ts'
import { OPEN_LICENSES } from '../fixtures/open-licenses.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import { describeLicenses } from '../fixtures/worlds.ts'

const MANY = 70

describeLicenses('erasure of many records', (world) => {
  let tenant: Tenant
  let device: Device
  let token: string
  let unlimited: Service
  beforeEach(async () => {
    unlimited = await world.another({ maxLicensesPerHour: 0, maxTermsPerDay: 0 })
    tenant = await createTenant(world.service)
    ;({ device, token } = await tenant.device('person'))
  })

  const create = async (ptr: string, more: object = {}) =>
    call(unlimited, '/license/create', { token, json: signedRequest(device, { ptr, ...more }) })
  const erase = async (query: string, service: Service = world.service) =>
    call(service, `/api/latest/provider/${tenant.provider.providerId}/user?${query}`, {
      token: await tenant.adminToken(),
      method: 'DELETE',
    })
  /** Stores many licenses of the device for one ptr. */
  const createMany = async (ptr: string) => {
    const { body } = await create(ptr, { 'x-note': 'y'.repeat(1000) })
    await world.storage.query(
      `WITH copies AS (
         INSERT INTO licet.licenses (id, provider_id, registration, address, ptr, request_hash, terms_hash, suite, request, signature, created,
           receipt, uses, terms_at)
         SELECT gen_random_uuid(), provider_id, registration, address, ptr, rpad(n::text, 43, 'A'), terms_hash, suite, request, signature, created,
           receipt, uses, terms_at
         FROM licet.licenses, generate_series(2, ${MANY}) AS n WHERE id = $1 RETURNING id, provider_id, registration, created
       )
       INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at)
       SELECT provider_id, registration, id, 1, 'active', created FROM copies`,
      [body.id],
    )
    await world.storage.query(OPEN_LICENSES, [tenant.provider.providerId])
  }
  const count = async (condition: string) => {
    const [row] = await world.storage.query<{ n: number }>(
      `SELECT count(*) AS n FROM licet.licenses WHERE provider_id = $1 AND ${condition}`,
      [tenant.provider.providerId],
    )
    return row?.n
  }
  const erasures = () => world.storage.query('SELECT 1 FROM licet.erasures WHERE provider_id = $1', [tenant.provider.providerId])

  // Regression: all licenses were read in one query with their terms, so that many licenses made every erasure fail.
  test('an erasure reads a few licenses at a time and no terms', async () => {
    const large: number[] = []
    const storage = watchStorage(world.storage, {
      after: (_, rows) => {
        expect(rows.some((row) => 'terms' in row)).toBe(false)
        if (rows.some((row) => 'request' in row)) large.push(rows.length)
      },
    })
    const service = await world.another({ storage })
    await createMany('person')
    expect((await erase('id=person', service)).status).toBe(204)
    expect(large.length).toBeGreaterThan(3)
    expect(Math.max(...large)).toBe(20)
    expect([await count('address IS NULL'), await count('ptr IS NOT NULL')]).toEqual([MANY, 0])
    const ends = await world.storage.query<{ n: number }>(
      `SELECT count(*) AS n FROM licet.license_transitions t JOIN licet.licenses l ON l.id = t.license_id
       WHERE l.provider_id = $1 AND t.status = 'erased'`,
      [tenant.provider.providerId],
    )
    expect([ends, await erasures()]).toEqual([[{ n: MANY }], []])
  })

  test('an interrupted erasure keeps its progress, blocks new licenses, and continues with the next request', async () => {
    await createMany('another')
    let pages = 0
    const failing = await world.another({
      storage: watchStorage(world.storage, {
        before: (text) => {
          if (text.includes('FROM licet.licenses') && text.includes('LIMIT 20') && ++pages === 2)
            throw new LicetError('unavailable', 'The database is unavailable.', { retryAfterMs: 1000 })
        },
      }),
    })
    expect((await erase('id=person', failing)).status).toBe(503)
    expect(await count('address IS NULL')).toBe(20)
    expect((await create('person')).status).toBe(401)
    // Registering again also continues the erasure, one step per request.
    expect(await tenant.register(device, 'person')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await count('address IS NULL')).toBe(40)
    const { status, headers } = await erase('id=person')
    expect([status, headers.get('licet-erased')]).toEqual([204, `devices=1, licenses=${MANY - 40}`])
    expect((await erase('id=person')).headers.get('licet-erased')).toBe('devices=0, licenses=0')
    expect([await count('address IS NULL'), await erasures()]).toEqual([MANY, []])
    expect((await tenant.register(device, 'person')).status).toBe(200)
  })

  test('the random id of a device stays with its erased licenses, and a new registration has another one', async () => {
    await create('one')
    await create('another')
    const ids = async (table: string) =>
      (
        await world.storage.query<{ id: string }>(`SELECT DISTINCT registration AS id FROM licet.${table} WHERE provider_id = $1`, [
          tenant.provider.providerId,
        ])
      ).map(({ id }) => id)
    const before = await ids('addresses')
    expect(before).toHaveLength(1)
    expect((await erase('id=person')).status).toBe(204)
    expect([await ids('licenses'), await ids('license_transitions'), await ids('addresses')]).toEqual([before, before, []])
    expect((await tenant.register(device, 'person')).status).toBe(200)
    expect(await ids('addresses')).not.toEqual(before)
    expect((await call(world.service, '/license', { token: await tenant.addressToken(device) })).body.licenses).toEqual([])
  })

  // Regression: the log reported an unavailable database.
  test('a device that is being erased gets 503, and the operator gets no event', async () => {
    await createMany('another')
    const failing = await world.another({
      storage: watchStorage(world.storage, {
        before: (text) => {
          if (text.includes('licet.erase_license('))
            throw new LicetError('unavailable', 'The database is unavailable.', { retryAfterMs: 1000 })
        },
      }),
    })
    expect((await erase('id=person', failing)).status).toBe(503)
    const events: unknown[] = []
    const service = await world.another({ onEvent: (event) => events.push(event) })
    const path = `/api/latest/provider/${tenant.provider.providerId}/user`
    const { address, pubKey } = device
    const json = { id: 'person', address, pubKey, signature: device.sign(`person.${address}`) }
    const [open] = await world.storage.query<{ id: string }>(
      `SELECT l.id FROM licet.licenses l WHERE l.provider_id = $1
         AND NOT EXISTS (SELECT FROM licet.license_transitions s WHERE s.license_id = l.id AND s.step > 1)`,
      [tenant.provider.providerId],
    )
    const revoke = { token: await tenant.adminToken(), json: { requestedBy: 'person', channel: 'letter' } }
    expect(await call(service, `/license/${open?.id}/revoke`, revoke)).toMatchObject({ status: 503 })
    expect(await call(service, path, { token: await tenant.providerToken(), json })).toMatchObject({ status: 503 })
    expect(events).toEqual([])
  })

  test('repeated registrations complete an interrupted erasure', async () => {
    await create('another')
    const failing = await world.another({
      storage: watchStorage(world.storage, {
        before: (text) => {
          if (text.includes('DELETE FROM licet.refresh_chains'))
            throw new LicetError('unavailable', 'The database is unavailable.', { retryAfterMs: 1000 })
        },
      }),
    })
    expect((await erase(`address=${device.address}`, failing)).status).toBe(503)
    expect((await tenant.register(device, 'person')).status).toBe(200)
    expect([await count('address IS NULL'), await erasures()]).toEqual([1, []])
  })

  // Regression: a device could store more licenses with the id of a victim than one statement reads, and store more during the erasure.
  test('erasure by id ends on another device, even while that device stores more licenses', async () => {
    await createMany('victim')
    let stored = 0
    const storage = watchStorage(world.storage, {
      after: async (text) => {
        if (text.includes('FROM licet.licenses') && text.includes('LIMIT 20'))
          expect((await create('victim', { description: `Number ${stored++}` })).status).toBe(201)
      },
    })
    expect((await erase('id=victim', await world.another({ storage }))).status).toBe(204)
    expect(stored).toBeGreaterThan(3)
    expect([await count('address IS NULL'), await count("ptr = 'victim'")]).toEqual([MANY, stored])
  })

  // Regression: a grant checked the registration before the erasure, and stored its chain with the address afterwards.
  test('a refresh during an erasure is refused, and stores no address', async () => {
    let overtaken = false
    const storage = watchStorage(world.storage, {
      before: async (text) => {
        if (overtaken || !text.includes('licet.start_chain(')) return
        overtaken = true
        await erase('id=person')
      },
    })
    const service = await world.another({ storage })
    const client_id = `address:${tenant.provider.providerId}:${device.address}`
    const { refresh_token = '' } = await grant(service, { client_id, client_secret: device.sign(device.address) })
    const form = { grant_type: 'refresh_token', refresh_token }
    expect((await call(service, TOKEN, { form })).body.error).toBe('invalid_grant')
    expect(overtaken).toBe(true)
    const rows = await world.storage.query('SELECT * FROM licet.refresh_chains WHERE provider_id = $1', [
      tenant.provider.providerId,
    ])
    expect(JSON.stringify(rows)).not.toContain(device.address)
  })

  // Regression: everything in an erased request except the ptr was known, so its hash confirmed a guessed one.
  test('nothing that stays of an erased license confirms a guessed ptr', async () => {
    const salt = randomBytes(16).toString('base64url')
    // The last letter of 16 bytes has two bits only.
    const noBytes = `${salt.slice(0, -1)}B`
    const [plain, salted, weak, letters] = [{}, { 'x-salt': salt }, { 'x-salt': 'short' }, { 'x-salt': noBytes }].map(
      (members, n) => signedRequest(device, { ptr: `guessed-${n}`, ...members }),
    )
    const records = []
    for (const json of [plain, salted, weak, letters])
      records.push((await call(unlimited, '/license/create', { token, json })).body)
    const requestHash = (json: object = {}) => {
      const { signature: _, ...members } = JSON.parse(JSON.stringify(json))
      return sha3(canonicalize(members)).toString('base64url')
    }
    expect(records.map(({ receipt }) => decodeJwt(receipt).req)).toEqual([plain, salted, weak, letters].map(requestHash))
    expect((await erase('id=person')).status).toBe(204)
    const admin = await tenant.adminToken()
    const receipts = []
    for (const { id } of records) {
      const { body } = await call(world.service, `/license/${id}`, { token: admin })
      expect(body).toMatchObject({ status: 'erased', ptr: '' })
      expect(JSON.stringify(body)).not.toContain(salt)
      receipts.push(body.receipt)
    }
    const keys = await call(world.service, '/.well-known/jwks.json')
    const claims = await Promise.all(receipts.map((receipt) => verifyReceipt(receipt, keys.body)))
    // The hash of a salted request stays: nobody can try 2^128 salts.
    expect(claims.map(({ req }) => req)).toEqual([undefined, requestHash(salted), undefined, undefined])
    const rows = await world.storage.query('SELECT l.* FROM licet.licenses l WHERE provider_id = $1', [tenant.provider.providerId])
    const text = rows.flatMap((row) => Object.values(row).map((value) => Buffer.from(String(value)).toString())).join('\n')
    expect([requestHash(plain), requestHash(weak), requestHash(letters), salt].filter((secret) => text.includes(secret))).toEqual(
      [],
    )
  })

  const readTerms = async (id: string) =>
    (await call(world.service, `/license/${id}`, { token: await tenant.adminToken() })).body.terms
  const countTerms = async (terms: string) =>
    (await world.storage.query('SELECT 1 FROM licet.terms WHERE text = $1', [terms])).length

  // Regression: a device could store any text for good, even one about the person.
  test('a text of terms is deleted with the last license that has it, and can be stored again', async () => {
    const terms = `# About ${tenant.orgId}\n`
    const other = await tenant.device('another person')
    const mine = (await create('person', { terms })).body
    const json = signedRequest(other.device, { terms })
    const theirs = (await call(unlimited, '/license/create', { token: other.token, json })).body
    expect((await erase('id=person')).status).toBe(204)
    expect([await readTerms(mine.id), await readTerms(theirs.id)]).toEqual([terms, terms])
    expect((await erase('id=another%20person')).status).toBe(204)
    expect([await readTerms(mine.id), await readTerms(theirs.id), await countTerms(terms)]).toEqual(['', '', 0])
    const { body } = await call(world.service, `/license/${mine.id}`, { token: await tenant.adminToken() })
    expect([parseLicense(body), body.termsHash]).toEqual([body, mine.termsHash])
    const again = await tenant.device('third person')
    const created = await call(unlimited, '/license/create', { token: again.token, json: signedRequest(again.device, { terms }) })
    expect([created.status, created.body.terms, await countTerms(terms)]).toEqual([201, terms, 1])
  })

  // Regression: one statement ended all chains, which fails for many chains.
  test('the chains of a device and of a provider end without one statement that updates all', async () => {
    const id = tenant.provider.providerId
    const client = { client_id: `address:${id}:${device.address}`, client_secret: device.sign(device.address) }
    const { refresh_token = '' } = await grant(world.service, client)
    await call(world.service, TOKEN, { form: { grant_type: 'refresh_token', refresh_token } })
    await world.storage.query(
      `INSERT INTO licet.refresh_chains (id, jti, client_id, provider_id, holder, scope, lifetime, created, expires)
       SELECT gen_random_uuid(), 'x', 'x', provider_id, holder, '', 600, created, expires
       FROM licet.refresh_chains, generate_series(1, 1500) WHERE provider_id = $1 AND holder = $2`,
      [id, device.address],
    )
    const asProvider = await grant(world.service, { client_id: `provider:${id}`, client_secret: tenant.provider.pubKey })
    const deleted: number[] = []
    const storage = watchStorage(world.storage, {
      after: (text, rows) => {
        if (text.includes('DELETE FROM licet.refresh_chains')) deleted.push(rows.length)
        expect(text).not.toContain('UPDATE licet.refresh_chains')
      },
    })
    const service = await world.another({ storage })
    expect((await erase('id=person', service)).status).toBe(204)
    expect(deleted).toEqual([1000, 501])
    const admin = await tenant.adminToken()
    expect((await call(service, `/api/latest/provider/${id}`, { token: admin, method: 'DELETE' })).status).toBe(204)
    const form = { grant_type: 'refresh_token', refresh_token: asProvider.refresh_token ?? '' }
    expect((await call(world.service, TOKEN, { form })).body.error).toBe('invalid_grant')
  })
})

describe('the text of two licenses', () => {
  /** Starts a second request after a statement of the first one. Both run at the same time: each can wait for the other. */
  const runAtOnce = async (statement: string, first: 'erase' | 'create', second: 'erase' | 'create') => {
    const postgres = await createPostgresDatabase()
    const admin = new pg.Client({ connectionString: postgres.url })
    // A statement waits on purpose for another one.
    const storage = openPostgresStorage(postgres.url, { hasTimeLimits: false })
    try {
      await admin.connect()
      const plain = await createService({ authUrl: 'https://a.example', storage })
      const tenant = await createTenant(plain)
      const people = [await tenant.device('one'), await tenant.device('other')] as const
      const bearer = await tenant.adminToken()
      const path = `/api/latest/provider/${tenant.provider.providerId}/user`
      const create = (on: Service, { device, token }: (typeof people)[number]) =>
        call(on, '/license/create', { token, json: signedRequest(device) })
      const acts = {
        create,
        erase: (on: Service, { device }: (typeof people)[number]) =>
          call(on, `${path}?address=${device.address}`, { token: bearer, method: 'DELETE' }),
      }
      if (first === 'erase') await create(plain, people[0])
      if (second === 'erase') await create(plain, people[1])
      let other: Promise<ParsedResponse> | undefined
      const watched = watchStorage(storage, {
        after: async (text) => {
          if (other !== undefined || !text.includes(statement)) return
          let isDone = false
          other = acts[second](plain, people[1]).finally(() => {
            isDone = true
          })
          const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
          await expect.poll(async () => isDone || (await admin.query(waiting)).rowCount === 1, { timeout: 20_000 }).toBe(true)
        },
      })
      const response = await acts[first](await createService({ authUrl: 'https://a.example', storage: watched }), people[0])
      const statuses = { erase: 204, create: 201 }
      expect([response.status, (await other)?.status]).toEqual([statuses[first], statuses[second]])
      const { body } = await call(plain, '/license', { token: bearer })
      return body.licenses.map(({ status, terms }: { status: string; terms: string }) => [status, terms]).sort()
    } finally {
      await storage.close()
      await admin.end()
      await postgres.stop()
    }
  }

  test.each([
    ['after an erasure locked it', 'FOR NO KEY UPDATE', 'erase', 'create'],
    ['after an erasure deleted it', 'DELETE FROM licet.terms', 'erase', 'create'],
    ['after a creation found it', '"hasTerms"', 'create', 'erase'],
    ['after a creation stored its license', 'licet.store_license(', 'create', 'erase'],
  ] as const)('stays when one is created and the other erased at the same time, %s', async (_, statement, first, second) => {
    expect(await runAtOnce(statement, first, second)).toEqual([
      ['active', TERMS],
      ['erased', TERMS],
    ])
  })

  test.each(['licet.erase_license(', 'DELETE FROM licet.terms'])(
    'is deleted when both are erased at the same time, after %s',
    async (statement) => {
      expect(await runAtOnce(statement, 'erase', 'erase')).toEqual([
        ['erased', ''],
        ['erased', ''],
      ])
    },
  )
})

// Regression: both erasures locked licenses in the order of different indexes, after the rows of the addresses were deleted.
test('E2: an erasure by address and one by id of the same licenses do not deadlock', async () => {
  const postgres = await createPostgresDatabase()
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  // Forces different orders: newest first by address, oldest first by ptr. With few rows the planner would choose another plan.
  for (const way of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'])
    await admin.query(`ALTER DATABASE ${new URL(postgres.url).pathname.slice(1)} SET ${way} = off`)
  const storage = openPostgresStorage(postgres.url, { hasTimeLimits: false })
  try {
    const tenant = await createTenant(await createService({ authUrl: 'https://a.example', storage }))
    let updates = 0
    let listed = 0
    let begun = 0
    let tellBothListed = (): void => undefined
    const bothListed = new Promise<void>((resolve) => {
      tellBothListed = resolve
    })
    const locks = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    const waiting = async () => (await admin.query(locks)).rowCount ?? 0
    /** A service whose erasure pauses after its list and after its first license, until the other erasure is as far or waits for a lock. */
    const meeting = () => {
      let stripped = 0
      let lists = 0
      return createService({
        authUrl: 'https://a.example',
        storage: watchStorage(storage, {
          before: (text) => {
            if (text.includes('licet.erase_license(')) updates++
          },
          after: async (text) => {
            if (text.includes('FROM licet.licenses') && text.includes('LIMIT 20') && ++lists === 1) {
              if (++listed === 2) tellBothListed()
              await bothListed
            }
            if (text.includes('licet.erase_license(') && ++stripped === 1) {
              begun++
              await expect.poll(async () => begun + (await waiting()), { timeout: 20_000 }).toBeGreaterThan(1)
            }
          },
        }),
      })
    }
    const [one, other] = [await meeting(), await meeting()]
    const { device, token } = await tenant.device('owner')
    for (let n = 0; n < 3; n++) {
      const json = signedRequest(device, { ptr: 'person', description: `Version ${n}` })
      expect((await call(one, '/license/create', { token, json })).status).toBe(201)
    }
    const path = `/api/latest/provider/${tenant.provider.providerId}/user`
    const admins = { token: await tenant.adminToken(), method: 'DELETE' }
    const responses = await Promise.all([
      call(one, `${path}?address=${device.address}`, admins),
      call(other, `${path}?id=person`, admins),
    ])
    expect(responses.map((response) => response.status)).toEqual([204, 204])
    // Each erasure reads each license once. A transaction after a deadlock would have started again.
    expect(updates).toBe(6)
  } finally {
    await storage.close()
    await admin.end()
    await postgres.stop()
  }
})
