import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../../../src/testing/index.ts'
import { createTestService, Host, until } from './host.ts'

let test: TestService
let host: Host

beforeAll(async () => {
  test = await createTestService()
})
afterAll(() => test.close())
afterEach(() => {
  host.close()
  test.faults.clear()
  test.online = true
})

describe('two pages of one origin', () => {
  it('creates one license when both pages agree at the same time, and both pages return and show it', async () => {
    host = new Host(test)
    const [a, b] = await Promise.all([host.open(), host.open()])
    const [one, two] = await Promise.all([a.client.createLicense(), b.client.createLicense()])
    expect(two).toEqual(one)
    expect(await host.stored()).toEqual({ all: 1, active: 1 })
    for (const page of [a, b]) {
      await until(page, ({ licensed }) => licensed)
      expect(page.client.getSnapshot()).toMatchObject({ storage: 'persistent', receiptStatus: 'verified', needs: 'nothing' })
    }
  })

  it('shows the withdrawal of one page in the other page', async () => {
    host = new Host(test)
    const [a, b] = await Promise.all([host.open(), host.open()])
    await a.client.createLicense()
    await until(b, ({ licensed }) => licensed)
    await b.client.revokeLicense()
    await until(a, ({ licensed, license }) => !licensed && license?.status === 'revoked')
    expect(await host.stored()).toEqual({ all: 2, active: 0 })
  })

  it('stores a device key that cannot be exported in the only database of the client', async () => {
    host = new Host(test)
    const page = await host.open()
    await page.client.createLicense()
    expect((await indexedDB.databases()).map(({ name }) => name)).toContain('licet')
    const records = await readRows()
    const record = records.find(({ scope }) => scope.includes(host.userId))
    expect(record?.key?.privateKey.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('pkcs8', record?.key?.privateKey as CryptoKey)).rejects.toThrow()
    // One word, in the storage that the browser deletes together with the database.
    const kept = Object.entries(localStorage).filter(([key]) => key.includes(host?.userId ?? ''))
    expect(kept).toEqual([[`licet:${record?.scope}`, 'licensed']])
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  it('clears both pages when one calls clear(), and the service keeps its licenses', async () => {
    host = new Host(test)
    const [a, b] = await Promise.all([host.open(), host.open()])
    await a.client.createLicense()
    await until(b, ({ licensed }) => licensed)
    await a.client.clear()
    await until(b, ({ license }) => license === undefined)
    expect((await readRows()).some(({ scope }) => scope.includes(host.userId))).toBe(false)
  })
})

describe('G6: a page that closes abruptly', () => {
  it('stores nothing and leaves no agreement when it closes before signing', async () => {
    host = new Host(test, { prewarm: 'none' })
    const before = test.requests.length
    const page = await host.open()
    void page.client.createLicense()
    page.kill()
    const next = await host.open()
    await until(next, ({ phase }) => phase === 'ready')
    expect(next.client.getSnapshot()).toMatchObject({ licensed: false, pending: undefined, needs: 'first' })
    expect(test.requests.slice(before)).toEqual([])
  })

  it('leaves the decision to the next page when it closes after signing and before the first request', async () => {
    host = new Host(test)
    test.online = false
    const page = await host.open()
    page.client.createLicense().catch(() => {})
    await until(page, ({ pending }) => pending?.stage === 'signed')
    page.kill()
    test.online = true
    const next = await host.open()
    await until(next, ({ licensed }) => licensed)
    expect(await host.stored()).toEqual({ all: 1, active: 1 })
  })

  const steps = ['/api/latest/auth/token', '/user', '/license/create'].flatMap((path) =>
    (['arriving', 'handled', 'returned'] as const).map((when) => [path, when] as const),
  )

  it.each(steps)('leads to exactly one license when it closes while %s is %s', async (path, when) => {
    host = new Host(test)
    const page = await host.open()
    const killed = new Promise<void>((resolve) => {
      host.onRequest = (seen, now) => {
        if (!seen.endsWith(path) || now !== when) return
        host.onRequest = () => {}
        page.kill()
        resolve()
      }
    })
    void page.client.createLicense()
    await killed
    const next = await host.open()
    await until(next, ({ licensed }) => licensed)
    expect(await next.client.createLicense()).toEqual(next.client.getSnapshot().license)
    expect(await host.stored()).toEqual({ all: 1, active: 1 })
  })

  it('leaves a delivery to the waiting page, which takes over immediately', async () => {
    host = new Host(test)
    const [a, b] = await Promise.all([host.open(), host.open()])
    const killed = new Promise<void>((resolve) => {
      host.onRequest = (path, when) => {
        if (!path.endsWith('/license/create') || when !== 'handled') return
        host.onRequest = () => {}
        a.kill()
        resolve()
      }
    })
    void a.client.createLicense()
    await until(b, ({ pending }) => pending !== undefined)
    const outcome = b.client.createLicense()
    await killed
    expect((await outcome).status).toBe('active')
    expect(await host.stored()).toEqual({ all: 1, active: 1 })
  })

  // An open page delivered only after its own event: focus, online, a reload.
  it('leaves its decision to another open page, in which nobody does anything', async () => {
    host = new Host(test)
    const [a, b] = await Promise.all([host.open(), host.open()])
    host.onRequest = (path) => {
      if (!path.endsWith('/user')) return
      host.onRequest = () => {}
      a.kill()
    }
    void a.client.createLicense()
    await until(b, ({ licensed }) => licensed)
    expect(await host.stored()).toEqual({ all: 1, active: 1 })
  })

  it('leaves the next attempt of its withdrawal to another open page', async () => {
    host = new Host(test)
    const [a, b] = await Promise.all([host.open(), host.open()])
    await a.client.createLicense()
    await until(b, ({ licensed }) => licensed)
    test.faults.add({ kind: 'status', status: 503 }, { path: '/license/create' })
    a.client.revokeLicense().catch(() => {})
    await until(b, ({ pending }) => pending?.attempts === 1)
    a.kill()
    await until(b, ({ license }) => license?.status === 'revoked')
    expect(await host.stored()).toEqual({ all: 2, active: 0 })
  })
})

async function readRows(): Promise<{ scope: string; key?: { privateKey: CryptoKey } }[]> {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open('licet')
    open.onerror = () => reject(open.error)
    open.onsuccess = () => {
      const records = open.result.transaction('devices').objectStore('devices').getAll()
      records.onsuccess = () => {
        open.result.close()
        resolve(records.result)
      }
    }
  })
}
