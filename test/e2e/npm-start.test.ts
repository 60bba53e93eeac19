import { createServer } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createDemoFolder, type Demo, startDemo } from '../support/demo.ts'

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
  it('prints one address with instructions, and stops with exit code 0', async () => {
    const demo = await start()
    expect(demo.output().match(/https?:\/\//g)).toHaveLength(1)
    expect(demo.output()).toMatch(/open/i)
    expect((await fetch(demo.url)).headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(await demo.stop()).toBe(0)
  })

  it('uses the same organization and provider at the next start', async () => {
    const first = await start()
    const before = first.secrets()
    await first.stop()
    const second = await start()
    expect(second.secrets()).toEqual(before)
    expect((await fetch(`${second.url}/demo/config.json`)).status).toBe(200)
    await second.stop()
  })

  it('uses the next free port when the default port is taken, and reports it', async () => {
    const taken = createServer()
    // An error means that another program has taken the port, which is just as good.
    await new Promise<void>((resolve) => taken.once('error', () => resolve()).listen(DEFAULT_PORT, '127.0.0.1', resolve))
    const demo = await start('default')
    expect(Number(new URL(demo.url).port)).toBeGreaterThan(DEFAULT_PORT)
    expect(demo.output()).toContain(`Port ${DEFAULT_PORT} is taken`)
    await demo.stop()
    await new Promise((resolve) => taken.close(resolve))
  })

  it('names the address of the demo that runs when it is started again', async () => {
    const first = await start()
    await expect(startDemo(folder.path, 0)).rejects.toThrow(`for the service at ${first.url}.`)
    await expect(startDemo(folder.path, Number(new URL(first.url).port))).rejects.toThrow(`for the service at ${first.url}.`)
    await first.stop()
  })

  it('reports a taken port and exits when PORT is set', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const address = taken.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no TCP port.')
    await expect(startDemo(folder.path, address.port)).rejects.toThrow(new RegExp(`Port ${address.port} is taken`))
    await new Promise((resolve) => taken.close(resolve))
  })
})
