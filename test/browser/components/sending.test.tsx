import 'licet/styles.css'
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentGate, ConsentScreen } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { configOf, mount, newPerson, offline, service, storedFor } from '../../fixtures/react-harness.tsx'
import { appear, expectAccessible, find, press } from './harness.tsx'

afterEach(() => {
  cleanup()
  service.faults.clear()
})
afterAll(() => service.close())

/** Returns a promise and the function that resolves it. */
function newHold(): { readonly held: Promise<void>; readonly release: () => void } {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  return { held, release }
}

/** Without it, the client ends a held request after 15 s and sends it again. */
const PATIENT = { timeoutMs: 3_600_000 } as const
const CREATE = { path: '/license/create' } as const

/** Stops the next request of a license at a moment, until it is released. */
const MOMENTS = {
  'before it reaches the service': (held: Promise<void>) => service.faults.add({ kind: 'delay', until: held }, CREATE),
  'after the service has stored it': (held: Promise<void>) =>
    service.faults.add({ kind: 'alter', alter: (response) => held.then(() => response) }, CREATE),
  'after its response was lost': (held: Promise<void>) =>
    service.faults.add({ kind: 'drop-response' }, CREATE).add({ kind: 'delay', until: held }, CREATE),
} as const
const moments = Object.keys(MOMENTS) as (keyof typeof MOMENTS)[]

/** An earlier visit in which the person agreed without a network, and closed the page. */
async function agreeOffline(person: string): Promise<void> {
  const app = mount({ config: configOf(person, { connectivity: offline().connectivity }) })
  await app.state('offline')
  expect(await app.consent().accept()).toBe('queued')
  app.unmount()
}

const active = async (person: string) => (await storedFor(person)).filter(({ status }) => status === 'active')

describe('an agreement of an earlier visit that is sent now', () => {
  // Regression: a full question opened, Decline did nothing, and the person was licensed when the service responded.
  it.each(moments)('experience 13: is shown without a question, and Stop withdraws it %s', async (moment) => {
    const person = newPerson()
    await agreeOffline(person)
    const { held, release } = newHold()
    MOMENTS[moment](held)
    const app = mount({ config: configOf(person, PATIENT) }, <ConsentScreen />)
    await app.state('queued')
    expect(document.querySelector('[data-part="decision"]')).toBeNull()
    if (moment !== 'after its response was lost') {
      await expect.poll(() => document.querySelector('[data-part="screen-title"]')?.textContent).toBe(en['status.sending.title'])
      await expectAccessible(document.querySelector('.licet-screen') ?? undefined)
      await press(en['action.stop'])
    } else {
      // The attempts without a network count too.
      await expect.poll(() => app.consent().pendingDecision?.attempts).toBeGreaterThanOrEqual(1)
      // Its label is another one once the next attempt has lasted for a second.
      await userEvent.click(await appear('[data-part="withdraw"]'))
    }
    release()
    app.consent().retry()
    await app.state('withdrawn')
    expect([app.licensed(), await active(person)]).toEqual([false, []])
  })

  it('experience 13: is stopped at a closed gate', async () => {
    const person = newPerson()
    await agreeOffline(person)
    const { held, release } = newHold()
    MOMENTS['before it reaches the service'](held)
    const app = mount({ config: configOf(person) }, <ConsentGate usecase="analytics">open</ConsentGate>)
    await press(en['action.stop'])
    release()
    await app.state('withdrawn')
    expect([app.licensed(), await active(person)]).toEqual([false, []])
  })
})

describe('an attempt after a failed one', () => {
  // Regression: the screen read "waiting for the network" during the whole attempt.
  it('experience 12 and 18: is shown as being sent once it lasts, and is not announced', async () => {
    const person = newPerson()
    const timers = new Set<() => void>()
    const schedule = (run: () => void) => {
      timers.add(run)
      return () => timers.delete(run)
    }
    const { held, release } = newHold()
    service.faults.add({ kind: 'status', status: 503 }, CREATE).add({ kind: 'delay', until: held }, CREATE)
    const app = mount({ config: configOf(person, { ...PATIENT, schedule }) }, <ConsentScreen />)
    await app.state('ready')
    expect(await app.consent().accept()).toBe('queued')
    const title = () => document.querySelector('[data-part="screen-title"]')?.textContent
    const button = () => document.querySelector('[data-variant="waiting"] [data-part="action"]')
    await expect.poll(title).toBe(en['status.queued.title'])
    const spoken: string[] = []
    const live = document.querySelector('.licet-screen [data-part="live"]') as Element
    new MutationObserver(() => spoken.push(live.textContent ?? '')).observe(live, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    await press(en['action.retry'])
    await expect.poll(() => app.consent().pendingDecision?.stage).toBe('sending')
    expect([title(), button()?.textContent]).toEqual([en['status.queued.title'], en['action.retrying']])
    for (const run of [...timers]) run()
    await expect.poll(title).toBe(en['status.sending.title'])
    expect(document.querySelector('.licet-screen')?.textContent).toContain(en['status.sending'])
    expect(document.querySelector('.licet-screen')?.textContent).not.toContain(en['status.queued'])
    expect(document.activeElement).toBe(button())
    await expectAccessible(document.querySelector('.licet-screen') ?? undefined)
    expect(spoken.filter((text) => text !== '')).toEqual([])
    release()
    await app.state('licensed')
  })
})

describe('an attempt after a reload', () => {
  // Regression: the live region still read "Signed, waiting for the network" beside the title "Your permission is being sent".
  it('experience 18: leaves no announcement of the failed attempt next to its title', async () => {
    const person = newPerson()
    const timers = new Set<() => void>()
    const schedule = (run: () => void) => {
      timers.add(run)
      return () => timers.delete(run)
    }
    service.faults.add({ kind: 'status', status: 503 }, CREATE)
    const before = mount({ config: configOf(person, { schedule }) })
    await before.state('ready')
    expect(await before.consent().accept()).toBe('queued')
    before.unmount()
    const { held, release } = newHold()
    service.faults.add({ kind: 'delay', until: held }, CREATE)
    const app = mount({ config: configOf(person, { schedule }) }, <ConsentScreen />)
    await expect.poll(() => app.consent().pendingDecision).toMatchObject({ stage: 'sending', attempts: 1 })
    for (const run of [...timers]) run()
    await expect.poll(() => document.querySelector('[data-part="screen-title"]')?.textContent).toBe(en['status.sending.title'])
    expect(document.querySelector('.licet-screen [data-part="live"]')?.textContent).toBe('')
    release()
    await app.state('already-licensed')
  })
})

describe('Decline', () => {
  it.each(moments)('experience 13: withdraws an Accept of this page %s', async (moment) => {
    const person = newPerson()
    const { held, release } = newHold()
    MOMENTS[moment](held)
    const app = mount({ config: configOf(person) }, <ConsentScreen />)
    await app.state('ready')
    void app.consent().accept()
    await expect.poll(() => app.consent().pendingDecision?.stage).toMatch(/signed|sending/)
    app.consent().decline()
    await app.state('withdrawing')
    release()
    app.consent().retry()
    await app.state('withdrawn')
    expect([app.licensed(), await active(person)]).toEqual([false, []])
  })

  it('experience 13: withdraws an Accept that is being signed', async () => {
    const person = newPerson()
    const app = mount({ config: configOf(person) })
    await app.state('ready')
    // Before the record is read, nothing is signed that has to be withdrawn.
    await expect.poll(() => app.consent().storage).toBe('persistent')
    void app.consent().accept()
    app.consent().decline()
    await app.state('withdrawn')
    expect([app.licensed(), await active(person)]).toEqual([false, []])
    // Both decisions reached the service, in their order.
    await expect.poll(() => app.events.map(({ type }) => type).sort()).toEqual(['accepted', 'shown', 'withdrawn'])
  })

  it('experience 13: takes effect from the button of the screen while its own Accept is sent', async () => {
    const person = newPerson()
    const { held, release } = newHold()
    MOMENTS['before it reaches the service'](held)
    const app = mount({ config: configOf(person) }, <ConsentScreen />)
    await app.state('ready')
    await press(en['decision.accept'])
    await app.state('submitting')
    // Cause: a rule for the button that loads the terms again hid this one for 4 seconds.
    const stop = await appear('[data-part="decision-notice"] [data-part="action"]')
    expect(stop.checkVisibility({ opacityProperty: true, visibilityProperty: true })).toBe(true)
    expect(find('[data-part="decline"]').textContent).toBe(en['decision.decline'])
    expect(find('[data-part="accept"]').ariaDisabled).toBe('true')
    await press(en['action.stop'])
    await app.state('withdrawing')
    release()
    await app.state('withdrawn')
    expect([app.licensed(), await active(person)]).toEqual([false, []])
  })
})
