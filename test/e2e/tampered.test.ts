import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, createDevice } from '../fixtures/independent.ts'
import { createDemoFolder, type Demo, startDemo } from '../support/demo.ts'

const folder = createDemoFolder()
let demo: Demo
type Device = Awaited<ReturnType<typeof createDevice>>
let device: Device
let other: Device

beforeAll(async () => {
  demo = await startDemo(folder.path)
  const { provider } = demo.secrets()
  ;[device, other] = await Promise.all([createDevice(demo.url, provider), createDevice(demo.url, provider)])
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})

const request = (ptr: string) => ({
  ptr,
  origin: 'example.pomelo.app',
  terms: '# Terms\n\nYou let Pomelo read your receipts.\n',
  description: 'Receipts for points.',
  tags: ['purchase_history'],
  uses: [{ usecases: ['analytics'], destinations: ['pomelo.example'] }],
})

describe('a request that was tampered with', () => {
  it.each([
    ['one byte of the terms', (signed: ReturnType<typeof request>) => ({ ...signed, terms: signed.terms.replace('read', 'reap') })],
    [
      'one more destination',
      (signed: ReturnType<typeof request>) => ({ ...signed, uses: [{ usecases: ['analytics'], destinations: ['*'] }] }),
    ],
    ['a member of its own', (signed: ReturnType<typeof request>) => ({ ...signed, price: '1' })],
  ])('D1 with %s changed after signing is refused and nothing is stored', async (_, change) => {
    const answer = await device.submit(change(device.sign(request(device.ptr)) as never))
    expect([400, 401]).toContain(answer.status)
    expect(await answer.json()).toMatchObject({ code: expect.stringMatching(/^[a-z_]+$/) })
  })

  it('D4 signed by another device’s key is refused and nothing is stored', async () => {
    const answer = await device.submit(other.sign(request(device.ptr)))
    expect([400, 401]).toContain(answer.status)
  })

  it('leaves the database as it was, and the honest request is then stored', async () => {
    const { userId, apiKey } = demo.secrets()
    const { licenses } = await administrator(demo.url, userId, apiKey)
    expect(await licenses()).toEqual([])
    expect((await device.submit(device.sign(request(device.ptr)))).status).toBe(201)
    expect(await licenses()).toHaveLength(1)
  })
})
