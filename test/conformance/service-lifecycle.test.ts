import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { canonicalize } from '../../src/core/canonical-json.ts'
import type { LicenseRequest } from '../../src/core/license.ts'
import { parseLicense } from '../../src/protocol/parse-license.ts'
import { createWebCrypto, type ServiceCrypto } from '../../src/service/index.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { type Device, sha3, signedRequest, unsignedRequest } from '../fixtures/device.ts'
import { atSkew, describeWorlds } from '../fixtures/worlds.ts'

const HOUR_MS = 3_600_000

describeWorlds('the life of a license', (world) => {
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

  test('agree, change, withdraw, agree again: each is a row, and the chain tells the order', async () => {
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
    const anew = signedRequest(device, { 'x-follows': hash(withdrawal), uses: [] })
    expect((await create(anew)).body.code).toBe('nothing_to_revoke')

    const again = await create(signedRequest(device, { 'x-follows': hash(withdrawal) }))
    expect([again.status, again.body.status, again.body.supersedes]).toEqual([201, 'active', undefined])
    // A replay of what was sent before changes nothing and tells what became of it.
    expect(await create(first)).toMatchObject({
      status: 200,
      body: { id: agreed.body.id, status: 'superseded', receipt: agreed.body.receipt },
    })
    expect(await create(second)).toMatchObject({ status: 200, body: { id: changed.body.id, status: 'revoked' } })
    // Also of a withdrawal: it took back what there was then, and its bytes are no word on what was agreed since.
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

  test('F8 the same key at two providers: what one permits says nothing at the other', async () => {
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

  test('licenses of another pointer, or of another device of the same person, are left alone', async () => {
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

  test('verify tells whether a use case at a destination is covered', async () => {
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

  test('a license expires by itself, and a newer one does not supersede it', async () => {
    await start()
    const expiry = new Date(Date.now() + HOUR_MS).toISOString()
    const request = signedRequest(device, { expiry })
    const { body } = await create(request)
    expect(body.status).toBe('active')
    await atSkew(world, 2 * HOUR_MS, async () => {
      ;({ token } = { token: await tenant.addressToken(device) })
      expect((await get(body.id)).status).toBe('expired')
      expect(await verify()).toEqual({ verified: false, reason: 'no_active_license' })
      expect(await create(request)).toMatchObject({ status: 200, body: { id: body.id, status: 'expired' } })
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

  test('at the very moment of its expiry a license has ended', async () => {
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

  test('a list is newest first, in pages that a cursor links, for the device and for the organization', async () => {
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

    const walk = async (bearer: string, limit: number) => {
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
    expect(await walk(first.token, 3)).toEqual(ids)
    expect(await walk(first.token, 7)).toEqual(ids)
    expect(await walk(await fresh.adminToken(), 4)).toEqual([theirs.id, ...ids])
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=x',
      'cursor=-1',
      'cursor=1.5',
      'cursor=99999999999999999999',
      // Of another device: it would tell where that one stands among all.
      `cursor=${theirs.id}`,
      'other=1',
      'limit=1&limit=2',
    ]) {
      expect((await call(world.service, `/license?${query}`, { token: first.token })).status).toBe(400)
    }
  })

  test('a page holds fewer licenses where they are large, one at least, and the cursor goes on', async () => {
    const fresh = await createTenant(world.service)
    const mine = await fresh.device()
    const ids: string[] = []
    // 200 kB each, so that ten fill a page of two megabytes; in letters of three bytes, which a count of characters would take for fewer.
    const terms = '\u8a00'.repeat(66_000)
    for (let n = 0; n < 12; n++) {
      const json = signedRequest(mine.device, { ptr: `ptr-${n}`, terms })
      ids.unshift((await call(world.service, '/license/create', { token: mine.token, json })).body.id)
    }
    const pages: string[][] = []
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      const { body } = await call(world.service, `/license?limit=100&cursor=${cursor}`, { token: mine.token })
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(2_200_000)
      pages.push(body.licenses.map((license: { id: string }) => license.id))
      cursor = body.next
    }
    expect(pages.map((page) => page.length)).toEqual([10, 2])
    expect(pages.flat()).toEqual(ids)
  })

  test('erasure strips what points to a person, keeps what proves, and lets the device begin anew', async () => {
    const fresh = await createTenant(world.service)
    const person = `person-${fresh.orgId}`
    const pointer = `pointer-${fresh.orgId}`
    const note = `note-${fresh.orgId}`
    const { device: mine, token: bearer } = await fresh.device(person)
    const kept = await fresh.device('person-2')
    const request = signedRequest(mine, { ptr: pointer, 'x-note': note })
    const { body: before } = await call(world.service, '/license/create', { token: bearer, json: request })
    await call(world.service, '/license/create', { token: bearer, json: signedRequest(mine, { ptr: pointer, uses: [] }) })
    await call(world.service, '/license/create', { token: kept.token, json: signedRequest(kept.device) })
    const admin = await fresh.adminToken()
    const path = `/api/latest/provider/${fresh.provider.providerId}/user`
    expect((await call(world.service, path, { token: admin, method: 'DELETE' })).status).toBe(400)
    for (let times = 0; times < 2; times++) {
      const { status, headers } = await call(world.service, `${path}?id=${person}`, { token: admin, method: 'DELETE' })
      // The address names a person: nothing on the way may keep what it answered.
      expect([status, headers.get('cache-control')]).toEqual([204, 'no-store'])
    }

    const { body: after } = await call(world.service, `/license/${before.id}`, { token: admin })
    expect(after).toMatchObject({
      id: before.id,
      ptr: '',
      address: '',
      // It is the device's own, and two of them give its key away.
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
    expect(payload).toMatchObject({ sub: '', status: 'erased', req: decodeJwt(before.receipt).req })
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
    const anew = await call(world.service, '/license/create', { token: await fresh.addressToken(mine), json: request })
    expect([anew.status, anew.body.status]).toEqual([201, 'active'])
  })

  test('a license that an erasure and a new registration overtake is refused, and leaves nothing behind', async () => {
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
    // Had the former one been kept, this were a replay of it: 200.
    expect((await call(service, '/license/create', { token, json })).status).toBe(201)
  })

  test('erasure by id reaches the licenses that name it on the device of another, and nothing else of that device', async () => {
    const fresh = await createTenant(world.service)
    const { token: bearer, device: mine } = await fresh.device('keeper')
    const submit = async (ptr: string) =>
      (await call(world.service, '/license/create', { token: bearer, json: signedRequest(mine, { ptr, 'x-of': ptr }) })).body
    const [named, other] = [await submit('leaver'), await submit('stayer')]
    const admin = await fresh.adminToken()
    const path = `/api/latest/provider/${fresh.provider.providerId}/user`
    const erase = async (query: string) => (await call(world.service, path + query, { token: admin, method: 'DELETE' })).status
    const look = async (id: string) => (await call(world.service, `/license/${id}`, { token: admin })).body
    expect(await erase(`?id=leaver&address=${'A'.repeat(43)}`)).toBe(204)
    expect(await look(named.id)).toEqual(named)

    expect(await erase('?id=leaver')).toBe(204)
    const erased = await look(named.id)
    expect(erased).toMatchObject({ ptr: '', address: '', status: 'erased' })
    expect(JSON.stringify(erased)).not.toContain('leaver')
    expect(decodeJwt(erased.receipt)).toMatchObject({ sub: '', status: 'erased' })
    const rows = await world.storage.query('SELECT 1 FROM licet.licenses WHERE provider_id = $1 AND ptr = $2', [
      fresh.provider.providerId,
      'leaver',
    ])
    expect(rows).toEqual([])
    // The device is another's: its registration, token and other license stay.
    expect((await call(world.service, '/license', { token: bearer })).body.licenses).toEqual([other])
    expect(await submit('leaver')).toMatchObject({ ptr: 'leaver', status: 'active' })
  })

  test('erasure reaches every device of a person, and the devices of a provider that was deleted', async () => {
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

  test('each distinct text of terms is stored once', async () => {
    await start()
    const terms = `# Only once ${users}\n`
    for (let n = 0; n < 3; n++) await create(signedRequest(device, { ptr: `p${n}`, terms }))
    expect(await world.storage.query<{ n: number }>('SELECT count(*) AS n FROM licet.terms WHERE text = $1', [terms])).toEqual([
      { n: 1 },
    ])
  })

  test('an id that is none, or of nobody, is 404', async () => {
    await start()
    for (const id of ['x', '%00', '00000000-0000-7000-8000-000000000000', "'%20OR%201=1", unsignedRequest().ptr]) {
      expect((await call(world.service, `/license/${id}`, { token })).status).toBe(404)
    }
  })
})
