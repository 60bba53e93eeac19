import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyReceipt } from '../../../src/client/index.ts'
import type { Service } from '../../../src/service/index.ts'
import { serve } from '../../../src/service/node.ts'
import { call, createTenant } from '../../fixtures/caller.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { signedRequest } from '../../fixtures/device.ts'
import { licet } from '../../fixtures/run-licet.ts'
import type { TestDatabase } from '../../support/postgres.ts'

const AUTH_URL = 'https://auth.example.com'
type License = { readonly id: string; readonly receipt: string; readonly address: string }
let postgres: TestDatabase
let service: Service
let close: () => Promise<void>

beforeAll(async () => {
  postgres = await createPostgresDatabase()
  ;({ service, close } = await serve({ port: 0, databaseUrl: postgres.url, authUrl: AUTH_URL }))
})
afterAll(async () => {
  await close()
  await postgres.stop()
})

const onDatabase = (...args: string[]) => licet(...args, '--database-url', postgres.url)

test('`licet license revoke` ends a license, and its receipt names the service that stored the license', async () => {
  const tenant = await createTenant(service)
  const { device, token } = await tenant.device()
  const { body: license } = await call(service, '/license/create', { token, json: signedRequest(device) })
  const revoke = (...args: string[]) => onDatabase('license', 'revoke', license.id, ...args)
  const letter = ['--requested-by', 'person', '--channel', 'letter', '--note', 'file 17'] as const
  expect(await revoke('--requested-by', 'person')).toMatchObject({ code: 2, err: expect.stringContaining('--channel is missing') })
  expect(await revoke('--requested-by', 'me', '--channel', 'letter')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--requested-by "me" is none of person, company and court'),
  })
  expect(await revoke('--requested-by', 'person', '--channel', 'A letter')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--channel "A letter" is not one lower-case word'),
  })
  const revoked = await revoke(...letter, '--json')
  expect(revoked.code).toBe(0)
  const revocation = JSON.parse(revoked.out)
  expect(revocation).toMatchObject({ requestedBy: 'person', channel: 'letter', note: 'file 17' })
  expect(await revoke(...letter)).toMatchObject({ code: 0, out: expect.stringContaining(revocation.timestamp) })
  expect(await onDatabase('license', 'revoke', tenant.userId, ...letter)).toMatchObject({ code: 2 })

  const { body } = await call(service, `/license/${license.id}`, { token })
  expect([body.status, body.revocation.receipt]).toEqual(['revoked', revocation.receipt])
  const { body: keys } = await call(service, '/.well-known/jwks.json')
  expect(await verifyReceipt(revocation.receipt, keys, { issuer: AUTH_URL })).toMatchObject({ lic: license.id, rby: 'person' })
})

test('the same commands work directly on the database, for every organization', async () => {
  const created = [await createTenant(service), await createTenant(service)]
  const licenses: License[] = []
  for (const one of created) {
    const { device, token } = await one.device()
    licenses.push((await call(service, '/license/create', { token, json: signedRequest(device) })).body)
  }
  const [tenant] = created
  const listed = JSON.parse((await onDatabase('license', 'list', '--json', '--status', 'active')).out)
  expect(listed.map(({ id }: { id: string }) => id)).toEqual(licenses.map(({ id }) => id).reverse())
  const [first, second] = licenses as [License, License]
  expect(JSON.parse((await onDatabase('license', 'show', first.id, '--json')).out)).toMatchObject({
    id: first.id,
    receipt: first.receipt,
  })
  const provider = tenant?.provider.providerId ?? ''
  const csv = await onDatabase('license', 'export', '--provider', provider)
  // The header, and a line for each of the two uses.
  expect(csv.out.split('\r\n').filter((line) => line !== '')).toHaveLength(3)
  // Regression: an export of all licenses on the database left no event.
  await onDatabase('license', 'export', '--ptr', 'nobody-here')
  const log = (await onDatabase('audit', 'export')).out.trim().split('\n')
  const reads = log.map((line) => JSON.parse(line)).filter(({ action }) => action === 'license.read')
  expect(reads.map(({ actor, details }) => ({ actor, details }))).toEqual(
    [
      { filter: { status: 'active' }, count: 2, examples: [second.id, first.id] },
      { filter: { id: '(set)' }, count: 1, examples: [first.id] },
      { filter: { providerId: provider }, count: 1, examples: [first.id] },
      { filter: { ptr: '(set)' }, count: 0 },
    ].map((details) => ({ actor: { type: 'operator' }, details })),
  )
  const erase = (...args: string[]) => onDatabase('device', 'erase', '--provider', ...args)
  expect(await erase(first.id, '--ptr', 'user-1')).toMatchObject({ code: 2, err: expect.stringContaining('No provider') })
  // Regression: an erasure that found nothing was reported as a success.
  expect(await erase(provider, '--ptr', 'nobody-here')).toEqual({
    code: 1,
    out: '',
    err: expect.stringContaining('No device and no license of this provider has this id. Nothing was erased. Check --provider'),
  })
  const noDevice = await erase(provider, '--address', 'A'.repeat(43), '--json')
  expect(noDevice).toMatchObject({ code: 1, err: expect.stringContaining('No device of this provider has this address.') })
  expect(JSON.parse(noDevice.out).erased).toMatchObject({ devices: 0, licenses: 0 })
  expect(await erase(provider, '--address', 'nonsense')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--address "nonsense" is not an address. Nothing was erased.'),
  })
  expect(await erase(provider, '--address', first.address)).toMatchObject({ code: 0, out: 'Erased 1 device and 1 license.\n' })
  const shown = JSON.parse((await onDatabase('license', 'show', first.id, '--json')).out)
  expect(shown).toMatchObject({ status: 'erased', ptr: '', address: '' })
  expect(JSON.parse((await onDatabase('license', 'show', second.id, '--json')).out).status).toBe('active')
  const { body: keys } = await call(service, '/.well-known/jwks.json')
  expect(await verifyReceipt(shown.receipt, keys, { issuer: AUTH_URL })).toMatchObject({
    lic: first.id,
    status: 'erased',
    sub: '',
  })
  const both = await licet('license', 'list', '--url', 'https://licenses.example.com', '--data-dir', 'database')
  expect(both).toMatchObject({
    code: 2,
    err: expect.stringContaining('--url is of a running service, and --data-dir of a database'),
  })
})
