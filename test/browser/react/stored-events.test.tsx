import { cleanup } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { afterAll, afterEach, expect, it } from 'vitest'
import { ServiceClient } from '../../../src/client/index.ts'
import { type UseConsentResult, useConsent } from '../../../src/react/index.ts'
import { DecisionBoundary } from '../../../src/react/store/decision-boundary.tsx'
import { configOf, type MountedApp, mount, newPerson, offline, service, storedFor } from '../../fixtures/react-harness.tsx'

const CREATE = { path: '/license/create' } as const

afterEach(() => {
  cleanup()
  service.faults.clear()
})
afterAll(() => service.close())

/** The events about stored licenses, of all tabs together. */
function storedEvents(...tabs: readonly MountedApp[]): unknown[] {
  return tabs.flatMap(({ events }) => events.filter(({ type }) => type === 'accepted' || type === 'updated'))
}

/** Resolves when every transaction and message so far has been handled: a client of the same person reads the record. */
async function settle(person: string): Promise<void> {
  const client = new ServiceClient(configOf(person))
  await client.getLicense()
  await client.close()
}

it('reports an agreement once when the page was closed during its delivery', async () => {
  const person = newPerson()
  let respond = () => {}
  service.faults.add({ kind: 'delay', until: new Promise<void>((resolve) => (respond = resolve)) }, CREATE)
  const closed = new ServiceClient(configOf(person))
  closed.createLicense().catch(() => {})
  await expect.poll(() => service.requests.some(({ path }) => path.endsWith(CREATE.path))).toBe(true)
  await closed.close()
  const app = mount({ config: configOf(person) })
  respond()
  await app.state('already-licensed', 'licensed')
  const [license] = await storedFor(person)
  await expect.poll(() => storedEvents(app)).toMatchObject([{ type: 'accepted', licenseId: license?.id }])
  app.unmount()
  const again = mount({ config: configOf(person) })
  await again.state('already-licensed')
  await settle(person)
  expect(storedEvents(app, again)).toHaveLength(1)
})

it('reports an agreement that was made offline once it is delivered, and once in two tabs', async () => {
  const person = newPerson()
  const net = offline()
  const one = mount({ config: configOf(person, { connectivity: net.connectivity }) })
  await one.state('offline')
  expect(await one.consent().accept()).toBe('queued')
  const two = mount({ config: configOf(person, { connectivity: net.connectivity }) })
  await two.state('queued')
  expect(storedEvents(one, two)).toEqual([])
  net.goOnline()
  await Promise.all([one.state('licensed', 'already-licensed'), two.state('licensed', 'already-licensed')])
  await expect.poll(() => storedEvents(one, two)).toHaveLength(1)
  await settle(person)
  expect(storedEvents(one, two)).toHaveLength(1)
})

it('reports once what two tabs agree to at the same time, and a later change as an update', async () => {
  const person = newPerson()
  const [one, two] = [mount({ config: configOf(person) }), mount({ config: configOf(person) })]
  await Promise.all([one.state('ready'), two.state('ready')])
  expect(await Promise.all([one.consent().accept(), two.consent().accept()])).toEqual(['licensed', 'licensed'])
  await expect.poll(() => storedEvents(one, two)).toMatchObject([{ type: 'accepted' }])
  one.consent().reopen()
  await one.state('choosing')
  one.consent().choose('support', true)
  expect(await one.consent().accept()).toBe('licensed')
  await expect.poll(() => storedEvents(one, two)).toMatchObject([{ type: 'accepted' }, { type: 'updated' }])
  await settle(person)
  expect(storedEvents(one, two)).toHaveLength(2)
})

it('calls onAccept of the component that made the decision, whichever tab reports the event', async () => {
  const person = newPerson()
  const net = offline()
  const accepted: string[] = []
  const acts: { consent?: UseConsentResult } = {}
  const Act = (): ReactNode => {
    const consent = useConsent()
    useEffect(() => {
      acts.consent = consent
    })
    return null
  }
  const config = configOf(person, { connectivity: net.connectivity })
  const one = mount(
    { config },
    <DecisionBoundary onAccept={({ id }) => accepted.push(id)}>
      <Act />
    </DecisionBoundary>,
  )
  await one.state('offline')
  expect(await acts.consent?.accept()).toBe('queued')
  const two = mount({ config })
  await two.state('queued')
  net.goOnline()
  await one.state('licensed')
  await expect.poll(() => accepted).toHaveLength(1)
  await expect.poll(() => storedEvents(one, two)).toMatchObject([{ licenseId: accepted[0] }])
})
