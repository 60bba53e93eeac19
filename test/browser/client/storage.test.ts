import { deleteDB, openDB } from 'idb'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ServiceClient } from '../../../src/client/index.ts'
import { resolvePage } from '../../../src/client/page-environment.ts'
import { openIndexedDbStorage } from '../../../src/client/record/change-indexed-db.ts'
import { DeviceRecord } from '../../../src/client/record/device-record.ts'
import { DATABASE_NAME, MIGRATIONS, prepareIndexedDb } from '../../../src/client/record/indexed-db.ts'
import { emptyDevice, type StoredDevice } from '../../../src/client/record/stored-device.ts'
import type { TestService } from '../../../src/testing/index.ts'
import { createTestService, Host, until } from './host.ts'

let test: TestService
let host: Host | undefined

beforeAll(async () => {
  test = await createTestService()
})
afterAll(() => test.close())
afterEach(async () => {
  vi.restoreAllMocks()
  host?.close()
  host = undefined
  await deleteDB(DATABASE_NAME)
})

/** Returns the configuration of the host, for a client on the page of the test. */
function configOf() {
  if (window.licetHost === undefined) throw new Error('the host has no configuration')
  return window.licetHost.config
}

/** Keeps the database from opening, as a slow disk does, until the returned function is called. */
async function blockDatabase(): Promise<() => void> {
  const stuck = await openDB(DATABASE_NAME, MIGRATIONS.length + 1)
  // A deletion would lose the records. An upgrade waits in the same way.
  const upgrading = openDB(DATABASE_NAME, MIGRATIONS.length + 2)
  return () => {
    stuck.close()
    void upgrading.then((database) => database.close())
  }
}

describe('the database schema', () => {
  it.each(MIGRATIONS.map((_, version) => version))('upgrades a database of version %i and keeps its records', async (version) => {
    if (version > 0) {
      const old = await openDB(DATABASE_NAME, version, {
        upgrade(database) {
          for (const migrate of MIGRATIONS.slice(0, version)) migrate(database as never)
        },
      })
      await old.put('devices', emptyDevice('kept'))
      old.close()
    }
    const storage = await openIndexedDbStorage()
    expect(await storage.read('kept')).toEqual(version > 0 ? emptyDevice('kept') : undefined)
    expect(await storage.update('new', (device) => ({ ...device, head: 'x' }))).toEqual({ ...emptyDevice('new'), head: 'x' })
    expect(await storage.read('new')).toMatchObject({ head: 'x' })
    storage.close()
  })

  it('keeps the updates of two connections', async () => {
    const [a, b] = await Promise.all([openIndexedDbStorage(), openIndexedDbStorage()])
    const settled = (id: string) => (device: ReturnType<typeof emptyDevice>) => ({
      ...device,
      settled: [...device.settled, { id }],
    })
    await Promise.all(Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? a : b).update('record', settled(String(at)))))
    expect((await a.read('record'))?.settled).toHaveLength(50)
    a.close()
    b.close()
  })

  it('a reading returns the record before its transaction ends, so that a gate opens early', async () => {
    const storage = await openIndexedDbStorage()
    await storage.update('record', (device) => ({ ...device, head: 'kept' }))
    const order: string[] = []
    const { transaction } = IDBDatabase.prototype
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
      const started = transaction.apply(this, args)
      started.addEventListener('complete', () => order.push('transaction'))
      return started
    })
    order.push(`record ${(await storage.read('record'))?.head}`)
    await expect.poll(() => order).toEqual(['record kept', 'transaction'])
    storage.close()
  })

  it('opens once when it was prepared, and stores nothing until then', async () => {
    const open = vi.spyOn(IDBFactory.prototype, 'open')
    prepareIndexedDb()
    prepareIndexedDb()
    const storage = await openIndexedDbStorage()
    expect(await storage.read('record')).toBeUndefined()
    expect(open).toHaveBeenCalledTimes(1)
    storage.close()
  })

  it('does not block a newer tab with a prepared connection, and works after it', async () => {
    prepareIndexedDb()
    await deleteDB(DATABASE_NAME)
    const owner = { provider: { id: 'p' }, userId: 'u', authUrl: 'https://a.example', trailUrl: 'https://a.example' }
    const record = new DeviceRecord(owner, resolvePage({}), () => {})
    expect(await record.read()).toBeUndefined()
    record.close()
  })

  it('leaves the record unchanged when the change throws', async () => {
    const storage = await openIndexedDbStorage()
    await storage.update('record', (device) => ({ ...device, head: 'kept' }))
    const fail = () => {
      throw new Error('mine')
    }
    await expect(storage.update('record', fail)).rejects.toThrow('mine')
    expect((await storage.read('record'))?.head).toBe('kept')
    storage.close()
  })
})

describe('G7: storage that fails', () => {
  it('flushes a signed decision to disk before the first request, and does not wait for updates that it can repeat', async () => {
    const stored: IDBTransactionDurability[] = []
    const { transaction: begin } = IDBDatabase.prototype
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
      const begun = begin.apply(this, args)
      if (begun.mode === 'readwrite') begun.addEventListener('complete', () => stored.push(begun.durability))
      return begun
    })
    host = new Host(test, { prewarm: 'none' })
    let before: unknown
    const client = new ServiceClient({
      ...configOf(),
      fetch: (input, init) => {
        before ??= [...stored]
        return test.fetch(input, init)
      },
    })
    await client.createLicense()
    await client.whenIdle()
    // First the key and the decision, then the registration and the license.
    expect(before).toEqual(['strict', 'strict'])
    expect(stored.slice(2)).toEqual(['relaxed', 'relaxed', 'relaxed'])
    await client.close()
  })

  it('treats a write as failed when the browser aborts the transaction after the record was put', async () => {
    const storage = await openIndexedDbStorage()
    const { put } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      const putting = put.apply(this, args)
      putting.addEventListener('success', () => this.transaction.abort())
      return putting
    })
    await expect(storage.update('record', (device) => ({ ...device, head: 'x' }))).rejects.toMatchObject({ name: 'AbortError' })
    expect(await storage.read('record')).toBeUndefined()
    storage.close()
  })

  it('uses a database that a newer version of the package has upgraded', async () => {
    host = new Host(test)
    const page = await host.open()
    const license = await page.client.createLicense()
    // Not blocked: the page closes its connection.
    const newer = await openDB(DATABASE_NAME, MIGRATIONS.length + 1)
    const next = await host.open()
    await until(next, ({ phase }) => phase === 'ready')
    expect(next.client.getSnapshot()).toMatchObject({ storage: 'persistent', error: undefined, license })
    expect((await next.client.revokeLicense()).status).toBe('revoked')
    await until(page, ({ licensed }) => !licensed)
    newer.close()
  })

  // Regression: a database that opened late was never used. A licensed person was asked again, and got a second license on a second device.
  it('waits for a database that opens slowly, reports it, and uses it as soon as it opens', async () => {
    host = new Host(test, { prewarm: 'key' })
    const before = await host.open()
    const license = await before.client.createLicense()
    before.kill()
    const release = await blockDatabase()
    const page = await host.open()
    await until(page, ({ storage }) => storage === 'slow')
    expect(page.client.getSnapshot()).toMatchObject({ phase: 'opening', licensed: false, error: undefined })
    const again = page.client.createLicense()
    release()
    expect(await again).toEqual(license)
    expect(page.client.getSnapshot()).toMatchObject({ storage: 'persistent', licensed: true })
    expect(await host.stored()).toEqual({ all: 1, active: 1 })
  })

  // Regression: the page showed "Looking for a license on this device" for ever.
  it('reports a request that does not answer, and uses the database when it does', async () => {
    host = new Host(test)
    const held: (() => void)[] = []
    const { get } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, ...args) {
      const request = get.apply(this, args)
      Object.defineProperty(request, 'onsuccess', {
        set: (listener: (event: Event) => void) => {
          request.addEventListener('success', (event) => held.push(() => listener.call(request, event)))
        },
      })
      return request
    })
    const client = new ServiceClient({ ...configOf(), fetch: test.fetch, prewarm: 'none' })
    client.subscribe(() => {})
    await expect.poll(() => client.getSnapshot().storage).toBe('slow')
    const declined = client.decline()
    vi.restoreAllMocks()
    for (const answer of held.splice(0)) answer()
    await declined
    expect(client.getSnapshot()).toMatchObject({ phase: 'ready', storage: 'persistent', declined: {} })
    await client.close()
  })

  // Regression: a key that was made in advance counted as a decision, so the record was not used when the storage worked again.
  it('uses the stored license when the storage failed at the start and a key was made in advance', async () => {
    host = new Host(test, { prewarm: 'key' })
    const config = { ...configOf(), fetch: test.fetch }
    const before = new ServiceClient(config)
    const license = await before.createLicense()
    await before.close()
    const open = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('broken', 'UnknownError')
    })
    const client = new ServiceClient(config)
    client.prepare()
    await client.getLicense()
    await client.whenIdle()
    expect(client.getSnapshot()).toMatchObject({ storage: 'memory', licensed: false })
    open.mockRestore()
    expect(await client.createLicense()).toEqual(license)
    expect(await host.stored()).toEqual({ all: 1, active: 1 })
    await client.close()
  })

  it('uses memory without IndexedDB, and reports it', async () => {
    const real = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB')
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true })
    try {
      host = new Host(test)
      const client = new ServiceClient({ ...configOf(), fetch: test.fetch })
      await client.getLicense()
      expect(client.getSnapshot()).toMatchObject({ storage: 'memory', error: { code: 'storage_unavailable' } })
      expect((await client.createLicense()).status).toBe('active')
      await client.close()
    } finally {
      if (real !== undefined) Object.defineProperty(globalThis, 'indexedDB', real)
    }
  })

  it('becomes a new device, and reports the lost key, when the site’s data is deleted while the page is open', async () => {
    host = new Host(test)
    const page = await host.open()
    const { address } = await page.client.createLicense()
    const cleaner = await openDB(DATABASE_NAME, MIGRATIONS.length)
    await cleaner.clear('devices')
    cleaner.close()
    page.window.dispatchEvent(new Event('focus'))
    await until(page, ({ keyLost }) => keyLost)
    expect(page.client.getSnapshot()).toMatchObject({ licensed: false, license: undefined, needs: 'first' })
    const again = await page.client.createLicense()
    expect(again.address).not.toBe(address)
    expect(page.client.getSnapshot()).toMatchObject({ keyLost: false, licensed: true })
  })

  // Regression: the page showed that the license was withdrawn, and nothing was sent.
  it('experience 13: withdraws the license that is on screen after the site’s data was deleted', async () => {
    host = new Host(test)
    const page = await host.open()
    await page.client.createLicense()
    const cleaner = await openDB(DATABASE_NAME, MIGRATIONS.length)
    await cleaner.clear('devices')
    cleaner.close()
    expect((await page.client.revokeLicense()).status).toBe('revoked')
  })
})

describe('G8: missing platform parts', () => {
  it('creates one license without Web Locks and BroadcastChannel, and both pages show it', async () => {
    host = new Host(test, { locks: null, channel: null })
    const [a, b] = await Promise.all([host.open(), host.open()])
    const [one, two] = await Promise.all([a.client.createLicense(), b.client.createLicense()])
    expect(two).toEqual(one)
    expect(await host.stored()).toEqual({ all: 1, active: 1 })
  })
})

describe('a browser that loses the CryptoKey of a record, as old WebKit does', () => {
  /** Lets every record that is read return what `toLost` returns. */
  function loseKeys(toLost: (record: StoredDevice) => unknown): void {
    const result = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'result')?.get
    vi.spyOn(IDBRequest.prototype, 'result', 'get').mockImplementation(function (this: IDBRequest) {
      const value: unknown = result?.call(this)
      return typeof value === 'object' && value !== null && 'outbox' in value ? toLost(value as StoredDevice) : value
    })
  }

  const ways: [string, (record: StoredDevice) => unknown][] = [
    ['null as its private key', (record) => ({ ...record, key: record.key && { ...record.key, privateKey: null } })],
    ['null as its key', (record) => ({ ...record, key: record.key && null })],
    ['null as the record', () => null],
  ]

  // Regression: the key was read as null after the Accept, and the signed agreement could never be sent.
  it.each(ways)('keeps decisions in memory, and informs the person before they agree (%s)', async (_, toLost) => {
    host = new Host(test, { prewarm: 'key' })
    loseKeys(toLost)
    const client = new ServiceClient({ ...configOf(), fetch: test.fetch })
    client.subscribe(() => {})
    await expect.poll(() => client.getSnapshot()).toMatchObject({ storage: 'memory', needs: 'first', keyLost: false })
    expect((await client.createLicense()).status).toBe('active')
    window.dispatchEvent(new Event('focus'))
    await client.whenIdle()
    expect((await client.revokeLicense()).status).toBe('revoked')
    expect(client.getSnapshot().pending).toBeUndefined()
    await client.close()
  })

  it.each(ways)('reports a key that was lost after an agreement, and signs again (%s)', async (_, toLost) => {
    host = new Host(test, { prewarm: 'none' })
    const before = new ServiceClient({ ...configOf(), fetch: test.fetch })
    await before.createLicense()
    test.faults.add({ kind: 'drop-request' }, { path: '/license/create', times: Number.POSITIVE_INFINITY })
    const withdrawing = before.revokeLicense().catch(() => {})
    await expect.poll(() => before.getSnapshot().pending?.attempts ?? 0).toBeGreaterThan(0)
    await before.close()
    await withdrawing
    test.faults.clear()
    loseKeys(toLost)
    const client = new ServiceClient({ ...configOf(), fetch: test.fetch })
    await client.getLicense()
    expect(client.getSnapshot()).toMatchObject({ phase: 'ready', keyLost: true, licensed: false, pending: undefined })
    // Cause: the withdrawal was dropped with the key, and nobody was told that the service never got it.
    expect(client.getSnapshot().withdrawalLost).toBe(true)
    await client.close()
    const next = new ServiceClient({ ...configOf(), fetch: test.fetch })
    await next.getLicense()
    expect(next.getSnapshot()).toMatchObject({ keyLost: true, withdrawalLost: true })
    expect((await next.createLicense()).status).toBe('active')
    expect(next.getSnapshot().withdrawalLost).toBe(false)
    await next.close()
  })

  // Regression: a visitor who had never agreed read that their earlier license was gone, because a key had been made in advance.
  it('asks as at a first visit when the lost key had signed nothing', async () => {
    host = new Host(test, { prewarm: 'key' })
    const before = new ServiceClient({ ...configOf(), fetch: test.fetch })
    before.subscribe(() => {})
    await expect.poll(async () => (await databaseRecords()).some(({ hadKey }) => hadKey)).toBe(true)
    await before.close()
    loseKeys((record) => ({ ...record, key: record.key && { ...record.key, privateKey: null } }))
    const client = new ServiceClient({ ...configOf(), fetch: test.fetch, prewarm: 'none' })
    await client.getLicense()
    expect(client.getSnapshot()).toMatchObject({ needs: 'first', keyLost: false })
    await client.close()
  })
})

async function databaseRecords(): Promise<StoredDevice[]> {
  const database = await openDB(DATABASE_NAME, MIGRATIONS.length)
  const records = await database.getAll('devices')
  database.close()
  return records as StoredDevice[]
}
