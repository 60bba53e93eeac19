import type { ServiceClient, ServiceClientConfig } from '../../../src/client/index.ts'
import type { TestService } from '../../../src/testing/index.ts'
import { createTestService } from '../../fixtures/page-service.ts'
import pageUrl from './page.ts?url'

/** A page of the app in its own frame. It can be killed as a browser kills a tab. */
export interface Page {
  readonly client: ServiceClient
  readonly window: Window & typeof globalThis
  /** The database connections that the page has opened, oldest first. */
  readonly connections: readonly IDBDatabase[]
  /** Removes the page immediately. None of its code runs afterwards. */
  kill(): void
}

interface ListedLicense {
  readonly ptr: string
  readonly status: string
  readonly id: string
}

let persons = 0

/** The service and the pages of the app for one person. */
export class Host {
  readonly test: TestService
  readonly userId = `person-${++persons}-${performance.timeOrigin}`
  readonly #pages: HTMLIFrameElement[] = []
  /** Called for each request, before it reaches the service and after. */
  onRequest: (path: string, when: 'arriving' | 'handled' | 'returned') => void = () => {}

  constructor(test: TestService, options: Partial<ServiceClientConfig> = {}) {
    this.test = test
    const config = {
      authUrl: test.authUrl,
      provider: test.provider,
      origin: 'com.acme.receipts',
      userId: this.userId,
      agreement: {
        company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
        jurisdiction: 'Ireland',
        compensation: null,
        expiry: null,
      },
      ...options,
    }
    window.licetHost = {
      config,
      fetch: async (input, init) => {
        const path = new URL(String(input)).pathname
        this.onRequest(path, 'arriving')
        const response = await test.fetch(input, init)
        this.onRequest(path, 'handled')
        queueMicrotask(() => this.onRequest(path, 'returned'))
        return response
      },
    }
  }

  /** Opens a page. `prepare` runs in it before the client. */
  async open(prepare?: (page: Window & typeof globalThis) => void): Promise<Page> {
    const frame = document.createElement('iframe')
    this.#pages.push(frame)
    const connections: IDBDatabase[] = []
    if (window.licetHost === undefined) throw new Error('another host has replaced this one')
    window.licetHost.prepare = (page) => {
      recordConnections(page, connections)
      prepare?.(page)
    }
    const ready = new Promise((resolve) => frame.addEventListener('licet-ready', resolve, { once: true }))
    // The test runner rewrites dynamic imports to use an object that exists only in its own page.
    const runner = '<script>window.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() }</script>'
    const preparing = '<script>parent.licetHost.prepare(window)</script>'
    frame.srcdoc = `<!doctype html>${runner}${preparing}<script type="module" src="${new URL(pageUrl, location.href).href}"></script>`
    document.body.append(frame)
    await ready
    // The window of a frame has its own globals. The DOM types do not declare them.
    const page = frame.contentWindow as Page['window'] | null
    const client = page?.licetClient
    if (page === null || client === undefined) throw new Error('the page has no client')
    return { client, window: page, connections, kill: () => frame.remove() }
  }

  /** Counts the licenses that the service stores for this person, and the active ones among them. */
  async stored(): Promise<{ readonly all: number; readonly active: number }> {
    const page = await this.open()
    const newest = await page.client.getLicense({ refresh: true })
    page.kill()
    const own = await this.#licenses()
    if (own[0]?.id !== newest?.id) throw new Error('the client and the organization see different records')
    return { all: own.length, active: countActive(own) }
  }

  /** Counts the active licenses of this person. Needs no record on the device. */
  async active(): Promise<number> {
    return countActive(await this.#licenses())
  }

  async #licenses(): Promise<readonly ListedLicense[]> {
    const token = await this.#adminToken()
    const response = await this.test.service.fetch(
      new Request(`${this.test.authUrl}/license?limit=100`, { headers: { authorization: `Bearer ${token}` } }),
    )
    const { licenses } = (await response.json()) as { licenses: ListedLicense[] }
    return licenses.filter(({ ptr }) => ptr === this.userId)
  }

  close(): void {
    for (const frame of this.#pages) frame.remove()
  }

  async #adminToken(): Promise<string> {
    const { userId, apiKey } = this.test.user
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: `user:${userId}`, client_secret: apiKey })
    const response = await this.test.service.fetch(
      new Request(`${this.test.authUrl}/api/latest/auth/token`, { method: 'POST', body: form }),
    )
    return ((await response.json()) as { access_token: string }).access_token
  }
}

function countActive(licenses: readonly ListedLicense[]): number {
  return licenses.filter(({ status }) => status === 'active').length
}

function recordConnections(page: Page['window'], connections: IDBDatabase[]): void {
  const { open } = page.IDBFactory.prototype
  page.IDBFactory.prototype.open = function (...args) {
    const opening = open.apply(this, args)
    opening.addEventListener('success', () => connections.push(opening.result))
    return opening
  }
}

export { createTestService }

/** Resolves when the snapshot of a page satisfies the predicate. */
export function until({ client }: Page, predicate: (snapshot: ReturnType<ServiceClient['getSnapshot']>) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!predicate(client.getSnapshot())) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = client.subscribe(check)
    check()
  })
}
