import { Agent, get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../../src/service/index.ts'
import { serve } from '../../../src/service/node.ts'
import { openEmbeddedStorage } from '../../fixtures/databases.ts'

/** Long enough for a few requests on a busy machine. The tests wait for it at the same time. */
const DRAIN_MS = 3000

let storage: Storage
beforeAll(async () => {
  storage = await openEmbeddedStorage()
})
afterAll(() => storage.close())

const statusOf = async (url: string) => (await fetch(url)).status

/** Requests an address on a connection that stays open. Returns the header `Connection` of the response. */
function requestOn(agent: Agent, url: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.headers.connection))
    }).once('error', reject)
  })
}

describe.concurrent('close() with a drain', () => {
  test('is not ready immediately, serves everything else for that time, and then closes', async () => {
    const { url, close } = await serve({ port: 0, storage, drainMs: DRAIN_MS })
    expect(await statusOf(`${url}/readyz`)).toBe(200)
    const begun = performance.now()
    const closed = close()
    const notReady = await fetch(`${url}/readyz`)
    expect([notReady.status, notReady.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await notReady.json()).code).toBe('unavailable')
    expect([await statusOf(`${url}/healthz`), await statusOf(`${url}/.well-known/jwks.json`)]).toEqual([200, 200])
    await closed
    expect(performance.now() - begun).toBeGreaterThanOrEqual(DRAIN_MS - 1)
    await expect(statusOf(`${url}/healthz`)).rejects.toThrow()
  })

  test('ends the connection of each response meanwhile, so that clients leave before it closes', async () => {
    const { url, close } = await serve({ port: 0, storage, drainMs: DRAIN_MS })
    const agent = new Agent({ keepAlive: true })
    expect(await requestOn(agent, `${url}/healthz`)).toBe('keep-alive')
    const closed = close()
    expect(await requestOn(agent, `${url}/healthz`)).toBe('close')
    agent.destroy()
    await closed
  })

  test('waits for the same drain when it is called again', async () => {
    const { url, close } = await serve({ port: 0, storage, drainMs: DRAIN_MS })
    const [first, second] = [close(), close()]
    expect(await statusOf(`${url}/healthz`)).toBe(200)
    await Promise.all([first, second])
  })
})

// Regression: the responses of a process that starts or stops had no Strict-Transport-Security.
test('keeps browsers on https while it drains', async () => {
  const { url, close } = await serve({ port: 0, storage, drainMs: 1000, authUrl: 'https://licenses.example.com' })
  const closed = close()
  const { status, headers } = await fetch(`${url}/readyz`)
  expect([status, headers.get('strict-transport-security')]).toEqual([503, 'max-age=31536000'])
  await closed
})

test('without a drain, close() closes immediately', async () => {
  const { close } = await serve({ port: 0, storage })
  const begun = performance.now()
  await close()
  expect(performance.now() - begun).toBeLessThan(DRAIN_MS)
})

test.each([-1, 0.5, Number.NaN])('refuses %d as a drain', async (drainMs) => {
  await expect(serve({ port: 0, memory: true, drainMs })).rejects.toMatchObject({ code: 'invalid_configuration', field: 'drainMs' })
})
