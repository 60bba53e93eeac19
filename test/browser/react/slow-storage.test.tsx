import { cleanup, screen } from '@testing-library/react'
import { openDB } from 'idb'
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ServiceClient } from '../../../src/client/index.ts'
import { openIndexedDbStorage } from '../../../src/client/record/change-indexed-db.ts'
import { DATABASE_NAME } from '../../../src/client/record/indexed-db.ts'
import { ConsentGate, ConsentScreen, ConsentSettings, TermsCheckbox } from '../../../src/index.ts'
import { en } from '../../../src/locales/en.ts'
import { configOf, mount, newPerson, service, storedFor } from '../../fixtures/react-harness.tsx'

afterEach(cleanup)
afterAll(() => service.close())

/** Returns a person who agreed on this device at an earlier visit. */
async function newLicensedPerson(): Promise<string> {
  const person = newPerson()
  const before = new ServiceClient(configOf(person))
  await before.createLicense()
  await before.reportStored(() => {})
  await before.close()
  return person
}

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
  const person = await newLicensedPerson()
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
  // Cause: a person whose mark says that they have agreed saw the question, without Accept.
  const root = document.querySelector<HTMLElement>('[data-part="screen"]')
  await expect.poll(() => root?.querySelector('h1')?.textContent).toBe(en['status.slow.title'])
  expect(root?.textContent).toContain(en['status.slow.settings'])
  expect(document.querySelector('[data-part="decline"], [data-part="accept"], [data-part="summary"]')).toBeNull()
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

// Cause: a slow device opens no dialog, so the dialog that a first visitor was reading closed after 3 seconds and opened again later.
it.each(['dialog', 'sheet'] as const)('keeps an open %s open when the device turns out to be slow', async (surface) => {
  ;(await openIndexedDbStorage()).close()
  const release = await blockDatabase()
  const app = mount({ config: configOf(newPerson()) }, <ConsentScreen surface={surface} />)
  await app.state('ready')
  const dialog = document.querySelector('dialog')
  await expect.poll(() => dialog?.open).toBe(true)
  const closed = vi.fn()
  dialog?.addEventListener('close', closed)
  await app.state('device-slow')
  await expect.poll(() => dialog?.querySelector('[data-part="decline"]')).toBeTruthy()
  expect(dialog?.open).toBe(true)
  release()
  await app.state('ready')
  expect(dialog?.matches(':modal')).toBe(true)
  expect(closed).not.toHaveBeenCalled()
})

/** A clock that a test advances, for the limits of a slow device. */
function newTimers() {
  const timers = new Set<{ readonly run: () => void; readonly delayMs: number }>()
  const schedule = (run: () => void, delayMs: number) => {
    const timer = { run, delayMs }
    timers.add(timer)
    return () => timers.delete(timer)
  }
  const pass = (ms: number) => {
    for (const timer of [...timers]) if (timer.delayMs <= ms && timers.delete(timer)) timer.run()
  }
  return { schedule, pass, limits: () => [...timers].map(({ delayMs }) => delayMs) }
}

const LIMIT_MS = 3000
const KEPT_MS = 60_000

/** The button of the question on screen. */
const button = (part: 'accept' | 'decline') => document.querySelector<HTMLButtonElement>(`.licet-screen [data-part="${part}"]`)

/** Mounts a screen on a device that does not answer. */
async function mountSlow(person: string, surface: 'page' | 'dialog' = 'page') {
  ;(await openIndexedDbStorage()).close()
  const release = await blockDatabase()
  const { schedule, ...timers } = newTimers()
  const app = mount({ config: configOf(person, { schedule }) }, <ConsentScreen surface={surface} />)
  return { ...app, ...timers, release, text: () => document.body.textContent }
}

// Cause: an Accept that waited for the record was taken for one that is being sent, without a limit, and Stop withdrew what was never signed.
describe.each(['page', 'dialog'] as const)('on a %s, an Accept that was pressed before a slow device has answered', (surface) => {
  it('is not called signed, and is done when the database opens', async () => {
    const person = newPerson()
    const app = await mountSlow(person, surface)
    button('accept')?.click()
    await app.state('submitting')
    app.pass(LIMIT_MS)
    await app.state('device-slow')
    expect(app.consent().isPending).toBe(true)
    await expect.poll(app.text).toContain(en['status.slow.kept'])
    expect(app.text()).not.toContain(en['status.sending'])
    app.release()
    await app.state('licensed')
    expect(await storedFor(person)).toHaveLength(1)
  })

  it('is taken back by Decline: nothing is signed, and nothing is withdrawn', async () => {
    const person = newPerson()
    const app = await mountSlow(person, surface)
    button('accept')?.click()
    app.pass(LIMIT_MS)
    await app.state('device-slow')
    await expect.poll(app.text).toContain(en['status.slow.kept'])
    button('decline')?.click()
    await app.state('declined')
    app.release()
    await expect.poll(() => app.consent().storage).toBe('persistent')
    await app.state('declined')
    expect(await storedFor(person)).toEqual([])
    await expect.poll(() => app.events.map(({ type }) => type)).toContain('declined')
    expect(app.events.map(({ type }) => type)).not.toContain('withdrawn')
  })

  it('ends after a minute: nothing is signed, not even when the database opens later', async () => {
    const person = newPerson()
    const app = await mountSlow(person, surface)
    const ended = app.consent().accept()
    button('accept')?.click()
    app.pass(LIMIT_MS)
    await app.state('device-slow')
    app.pass(KEPT_MS)
    expect(await ended).toBe('device-slow')
    await expect.poll(() => app.consent().isPending).toBe(false)
    await expect.poll(app.text).not.toContain(en['status.slow.kept'])
    app.release()
    await app.state('ready')
    expect(await storedFor(person)).toEqual([])
  })
})

it('takes back an Accept that still waits for the record with Stop, and says that the person declined', async () => {
  const person = newPerson()
  const app = await mountSlow(person)
  button('accept')?.click()
  await app.state('submitting')
  app.consent().decline()
  await app.state('declined')
  app.consent().reopen()
  await app.state('ready')
  app.pass(LIMIT_MS)
  await app.state('device-slow')
  expect(app.consent().isPending).toBe(false)
  app.release()
  await app.state('ready')
  expect(await storedFor(person)).toEqual([])
})

it('takes back an Accept on a slow device with a change of a choice, and when the person closes the dialog', async () => {
  const person = newPerson()
  const app = await mountSlow(person, 'dialog')
  button('accept')?.click()
  app.pass(LIMIT_MS)
  await app.state('device-slow')
  app.consent().choose('support', true)
  await expect.poll(() => app.consent().isPending).toBe(false)
  expect(app.consent().status).toBe('device-slow')
  app.release()
  await app.state('choosing')
  expect([...app.consent().granted]).toEqual(['support'])
  expect(await storedFor(person)).toEqual([])
})

it('experience 24: asks again, with the note, when the database fails after an Accept', async () => {
  const person = newPerson()
  const { schedule, ...timers } = newTimers()
  let fail = () => {}
  const open = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    const opening = new EventTarget() as IDBOpenDBRequest
    Object.assign(opening, { error: new DOMException('The disk failed.', 'UnknownError') })
    const before = fail
    fail = () => {
      before()
      opening.onerror?.(new Event('error'))
    }
    return opening
  })
  onTestFinished(() => open.mockRestore())
  const app = mount({ config: configOf(person, { schedule }) }, <ConsentScreen />)
  app.consent().choose('support', true)
  button('accept')?.click()
  timers.pass(LIMIT_MS)
  await app.state('device-slow')
  await vi.waitFor(() => {
    fail()
    expect(app.consent().storage).toBe('memory')
  })
  await app.state('choosing')
  expect([...app.consent().granted]).toEqual(['support'])
  await expect.poll(() => document.querySelector('[data-part="accept"]:enabled')).not.toBeNull()
  expect(await storedFor(person)).toEqual([])
  // Cause: the note said "Your permission stays in force" to a person whose Accept was dropped.
  expect(document.body.textContent).toContain('this browser does not keep it')
  expect(document.body.textContent).not.toContain('Your permission stays in force')
  // Cause: the same question counted as shown again after the time in which the device was slow.
  await expect.poll(() => app.events.map(({ type }) => type)).toContain('shown')
  app.consent().dismiss()
  await expect.poll(() => app.events.map(({ type }) => type)).toContain('dismissed')
  expect(app.events.filter(({ type }) => type === 'shown')).toHaveLength(1)
})

/** Mounts a form with a box on a device that does not answer, and sends it. */
async function sendSlowForm(person: string) {
  ;(await openIndexedDbStorage()).close()
  const release = await blockDatabase()
  const { schedule, pass } = newTimers()
  const sent: Event[] = []
  const app = mount(
    { config: configOf(person, { schedule }) },
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent.push(event.nativeEvent)
      }}
    >
      <TermsCheckbox required />
      <button type="submit">Sign up</button>
    </form>,
  )
  const box = () => document.querySelector<HTMLInputElement>('form [data-part="checkbox"] input')
  await expect.poll(box).not.toBeNull()
  box()?.click()
  screen.getByText('Sign up').click()
  await app.state('submitting')
  pass(LIMIT_MS)
  await app.state('device-slow')
  await expect.poll(() => document.body.textContent).toContain(en['status.slow.kept'])
  expect(document.body.textContent).not.toContain(en['status.submitting'])
  return { ...app, release, sent }
}

it('sends a form once the slow device has answered', async () => {
  const person = newPerson()
  const form = await sendSlowForm(person)
  expect(form.sent).toEqual([])
  form.release()
  await form.state('licensed')
  await expect.poll(() => form.sent).toHaveLength(1)
  expect(await storedFor(person)).toHaveLength(1)
})

it('lets the person stop a form that waits for a slow device', async () => {
  const person = newPerson()
  const form = await sendSlowForm(person)
  document.querySelector<HTMLButtonElement>('form [data-part="actions"] button')?.click()
  await form.state('dismissed')
  form.release()
  await expect.poll(() => form.consent().storage).toBe('persistent')
  await form.state('dismissed')
  expect(form.sent).toEqual([])
  expect(await storedFor(person)).toEqual([])
})

// Cause: a Decline on a slow device withdrew a license that the person was never shown.
it('keeps the license of a person who declines before the slow device has found it', async () => {
  const person = newPerson()
  const before = new ServiceClient(configOf(person, { answerMark: false }))
  const { id } = await before.createLicense()
  await before.reportStored(() => {})
  await before.close()
  const { schedule, pass } = newTimers()
  const release = await blockDatabase()
  const onDecline = vi.fn()
  const app = mount({ config: configOf(person, { schedule, answerMark: false }) }, <ConsentScreen onDecline={onDecline} />)
  pass(LIMIT_MS)
  await app.state('device-slow')
  await expect.poll(() => button('decline')).not.toBeNull()
  button('decline')?.click()
  await app.state('declined')
  // Cause: "Nothing was signed and nothing was sent" was on screen, and the license was in force.
  await expect.poll(() => document.body.textContent).toContain(en['status.slow.settings'])
  expect(document.body.textContent).not.toContain('Nothing was signed')
  release()
  await app.state('already-licensed')
  // Cause: the Decline was reported before the record said that it does not count.
  expect(onDecline).not.toHaveBeenCalled()
  expect(app.events).toEqual([])
  expect(await storedFor(person)).toMatchObject([{ id, status: 'active' }])
  app.unmount()
  const again = mount({ config: configOf(person) })
  await again.state('already-licensed')
})

/** Keeps every other transaction of the database waiting, as a stuck disk does, until the returned function is called. */
async function holdDatabase(): Promise<() => void> {
  const database = await openDB(DATABASE_NAME)
  const transaction = database.transaction(database.objectStoreNames[0] as string, 'readwrite')
  let isHeld = true
  const released = (async () => {
    while (isHeld) await transaction.store.get('nobody')
    await transaction.done
    database.close()
  })()
  const release = () => {
    isHeld = false
    return released
  }
  onTestFinished(release)
  return release
}

// Cause: a request of the database that never answered had no limit. "Your permission has ended on this device. The service gets your message
// now." was on screen for ever, nothing was sent, and the license was back after a reload.
it('sends a withdrawal when the open database does not answer, and stores it once it answers', async () => {
  const person = await newLicensedPerson()
  const { schedule, pass } = newTimers()
  const app = mount({ config: configOf(person, { schedule }) }, <ConsentSettings />)
  await app.state('already-licensed')
  const release = await holdDatabase()
  document.querySelector<HTMLButtonElement>('[data-part="withdraw"]')?.click()
  await app.state('withdrawing')
  const status = () => {
    pass(LIMIT_MS)
    return app.consent().status
  }
  await expect.poll(status).toBe('withdrawn')
  expect(app.consent().storage).toBe('memory')
  expect((await storedFor(person)).filter(({ status }) => status === 'active')).toEqual([])
  release()
  await expect.poll(() => app.consent().storage).toBe('persistent')
  app.unmount()
  const again = mount({ config: configOf(person) })
  await again.state('withdrawn')
})

// Cause: the stored record still had the license, and the service was not asked about it for a day.
it('shows after a reload that a withdrawal is in force that the database never stored', async () => {
  const person = await newLicensedPerson()
  const { schedule, pass } = newTimers()
  const app = mount({ config: configOf(person, { schedule }) }, <ConsentSettings />)
  await app.state('already-licensed')
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => new EventTarget() as IDBRequest<IDBValidKey>)
  onTestFinished(() => put.mockRestore())
  document.querySelector<HTMLButtonElement>('[data-part="withdraw"]')?.click()
  const status = () => {
    pass(LIMIT_MS)
    return app.consent().status
  }
  await expect.poll(status).toBe('withdrawn')
  app.unmount()
  put.mockRestore()
  const again = mount({ config: configOf(person) })
  await again.state('withdrawn')
})

/** Mounts a screen that asks, on a device without a key whose database stops to answer. Presses Accept, and waits for what the screen says then. */
async function acceptOnHeldDatabase(person: string) {
  const { schedule, pass } = newTimers()
  const app = mount({ config: configOf(person, { schedule, prewarm: 'none' }) }, <ConsentScreen />)
  await app.state('ready')
  await expect.poll(() => app.consent().storage).toBe('persistent')
  await expect.poll(() => button('accept')).not.toBeNull()
  const release = await holdDatabase()
  button('accept')?.click()
  await app.state('submitting')
  const status = () => {
    pass(LIMIT_MS)
    return app.consent().status
  }
  await expect.poll(status).toBe('device-slow')
  expect(app.consent().isPending).toBe(true)
  await expect.poll(() => document.body.textContent).toContain(en['status.slow.kept'])
  return { ...app, pass, release }
}

// Cause: a device without a key has to store one before it signs, and a write that never ended had no limit: "Saving your permission" was on
// screen for ever, and Decline withdrew what was never signed.
describe('an Accept on a device whose database does not store a key', () => {
  it('waits with words for it, and makes one license when the database answers', async () => {
    const person = newPerson()
    const app = await acceptOnHeldDatabase(person)
    app.release()
    await app.state('licensed')
    expect(await storedFor(person)).toHaveLength(1)
  })

  it('is taken back by Decline: nothing is signed, and the screen keeps the refusal', async () => {
    const person = newPerson()
    const app = await acceptOnHeldDatabase(person)
    const seen = new Set<string | undefined>()
    button('decline')?.click()
    await app.state('declined')
    const root = document.querySelector<HTMLElement>('[data-part="screen"]')
    const observer = new MutationObserver(() => seen.add(root?.dataset.state))
    observer.observe(document.body, { subtree: true, attributes: true, childList: true })
    await app.release()
    await expect.poll(() => app.consent().storage).toBe('persistent')
    app.unmount()
    observer.disconnect()
    const again = mount({ config: configOf(person) })
    await again.state('declined')
    expect([...seen].filter((state) => state !== 'declined')).toEqual([])
    expect(await storedFor(person)).toEqual([])
    expect(app.events.map(({ type }) => type)).toEqual(['shown', 'declined'])
  })

  it('ends after a minute: nothing is signed when the database answers later', async () => {
    const person = newPerson()
    const app = await acceptOnHeldDatabase(person)
    app.pass(KEPT_MS)
    await app.state('ready')
    await app.release()
    await expect.poll(() => app.consent().storage).toBe('persistent')
    await app.state('ready')
    expect(await storedFor(person)).toEqual([])
    button('accept')?.click()
    await app.state('licensed')
    expect(await storedFor(person)).toHaveLength(1)
  })
})
