import { cleanup, screen } from '@testing-library/react'
import { openDB } from 'idb'
import { afterAll, afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { ServiceClient } from '../../../src/client/index.ts'
import { openIndexedDbStorage } from '../../../src/client/record/change-indexed-db.ts'
import { DATABASE_NAME } from '../../../src/client/record/indexed-db.ts'
import { ConsentGate, ConsentScreen, ConsentSettings } from '../../../src/index.ts'
import { en } from '../../../src/locales/en.ts'
import { configOf, mount, newPerson, service, storedFor } from '../../fixtures/react-harness.tsx'

afterEach(cleanup)
afterAll(() => service.close())

/** Keeps the database from opening, as a slow disk does, until the returned function is called. */
async function blockDatabase(): Promise<() => void> {
  const { version } = await openDB(DATABASE_NAME).then((database) => {
    database.close()
    return database
  })
  const stuck = await openDB(DATABASE_NAME, version + 1)
  const upgrading = openDB(DATABASE_NAME, version + 2)
  const release = () => {
    stuck.close()
    void upgrading.then((database) => database.close())
  }
  onTestFinished(release)
  return release
}

// Regression: three readers waited 3 seconds one after the other, then the person was asked again, and Accept made a second license on a
// second device. A later withdrawal ended only one of them.
it('shows a person with a license on a slow disk no Accept, and the license as soon as the database opens', async () => {
  const person = newPerson()
  const before = new ServiceClient(configOf(person))
  await before.createLicense()
  await before.reportStored(() => {})
  await before.close()
  const release = await blockDatabase()
  const open = vi.spyOn(IDBFactory.prototype, 'open')
  onTestFinished(() => open.mockRestore())
  const app = mount(
    { config: configOf(person, { prewarm: 'key' }) },
    <>
      <ConsentScreen />
      <ConsentSettings />
      <ConsentGate usecase="analytics">Offers</ConsentGate>
    </>,
  )
  await app.state('device-slow')
  expect(app.consent()).toMatchObject({ isAsking: true, canAccept: false, storage: 'slow' })
  expect((await screen.findAllByText(en['status.slow.title'])).length).toBeGreaterThan(0)
  await expect.poll(() => document.querySelectorAll('[data-part="decline"]:enabled')).toHaveLength(1)
  expect(document.querySelector('[data-part="accept"]')).toBeNull()
  expect(await app.consent().accept()).toBe('device-slow')
  expect(open).toHaveBeenCalledTimes(1)
  release()
  await app.state('already-licensed')
  await screen.findByText('Offers')
  // Once more without a version, because the database has a newer one. Cause: each reader that was closed while the database opened closed it
  // twice, even for the client, which waited for the slow disk a second time.
  expect(open).toHaveBeenCalledTimes(2)
  expect(await storedFor(person)).toHaveLength(1)
  expect(app.events).toEqual([])
})

it('keeps a Decline of a slow disk, and asks nothing when the database opens', async () => {
  const person = newPerson()
  ;(await openIndexedDbStorage()).close()
  const release = await blockDatabase()
  const seen = new Set<string | undefined>()
  const app = mount({ config: configOf(person) }, <ConsentScreen />)
  await app.state('device-slow')
  app.consent().decline()
  await app.state('declined')
  const root = document.querySelector<HTMLElement>('[data-part="screen"]')
  const observer = new MutationObserver(() => seen.add(root?.dataset.state))
  observer.observe(document.body, { subtree: true, attributes: true, childList: true })
  release()
  await expect.poll(() => app.consent().storage).toBe('persistent')
  await app.state('declined')
  observer.disconnect()
  expect([...seen].filter((state) => state !== 'declined')).toEqual([])
  app.unmount()
  const again = mount({ config: configOf(person) })
  await again.state('declined')
})
