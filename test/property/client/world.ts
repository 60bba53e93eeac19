import type { Connectivity } from '../../../src/client/environment.ts'
import {
  type ClientSnapshot,
  type ClientStorage,
  createMemoryStorage,
  type License,
  ServiceClient,
} from '../../../src/client/index.ts'
import { toScope } from '../../../src/client/record/device-record.ts'
import type { StoredDevice } from '../../../src/client/record/stored-device.ts'
import type { AgreementInput } from '../../../src/terms/index.ts'
import type { TestService } from '../../../src/testing/index.ts'
import { FastTime } from '../../fixtures/fast-time.ts'
import { quickCrypto } from '../../fixtures/quick-crypto.ts'
import { createTestService } from '../../fixtures/test-service.ts'

/** Creates a test service with a fast clock. */
export async function createWorldService(): Promise<{ readonly test: TestService; readonly time: FastTime }> {
  const time = new FastTime()
  return { test: await createTestService({ now: time.now }), time }
}

interface Tab {
  readonly client: ServiceClient
  dead: boolean
}

/** A decision of the person: a version of the agreement, or a withdrawal. */
export type Decision = { readonly version: number } | 'withdrawal'

let persons = 0

/** One person on one device: several tabs on one storage, an unreliable network, and a list of all decisions. */
export class World {
  readonly test: TestService
  readonly time: FastTime
  readonly userId = `person-${++persons}-${process.pid}`
  readonly storage: ClientStorage = createMemoryStorage()
  readonly decisions: Decision[] = []
  readonly tabs: Tab[] = []
  readonly calls: { readonly decision: Decision; readonly tab: Tab; readonly outcome: Promise<License> }[] = []
  version = 0
  readonly #wakers = new Set<() => void>()

  constructor(test: TestService, time: FastTime) {
    this.test = test
    this.time = time
    test.faults.clear()
    test.online = true
    this.openTab()
  }

  get agreed(): Decision | undefined {
    return this.decisions.at(-1)
  }

  /** Opens a tab, with another version of the agreement for example before a release of the app has reached it. */
  openTab(version = this.version): Tab {
    const tab = { dead: false } as Tab & { client: ServiceClient }
    const gate = <A extends unknown[], T>(act: (...args: A) => Promise<T>) => {
      return async (...args: A): Promise<T> => {
        if (tab.dead) return new Promise<T>(() => {})
        const result = await act(...args)
        // A killed page receives no messages.
        return tab.dead ? new Promise<T>(() => {}) : result
      }
    }
    tab.client = new ServiceClient({
      authUrl: this.test.authUrl,
      provider: this.test.provider,
      origin: 'com.acme.receipts',
      userId: this.userId,
      agreement: agreementOf(version),
      crypto: quickCrypto,
      prewarm: 'none',
      fetch: gate(this.test.fetch),
      now: this.time.now,
      monotonic: this.time.now,
      // A killed page has no timers.
      schedule: (callback, delayMs) => this.time.schedule(() => !tab.dead && callback(), delayMs),
      connectivity: this.#connectivity(),
      // Node 24 releases Web Locks only when the process ends, so a killed page would keep its lock. Leases expire.
      locks: null,
      storage: {
        kind: 'persistent',
        read: gate(this.storage.read),
        update: gate(this.storage.update),
        remove: gate(this.storage.remove),
        close: () => {},
      },
    })
    tab.client.subscribe(() => {})
    this.tabs.push(tab)
    return tab
  }

  /** Kills the page at any moment, and opens it again. */
  async reload(at: number, how: 'closed' | 'killed'): Promise<void> {
    const tab = this.#tab(at)
    this.tabs.splice(this.tabs.indexOf(tab), 1)
    if (how === 'closed') await tab.client.close()
    else this.#kill(tab)
    this.openTab()
  }

  async accept(at: number): Promise<void> {
    const tab = this.#tab(at)
    const decision = { version: this.version }
    const { agreed } = this
    const isNew = agreed === undefined || agreed === 'withdrawal' || agreed.version !== this.version
    await this.#decide(tab, decision, tab.client.createLicense(), isNew)
  }

  async withdraw(at: number): Promise<void> {
    const tab = this.#tab(at)
    if (this.agreed === undefined || this.agreed === 'withdrawal') return
    await this.#decide(tab, 'withdrawal', tab.client.revokeLicense(), true)
  }

  /** Reloads every tab with another agreement, as after a release of the app. */
  async update(): Promise<void> {
    this.version += 1
    const count = this.tabs.length
    for (const tab of this.tabs.splice(0)) await tab.client.close()
    for (let opened = 0; opened < count; opened++) this.openTab()
  }

  setOnline(online: boolean): void {
    this.test.online = online
    for (const waker of [...this.#wakers]) waker()
  }

  /** Restores the network, and waits until every call has ended and every tab is idle. */
  async settle(): Promise<void> {
    this.test.faults.clear()
    this.setOnline(true)
    for (;;) {
      await Promise.all(this.tabs.map(({ client }) => client.whenIdle()))
      const record = await this.record()
      if (record?.outbox.length === 0 || record === undefined) break
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await Promise.allSettled(this.calls.filter(({ tab }) => !tab.dead).map(({ outcome }) => outcome))
    await Promise.all(this.tabs.map(({ client }) => client.getLicense()))
  }

  async snapshots(): Promise<ClientSnapshot[]> {
    // A message to the other tabs may not have arrived yet, so each one reads the storage.
    for (const waker of [...this.#wakers]) waker()
    await Promise.all(this.tabs.map(({ client }) => client.whenIdle()))
    return this.tabs.map(({ client }) => client.getSnapshot())
  }

  async close(): Promise<void> {
    await Promise.all(this.tabs.map(({ client }) => client.close()))
  }

  /** Returns the licenses of this person that the service stores, oldest first. */
  async stored(): Promise<License[]> {
    return listLicenses(this.test, this.userId)
  }

  async #decide(tab: Tab, decision: Decision, outcome: Promise<License>, isNew: boolean): Promise<void> {
    outcome.catch(() => {})
    this.calls.push({ decision, tab, outcome })
    if (!isNew) return
    this.decisions.push(decision)
    const before = (await this.storage.read(this.#scope()))?.head
    let ended = false
    const done = () => {
      ended = true
    }
    outcome.then(done, done)
    while (!ended && (await this.record())?.head === before) await new Promise((resolve) => setTimeout(resolve, 0))
  }

  #kill(tab: Tab): void {
    tab.dead = true
  }

  #tab(at: number): Tab {
    const tab = this.tabs[at % this.tabs.length]
    if (tab === undefined) throw new Error('no tab')
    return tab
  }

  #scope(): string {
    const { provider, authUrl } = this.test
    return toScope({ provider, userId: this.userId, authUrl, trailUrl: authUrl })
  }

  /** Returns what the device stores. */
  record(): Promise<StoredDevice | undefined> {
    return this.storage.read(this.#scope())
  }

  #connectivity(): Connectivity {
    return {
      isOnline: () => this.test.online,
      subscribe: (listener) => {
        this.#wakers.add(listener)
        return () => this.#wakers.delete(listener)
      },
    }
  }
}

function agreementOf(version: number): AgreementInput {
  return {
    company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
    jurisdiction: 'Ireland',
    compensation: `${version + 1} points for each receipt`,
    expiry: null,
  }
}

const adminTokens = new WeakMap<TestService, Promise<string>>()

/** Returns the licenses of a person, oldest first, with a token of the organization. */
async function listLicenses(test: TestService, userId: string): Promise<License[]> {
  const licenses: License[] = []
  const token = await (adminTokens.get(test) ?? grantAdmin(test))
  let cursor: string | undefined
  do {
    const query = new URLSearchParams({ limit: '100', ...(cursor === undefined ? {} : { cursor }) })
    // Directly to the service, without faults.
    const response = await test.service.fetch(
      new Request(`${test.authUrl}/license?${query}`, { headers: { authorization: `Bearer ${token}` } }),
    )
    const page = (await response.json()) as { licenses: License[]; next?: string }
    licenses.push(...page.licenses.filter(({ ptr }) => ptr === userId))
    cursor = licenses.length > 0 && page.licenses.every(({ ptr }) => ptr !== userId) ? undefined : page.next
  } while (cursor !== undefined)
  return licenses.reverse()
}

async function grantAdmin(test: TestService): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: `user:${test.user.userId}`,
    client_secret: test.user.apiKey,
    expires: '86400',
  })
  const response = await test.service.fetch(new Request(`${test.authUrl}/api/latest/auth/token`, { method: 'POST', body: form }))
  const { access_token: token } = (await response.json()) as { access_token: string }
  return token
}
