import { deleteDB, openDB } from 'idb'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_NAME, MIGRATIONS } from '../../../src/client/record/indexed-db.ts'
import type { TestService } from '../../../src/testing/index.ts'
import { createTestService, Host, type Page, until } from './host.ts'

let test: TestService
let host: Host

beforeAll(async () => {
  test = await createTestService()
})
afterAll(() => test.close())
afterEach(async () => {
  host.close()
  test.online = true
  test.faults.clear()
  await deleteDB(DATABASE_NAME)
})

/** The ways in which a page loses its connection to the database, or one of its transactions. */
const CAUSES = {
  'the browser closes the database': (page: Page) => {
    for (const connection of page.connections) {
      connection.close()
      connection.dispatchEvent(new Event('close'))
    }
  },
  'a newer tab upgrades the database': async () => {
    const newer = await openDB(DATABASE_NAME, MIGRATIONS.length + 1)
    newer.close()
  },
  'one transaction fails': (page: Page) => {
    const { prototype } = page.window.IDBObjectStore
    const { put } = prototype
    prototype.put = function (...args) {
      prototype.put = put
      const putting = put.apply(this, args)
      putting.addEventListener('success', () => this.transaction.abort())
      return putting
    }
  },
} satisfies Record<string, (page: Page) => void | Promise<void>>

/** Makes every write of a page fail as on a full disk, until the returned function is called. `test/e2e/storage.test.ts` has a real quota. */
function fillDisk({ window: page }: Page): () => void {
  const { prototype } = page.IDBObjectStore
  const { put } = prototype
  prototype.put = () => {
    throw new page.DOMException('full', 'QuotaExceededError')
  }
  return () => {
    prototype.put = put
  }
}

function isOpen(connection: IDBDatabase): boolean {
  try {
    connection.transaction('devices').abort()
    return true
  } catch {
    return false
  }
}

describe.each(Object.entries(CAUSES))('when %s', (_, lose) => {
  it('a withdrawal is stored by the service, and a reload does not restore the license', async () => {
    host = new Host(test)
    const page = await host.open()
    await page.client.createLicense()
    await lose(page)
    expect((await page.client.revokeLicense()).status).toBe('revoked')
    expect(page.client.getSnapshot()).toMatchObject({ storage: 'persistent', error: undefined, licensed: false })
    page.kill()
    const next = await host.open()
    await until(next, ({ phase }) => phase === 'ready')
    expect(next.client.getSnapshot()).toMatchObject({ licensed: false, license: { status: 'revoked' }, storage: 'persistent' })
    expect(await host.stored()).toEqual({ all: 2, active: 0 })
  })

  it('a withdrawal made offline is delivered by the next visit', async () => {
    host = new Host(test)
    const page = await host.open()
    await page.client.createLicense()
    test.online = false
    await lose(page)
    page.client.revokeLicense().catch(() => {})
    await until(page, ({ pending }) => pending?.kind === 'revoke' && pending.attempts > 0)
    expect(page.client.getSnapshot()).toMatchObject({ storage: 'persistent', licensed: false, license: { status: 'active' } })
    page.kill()
    test.online = true
    const next = await host.open()
    await until(next, ({ license }) => license?.status === 'revoked')
    expect(await host.stored()).toEqual({ all: 2, active: 0 })
  })

  it('an agreement made offline is delivered once by the next visit', async () => {
    host = new Host(test)
    const page = await host.open()
    await page.client.getLicense()
    test.online = false
    await lose(page)
    page.client.createLicense().catch(() => {})
    await until(page, ({ pending }) => (pending?.attempts ?? 0) > 0)
    page.kill()
    test.online = true
    const next = await host.open()
    await until(next, ({ licensed }) => licensed)
    expect(await host.stored()).toEqual({ all: 1, active: 1 })
  })

  it('a page has one open connection, and none after the client is closed', async () => {
    host = new Host(test)
    const page = await host.open()
    await page.client.createLicense()
    for (let round = 0; round < 3; round++) {
      await lose(page)
      await page.client.decline()
    }
    expect(page.connections.filter(isOpen)).toHaveLength(1)
    await page.client.close()
    expect(page.connections.filter(isOpen)).toEqual([])
  })
})

describe('G7: a full disk', () => {
  it('a withdrawal counts after a reload when the service has stored it', async () => {
    host = new Host(test)
    const page = await host.open()
    await page.client.createLicense()
    fillDisk(page)
    expect((await page.client.revokeLicense()).status).toBe('revoked')
    expect(page.client.getSnapshot()).toMatchObject({ licensed: false, storage: 'memory', error: { code: 'storage_full' } })
    await page.client.close()
    expect(page.connections.filter(isOpen)).toEqual([])
    page.kill()
    const next = await host.open()
    await until(next, ({ phase }) => phase === 'ready')
    expect(next.client.getSnapshot().licensed).toBe(false)
    expect(await host.active()).toBe(0)
  })

  it('a decision made meanwhile is stored when there is space again, and the next visit delivers it', async () => {
    host = new Host(test)
    const page = await host.open()
    await page.client.createLicense()
    test.online = false
    const freeDisk = fillDisk(page)
    page.client.revokeLicense().catch(() => {})
    await until(page, ({ pending }) => (pending?.attempts ?? 0) > 0)
    expect(page.client.getSnapshot()).toMatchObject({
      storage: 'memory',
      error: { code: 'storage_full' },
      pending: { kind: 'revoke' },
    })
    freeDisk()
    page.window.dispatchEvent(new Event('focus'))
    await until(page, ({ storage }) => storage === 'persistent')
    page.kill()
    test.online = true
    const next = await host.open()
    await until(next, ({ license }) => license?.status === 'revoked')
    expect(await host.stored()).toEqual({ all: 2, active: 0 })
  })
})

describe('G7: a database that does not open', () => {
  const refuse = (page: Page['window']) => {
    const { open } = page.IDBFactory.prototype
    page.IDBFactory.prototype.open = () => {
      throw new page.DOMException('The operation is insecure.', 'SecurityError')
    }
    return () => {
      page.IDBFactory.prototype.open = open
    }
  }

  it('agrees and withdraws in memory, and reports that nothing is stored', async () => {
    host = new Host(test)
    const page = await host.open(refuse)
    await until(page, ({ phase }) => phase === 'ready')
    expect(page.client.getSnapshot()).toMatchObject({ storage: 'memory', error: { code: 'storage_unavailable' } })
    expect((await page.client.createLicense()).status).toBe('active')
    expect((await page.client.revokeLicense()).status).toBe('revoked')
    expect(await host.active()).toBe(0)
  })

  it('stores the decisions once it opens', async () => {
    host = new Host(test)
    let allow = () => {}
    const page = await host.open((frame) => {
      allow = refuse(frame)
    })
    test.online = false
    page.client.createLicense().catch(() => {})
    await until(page, ({ pending, storage }) => storage === 'memory' && (pending?.attempts ?? 0) > 0)
    allow()
    page.window.dispatchEvent(new Event('focus'))
    await until(page, ({ storage }) => storage === 'persistent')
    page.kill()
    test.online = true
    const next = await host.open()
    await until(next, ({ licensed }) => licensed)
    expect(await host.stored()).toEqual({ all: 1, active: 1 })
  })
})
