import { afterEach, expect, it, vi } from 'vitest'
import { loadConfig } from '../../../stories/flows/receipts/load-config.ts'

afterEach(() => vi.unstubAllGlobals())

/** Lets the server of the demo respond with these statuses in turn, the last one again and again. Returns the number of requests. */
function respond(...statuses: readonly number[]): () => number {
  let requests = 0
  const fetch = async () => {
    const status = statuses[Math.min(requests++, statuses.length - 1)] ?? 200
    return Response.json({ userId: 'shopper-1' }, { status })
  }
  vi.stubGlobal('fetch', fetch)
  return () => requests
}

const now = async () => {}

// Regression: the page asked to start the demo again after each failed load.
it('the demo loads its configuration again from a busy server', async () => {
  const requests = respond(503, 429, 200)
  expect(await loadConfig(now)).toEqual({ userId: 'shopper-1' })
  expect(requests()).toBe(3)
})

it('the demo reports a server that stays busy, and asks for a new start only if the configuration is missing', async () => {
  respond(503)
  await expect(loadConfig(now)).rejects.toThrow('its server is busy (status 503)')
  const requests = respond(404)
  await expect(loadConfig(now)).rejects.toThrow('Start it again with `npm start`')
  expect(requests()).toBe(1)
})
