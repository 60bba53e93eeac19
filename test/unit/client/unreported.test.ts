import { expect, it } from 'vitest'
import { createMemoryStorage } from '../../../src/client/index.ts'
import type { StoredDevice } from '../../../src/client/storage/stored-device.ts'
import { agreement, newGate, newUserId, openService, scopeOf, until } from '../../fixtures/client.ts'

const { test, open } = await openService()

const create = { path: '/license/create' }
const newDevice = () => ({ userId: newUserId(), storage: createMemoryStorage() })

it('returns each agreement once in all tabs, and no withdrawal', async () => {
  const device = newDevice()
  const [a, b] = [open(test, device), open(test, device)]
  const first = await a.createLicense()
  await a.revokeLicense()
  const second = await b.createLicense()
  const taken = await Promise.all([a.takeUnreported(), b.takeUnreported(), a.takeUnreported()])
  expect(taken.flat()).toEqual([first, second])
  expect(await open(test, device).takeUnreported()).toEqual([])
})

it('returns nothing for a license that was signed before, or fetched from the service', async () => {
  const device = newDevice()
  const client = open(test, device)
  await client.createLicense()
  await client.takeUnreported()
  await client.createLicense()
  await client.getLicense({ refresh: true })
  expect(await client.takeUnreported()).toEqual([])
})

it('returns an agreement whose delivery a closed page began', async () => {
  const device = newDevice()
  const [sent, response] = [newGate(), newGate()]
  test.faults.add({ kind: 'delay', until: response.opened }, create)
  const before = open(test, {
    ...device,
    fetch: (input, init) => {
      if (String(input).endsWith(create.path)) sent.open()
      return test.fetch(input, init)
    },
  })
  before.createLicense().catch(() => {})
  await sent.opened
  await before.close()
  response.open()
  const after = open(test, device)
  await until(after, ({ licensed }) => licensed)
  expect(await after.takeUnreported()).toEqual([after.getSnapshot().license])
  expect(await after.takeUnreported()).toEqual([])
})

it('returns an agreement that was made offline once it is delivered, and not before', async () => {
  const device = newDevice()
  test.online = false
  const before = open(test, { ...device, schedule: () => () => {} })
  before.createLicense().catch(() => {})
  await until(before, ({ pending }) => pending?.attempts === 1)
  expect(await before.takeUnreported()).toEqual([])
  await before.close()
  test.online = true
  const after = open(test, device)
  await until(after, ({ licensed }) => licensed)
  expect(await after.takeUnreported()).toHaveLength(1)
})

it('returns an agreement that a page without listeners delivered, at the next visit', async () => {
  const device = newDevice()
  const license = await open(test, device).createLicense()
  expect(await open(test, { ...device, agreement: { ...agreement, compensation: null } }).takeUnreported()).toEqual([license])
})

// Regression: eight outcomes were kept, so the ninth unreported license pushed out the first.
it('returns twelve agreements that pages without listeners delivered, each once and in their order', async () => {
  const device = newDevice()
  const client = open(test, device)
  const agreed = []
  for (let at = 0; at < 12; at++) {
    agreed.push(await client.createLicense())
    await client.revokeLicense()
  }
  const next = open(test, device)
  expect((await next.takeUnreported()).map(({ id }) => id)).toEqual(agreed.map(({ id }) => id))
  expect(await next.takeUnreported()).toEqual([])
})

it('keeps no more than eight outcomes once they are reported', async () => {
  const device = newDevice()
  const client = open(test, device)
  for (let at = 0; at < 6; at++) {
    await client.createLicense()
    await client.takeUnreported()
    await client.revokeLicense()
  }
  expect((await device.storage.read(scopeOf(test, device.userId)))?.settled).toHaveLength(8)
})

// Regression: an agreement was not reported when the browser lost the key before a page could report it.
it('returns an agreement whose key the browser has lost', async () => {
  const device = newDevice()
  const license = await open(test, device).createLicense()
  const lose = (record: StoredDevice): StoredDevice => ({ ...record, key: undefined })
  await device.storage.update(scopeOf(test, device.userId), lose)
  expect(await open(test, device).takeUnreported()).toEqual([license])
})
