import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRead } from '../../../src/cli/commands/audit/find-reads.ts'
import { createService, type Service, type Storage } from '../../../src/service/index.ts'
import { createNodeCrypto, openPostgresStorage } from '../../../src/service/node.ts'
import { AUTH_URL } from '../../fixtures/auth-url.ts'
import { call, createTenant, type Tenant } from '../../fixtures/caller.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { signedRequest } from '../../fixtures/device.ts'
import { runLicet } from '../../fixtures/run-licet.ts'

const READ = { action: 'license.read', actor: { type: 'operator' }, time: '2026-11-27T01:00:00.000Z' }
const LICENSE = { id: 'a', providerId: 'b', orgId: 'c', termsHash: '', created: Date.parse('2026-11-01T07:00:00Z') }
const LINE = { type: 'event', chain: 'one', sequence: 1, hash: '' } as const
let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let storage: Storage
let service: Service
let tenant: Tenant
const who = (...args: string[]) => runLicet(['audit', 'who', ...args], { env: { DATABASE_URL: database.url } })

beforeAll(async () => {
  database = await createPostgresDatabase()
  storage = openPostgresStorage(database.url)
  service = await createService({ authUrl: AUTH_URL, storage, crypto: createNodeCrypto(), now: Date.now })
  tenant = await createTenant(service)
})
afterAll(async () => {
  await service.close()
  await storage.close()
  await database.stop()
})

const agree = async (of: Tenant, ptr: string): Promise<string> => {
  const { device, token } = await of.device(ptr)
  return (await call(service, '/license/create', { token, json: signedRequest(device, { ptr }) })).body.id
}

test('lists the reads that have an id of the person, those that can have read more, and no others', async () => {
  const { providerId } = tenant.provider
  const id = await agree(tenant, 'ada')
  const other = await agree(tenant, 'bob')
  const stranger = await createTenant(service)
  await agree(stranger, 'ada')
  const token = await tenant.adminToken()
  const read = async (path: string, of = token) => expect((await call(service, path, { token: of })).status).toBe(200)
  await read(`/license/${other}`)
  await read('/license', await stranger.adminToken())
  await service.cleanUp()
  const person = ['--provider', providerId, '--ptr', 'ada'] as const
  // Neither the license of somebody else nor a list of another organization is a read of this person.
  expect(JSON.parse((await who(...person, '--json')).out)).toEqual({ licenses: [id], reads: [] })

  await read('/license?ptr=ada')
  await service.cleanUp()
  // Eleven licenses: one more than an event has ids of.
  for (let n = 0; n < 10; n++) await agree(tenant, `later-${n}`)
  await read('/license')
  await service.cleanUp()
  await runLicet(['license', 'list', '--provider', stranger.provider.providerId, '--database-url', database.url])
  await runLicet(['license', 'list', '--provider', providerId, '--database-url', database.url])
  const { licenses, reads } = JSON.parse((await who(...person, '--json')).out)
  expect(licenses).toEqual([id])
  const byKey = { type: 'user', id: tenant.userId, apiKeyId: expect.any(String) }
  expect(reads).toEqual([
    expect.objectContaining({ certainty: 'certain', actor: byKey, user: tenant.email, count: 1, filter: { ptr: '(set)' } }),
    expect.objectContaining({ certainty: 'possible', actor: byKey, user: tenant.email, count: 12 }),
    expect.objectContaining({ certainty: 'possible', actor: { type: 'operator' }, filter: { providerId } }),
  ])
  expect((await who('--license', id)).out).toMatch(/certain {3}\S+@example\.com, API key default \(licet_\w/)
  // The command itself reads no license, so it is no read.
  expect((await who(...person)).out).toContain(
    '1 license: 1 certain read, 2 possible. Reads of the last minute, and permits of the last hour, can be missing',
  )
})

// Regression: questions of License Permit left no event, so nobody could find out who asked about a person.
test('lists who asked for permits of a person, once an hour for each API key', async () => {
  const id = await agree(tenant, 'cleo')
  const asking = await createService({ authUrl: AUTH_URL, storage, crypto: createNodeCrypto(), now: Date.now })
  const token = await tenant.adminToken()
  const ask = (...people: string[]) =>
    call(asking, '/license/permit', { token, json: people.map((ptr) => ({ ptr, usecase: 'analytics', allowUnvouched: true })) })
  expect((await ask('cleo')).body).toMatchObject([{ permitted: true, license: { id } }])
  await ask('cleo', 'nobody')
  expect((await call(asking, '/api/latest/user', { token })).body).toHaveLength(1)
  await asking.cleanUp()
  const readsOf = async (ptr: string) => {
    const { out } = await who('--provider', tenant.provider.providerId, '--ptr', ptr, '--json')
    return JSON.parse(out).reads.filter(({ people }: { people?: number }) => people !== undefined)
  }
  expect(await readsOf('cleo')).toEqual([])
  await asking.close()
  expect(await readsOf('cleo')).toEqual([
    expect.objectContaining({
      certainty: 'certain',
      user: tenant.email,
      count: 3,
      people: 2,
      actor: expect.objectContaining({ type: 'user' }),
    }),
  ])
  expect(await readsOf('ada')).toMatchObject([{ certainty: 'possible', count: 3, people: 2 }])
  expect((await who('--license', id)).out).toContain('3 permits of 2 people')
  // A list of the users is an event, too.
  const { out } = await runLicet(['audit', 'export', '--database-url', database.url], {})
  expect(out).toMatch(/"action":"user.read","actor":\{"apiKeyId":"[^"]+","id":"[^"]+","type":"user"\},"details":\{"count":1,/)
})

// Regression: with a leaked key, someone hid a question about a person behind questions about their own device, which had two licenses.
test('a question about a person is possible when the ids of the event can all belong to another person', () => {
  const asked = (people: number, examples: readonly string[]) =>
    findRead({ ...LINE, text: JSON.stringify({ ...READ, action: 'permit.asked', details: { count: 3, people, examples } }) }, [
      LICENSE,
    ])
  expect(asked(2, ['x', 'y'])).toMatchObject({ certainty: 'possible', people: 2 })
  expect(asked(1, [])).toMatchObject({ certainty: 'possible', people: 1 })
  expect(asked(1, ['x', 'y'])).toBeUndefined()
  expect(asked(1, ['x', LICENSE.id])).toMatchObject({ certainty: 'certain' })
})

test('finds the reads of a person who was erased, by the ids of the licenses', async () => {
  const { providerId } = tenant.provider
  const id = await agree(tenant, 'eve')
  expect((await call(service, `/license/${id}`, { token: await tenant.adminToken() })).status).toBe(200)
  await service.cleanUp()
  const erased = await runLicet(['device', 'erase', '--provider', providerId, '--ptr', 'eve', '--database-url', database.url])
  expect(erased.code).toBe(0)
  expect(await who('--provider', providerId, '--ptr', 'eve')).toMatchObject({
    code: 2,
    err: expect.stringContaining('An erased person has no --ptr: use the ids of the licenses.'),
  })
  const { reads } = JSON.parse((await who('--license', id, '--json')).out)
  expect(reads).toContainEqual(expect.objectContaining({ certainty: 'certain', filter: { id: '(set)' } }))
  for (const wrong of [[], ['--ptr', 'eve'], ['--license', id, '--ptr', 'eve']]) expect((await who(...wrong)).code).toBe(2)
})

// Regression: a read was compared with the time of the license, so it was missing when the clock of its process was behind.
test('finds the reads of a process whose clock is behind the clock of another one that stored the license', async () => {
  const own = await createTenant(service)
  const id = await agree(own, 'ann')
  const behind = await createService({ authUrl: AUTH_URL, storage, crypto: createNodeCrypto(), now: () => Date.now() - 50_000 })
  expect((await call(behind, `/license/${id}`, { token: await own.adminToken() })).status).toBe(200)
  await behind.cleanUp()
  await behind.close()
  const { reads } = JSON.parse((await who('--license', id, '--json')).out)
  expect(reads).toContainEqual(expect.objectContaining({ certainty: 'certain', user: own.email }))
})

test('finds a read that has the id of a license even if the clock was set back by hours, and others within two minutes', () => {
  const findAt = (time: string, details: object) =>
    findRead({ ...LINE, text: JSON.stringify({ ...READ, time, details }) }, [LICENSE])
  expect(findAt('2026-11-01T01:00:00Z', { count: 1, examples: ['a'] })).toMatchObject({ certainty: 'certain' })
  expect(findAt('2026-11-01T06:59:00Z', { count: 1 })).toMatchObject({ certainty: 'possible' })
  expect(findAt('2026-11-01T06:50:00Z', { count: 1 })).toBeUndefined()
})

// Regression: an export that was killed after its first page, on which its filter selected nothing, was no read of anybody.
test('an export that was killed after its first page can have read more than the log counts', () => {
  const text = JSON.stringify({ ...READ, details: { count: 0, more: true, filter: { status: 'revoked' } } })
  expect(findRead({ ...LINE, text }, [LICENSE])).toMatchObject({ certainty: 'possible', count: 0 })
})
