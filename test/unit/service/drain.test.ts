import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type RunningService, serve } from '../../../src/service/node.ts'

const DRAIN_MS = 600

let running: RunningService | undefined
afterEach(() => running?.close())

const start = async (drainMs?: number) => {
  running = await serve({ port: 0, memory: true, drainMs })
  return running
}

const statusOf = async (path: string) => (await fetch(`${running?.url}${path}`)).status

/** Requests a path on a connection that stays open. Returns the header `Connection` of the response. */
function requestOn(agent: Agent, path: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    get(`${running?.url}${path}`, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.headers.connection))
    }).once('error', reject)
  })
}

test('close() with a drain is not ready at once, serves everything else for that time, and then closes', async () => {
  const { close } = await start(DRAIN_MS)
  expect(await statusOf('/readyz')).toBe(200)
  const begun = performance.now()
  const closed = close()
  const notReady = await fetch(`${running?.url}/readyz`)
  expect([notReady.status, notReady.headers.get('retry-after')]).toEqual([503, '1'])
  expect((await notReady.json()).code).toBe('unavailable')
  await pause(DRAIN_MS / 2)
  expect([await statusOf('/healthz'), await statusOf('/.well-known/jwks.json')]).toEqual([200, 200])
  await closed
  expect(performance.now() - begun).toBeGreaterThanOrEqual(DRAIN_MS - 1)
  await expect(statusOf('/healthz')).rejects.toThrow()
})

test('while it drains, each response ends its connection, so that clients leave before it closes', async () => {
  const { close } = await start(DRAIN_MS)
  const agent = new Agent({ keepAlive: true })
  expect(await requestOn(agent, '/healthz')).toBe('keep-alive')
  const closed = close()
  expect(await requestOn(agent, '/healthz')).toBe('close')
  agent.destroy()
  await closed
})

test('a second close() waits for the same drain', async () => {
  const { close } = await start(DRAIN_MS)
  const [first, second] = [close(), close()]
  expect(await statusOf('/healthz')).toBe(200)
  await Promise.all([first, second])
})

test('without a drain, close() closes at once', async () => {
  const { close } = await start()
  const begun = performance.now()
  await close()
  expect(performance.now() - begun).toBeLessThan(DRAIN_MS)
})

test.each([-1, 0.5, Number.NaN])('refuses %d as a drain', async (drainMs) => {
  await expect(serve({ port: 0, memory: true, drainMs })).rejects.toMatchObject({ code: 'invalid_configuration', field: 'drainMs' })
})
