import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFailureLimit,
  FAILURE_WINDOW_MS,
  MAX_CLIENT_FAILURES,
  MAX_COUNTED,
  MAX_NETWORK_FAILURES,
  toNetwork,
} from '../../../src/service/auth/failure-limit.ts'
import { createService, type Service, type Storage } from '../../../src/service/index.ts'
import { serve } from '../../../src/service/node.ts'
import { createTenant, type Tenant, TOKEN } from '../../fixtures/caller.ts'
import { openEmbeddedStorage } from '../../fixtures/databases.ts'
import { countOf, inTitle } from '../../support/counts.ts'

const WRONG_SECRETS = countOf(10_000, 1000)

let storage: Storage
beforeAll(async () => {
  storage = await openEmbeddedStorage()
})
afterAll(() => storage.close())

describe('the failure limit', () => {
  test('B13: the wait lasts until the end of the window, by a monotonic clock', () => {
    let now = 1000
    const limit = createFailureLimit({ monotonic: () => now })
    for (let n = 0; n < MAX_CLIENT_FAILURES; n++) expect(limit.count('user:a', undefined)).toBe(0)
    now += 20_000
    expect(limit.count('user:a', undefined)).toBe(FAILURE_WINDOW_MS - 20_000)
    expect(limit.count('user:b', undefined)).toBe(0)
    now = 1000 + FAILURE_WINDOW_MS
    expect(limit.count('user:a', undefined)).toBe(0)
  })

  test('B13: failures of a network are counted over all clients, for IPv6 by the first 64 bits', () => {
    const limit = createFailureLimit({ monotonic: () => 0 })
    for (let n = 0; n < MAX_NETWORK_FAILURES; n++) expect(limit.count(`user:${n}`, `2001:db8:0:1::${n.toString(16)}`)).toBe(0)
    expect(limit.count('user:x', '2001:db8:0:1:ffff:ffff:ffff:ffff')).toBe(FAILURE_WINDOW_MS)
    expect(limit.count('user:x', '2001:db8:0:2::1')).toBe(0)
    expect(limit.count('user:x', '192.0.2.1')).toBe(0)
  })

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    // Regression: these forms of one IPv4 address were counted as another network.
    ['::ffff:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:FFFF:C000:0207', '192.0.2.7'],
    ['::ffff:192.0.2.7%eth0', '192.0.2.7'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['2001:DB8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
    ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
  ])('B13: the network of %s is %s', (address, network) => {
    expect(toNetwork(address)).toBe(network)
  })

  test('the /48 of an IPv6 address contains its /64, and an IPv4 address is the whole network', () => {
    expect(toNetwork('2001:db8:7:1::5', 48)).toBe('2001:db8:7::/48')
    expect(toNetwork('192.0.2.7', 48)).toBe('192.0.2.7')
  })

  test('B13: its memory is bounded, and invented clients do not push out a network', () => {
    const limit = createFailureLimit({ monotonic: () => 0 })
    for (let n = 0; n < 5 * MAX_COUNTED; n++) limit.count(`user:${n}`, '192.0.2.1')
    expect(limit.size).toBe(MAX_COUNTED + 1)
    for (let n = 0; n < 5 * MAX_COUNTED; n++) limit.count('user:one', `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    expect(limit.size).toBe(2 * MAX_COUNTED)
  })
})

describe('the token endpoint', () => {
  let service: Service
  let tenant: Tenant
  let clock = 0
  beforeAll(async () => {
    service = await createService({ maxWaitMs: 60_000, authUrl: 'https://auth.example.com', storage, monotonic: () => clock })
    tenant = await createTenant(service)
  })

  const ask = async (form: Record<string, string>, peerAddress?: string, to = service) => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...form })
    const response = await to.fetch(new Request(`https://auth.example.com${TOKEN}`, { method: 'POST', body }), { peerAddress })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const wrong = () => ({ client_id: `user:${tenant.userId}`, client_secret: 'licet_wrong' })
  const right = () => ({ client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey })
  const provider = () => ({ client_id: `provider:${tenant.provider.providerId}`, client_secret: tenant.provider.pubKey })

  test(`B13: ${inTitle(WRONG_SECRETS)} wrong secrets get 429 with Retry-After, and the right secret is still accepted`, async () => {
    const statuses: number[] = []
    // Many at the same time, because the second refusal of a network within a second is held for a second.
    for (let n = 0; n < WRONG_SECRETS; n += 500) {
      const guesses = Array.from({ length: 500 }, () => ask({ ...provider(), client_secret: '!' }, '192.0.2.1'))
      statuses.push(...(await Promise.all(guesses)).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(MAX_CLIENT_FAILURES)
    expect(statuses.filter((status) => status === 429)).toHaveLength(WRONG_SECRETS - MAX_CLIENT_FAILURES)
    clock += 1500
    const refused = await ask({ ...provider(), client_secret: tenant.provider.pubKey.replace('M', 'N') }, '198.51.100.1')
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests'])
    expect(refused.headers.get('retry-after')).toBe('59')
    expect(refused.headers.get('cache-control')).toBe('no-store')
    // A wrong secret of another client gets 401 from another network, and 429 from the same network.
    expect((await ask(wrong(), '198.51.100.1')).status).toBe(401)
    expect((await ask(wrong())).status).toBe(401)
    expect((await ask(wrong(), '192.0.2.1')).status).toBe(429)
    // Right secrets of another client and of the same client, from both networks: ids are public, so a count must not lock out a client.
    expect((await ask(right(), '192.0.2.1')).status).toBe(200)
    for (const peer of ['198.51.100.1', '192.0.2.1', undefined]) expect((await ask(provider(), peer)).status).toBe(200)
    clock += FAILURE_WINDOW_MS
    expect((await ask({ ...provider(), client_secret: '!' }, '192.0.2.1')).status).toBe(401)
  })

  test('B13: peerAddress is used only when it is a string', async () => {
    const fresh = await createService({ maxWaitMs: 60_000, authUrl: 'https://auth.example.com', storage })
    for (const odd of [undefined, 7, {}, null]) {
      const from = { peerAddress: odd } as unknown as { peerAddress: string }
      const response = await fresh.fetch(
        new Request(`https://auth.example.com${TOKEN}`, {
          method: 'POST',
          body: new URLSearchParams({ grant_type: 'client_credentials', ...wrong() }),
        }),
        from,
      )
      expect(response.status).toBe(401)
    }
  })

  // Regression: ids that name no client were refused before they were counted, so any number of them got 401.
  test('B13: client ids of an invalid form are counted for their network', async () => {
    const fresh = await createService({ maxWaitMs: 60_000, authUrl: 'https://auth.example.com', storage, monotonic: () => 0 })
    const invalid = ['user', 'user:one', 'address:x:y', 'nobody:1:2:3']
    const statuses: number[] = []
    for (let n = 0; n < MAX_NETWORK_FAILURES + 2; n++)
      statuses.push((await ask({ client_id: invalid[n % 4] ?? '', client_secret: '!' }, '192.0.2.1', fresh)).status)
    expect([statuses.indexOf(429), statuses.lastIndexOf(401)]).toEqual([MAX_NETWORK_FAILURES, MAX_NETWORK_FAILURES - 1])
    expect((await ask(right(), '192.0.2.1', fresh)).status).toBe(200)
    for (const peer of ['198.51.100.1', undefined])
      expect((await ask({ client_id: 'user', client_secret: '!' }, peer, fresh)).status).toBe(401)
  })

  test('B13: failures are counted by the address of the socket, not by X-Forwarded-For', async () => {
    const running = await serve({ port: 0, maxWaitMs: 60_000, storage, monotonic: () => 0 })
    try {
      const post = async (n: number) => {
        const response = await fetch(running.url + TOKEN, {
          method: 'POST',
          headers: { 'x-forwarded-for': `203.0.113.${n % 256}`, forwarded: `for=203.0.113.${n % 256}` },
          // An id of an invalid form costs no statement.
          body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'user', client_secret: '!' }),
        })
        await response.arrayBuffer()
        return response.status
      }
      const statuses: number[] = []
      for (let n = 0; n <= MAX_NETWORK_FAILURES; n++) statuses.push(await post(n))
      expect(statuses.indexOf(429)).toBe(MAX_NETWORK_FAILURES)
    } finally {
      await running.close()
    }
  })
})
