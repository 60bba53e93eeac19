import { deleteDB, openDB } from 'idb'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { resolveEnvironment } from '../../../src/client/environment.ts'
import { ServiceClient } from '../../../src/client/index.ts'
import { DATABASE_NAME, MIGRATIONS, openIndexedDbStorage, prepareIndexedDb } from '../../../src/client/storage/indexed-db.ts'
import { StorageConnection } from '../../../src/client/storage/storage-connection.ts'
import { emptyDevice } from '../../../src/client/storage/stored-device.ts'
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
    const connection = new StorageConnection(resolveEnvironment({}))
    const update = await connection.run((storage) => storage.update('record', (device) => ({ ...device, head: 'x' })))
    expect(update).toMatchObject({ head: 'x' })
    connection.close()
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

  it('uses memory when the database does not open in time', async () => {
    const stuck = await openDB(DATABASE_NAME, 1)
    const deleting = deleteDB(DATABASE_NAME)
    host = new Host(test)
    const page = await host.open()
    await until(page, ({ phase }) => phase === 'ready')
    expect(page.client.getSnapshot()).toMatchObject({ storage: 'memory', error: { code: 'storage_unavailable' } })
    stuck.close()
    await deleting
    expect((await page.client.createLicense()).status).toBe('active')
    expect(page.client.getSnapshot().storage).toBe('persistent')
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
