import { afterEach, expect, it } from 'vitest'
import { createMemoryStorage } from '../../../src/client/index.ts'
import { agreement, newUserId, openService, scopeOf } from '../../fixtures/client.ts'

const { test, open } = await openService()
const { fetch: platform } = globalThis

afterEach(() => {
  globalThis.fetch = platform
})

/** Replaces `fetch` as monitoring tools and extensions do: a wrapper that may be called without `this`, and that reads a clone of the response. */
function patchFetch(): string[] {
  const seen: string[] = []
  globalThis.fetch = async function patched(this: unknown, input, init) {
    expect(this === undefined || this === globalThis).toBe(true)
    seen.push(new URL(String(input)).pathname)
    const response = await test.fetch(input, init)
    await response.clone().text()
    return response
  }
  return seen
}

it.each(['before', 'after'] as const)(
  'G16: signs, verifies and withdraws on a page that patches fetch %s the client is created',
  async (when) => {
    const first = when === 'before' ? patchFetch() : []
    const client = open(test, { fetch: undefined, userId: newUserId() })
    const seen = when === 'before' ? first : patchFetch()
    await client.createLicense()
    expect(client.getSnapshot()).toMatchObject({ licensed: true, receiptStatus: 'verified' })
    expect((await client.revokeLicense()).status).toBe('revoked')
    expect(seen.filter((path) => path === '/license/create')).toHaveLength(2)
  },
)

it('G16: keeps the decision when the page’s fetch throws, and delivers it with the next one', async () => {
  globalThis.fetch = () => {
    throw new TypeError('patched')
  }
  const client = open(test, { fetch: undefined, userId: newUserId() })
  client.createLicense().catch(() => {})
  // Creating the device key can take more than the default second.
  await expect.poll(() => client.getSnapshot().pending?.stage, { timeout: 10_000 }).toBe('signed')
  patchFetch()
  expect((await client.createLicense()).status).toBe('active')
})

// Regression: the signed decision was stored, and then no page could read its record again.
it('G16: keeps a decision on a page whose lists have a `toJSON()`, and another page of the app continues with it', async () => {
  const device = { userId: newUserId(), storage: createMemoryStorage() }
  // Old versions of Prototype.js add it.
  Reflect.set(Array.prototype, 'toJSON', function toJson(this: unknown[]) {
    return `[${this.map((item) => JSON.stringify(item)).join()}]`
  })
  try {
    const client = open(test, { ...device, fetch: () => new Promise(() => {}) })
    client.createLicense().catch(() => {})
    await expect.poll(() => client.getSnapshot().pending?.stage, { timeout: 10_000 }).toBe('sending')
    expect(client.getSnapshot().pending?.agreed?.company).toBe(agreement.company.name)
    await client.close()
  } finally {
    Reflect.deleteProperty(Array.prototype, 'toJSON')
  }
  const client = open(test, device)
  expect((await client.createLicense()).status).toBe('active')
  expect((await device.storage.read(scopeOf(test, device.userId)))?.license).toBeDefined()
})
