import { createServer } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createDemoFolder, type Demo, startDemo } from '../support/demo.ts'

const READY_WITHIN_SECONDS = 10
const DEFAULT_PORT = 4747

const folder = createDemoFolder()
afterAll(() => folder.remove())

const started: Demo[] = []
const start = async (port?: number | 'default') => {
  const demo = await startDemo(folder.path, port)
  started.push(demo)
  return demo
}
afterEach(async () => {
  for (const demo of started.splice(0)) await demo.stop()
})

describe('npm start', () => {
  it('is ready within 10 s, builds included, prints one address and what to do there, and stops cleanly', async () => {
    const begun = performance.now()
    const demo = await start()
    // On a machine with other work the clock would measure that work; one core's time in full is the longest it can take alone.
    const seconds = demo.processorSeconds() ?? (performance.now() - begun) / 1000
    expect(seconds).toBeLessThan(READY_WITHIN_SECONDS)
    expect(demo.output().match(/https?:\/\//g)).toHaveLength(1)
    expect(demo.output()).toMatch(/open/i)
    expect((await fetch(demo.url)).headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(await demo.stop()).toBe(0)
  })

  it('keeps its organization and provider from one start to the next', async () => {
    const first = await start()
    const before = first.secrets()
    await first.stop()
    const second = await start()
    expect(second.secrets()).toEqual(before)
    expect((await fetch(`${second.url}/demo/config.json`)).status).toBe(200)
    await second.stop()
  })

  it('takes the next free port when its default is taken, and says so', async () => {
    const taken = createServer()
    // Whoever holds it, this test or another program: it is taken.
    await new Promise<void>((resolve) => taken.once('error', () => resolve()).listen(DEFAULT_PORT, '127.0.0.1', resolve))
    const demo = await start('default')
    expect(Number(new URL(demo.url).port)).toBeGreaterThan(DEFAULT_PORT)
    expect(demo.output()).toContain(`Port ${DEFAULT_PORT} is taken`)
    await demo.stop()
    await new Promise((resolve) => taken.close(resolve))
  })

  it('says that a port is taken when it was named, and starts nothing', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const address = taken.address()
    if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
    await expect(startDemo(folder.path, address.port)).rejects.toThrow(new RegExp(`Port ${address.port} is taken`))
    await new Promise((resolve) => taken.close(resolve))
  })
})
