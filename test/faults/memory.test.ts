import { sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Item, type Load, sendLoad } from '../bench/service/send-load.ts'
import { printTable } from '../bench/table.ts'
import { countOf, inTitle } from '../support/counts.ts'
import { type FaultWorld, openFaultWorld } from './fault-world.ts'

const REQUESTS = countOf(200_000, 20_000)
const CONNECTIONS = 1000
const ROUNDS = 10
const MAX_MEMORY = 250_000_000
/** V8 collects in steps, so the memory of a process that keeps nothing still moves a little. */
const MAX_GROWTH = 40_000_000

let world: FaultWorld
beforeAll(async () => {
  world = await openFaultWorld()
})
afterAll(() => world.close())

const credentials = (): readonly Item[] =>
  world.load.clients.map(({ key, address }) => {
    const client_secret = sign('sha256', Buffer.from(address), key).toString('base64')
    const client_id = `address:${world.load.providerId}:${address}`
    return { body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString() }
  })

/** Valid and invalid requests, in the shares of a round. */
async function createLoads(): Promise<readonly (readonly [share: number, load: Load])[]> {
  const token = { method: 'POST', path: '/api/latest/auth/token', type: 'form' } as const
  const { kept } = await sendLoad(world.service.url, { ...token, items: credentials(), keep: 'access_token' })
  const tokens = kept.map((each) => ({ token: each }))
  const use = { body: '{"usecase":"analytics","destination":"basket.example.com"}' }
  return [
    [0.1, { ...token, items: credentials() }],
    [0.1, { method: 'POST', path: '/license/verify', type: 'json', items: tokens.map((each) => ({ ...each, ...use })) }],
    [0.1, { method: 'POST', path: '/license/verify', type: 'json', items: [{ ...use, token: 'unknown' }] }],
    [0.1, { method: 'POST', path: '/license/create', type: 'json', items: tokens.map((each) => ({ ...each, ...use })) }],
    [0.3, { method: 'GET', path: '/.well-known/jwks.json', items: [{}] }],
    [0.3, { method: 'GET', path: '/nowhere', items: [{}] }],
  ]
}

test(`${inTitle(REQUESTS)} requests over ${inTitle(CONNECTIONS)} connections leave memory flat, under 250 MB`, {
  timeout: 600_000,
}, async () => {
  const loads = await createLoads()
  const rows: { readonly now: number; readonly peak: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const [share, load] of loads) {
      const count = Math.ceil((REQUESTS / ROUNDS) * share)
      const items = Array.from({ length: count }, (_, n) => load.items[n % load.items.length] ?? {})
      // More connections than the database can serve: some requests are refused with 503.
      await sendLoad(world.service.url, { ...load, items, connections: CONNECTIONS, status: 'any' })
    }
    rows.push(world.service.memory())
  }
  printTable(
    `Memory of the service during ${inTitle(REQUESTS)} requests over ${inTitle(CONNECTIONS)} connections`,
    ['tenth', 'MB', 'peak MB'],
    rows.map(({ now, peak }, round) => [round + 1, ...[now, peak].map((bytes) => (bytes / 1e6).toFixed(0))]),
  )
  const half = ROUNDS / 2
  const smallest = (from: number, to: number) => Math.min(...rows.slice(from, to).map(({ now }) => now))
  expect(smallest(half, ROUNDS) - smallest(1, half)).toBeLessThan(MAX_GROWTH)
  expect(world.service.memory().peak).toBeLessThan(MAX_MEMORY)
  expect(world.service.ended()).toBe(0)
})
