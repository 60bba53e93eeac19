import { decodeJwt } from 'jose'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/client/index.ts'
import { parseLicense } from '../../src/protocol/parse-license.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { type Device, signedRequest } from '../fixtures/device.ts'
import { atSkew, describeWorlds } from '../fixtures/worlds.ts'

const HOUR_MS = 3_600_000
const LETTER = { requestedBy: 'person', channel: 'letter', note: 'Letter of 3 May, file 17' }

describeWorlds(
  'revocation without the device',
  (world) => {
    let tenant: Tenant
    let device: Device
    let token: string
    let admin: string
    let users = 0

    beforeAll(async () => {
      tenant = await createTenant(world.service)
      admin = await tenant.adminToken()
    })
    beforeEach(async () => {
      ;({ device, token } = await tenant.device(`user-${users++}`))
    })

    const create = async (more: object = {}) => call(world.service, '/license/create', { token, json: signedRequest(device, more) })
    const revoke = (id: string, json: unknown = LETTER, as = admin) =>
      call(world.service, `/license/${id}/revoke`, { token: as, json })
    const get = async (id: string, as = token) => (await call(world.service, `/license/${id}`, { token: as })).body
    const verify = async () => (await call(world.service, '/license/verify', { token, json: {} })).body

    test('ends a license with a receipt of the service that states who asked and how', async () => {
      const { body: license } = await create()
      const revoked = await revoke(license.id)
      expect([revoked.status, revoked.body.status]).toEqual([200, 'revoked'])
      expect(revoked.body).toMatchObject({ id: license.id, receipt: license.receipt, revocation: LETTER })
      expect(parseLicense(revoked.body)).toEqual(revoked.body)
      const { body: keys } = await call(world.service, '/.well-known/jwks.json')
      const { receipt, timestamp } = revoked.body.revocation
      const { iat: _, ...claims } = decodeJwt(license.receipt)
      expect(await verifyReceipt(receipt, keys)).toEqual({
        ...claims,
        iat: Math.floor(Date.parse(timestamp) / 1000),
        status: 'revoked',
        rby: 'person',
        chn: 'letter',
      })
      expect(await verify()).toEqual({ verified: false, reason: 'no_active_license' })
      const history = 'SELECT status, cause FROM licet.license_transitions WHERE license_id = $1 ORDER BY step'
      expect(await world.storage.query(history, [license.id])).toEqual([
        { status: 'active', cause: null },
        { status: 'revoked', cause: null },
      ])
    })

    test('is reported to the metrics once', async () => {
      const changes: string[] = []
      const service = await world.another({ observer: { license: ({ status }) => changes.push(status) } })
      const { body: license } = await create()
      for (let n = 0; n < 2; n++) await call(service, `/license/${license.id}/revoke`, { token: admin, json: LETTER })
      await service.close()
      expect(changes).toEqual(['revoked'])
    })

    test('the device sees the revocation in its license, without the note of the organization', async () => {
      const { body: license } = await create()
      const { body: revoked } = await revoke(license.id)
      const { note, ...seen } = revoked.revocation
      expect(note).toBe(LETTER.note)
      const { body: page } = await call(world.service, '/license?limit=1', { token })
      expect(page.licenses[0]).toMatchObject({ id: license.id, status: 'revoked' })
      expect([page.licenses[0].revocation, (await get(license.id)).revocation]).toEqual([seen, seen])
      expect((await get(license.id, admin)).revocation).toEqual(revoked.revocation)
      const { body: all } = await call(world.service, '/license', { token: admin })
      expect(all.licenses[0].revocation).toEqual(revoked.revocation)
      // The bytes of the revoked license, sent again by its device.
      const repeated = await create()
      expect(repeated).toMatchObject({ status: 409, body: { code: 'license_ended', license: { revocation: seen } } })
      expect(JSON.stringify(repeated.body)).not.toContain(LETTER.note)
    })

    test('the same request again, even at the same time, returns the same record', async () => {
      const { body: license } = await create()
      const responses = await Promise.all(Array.from({ length: 5 }, () => revoke(license.id)))
      const again = await revoke(license.id, { requestedBy: 'court', channel: 'order' })
      for (const { status, body } of responses) expect([status, body]).toEqual([200, again.body])
      expect(again.body.revocation).toMatchObject(LETTER)
    })

    test('ends and never grants: a license that ended in another way stays as it is', async () => {
      const first = await create()
      const second = await create({ 'x-follows': 'the first' })
      const superseded = await revoke(first.body.id)
      expect(superseded).toMatchObject({
        status: 409,
        body: { code: 'license_ended', license: { id: first.body.id, status: 'superseded' } },
      })
      expect(superseded.body.license).not.toHaveProperty('revocation')
      expect((await get(second.body.id)).status).toBe('active')
      const withdrawal = await create({ uses: [] })
      const withdrawn = await revoke(second.body.id)
      expect([withdrawn.status, withdrawn.body.status, withdrawn.body.revocation]).toEqual([200, 'revoked', undefined])
      expect((await revoke(withdrawal.body.id)).body).not.toHaveProperty('revocation')

      const expiring = await create({ expiry: new Date(Date.now() + HOUR_MS).toISOString(), 'x-follows': 'the withdrawal' })
      await atSkew(world, 2 * HOUR_MS, async () => {
        const expired = await revoke(expiring.body.id, LETTER, await tenant.adminToken())
        expect(expired).toMatchObject({ status: 409, body: { code: 'license_ended', license: { status: 'expired' } } })
      })
      expect(await verify()).toEqual({ verified: true, reason: 'licensed' })
    })

    test('a person can agree again after a revocation', async () => {
      const { body: license } = await create()
      await revoke(license.id)
      const again = await create({ 'x-follows': 'the revocation' })
      expect([again.status, again.body.status, again.body.supersedes]).toEqual([201, 'active', undefined])
      expect(await revoke(license.id)).toMatchObject({ status: 200, body: { status: 'revoked' } })
      expect((await get(again.body.id)).status).toBe('active')
    })

    test('requires `account:admin` of the organization', async () => {
      const { body: license } = await create()
      expect((await revoke(license.id, LETTER, token)).status).toBe(403)
      expect((await revoke(license.id, LETTER, await tenant.providerToken())).status).toBe(403)
      const stranger = await (await createTenant(world.service)).adminToken()
      expect(await revoke(license.id, LETTER, stranger)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(await revoke('not-an-id')).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(await verify()).toEqual({ verified: true, reason: 'licensed' })
    })

    test.each([
      [{ channel: 'letter' }, 'requestedBy'],
      [{ requestedBy: 'nobody', channel: 'letter' }, 'requestedBy'],
      [{ requestedBy: 'person' }, 'channel'],
      [{ requestedBy: 'person', channel: 'A letter of Ms Doe' }, 'channel'],
      [{ requestedBy: 'person', channel: 'letter', note: '' }, 'note'],
      [{ requestedBy: 'person', channel: 'letter', note: 'a\u0007b' }, 'note'],
      [{ requestedBy: 'person', channel: 'letter', note: 'x'.repeat(501) }, 'note'],
      [{ requestedBy: 'person', channel: 'letter', status: 'active' }, 'status'],
    ])('refuses %j and names the member', async (json, field) => {
      const { body: license } = await create()
      expect(await revoke(license.id, json)).toMatchObject({ status: 400, body: { code: 'invalid_request', field } })
      expect((await get(license.id)).status).toBe('active')
    })

    test('a revocation and a new agreement of the device at the same time leave one of them in force', async () => {
      for (let n = 0; n < 10; n++) {
        const { body: license } = await create({ 'x-turn': n })
        const [revoked, agreed] = await Promise.all([revoke(license.id), create({ 'x-turn': `${n} again` })])
        expect(agreed.status).toBe(201)
        expect([200, 409]).toContain(revoked.status)
        const isFirst = revoked.status === 200
        expect((await get(license.id)).status).toBe(isFirst ? 'revoked' : 'superseded')
        expect(agreed.body.supersedes).toBe(isFirst ? undefined : license.id)
        expect(decodeJwt(agreed.body.receipt).sup).toBe(agreed.body.supersedes)
      }
    })

    test('erasure deletes the note and the receipt of a revocation', async () => {
      const { body: license } = await create()
      await revoke(license.id)
      const path = `/api/latest/provider/${tenant.provider.providerId}/user?address=${device.address}`
      expect((await call(world.service, path, { method: 'DELETE', token: admin })).status).toBe(204)
      const erased = await get(license.id, admin)
      expect([erased.status, erased.revocation]).toEqual(['erased', undefined])
      expect(await world.storage.query('SELECT 1 FROM licet.revocations WHERE license_id = $1', [license.id])).toEqual([])
      expect(await revoke(license.id)).toMatchObject({
        status: 409,
        body: { code: 'license_ended', license: { status: 'erased' } },
      })
    })

    test('the operator revokes a license without HTTP', async () => {
      const { body: license } = await create()
      const revocation = await world.service.admin.revokeLicense(license.id, { requestedBy: 'court', channel: 'order' })
      expect(revocation).toEqual((await get(license.id)).revocation)
      await expect(world.service.admin.revokeLicense('nothing', { requestedBy: 'court', channel: 'order' })).rejects.toMatchObject({
        code: 'not_found',
      })
    })
  },
  { everyDatabase: true, partitioned: true },
)
