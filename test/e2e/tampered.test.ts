import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDevice, openAdministrator } from '../fixtures/independent-verifier.ts'
import { createDemoFolderWithDatabase, type Demo, startDemo } from '../support/demo.ts'

const folder = createDemoFolderWithDatabase()
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

describe('a signed request', () => {
  it.each([
    ['one byte of the terms', (signed: ReturnType<typeof request>) => ({ ...signed, terms: signed.terms.replace('read', 'reap') })],
    [
      'one more destination',
      (signed: ReturnType<typeof request>) => ({ ...signed, uses: [{ usecases: ['analytics'], destinations: ['*'] }] }),
    ],
    ['an added member', (signed: ReturnType<typeof request>) => ({ ...signed, price: '1' })],
  ])('D1: with %s changed after signing is refused', async (_, change) => {
    const response = await device.submit(change(device.sign(request(device.ptr)) as never))
    expect([400, 401]).toContain(response.status)
    expect(await response.json()).toMatchObject({ code: expect.stringMatching(/^[a-z_]+$/) })
  })

  it('D4: is refused with the signature of another device', async () => {
    const response = await device.submit(other.sign(request(device.ptr)))
    expect([400, 401]).toContain(response.status)
  })

  it('is stored when it was not changed, and the refused requests stored nothing', async () => {
    const { userId, apiKey } = demo.secrets()
    const { licenses } = await openAdministrator(demo.url, userId, apiKey)
    expect(await licenses()).toEqual([])
    expect((await device.submit(device.sign(request(device.ptr)))).status).toBe(201)
    expect(await licenses()).toHaveLength(1)
  })
})
