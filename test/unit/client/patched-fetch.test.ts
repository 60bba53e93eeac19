import { afterEach, expect, it } from 'vitest'
import { newUserId, openService } from '../../fixtures/client.ts'

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
