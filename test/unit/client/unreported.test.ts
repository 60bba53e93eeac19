import { expect, it } from 'vitest'
import { createMemoryStorage, type License, type ServiceClient, type StoredDecision } from '../../../src/client/index.ts'
import type { StoredDevice } from '../../../src/client/record/stored-device.ts'
import { agreement, newGate, newUserId, openService, scopeOf, until } from '../../fixtures/client.ts'

const { test, open } = await openService()

const create = { path: '/license/create' }
const newDevice = () => ({ userId: newUserId(), storage: createMemoryStorage() })

const accepted = ({ id, termsHash }: License): StoredDecision => ({
  type: 'accepted',
  licenseId: id,
  termsHash,
  usecases: expect.arrayContaining(['analytics']),
})
const withdrawn = ({ id }: License): StoredDecision => ({ type: 'withdrawn', licenseId: id })

/** Returns what a client reports. */
async function reported(client: ServiceClient): Promise<StoredDecision[]> {
  const decisions: StoredDecision[] = []
  await client.reportStored((decision) => void decisions.push(decision))
  return decisions
}

it('reports each agreement and each withdrawal, oldest first, and none again', async () => {
  const device = newDevice()
  const [a, b] = [open(test, device), open(test, device)]
  const first = await a.createLicense()
  await a.revokeLicense()
  const second = await b.createLicense()
  expect(await reported(a)).toEqual([accepted(first), withdrawn(first), accepted(second)])
  await b.getLicense()
  expect(await reported(open(test, device))).toEqual([])
})

// Regression: a decision was marked before the handler was called, so a page that was killed in between reported it to nobody.
it.each(['an agreement', 'a withdrawal'])('reports %s again when the page was killed in its handler', async (kind) => {
  const device = newDevice()
  const killed = open(test, device)
  const license = await killed.createLicense()
  if (kind === 'a withdrawal') {
    await reported(killed)
    await killed.revokeLicense()
  }
  const { opened, open: called } = newGate()
  const reporting = killed.reportStored(() => {
    called()
    // A killed page runs nothing after this.
    return new Promise(() => {})
  })
  reporting.catch(() => {})
  await opened
  expect(await reported(open(test, { ...device, locks: null }))).toEqual([
    kind === 'an agreement' ? accepted(license) : withdrawn(license),
  ])
})

// Cause: without Web Locks, calls of one page ran at the same time, and each reported the decision before the other had marked it.
it('reports a decision once when one page without Web Locks asks several times', async () => {
  const client = open(test, { ...newDevice(), locks: null })
  const license = await client.createLicense()
  const decisions = await Promise.all([reported(client), reported(client), reported(client)])
  expect(decisions.flat()).toEqual([accepted(license)])
})

// Regression: a handler whose promise never resolved kept the lock, so no other tab reported anything while its page was open.
it('reports a decision in another tab when its handler does not end in this one', async () => {
  let last: Promise<unknown> = Promise.resolve()
  const locks = {
    request<T>(_name: string, _options: object, run: () => Promise<T>): Promise<T> {
      const granted = last.then(run)
      last = granted.catch(() => {})
      return granted
    },
  }
  const device = { ...newDevice(), locks }
  let isLate = () => {}
  const schedule = (callback: () => void, delayMs: number) => {
    if (delayMs === 30_000) isLate = callback
    return () => {}
  }
  const hanging = open(test, { ...device, schedule })
  const license = await hanging.createLicense()
  const { opened, open: called } = newGate()
  const reporting = hanging.reportStored(() => {
    called()
    return new Promise(() => {})
  })
  const outcome = expect(reporting).rejects.toMatchObject({ code: 'timeout' })
  await opened
  const other = reported(open(test, device))
  isLate()
  await outcome
  expect(await other).toEqual([accepted(license)])
})

it('reports a decision again when its handler failed, and not the later ones before it', async () => {
  const device = newDevice()
  const client = open(test, device)
  const license = await client.createLicense()
  await client.revokeLicense()
  const failure = new Error('the analytics tool is down')
  await expect(client.reportStored(() => Promise.reject(failure))).rejects.toBe(failure)
  expect(await reported(client)).toEqual([accepted(license), withdrawn(license)])
})

it('reports nothing for a license that was signed before, or fetched from the service', async () => {
  const device = newDevice()
  const client = open(test, device)
  await client.createLicense()
  await reported(client)
  await client.createLicense()
  await client.getLicense({ refresh: true })
  expect(await reported(client)).toEqual([])
})

it('reports an agreement whose delivery a closed page began', async () => {
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
  expect(await reported(after)).toMatchObject([{ licenseId: after.getSnapshot().license?.id }])
  expect(await reported(after)).toEqual([])
})

it('reports an agreement that was made offline once it is delivered, and not before', async () => {
  const device = newDevice()
  test.online = false
  const before = open(test, { ...device, schedule: () => () => {} })
  before.createLicense().catch(() => {})
  await until(before, ({ pending }) => pending?.attempts === 1)
  expect(await reported(before)).toEqual([])
  await before.close()
  test.online = true
  const after = open(test, device)
  await until(after, ({ licensed }) => licensed)
  expect(await reported(after)).toHaveLength(1)
})

it('reports an agreement that a page without listeners delivered, at the next visit', async () => {
  const device = newDevice()
  const license = await open(test, device).createLicense()
  const next = open(test, { ...device, agreement: { ...agreement, compensation: null } })
  expect(await reported(next)).toEqual([accepted(license)])
})

// Regression: eight outcomes were kept, so the ninth unreported license pushed out the first.
it('reports 24 decisions that pages without listeners delivered, each once and in their order', async () => {
  const device = newDevice()
  const client = open(test, device)
  const made: StoredDecision[] = []
  for (let at = 0; at < 12; at++) {
    const license = await client.createLicense()
    await client.revokeLicense()
    made.push(accepted(license), withdrawn(license))
  }
  const next = open(test, device)
  expect(await reported(next)).toEqual(made)
  expect(await reported(next)).toEqual([])
})

it('keeps no more than eight outcomes once they are reported', async () => {
  const device = newDevice()
  const client = open(test, device)
  for (let at = 0; at < 6; at++) {
    await client.createLicense()
    await client.revokeLicense()
    await reported(client)
  }
  expect((await device.storage.read(scopeOf(test, device.userId)))?.settled).toHaveLength(8)
})

// Regression: each unreported license was kept whole, so a record grew by 3.7 kB with each change of mind where the app has no handler.
it('keeps the record small when nothing is ever reported', async () => {
  const device = newDevice()
  const client = open(test, device)
  const sizes: number[] = []
  for (let at = 1; at <= 60; at++) {
    await client.createLicense()
    await client.revokeLicense()
    const { settled = [] } = (await device.storage.read(scopeOf(test, device.userId))) ?? {}
    sizes.push(JSON.stringify(settled).length)
  }
  const [few = 0, many = 0, more = 0] = [sizes[3], sizes[39], sizes[59]]
  expect(many).toBeLessThan(few + 50 * 300)
  expect(Math.abs(more - many)).toBeLessThan(100)
})

// Regression: an agreement was not reported when the browser lost the key before a page could report it.
it('reports an agreement whose key the browser has lost', async () => {
  const device = newDevice()
  const license = await open(test, device).createLicense()
  const lose = (record: StoredDevice): StoredDevice => ({ ...record, key: undefined })
  await device.storage.update(scopeOf(test, device.userId), lose)
  expect(await reported(open(test, device))).toEqual([accepted(license)])
})
