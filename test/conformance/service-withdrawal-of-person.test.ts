import { decodeJwt } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { type Device, pooledDevice, signedRequest } from '../fixtures/device.ts'
import { addIdentityKey, type Backend, createBackend, registerWith } from '../fixtures/identity.ts'
import { countRead, type Plan } from '../fixtures/query-plan.ts'
import { atSkew, describeWorlds } from '../fixtures/worlds.ts'
import { countOf } from '../support/counts.ts'

describeWorlds(
  'a withdrawal',
  (world) => {
    let tenant: Tenant
    let backend: Backend
    let devices = 0
    beforeAll(async () => {
      tenant = await createTenant(world.service)
      backend = createBackend(tenant.provider.providerId)
      await addIdentityKey(world.service, tenant, backend)
    })

    // Worlds can share a database.
    const newPerson = () => `person-${crypto.randomUUID()}`
    const newDevice = async (ptr: string, { vouched = true, of = tenant, by = backend } = {}) => {
      const device = pooledDevice(devices++)
      await registerWith(world.service, of, device, ptr, vouched ? by.token(ptr) : undefined)
      return device
    }
    const send = async (device: Device, ptr: string, members = {}, of = tenant) =>
      call(world.service, '/license/create', {
        token: await of.addressToken(device),
        json: signedRequest(device, { ptr, ...members }),
      })
    const withdraw = (device: Device, ptr: string, members = {}) => send(device, ptr, { uses: [], ...members })
    const newest = async (device: Device) => {
      const { body } = await call(world.service, '/license?limit=1', { token: await tenant.addressToken(device) })
      return body.licenses[0]
    }
    const isLicensed = async (device: Device) => {
      const options = { token: await tenant.addressToken(device), json: {} }
      return (await call(world.service, '/license/verify', options)).body.verified
    }
    /** Registers devices of a person, and agrees on each. */
    const agreeOn = async (ptr: string, count: number) => {
      const own = await Promise.all(Array.from({ length: count }, () => newDevice(ptr)))
      for (const device of own) await send(device, ptr)
      return own
    }

    test('of a vouched device ends the licenses of every vouched device of the person, with its cause', async () => {
      const ptr = newPerson()
      const [phone, tablet, laptop] = (await agreeOn(ptr, 3)) as [Device, Device, Device]
      const before = await newest(tablet)
      const withdrawal = (await withdraw(phone, ptr)).body
      expect([withdrawal.status, withdrawal.vouched, decodeJwt(withdrawal.receipt).vch]).toEqual(['revoked', true, true])
      for (const device of [phone, tablet, laptop]) expect(await isLicensed(device)).toBe(false)
      const { status, endedBy, receipt } = await newest(tablet)
      expect([status, endedBy]).toEqual(['revoked', withdrawal.id])
      // The receipt proves the agreement. The receipt of the withdrawal proves its end.
      expect(receipt).toBe(before.receipt)
      expect((await newest(phone)).endedBy).toBeUndefined()
      const transitions = await world.storage.query(
        `SELECT status, step, cause, cause_registration <> registration AS other FROM licet.license_transitions
         WHERE license_id = $1 ORDER BY step`,
        [before.id],
      )
      expect(transitions).toEqual([
        { status: 'active', step: 1, cause: null, other: null },
        { status: 'revoked', step: 2, cause: withdrawal.id, other: true },
      ])
      const permit = { token: await tenant.adminToken(), json: { ptr, usecase: 'analytics' } }
      expect((await call(world.service, '/license/permit', permit)).body.reason).toBe('no_active_license')
    })

    test('reads only the devices that are vouched for, because a stranger can register any number of others', async () => {
      const ptr = newPerson()
      await agreeOn(ptr, 2)
      await world.storage.query(
        `INSERT INTO licet.addresses (provider_id, address, ptr, spki, created)
         SELECT $1, left(encode(sha256(('stranger' || n)::bytea), 'hex'), 43), $2, decode(repeat('00', 294), 'hex'), now()
         FROM generate_series(1, 2000) AS n`,
        [tenant.provider.providerId, ptr],
      )
      // A condition of `store_license`, in a small table with the plan of a large one.
      const [explained] = await world.storage.transaction(async (sql) => {
        await sql.query('SET LOCAL enable_seqscan = off')
        return sql.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) SELECT v.registration FROM licet.vouched_devices v WHERE v.ptr = $2 AND v.provider_id = $1`,
          [tenant.provider.providerId, ptr],
        )
      })
      expect(countRead(explained?.['QUERY PLAN'][0]?.Plan ?? {}, 'vouched_devices')).toBe(2)
    })

    test('of another device no longer appears in a license that was erased', async () => {
      const ptr = newPerson()
      const [phone, tablet] = (await agreeOn(ptr, 2)) as [Device, Device]
      const { id } = await newest(tablet)
      await withdraw(phone, ptr)
      const token = await tenant.adminToken()
      const path = `/api/latest/provider/${tenant.provider.providerId}/user?address=${tablet.address}`
      await call(world.service, path, { method: 'DELETE', token })
      const { body } = await call(world.service, `/license/${id}`, { token })
      expect([body.status, body.endedBy]).toEqual(['erased', undefined])
      const links = 'SELECT status FROM licet.license_transitions WHERE license_id = $1 AND cause IS NOT NULL'
      expect(await world.storage.query(links, [id])).toEqual([])
    })

    test('leaves licenses of other people, of other providers, and of devices that nobody vouched for', async () => {
      const ptr = newPerson()
      const [phone] = (await agreeOn(ptr, 1)) as [Device]
      const stranger = await newDevice(ptr, { vouched: false })
      await send(stranger, ptr)
      const [neighbour] = (await agreeOn(newPerson(), 1)) as [Device]
      const tablet = await newDevice(ptr)
      await send(tablet, 'somebody-else')
      const app = await createTenant(world.service)
      const theirs = createBackend(app.provider.providerId)
      await addIdentityKey(world.service, app, theirs)
      const inApp = await newDevice(ptr, { of: app, by: theirs })
      const other = (await send(inApp, ptr, {}, app)).body
      await withdraw(phone, ptr)
      expect(await isLicensed(phone)).toBe(false)
      for (const device of [stranger, neighbour, tablet]) expect(await isLicensed(device)).toBe(true)
      const asApp = { token: await app.adminToken() }
      expect((await call(world.service, `/license/${other.id}`, asApp)).body.status).toBe('active')
    })

    test('of a device that nobody vouched for ends the licenses of this device only', async () => {
      const ptr = newPerson()
      const [phone] = (await agreeOn(ptr, 1)) as [Device]
      const stranger = await newDevice(ptr, { vouched: false })
      await send(stranger, ptr)
      const withdrawal = (await withdraw(stranger, ptr)).body
      expect([withdrawal.status, withdrawal.vouched]).toEqual(['revoked', false])
      expect([await isLicensed(stranger), await isLicensed(phone)]).toEqual([false, true])
      // A person of the company who signs in the name of another one.
      const [mallory] = (await agreeOn(newPerson(), 1)) as [Device]
      await send(mallory, ptr)
      expect((await withdraw(mallory, ptr)).body.vouched).toBe(false)
      expect(await isLicensed(phone)).toBe(true)
    })

    test('with x-scope device ends the license of this device only, and any other value is not a scope', async () => {
      const ptr = newPerson()
      const [phone, tablet, laptop] = (await agreeOn(ptr, 3)) as [Device, Device, Device]
      await withdraw(phone, ptr, { 'x-scope': 'device' })
      expect([await isLicensed(phone), await isLicensed(tablet)]).toEqual([false, true])
      await withdraw(tablet, ptr, { 'x-scope': ['device'] })
      expect([await isLicensed(tablet), await isLicensed(laptop)]).toEqual([false, false])
    })

    test('of a new device of the person ends the licenses of a lost one', async () => {
      const ptr = newPerson()
      const [lost] = (await agreeOn(ptr, 1)) as [Device]
      const replacement = await newDevice(ptr)
      const withdrawal = await withdraw(replacement, ptr)
      expect([withdrawal.status, withdrawal.body.supersedes]).toEqual([201, undefined])
      expect((await newest(lost)).endedBy).toBe(withdrawal.body.id)
      expect((await withdraw(replacement, ptr, { description: 'Again' })).body.code).toBe('nothing_to_revoke')
      expect((await withdraw(await newDevice(ptr), ptr)).body.code).toBe('nothing_to_revoke')
    })

    test('that comes again changes nothing, even after the person agreed on another device', async () => {
      const ptr = newPerson()
      const [phone, tablet] = (await agreeOn(ptr, 2)) as [Device, Device]
      const first = await withdraw(phone, ptr)
      expect((await send(tablet, ptr, { description: 'Again' })).status).toBe(201)
      const again = await withdraw(phone, ptr)
      expect([again.status, again.body]).toEqual([200, first.body])
      expect(await isLicensed(tablet)).toBe(true)
      // The ended agreement of the tablet stays ended.
      expect((await send(tablet, ptr)).body).toMatchObject({ code: 'license_ended', license: { endedBy: first.body.id } })
    })

    test('leaves a license that has expired as it was', async () => {
      const ptr = newPerson()
      const phone = await newDevice(ptr)
      const tablet = await newDevice(ptr)
      await send(phone, ptr)
      await send(tablet, ptr, { expiry: new Date(Date.now() + 60_000).toISOString() })
      await atSkew(world, 61_000, () => withdraw(phone, ptr))
      await atSkew(world, 61_000, async () => expect((await newest(tablet)).status).toBe('expired'))
    })

    test('also ends a license from before the device was vouched for', async () => {
      const ptr = newPerson()
      const tablet = await newDevice(ptr, { vouched: false })
      await send(tablet, ptr)
      await registerWith(world.service, tenant, tablet, ptr, backend.token(ptr))
      const [phone] = (await agreeOn(ptr, 1)) as [Device]
      await withdraw(phone, ptr)
      expect(await isLicensed(tablet)).toBe(false)
    })

    test('of all devices at the same time ends every license once, and none of them fails', async () => {
      for (let round = 0; round < countOf(10, 4, 2); round++) {
        const ptr = newPerson()
        const own = await agreeOn(ptr, 4)
        const responses = await Promise.all(own.map((device) => withdraw(device, ptr)))
        // The first one ends the licenses of all, so the others may find nothing to end.
        expect(responses.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
        expect(responses.every(({ status, body }) => status === 201 || body.code === 'nothing_to_revoke')).toBe(true)
        for (const device of own) expect(await isLicensed(device)).toBe(false)
        const ends = await world.storage.query<{ ends: number }>(
          `SELECT count(*) AS ends FROM licet.license_transitions s JOIN licet.licenses l ON l.registration = s.registration AND l.id = s.license_id
           WHERE l.ptr = $1 AND s.status = 'revoked' AND s.step > 1 GROUP BY l.id`,
          [ptr],
        )
        expect(ends.map(({ ends: count }) => count)).toEqual(own.map(() => 1))
      }
    })

    test('at the same time as agreements on other devices leaves each of them either ended or newer', async () => {
      const ptr = newPerson()
      const [phone, ...others] = (await agreeOn(ptr, 4)) as [Device, ...Device[]]
      const [withdrawal] = await Promise.all([
        withdraw(phone, ptr),
        ...others.map((device) => send(device, ptr, { description: 'At the same time' })),
      ])
      expect(withdrawal.status).toBe(201)
      const [open = { count: -1 }] = await world.storage.query<{ count: number }>(
        `SELECT count(*) AS count FROM licet.open_licenses o WHERE o.ptr = $1`,
        [ptr],
      )
      const active = await Promise.all(others.map(isLicensed))
      expect(open.count).toBe(active.filter(Boolean).length)
      expect(await isLicensed(phone)).toBe(false)
    })

    test('and an erasure of the person at the same time leave no license', async () => {
      const ptr = newPerson()
      const [phone] = (await agreeOn(ptr, 3)) as [Device]
      const path = `/api/latest/provider/${tenant.provider.providerId}/user?id=${ptr}`
      const erasure = { token: await tenant.adminToken(), method: 'DELETE' }
      // The tokens are issued first: an erased person gets none.
      const request = { token: await tenant.addressToken(phone), json: signedRequest(phone, { ptr, uses: [] }) }
      const [withdrawal, erased] = await Promise.all([
        call(world.service, '/license/create', request),
        call(world.service, path, erasure),
      ])
      expect([[201, 401].includes(withdrawal.status), erased.status]).toEqual([true, 204])
      const left = await world.storage.query('SELECT 1 FROM licet.licenses WHERE ptr = $1', [ptr])
      expect(left).toEqual([])
    })
  },
  { partitioned: true },
)
