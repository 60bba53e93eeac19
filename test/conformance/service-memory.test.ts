import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createService, type Service, type Storage } from '../../src/service/index.ts'
import { createNodeCrypto } from '../../src/service/node.ts'
import { call, createTenant, TOKEN } from '../fixtures/caller.ts'
import { openEmbeddedStorage } from '../fixtures/databases.ts'
import { countOf, inTitle } from '../support/counts.ts'

const REQUESTS = countOf(200_000, 2000)
const MAX_GROWTH_BYTES = 4 * 1024 * 1024

let storage: Storage
let service: Service
beforeAll(async () => {
  storage = await openEmbeddedStorage()
  service = await createService({ authUrl: 'https://auth.example.com', storage, crypto: createNodeCrypto() })
})
afterAll(() => storage.close())

function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  for (let n = 0; n < 3; n++) collect()
  return process.memoryUsage().heapUsed
}

test(`E10: ${inTitle(REQUESTS)} valid and invalid requests leave the heap as large as after the first tenth`, {
  timeout: 120_000 + REQUESTS * 20,
}, async () => {
  const tenant = await createTenant(service)
  const token = await tenant.adminToken()
  const form = { grant_type: 'client_credentials', client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey }
  const kinds = [
    () => call(service, TOKEN, { form }),
    (n: number) => call(service, TOKEN, { form: { ...form, client_id: `user:${n}`, client_secret: 'wrong' } }),
    () => call(service, '/api/latest/profile', { token }),
    (n: number) => call(service, '/api/latest/profile', { token: `${token}${n}` }),
    (n: number) => call(service, `/nowhere/${n}`),
    () => call(service, '/.well-known/jwks.json'),
    (n: number) => call(service, '/license/create', { json: { n } }),
    (n: number) => call(service, `/license/${n}`, { token }),
  ]
  const send = async (from: number, to: number) => {
    for (let n = from; n < to; n++) await kinds[n % kinds.length]?.(n)
  }
  await send(0, REQUESTS / 10)
  const before = heapAfterCollection()
  await send(REQUESTS / 10, REQUESTS)
  expect(heapAfterCollection() - before).toBeLessThan(MAX_GROWTH_BYTES)
})
