import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyReceipt } from '../../../src/client/index.ts'
import { serve } from '../../../src/service/node.ts'
import { call, createTenant } from '../../fixtures/caller.ts'
import { writeDatabaseFiles } from '../../fixtures/databases.ts'
import { signedRequest } from '../../fixtures/device.ts'
import { licet } from './run-licet.ts'

const folder = mkdtempSync(join(tmpdir(), 'licet-cli-'))
const dataDir = join(folder, 'database')
const AUTH_URL = 'https://auth.example.com'
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a function with the service on the folder, which no command can use meanwhile. */
async function withServer<T>(run: (service: Parameters<typeof createTenant>[0]) => Promise<T>): Promise<T> {
  const running = await serve({ port: 0, dataDir, authUrl: AUTH_URL })
  try {
    return await run(running.service)
  } finally {
    await running.close()
  }
}

beforeAll(() => writeDatabaseFiles(dataDir))

test('`licet license revoke` ends a license, and its receipt names the service that stored the license', {
  timeout: 180_000,
}, async () => {
  const { tenant, token, license } = await withServer(async (service) => {
    const created = await createTenant(service)
    const { device, token } = await created.device()
    const { body } = await call(service, '/license/create', { token, json: signedRequest(device) })
    return { tenant: created, token, license: body }
  })
  const revoke = (...args: string[]) => licet('license', 'revoke', license.id, '--data-dir', dataDir, ...args)
  const letter = ['--requested-by', 'person', '--channel', 'letter', '--note', 'file 17'] as const
  expect(await revoke('--requested-by', 'person')).toMatchObject({ code: 2, err: expect.stringContaining('--channel is missing') })
  expect(await revoke('--requested-by', 'me', '--channel', 'letter')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--requested-by is none of person, company and court'),
  })
  expect(await revoke('--requested-by', 'person', '--channel', 'A letter')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--channel is not one lower-case word'),
  })
  const revoked = await revoke(...letter, '--json')
  expect(revoked.code).toBe(0)
  const revocation = JSON.parse(revoked.out)
  expect(revocation).toMatchObject({ requestedBy: 'person', channel: 'letter', note: 'file 17' })
  expect(await revoke(...letter)).toMatchObject({ code: 0, out: expect.stringContaining(revocation.timestamp) })
  expect(await licet('license', 'revoke', tenant.userId, '--data-dir', dataDir, ...letter)).toMatchObject({ code: 2 })

  await withServer(async (service) => {
    const { body } = await call(service, `/license/${license.id}`, { token })
    expect([body.status, body.revocation.receipt]).toEqual(['revoked', revocation.receipt])
    const { body: keys } = await call(service, '/.well-known/jwks.json')
    expect(await verifyReceipt(revocation.receipt, keys, { issuer: AUTH_URL })).toMatchObject({ lic: license.id, rby: 'person' })
  })
})
