import { deleteDB } from 'idb'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { resolveEnvironment } from '../../../src/client/environment.ts'
import { ServiceClient, type StoredDecision } from '../../../src/client/index.ts'
import { DATABASE_NAME } from '../../../src/client/record/indexed-db.ts'
import type { TestService } from '../../../src/testing/index.ts'
import { createTestService, deviceCrypto } from '../../fixtures/page-service.ts'

const TABS = 20

let test: TestService
const clients: ServiceClient[] = []

beforeAll(async () => {
  test = await createTestService()
})
afterAll(() => test.close())
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(clients.splice(0).map((client) => client.close()))
  await deleteDB(DATABASE_NAME)
})

// Regression: a change that changed nothing was posted to the other tabs, and each of them read the record and answered with another one.
it('sends a few messages for one Accept in 20 tabs, and reports it in one of them', async () => {
  const { authUrl, provider, fetch } = test
  const counts = { messages: 0, transactions: 0, writes: 0 }
  const { channel } = resolveEnvironment({})
  const { transaction } = IDBDatabase.prototype
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    counts.transactions++
    if (args[1] === 'readwrite') counts.writes++
    return transaction.apply(this, args)
  })
  const reported: StoredDecision[] = []
  for (let tab = 0; tab < TABS; tab++) {
    const client = new ServiceClient({
      authUrl,
      provider,
      fetch,
      origin: 'com.acme.receipts',
      userId: 'person with many tabs',
      agreement: {
        company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
        jurisdiction: 'Ireland',
        compensation: '10 points for each receipt',
        expiry: null,
      },
      crypto: deviceCrypto,
      prewarm: 'none',
      channel: (name, onMessage) => {
        const opened = channel?.(name, onMessage)
        if (opened === undefined) throw new Error('this browser has no channel')
        return {
          post(message) {
            counts.messages++
            opened.post(message)
          },
          close: opened.close,
        }
      },
    })
    clients.push(client)
    // As the kit does, after each change.
    client.subscribe(() => client.reportStored((decision) => void reported.push(decision)).catch(() => {}))
  }
  await Promise.all(clients.map((client) => client.getLicense()))
  counts.messages = 0
  counts.transactions = 0
  counts.writes = 0
  const license = await clients[0]?.createLicense()
  await expect.poll(() => clients.every((client) => client.getSnapshot().licensed)).toBe(true)
  await Promise.all(clients.map((client) => client.whenIdle()))
  await expect.poll(() => reported).toEqual([expect.objectContaining({ type: 'accepted', licenseId: license?.id })])
  // Key, signature, registration, license, report.
  expect(counts.messages).toBeLessThanOrEqual(6)
  // Each tab reads the record after each message, and makes sure once that it is not reported.
  expect(counts.transactions).toBeLessThan(TABS * 9)
})
