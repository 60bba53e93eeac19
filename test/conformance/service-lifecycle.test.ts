import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { canonicalize } from '../../src/core/canonical-json.ts'
import type { LicenseRequest } from '../../src/core/license.ts'
import { parseLicense } from '../../src/protocol/parse-license.ts'
import { createWebCrypto, type ServiceCrypto } from '../../src/service/index.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { type Device, sha3, signedRequest, unsignedRequest } from '../fixtures/device.ts'
import { atSkew, describeLicenses } from '../fixtures/worlds.ts'

const HOUR_MS = 3_600_000

describeLicenses('the life of a license', (world) => {
  let tenant: Tenant
  let device: Device
  let token: string
  let users = 0

  beforeAll(async () => {
    tenant = await createTenant(world.service)
  })

  const start = async () => {
    ;({ device, token } = await tenant.device(`user-${users++}`))
  }
  const create = (json: unknown) => call(world.service, '/license/create', { token, json })
  const verify = async (json: unknown = {}) => (await call(world.service, '/license/verify', { token, json })).body
  const get = async (id: string) => (await call(world.service, `/license/${id}`, { token })).body
  const hash = (request: LicenseRequest) => {
    const { signature: _, ...unsigned } = request
    return sha3(canonicalize(JSON.parse(JSON.stringify(unsigned)))).toString('base64url')
  }

  test('each agreement, change and withdrawal is a row, and `supersedes` links them in order', async () => {
    await start()
    const first = signedRequest(device)
    const agreed = await create(first)
    const second = signedRequest(device, { tags: ['physical_receipt'], 'x-follows': hash(first) })
    const changed = await create(second)
    expect(changed.body).toMatchObject({ status: 'active', supersedes: agreed.body.id })
    expect((await get(agreed.body.id)).status).toBe('superseded')
    expect(await verify()).toEqual({ verified: true, reason: 'licensed' })

    const withdrawal = signedRequest(device, { tags: ['physical_receipt'], 'x-follows': hash(first), uses: [] })
    const withdrawn = await create(withdrawal)
    expect([withdrawn.status, withdrawn.body.status, withdrawn.body.supersedes]).toEqual([201, 'revoked', changed.body.id])
    expect(decodeJwt(withdrawn.body.receipt)).toMatchObject({ status: 'revoked', req: hash(withdrawal) })
    expect((await get(changed.body.id)).status).toBe('revoked')
    expect(await verify()).toEqual({ verified: false, reason: 'no_active_license' })
    expect(await create(withdrawal)).toMatchObject({ status: 200, body: withdrawn.body })
    const repeated = signedRequest(device, { 'x-follows': hash(withdrawal), uses: [] })
    expect((await create(repeated)).body.code).toBe('nothing_to_revoke')

    const again = await create(signedRequest(device, { 'x-follows': hash(withdrawal) }))
    expect([again.status, again.body.status, again.body.supersedes]).toEqual([201, 'active', undefined])
    // Repeating an earlier request changes nothing, and returns the current status of its license.
    expect(await create(first)).toMatchObject({
      status: 409,
      body: { license: { id: agreed.body.id, status: 'superseded', receipt: agreed.body.receipt } },
    })
    expect(await create(second)).toMatchObject({ status: 409, body: { license: { id: changed.body.id, status: 'revoked' } } })
    // Repeating an earlier withdrawal does not revoke a license that was stored since.
    expect(await create(withdrawal)).toMatchObject({ status: 200, body: { id: withdrawn.body.id, status: 'revoked' } })
    expect((await get(again.body.id)).status).toBe('active')
    for (const record of [agreed, changed, withdrawn, again]) expect(parseLicense(record.body)).toEqual(record.body)
    const history = async (id: string) => {
      const text = 'SELECT status, cause FROM licet.license_transitions WHERE license_id = $1 ORDER BY step'
      return world.storage.query<{ status: string; cause: string | null }>(text, [id])
    }
    const begun = { status: 'active', cause: null }
    expect(await history(agreed.body.id)).toEqual([begun, { status: 'superseded', cause: changed.body.id }])
    expect(await history(changed.body.id)).toEqual([begun, { status: 'revoked', cause: withdrawn.body.id }])
  })

  // Regression: the error of a body with several forms named no member.
  test('License Verify with a use case and no destination is refused with the members that it takes', async () => {
    await start()
    const { code, detail } = await verify({ usecase: 'analytics' })
    expect(code).toBe('invalid_request')
    expect(detail).toContain('which are {usecase, destination} and {}.')
  })

  test('F8: a license at one provider does not count at another provider with the same device key', async () => {
    await start()
    const other = await createTenant(world.service)
    await other.register(device)
    const there = await other.addressToken(device)
    const elsewhere = async (path: string, json: unknown) => call(world.service, path, { token: there, json })
    const request = signedRequest(device)
    const here = await create(request)
    expect(await verify()).toEqual({ verified: true, reason: 'licensed' })
    for (const json of [{}, { usecase: 'analytics', destination: 'basket.example.com' }])
      expect((await elsewhere('/license/verify', json)).body).toEqual({ verified: false, reason: 'no_active_license' })
    expect(await elsewhere('/license/create', signedRequest(device, { uses: [] }))).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_revoke' },
    })
    const second = await elsewhere('/license/create', request)
    expect([second.status, second.body.supersedes]).toEqual([201, undefined])
    expect((await elsewhere('/license/create', signedRequest(device, { uses: [] }))).status).toBe(201)
    expect((await get(here.body.id)).status).toBe('active')
    expect(await verify()).toEqual({ verified: true, reason: 'licensed' })
  })

  test('a license does not end licenses of another ptr or of another device of the same person', async () => {
    await start()
    const one = await create(signedRequest(device, { ptr: 'one' }))
    const two = await create(signedRequest(device, { ptr: 'two' }))
    expect(two.body.supersedes).toBeUndefined()
    await create(signedRequest(device, { ptr: 'two', uses: [] }))
    expect((await get(one.body.id)).status).toBe('active')
    const former = { device, token, id: one.body.id }
    await start()
    expect((await create(signedRequest(device, { ptr: 'one' }))).body.supersedes).toBeUndefined()
    expect((await create(signedRequest(device, { ptr: 'one', uses: [] }))).status).toBe(201)
    ;({ device, token } = former)
    expect((await get(former.id)).status).toBe('active')
  })

  // Regression: the receipt did not name the provider and the replaced license, so anyone could change them in a record.
  test('a receipt names the provider and the replaced license, even when two processes store licenses of a device at the same time', async () => {
    const own = await tenant.device('user-of-receipts')
    const other = await world.another()
    const requests = Array.from({ length: 12 }, (_, n) => signedRequest(own.device, { description: `Version ${n}` }))
    const services = [world.service, other] as const
    const stored = await Promise.all(
      requests.map((json, n) => call(services[n % 2] ?? other, '/license/create', { token: own.token, json })),
    )
    expect(stored.map(({ status }) => status)).toEqual(stored.map(() => 201))
    const withdrawn = await call(other, '/license/create', { token: own.token, json: signedRequest(own.device, { uses: [] }) })
    const { licenses } = (await call(world.service, '/license?limit=100', { token: own.token })).body
    expect(licenses).toHaveLength(13)
    expect(licenses[0].supersedes).toBe(licenses[1].id)
    expect(withdrawn.body.id).toBe(licenses[0].id)
    for (const { providerId, supersedes, receipt } of licenses) {
      expect(providerId).toBe(tenant.provider.providerId)
      expect(decodeJwt(receipt)).toMatchObject({ prv: providerId, vch: false })
      expect(decodeJwt(receipt).sup).toBe(supersedes)
    }
    expect(licenses.filter(({ supersedes }: { supersedes?: string }) => supersedes === undefined)).toHaveLength(1)
  })

  // Regression: the earlier web client sends no body and no content type, and got 415.
  test('verify without a body means an empty object, and every other operation requires a body', async () => {
    const own = await tenant.device('user-without-body')
    const bare = (path: string, headers: Record<string, string> = {}) =>
      call(world.service, path, { method: 'POST', token: own.token, headers })
    expect((await bare('/license/verify')).body).toEqual({ verified: false, reason: 'no_active_license' })
    await call(world.service, '/license/create', { token: own.token, json: signedRequest(own.device) })
    for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-length': '0' }, { 'content-type': 'text/plain' }])
      expect(await bare('/license/verify', headers)).toMatchObject({ status: 200, body: { verified: true, reason: 'licensed' } })
    const blank = await call(world.service, '/license/verify', {
      token: own.token,
      body: ' ',
      headers: { 'content-type': 'application/json' },
    })
    expect([blank.status, blank.body.code]).toEqual([400, 'invalid_json'])
    for (const path of ['/license/create', '/api/latest/provider', '/api/latest/profile/keys']) {
      const token = path === '/license/create' ? own.token : await tenant.adminToken()
      const headers = { 'content-type': 'application/json' }
      expect((await call(world.service, path, { method: 'POST', token, headers })).body.code).toBe('invalid_json')
    }
  })

  test('verify returns whether a use case at a destination is covered', async () => {
    await start()
    expect(await verify()).toEqual({ verified: false, reason: 'no_active_license' })
    await create(
      signedRequest(device, {
        uses: [
          { usecases: ['analytics'], destinations: ['a.example'] },
          { usecases: ['*'], destinations: ['b.example'] },
          { usecases: ['support'], destinations: ['*'] },
        ],
      }),
    )
    const covered = async (usecase: string, destination: string) => (await verify({ usecase, destination })).verified
    expect(await covered('analytics', 'a.example')).toBe(true)
    expect(await covered('attribution', 'a.example')).toBe(false)
    expect(await covered('attribution', 'b.example')).toBe(true)
    expect(await covered('support', 'anything.example')).toBe(true)
    expect(await verify({ usecase: 'retargeting', destination: 'a.example' })).toEqual({ verified: false, reason: 'not_covered' })
    for (const json of [
      { usecase: 'analytics' },
      { destination: 'a.example' },
      { usecase: 1, destination: 'a.example' },
      { usecase: 'analytics', destination: 'a.example', other: 1 },
      { other: 1 },
      [],
      null,
    ]) {
      expect((await call(world.service, '/license/verify', { token, json })).status).toBe(400)
    }
  })

  test('a license expires without a request, and a newer license does not supersede it', async () => {
    await start()
    const expiry = new Date(Date.now() + HOUR_MS).toISOString()
    const request = signedRequest(device, { expiry })
    const { body } = await create(request)
    expect(body.status).toBe('active')
    await atSkew(world, 2 * HOUR_MS, async () => {
      ;({ token } = { token: await tenant.addressToken(device) })
      expect((await get(body.id)).status).toBe('expired')
      expect(await verify()).toEqual({ verified: false, reason: 'no_active_license' })
      expect(await create(request)).toMatchObject({ status: 409, body: { license: { id: body.id, status: 'expired' } } })
      expect((await create(signedRequest(device, { expiry, uses: [] }))).body.code).toBe('nothing_to_revoke')
      const next = await create(signedRequest(device, { 'x-follows': hash(request) }))
      expect([next.status, next.body.supersedes]).toEqual([201, undefined])
      expect((await get(body.id)).status).toBe('expired')
    })
    const rows = await world.storage.query<{ status: string; at: number }>(
      'SELECT status, at FROM licet.license_transitions WHERE license_id = $1 ORDER BY step',
      [body.id],
    )
    expect(rows.map((row) => row.status)).toEqual(['active', 'expired'])
    expect(rows[1]?.at).toBe(Date.parse(expiry))
  })

  test('a license is expired at the exact time of its expiry', async () => {
    await start()
    const end = Date.now()
    const expiry = new Date(end).toISOString()
    let now = end - 1000
    const clocked = await world.another({ now: () => now })
    const at = async (path: string, json: unknown) => call(clocked, path, { token, json })
    const { body } = await at('/license/create', signedRequest(device, { expiry }))
    now = end - 1
    expect((await at('/license/verify', {})).body.reason).toBe('licensed')
    now = end
    expect((await at('/license/verify', {})).body.reason).toBe('no_active_license')
    expect((await call(clocked, `/license/${body.id}`, { token })).body.status).toBe('expired')
    const late = await at('/license/create', signedRequest(device, { expiry, ptr: 'late' }))
    expect([late.status, late.body.code]).toEqual([400, 'license_expired'])
    const withdrawal = await at('/license/create', signedRequest(device, { uses: [] }))
    expect([withdrawal.status, withdrawal.body.code]).toEqual([409, 'nothing_to_revoke'])
    const next = await at('/license/create', signedRequest(device))
    expect([next.status, next.body.supersedes]).toEqual([201, undefined])
    const text = 'SELECT status, at FROM licet.license_transitions WHERE license_id = $1 ORDER BY step'
    expect((await world.storage.query(text, [body.id]))[1]).toEqual({ status: 'expired', at: end })
  })

  test('a list is newest first and in pages, for the device and for the organization', async () => {
    const fresh = await createTenant(world.service)
    const first = await fresh.device()
    const ids: string[] = []
    for (let n = 0; n < 7; n++) {
      const json = signedRequest(first.device, { ptr: `ptr-${n}` })
      ids.unshift((await call(world.service, '/license/create', { token: first.token, json })).body.id)
    }
    const second = await fresh.device('user-2')
    const { body: theirs } = await call(world.service, '/license/create', {
      token: second.token,
      json: signedRequest(second.device),
    })

    const readPages = async (bearer: string, limit: number) => {
      const seen: string[] = []
      let cursor = ''
      do {
        const { body } = await call(world.service, `/license?limit=${limit}&cursor=${cursor}`, { token: bearer })
        expect(body.licenses.length).toBeLessThanOrEqual(limit)
        seen.push(...body.licenses.map((license: { id: string }) => license.id))
        cursor = body.next ?? ''
      } while (cursor !== '')
      return seen
    }
    expect(await readPages(first.token, 3)).toEqual(ids)
    expect(await readPages(first.token, 7)).toEqual(ids)
    expect(await readPages(await fresh.adminToken(), 4)).toEqual([theirs.id, ...ids])
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=x',
      'cursor=-1',
      'cursor=1.5',
      'cursor=99999999999999999999',
      // A cursor of another device would reveal the position of its license.
      `cursor=${theirs.id}`,
      'other=1',
      'limit=1&limit=2',
    ]) {
      expect((await call(world.service, `/license?${query}`, { token: first.token })).status).toBe(400)
    }
  })

  test('a page has fewer licenses when they are large, at least one, and the cursor continues after them', async () => {
    const fresh = await createTenant(world.service)
    const mine = await fresh.device()
    const ids: string[] = []
    // 99 kB each, so that five fill a page of 512 kB. In characters of three bytes, because the limit counts bytes.
    const terms = '\u8a00'.repeat(33_000)
    for (let n = 0; n < 12; n++) {
      const json = signedRequest(mine.device, { ptr: `ptr-${n}`, terms })
      ids.unshift((await call(world.service, '/license/create', { token: mine.token, json })).body.id)
    }
    const pages: string[][] = []
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      const { body } = await call(world.service, `/license?limit=100&cursor=${cursor}`, { token: mine.token })
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(512_000)
      pages.push(body.licenses.map((license: { id: string }) => license.id))
      cursor = body.next
    }
    expect(pages.map((page) => page.length)).toEqual([5, 5, 2])
    expect(pages.flat()).toEqual(ids)
  })

  test('erasure removes personal data, keeps the evidence, and lets the device register again', async () => {
    const fresh = await createTenant(world.service)
    const person = `person-${fresh.orgId}`
    const pointer = `pointer-${fresh.orgId}`
    const note = `note-${fresh.orgId}`
    const { device: mine, token: bearer } = await fresh.device(person)
    const other = await fresh.device('person-2')
    const request = signedRequest(mine, { ptr: pointer, 'x-note': note })
    const { body: before } = await call(world.service, '/license/create', { token: bearer, json: request })
    await call(world.service, '/license/create', { token: bearer, json: signedRequest(mine, { ptr: pointer, uses: [] }) })
    await call(world.service, '/license/create', { token: other.token, json: signedRequest(other.device) })
    const admin = await fresh.adminToken()
    const path = `/api/latest/provider/${fresh.provider.providerId}/user`
    expect((await call(world.service, path, { token: admin, method: 'DELETE' })).status).toBe(400)
    for (let times = 0; times < 2; times++) {
      const { status, headers } = await call(world.service, `${path}?id=${person}`, { token: admin, method: 'DELETE' })
      // The URL contains a personal id, so no cache may keep the response.
      expect([status, headers.get('cache-control')]).toEqual([204, 'no-store'])
    }

    const { body: after } = await call(world.service, `/license/${before.id}`, { token: admin })
    expect(after).toMatchObject({
      id: before.id,
      ptr: '',
      address: '',
      // The signature belongs to the device, and its key can be computed from two signatures.
      signature: '',
      status: 'erased',
      termsHash: before.termsHash,
      timestamp: before.timestamp,
    })
    expect(after.terms).toBe(before.terms)
    expect(parseLicense(after)).toEqual(after)
    expect([pointer, note, before.signature].some((secret) => JSON.stringify(after).includes(secret))).toBe(false)
    const keys = await call(world.service, '/.well-known/jwks.json')
    const { payload } = await jwtVerify(after.receipt, createLocalJWKSet(keys.body))
    expect(payload).toMatchObject({ sub: '', status: 'erased' })
    const { body: list } = await call(world.service, '/license', { token: admin })
    expect(list.licenses.map((license: { status: string }) => license.status)).toEqual(['active', 'erased', 'erased'])

    for (const table of ['licenses', 'addresses', 'refresh_chains', 'terms', 'license_transitions']) {
      const rows = await world.storage.query(`SELECT * FROM licet.${table}`)
      const text = rows
        .flatMap((row) => Object.values(row))
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)))
        .join('\n')
      expect([person, pointer, note].some((secret) => text.includes(secret))).toBe(false)
      if (table !== 'terms') {
        const own = rows.filter((row) => 'provider_id' in row && row.provider_id === fresh.provider.providerId)
        expect(JSON.stringify(own).includes(mine.address)).toBe(false)
      }
    }
    expect((await fresh.register(mine, person)).status).toBe(200)
    const again = { token: await fresh.addressToken(mine), json: request }
    expect(await call(world.service, '/license/create', again)).toMatchObject({ status: 410, body: { code: 'erased' } })
    const agreed = { ...again, json: signedRequest(mine, { ptr: person, 'x-again': 1 }) }
    expect(await call(world.service, '/license/create', agreed)).toMatchObject({ status: 201, body: { status: 'active' } })
  })

  test('a license request during an erasure and a new registration is refused, and stores nothing', async () => {
    const fresh = await createTenant(world.service)
    const { device: mine, token: former } = await fresh.device('person')
    const admin = await fresh.adminToken()
    const path = `/api/latest/provider/${fresh.provider.providerId}/user?id=person`
    const crypto = createWebCrypto()
    let overtaken = false
    const verifyRsa: ServiceCrypto['verifyRsa'] = async (...signed) => {
      if (!overtaken) {
        overtaken = true
        expect((await call(world.service, path, { token: admin, method: 'DELETE' })).status).toBe(204)
        expect((await fresh.register(mine, 'person')).status).toBe(200)
      }
      return crypto.verifyRsa(...signed)
    }
    const service = await world.another({ crypto: { ...crypto, verifyRsa } })
    const json = signedRequest(mine)
    const refused = await call(service, '/license/create', { token: former, json })
    expect([overtaken, refused.status, refused.body.code]).toEqual([true, 401, 'invalid_token'])
    const token = await fresh.addressToken(mine)
    expect((await call(service, '/license', { token })).body.licenses).toEqual([])
    // If the previous license had been kept, this request would be a repeat with 200.
    expect((await call(service, '/license/create', { token, json })).status).toBe(201)
  })

  test('erasure by id erases licenses with this ptr on other devices, and nothing else of these devices', async () => {
    const fresh = await createTenant(world.service)
    const { token: bearer, device: mine } = await fresh.device('keeper')
    const submit = async (ptr: string, of = ptr) =>
      (await call(world.service, '/license/create', { token: bearer, json: signedRequest(mine, { ptr, 'x-of': of }) })).body
    const [named, other] = [await submit('leaver'), await submit('stayer')]
    const admin = await fresh.adminToken()
    const path = `/api/latest/provider/${fresh.provider.providerId}/user`
    const erase = async (query: string) => (await call(world.service, path + query, { token: admin, method: 'DELETE' })).status
    const readLicense = async (id: string) => (await call(world.service, `/license/${id}`, { token: admin })).body
    expect(await erase(`?id=leaver&address=${'A'.repeat(43)}`)).toBe(204)
    expect(await readLicense(named.id)).toEqual({ ...named, pubKey: mine.pubKey })

    expect(await erase('?id=leaver')).toBe(204)
    const erased = await readLicense(named.id)
    expect(erased).toMatchObject({ ptr: '', address: '', status: 'erased' })
    expect(JSON.stringify(erased)).not.toContain('leaver')
    expect(decodeJwt(erased.receipt)).toMatchObject({ sub: '', status: 'erased' })
    const rows = await world.storage.query('SELECT 1 FROM licet.licenses WHERE provider_id = $1 AND ptr = $2', [
      fresh.provider.providerId,
      'leaver',
    ])
    expect(rows).toEqual([])
    // The registration, the token and the other license of the other device stay.
    expect((await call(world.service, '/license', { token: bearer })).body.licenses).toEqual([other])
    expect(await submit('leaver')).toMatchObject({ code: 'erased' })
    expect(await submit('leaver', 'another')).toMatchObject({ ptr: 'leaver', status: 'active' })
  })

  test('erasure includes every device of a person, and devices of a deleted provider', async () => {
    const fresh = await createTenant(world.service)
    const admin = await fresh.adminToken()
    const { token: bearer, device: mine } = await fresh.device('person')
    const { body } = await call(world.service, '/license/create', { token: bearer, json: signedRequest(mine) })
    await world.storage.query(
      `INSERT INTO licet.addresses (provider_id, address, ptr, spki, created)
       SELECT provider_id, rpad(n::text, 43, 'A'), ptr, spki, created FROM licet.addresses, generate_series(1, 150) AS n WHERE provider_id = $1`,
      [fresh.provider.providerId],
    )
    const path = `/api/latest/provider/${fresh.provider.providerId}`
    expect((await call(world.service, path, { token: admin, method: 'DELETE' })).status).toBe(204)
    expect((await call(world.service, `${path}/user?id=person`, { token: admin, method: 'DELETE' })).status).toBe(204)
    expect(await world.storage.query('SELECT 1 FROM licet.addresses WHERE provider_id = $1', [fresh.provider.providerId])).toEqual(
      [],
    )
    expect((await call(world.service, `/license/${body.id}`, { token: admin })).body.status).toBe('erased')
  })

  test('each text of terms is stored once', async () => {
    await start()
    const terms = `# Only once ${users}\n`
    for (let n = 0; n < 3; n++) await create(signedRequest(device, { ptr: `p${n}`, terms }))
    expect(await world.storage.query<{ n: number }>('SELECT count(*) AS n FROM licet.terms WHERE text = $1', [terms])).toEqual([
      { n: 1 },
    ])
  })

  test('an invalid or unknown id is 404', async () => {
    await start()
    for (const id of ['x', '%00', '00000000-0000-7000-8000-000000000000', "'%20OR%201=1", unsignedRequest().ptr]) {
      expect((await call(world.service, `/license/${id}`, { token })).status).toBe(404)
    }
  })
})
