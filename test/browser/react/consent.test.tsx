import { act, cleanup, fireEvent } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AuthClient, createMemoryStorage, ServiceClient } from '../../../src/client/index.ts'
import { toScope } from '../../../src/client/record/device-record.ts'
import { hashText } from '../../../src/client/sha3.ts'
import { endOf } from '../../../src/core/duration.ts'
import { type UseTermsDiffResult, useTermsDiff } from '../../../src/react/index.ts'
import { OWN_CONTRACT } from '../../fixtures/own-contract.ts'
import { agreement, configOf, mount, newPerson, offline, screen, service, storedFor } from '../../fixtures/react-harness.tsx'

const seen: { diff?: UseTermsDiffResult } = {}

function DiffProbe(): ReactNode {
  seen.diff = useTermsDiff()
  return seen.diff.status
}

const CREATE = { path: '/license/create' } as const

beforeEach(() => {
  service.requests.length = 0
})
afterEach(() => {
  cleanup()
  service.online = true
  service.faults.clear()
})
afterAll(() => service.close())

describe('asking', () => {
  it('experience 2: signs the text on screen, and finds the license again after a reload', async () => {
    const person = newPerson()
    const app = mount({ config: configOf(person) })
    // No mark of an answer: the question is there at the first render.
    expect(app.consent().status).toBe('ready')
    const text = document.querySelector('pre')?.textContent ?? ''
    expect(await app.consent().accept()).toBe('licensed')
    const [license] = await storedFor(person)
    expect(license?.terms).toBe(text)
    expect(license?.termsHash).toBe(hashText(text))
    app.unmount()
    const again = mount({ config: configOf(person) })
    await again.state('already-licensed')
  })

  it('experience 5: signs the necessary purposes and those that are turned on, and starts with none turned on', async () => {
    const person = newPerson()
    const app = mount({ config: configOf(person) })
    await app.state('ready')
    expect([...app.consent().granted]).toEqual([])
    app.consent().choose('support', true)
    await app.state('choosing')
    expect([...app.consent().usecases]).toEqual(['analytics', 'support'])
    expect(await app.consent().accept()).toBe('licensed')
    const [license] = await storedFor(person)
    expect(license?.uses.flatMap((use) => use.usecases).sort()).toEqual(['analytics', 'support'])
  })

  it('experience 6: dismissing decides nothing, and the next visit asks again', async () => {
    const person = newPerson()
    const app = mount({ config: configOf(person) })
    await app.state('ready')
    app.consent().dismiss()
    await app.state('dismissed')
    expect(service.requests).toEqual([])
    app.unmount()
    await mount({ config: configOf(person) }).state('ready')
  })

  it('experience 6: remembers a Decline, even when the page closes immediately, until the person reopens it or it is due again', async () => {
    const person = newPerson()
    const app = mount({ config: configOf(person) })
    await app.state('ready')
    app.consent().decline()
    await app.state('declined')
    app.unmount()
    const again = mount({ config: configOf(person) })
    await again.state('declined')
    again.consent().reopen()
    await again.state('ready')
    again.unmount()
    await mount({ config: configOf(person, { now: () => Date.now() + 366 * 86_400_000 }) }).state('ready')
  })

  it('experience 9: sends nothing before the person agrees', async () => {
    const app = mount({ config: configOf(newPerson(), { prewarm: 'key' }) })
    await app.state('ready')
    app.consent().choose('support', true)
    app.consent().dismiss()
    await app.state('dismissed')
    app.consent().reopen()
    await app.state('choosing', 'ready')
    expect(service.requests).toEqual([])
  })

  it('experience 18: an Accept without the terms on screen signs nothing and reports what is missing', async () => {
    const terms = { key: 'never', load: () => new Promise<string>(() => {}) }
    const app = mount({ config: configOf(newPerson(), { agreement: { ...agreement, terms } }) })
    await app.state('terms-loading')
    expect(await app.consent().accept()).toBe('terms-loading')
    expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull()
    expect(service.requests).toEqual([])
  })

  // Regression: the choice was kept, and Accept failed each time without a button to try again.
  it('experience 18: throws for a choice that is not a purpose of the agreement, and changes nothing', async () => {
    const app = mount({ config: configOf(newPerson()) })
    await app.state('ready')
    expect(() => app.consent().choose('suport', true)).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', field: 'usecase', message: expect.stringContaining('"suport"') }),
    )
    expect(app.consent().status).toBe('ready')
    expect(await app.consent().accept()).toBe('licensed')
  })

  it('H5: refuses an Accept while the decision is covered, and reports it', async () => {
    const app = mount({ config: configOf(newPerson()) })
    await app.state('ready')
    expect(await app.consent().accept({ obscured: true })).toBe('ready')
    await expect.poll(() => app.consent().error?.code).toBe('decision_obscured')
    expect(app.consent().missing).toEqual([{ what: 'visibility', part: 'decision' }])
    await expect.poll(() => app.events).toContainEqual({ type: 'failed', code: 'decision_obscured' })
    expect(await app.consent().accept({ obscured: false })).toBe('licensed')
    await expect.poll(() => app.consent().error).toBeUndefined()
  })
})

describe('the terms', () => {
  const cases = [
    ['are empty', { load: async () => ' \n' }, 'terms-invalid'],
    ['contain an unfilled placeholder', { load: async () => '# {{company.name}}' }, 'terms-invalid'],
    ['do not match their hash', { load: async () => '# Terms', hash: 'A'.repeat(43) }, 'terms-invalid'],
    ['contain HTML', { load: async () => '# Terms\n\n<b>bold</b>' }, 'terms-invalid'],
    ['cannot be loaded', { load: () => Promise.reject(new TypeError('fetch failed')) }, 'terms-error'],
  ] as const

  it.each(cases)('experience 1: offer Decline and Retry, but no Accept, while they %s', async (name, source, state) => {
    const app = mount({ config: configOf(newPerson(), { agreement: { ...agreement, terms: { key: name, ...source } } }) })
    await app.state(state)
    expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Decline' })).toBeVisible()
    app.consent().retry()
    await app.state('terms-loading')
    await app.state(state)
    fireEvent.click(screen.getByRole('button', { name: 'Decline' }))
    await app.state('declined')
  })

  it('experience 1: can be loaded, and are signed as they arrive', async () => {
    const person = newPerson()
    const terms = { key: 'elsewhere', load: async () => OWN_CONTRACT, hash: hashText(OWN_CONTRACT) }
    const app = mount({ config: configOf(person, { agreement: { ...agreement, terms } }) })
    await app.state('ready')
    expect(await app.consent().accept()).toBe('licensed')
    expect((await storedFor(person))[0]?.terms).toBe(OWN_CONTRACT)
  })
})

describe('a license', () => {
  it('experience 10: a double click in StrictMode creates one license', async () => {
    const person = newPerson()
    const app = mount({ config: configOf(person) })
    await app.state('ready')
    const button = screen.getByRole('button', { name: 'Agree' })
    fireEvent.click(button)
    fireEvent.click(button)
    await app.state('licensed')
    expect(await storedFor(person)).toHaveLength(1)
    await expect.poll(() => app.events.map(({ type }) => type).sort()).toEqual(['accepted', 'shown'])
  })

  it('experience 10: two tabs that agree at the same time have the same license', async () => {
    const person = newPerson()
    const [one, two] = [mount({ config: configOf(person) }), mount({ config: configOf(person) })]
    await Promise.all([one.state('ready'), two.state('ready')])
    const ends = await Promise.all([one.consent().accept(), two.consent().accept()])
    for (const end of ends) expect(['licensed', 'already-licensed']).toContain(end)
    expect(await storedFor(person)).toHaveLength(1)
  })

  // Regression: the Accept of the first tab failed with `license_expired`, while the later one of the other tab was sent.
  it('experience 11: does not fail because another tab chooses more while it is sent', async () => {
    const person = newPerson()
    const [one, two] = [mount({ config: configOf(person) }), mount({ config: configOf(person) })]
    await Promise.all([one.state('ready'), two.state('ready')])
    const release: (() => void)[] = []
    for (const path of ['/license/create', '/license/create'])
      service.faults.add({ kind: 'delay', until: new Promise<void>((resolve) => release.push(resolve)) }, { path })
    two.consent().choose('support', true)
    const ends = [one.consent().accept(), two.consent().accept()]
    // One of the tabs is sending. Waiting for `signed` there would wait until its request times out.
    for (const { consent } of [one, two]) await expect.poll(() => consent().pendingDecision?.stage).toMatch(/^(?:signed|sending)$/)
    release[0]?.()
    await expect.poll(() => service.faults.pending).toBe(0)
    release[1]?.()
    expect(await Promise.all(ends)).not.toContain('submit-error')
    for (const { state } of [one, two]) await state('licensed', 'already-licensed')
    expect([...one.events, ...two.events].filter(({ type }) => type === 'failed')).toEqual([])
    expect(await storedFor(person)).toHaveLength(2)
  })

  it('experience 10: one tab shows what another tab agreed to', async () => {
    const person = newPerson()
    const [one, two] = [mount({ config: configOf(person) }), mount({ config: configOf(person) })]
    await Promise.all([one.state('ready'), two.state('ready')])
    await one.consent().accept()
    await two.state('already-licensed')
    await expect.poll(() => two.events.map(({ type }) => type)).toEqual(['shown'])
  })

  it('experience 11: is queued without a network, and delivered automatically when the network returns', async () => {
    const person = newPerson()
    const network = offline()
    const app = mount({ config: configOf(person, { connectivity: network.connectivity }) })
    await app.state('offline')
    expect(await app.consent().accept()).toBe('queued')
    await expect.poll(() => app.consent().pendingDecision?.stage).toBe('signed')
    // When an attempt fails before the network returns, that is reported too.
    const names = () => app.events.map((event) => ('reason' in event ? `${event.type} ${event.reason}` : event.type))
    const events = () =>
      names()
        .filter((name) => name !== 'queued network_error')
        .sort()
    await expect.poll(events).toEqual(['queued offline', 'shown first'])
    network.goOnline()
    await app.state('licensed')
    await expect.poll(events).toEqual(['accepted', 'queued offline', 'shown first'])
    expect(await storedFor(person)).toHaveLength(1)
  })

  it('experience 11: is delivered and reported at the next visit when it was queued', async () => {
    const person = newPerson()
    const network = offline()
    const app = mount({ config: configOf(person, { connectivity: network.connectivity }) })
    await app.state('offline')
    await app.consent().accept()
    app.unmount()
    const again = mount({ config: configOf(person) })
    await again.state('already-licensed')
    expect(await storedFor(person)).toHaveLength(1)
  })

  it('experience 11: shows a permanent refusal and does not retry it; one act agrees again', async () => {
    const person = newPerson()
    const app = mount({ config: configOf(person) })
    await app.state('ready')
    service.faults.add({ kind: 'status', status: 400, code: 'invalid_license' }, CREATE)
    expect(await app.consent().accept()).toBe('submit-error')
    await expect.poll(() => app.consent().error?.code).toBe('invalid_license')
    await expect.poll(() => app.events).toContainEqual({ type: 'failed', code: 'invalid_license' })
    app.consent().retry()
    await app.state('licensed')
    expect(await storedFor(person)).toHaveLength(1)
  })

  // Regression: the license from before was reported again, and the refusal of the change disappeared.
  it('experience 11: shows the refusal of a change while the earlier license stays in force', async () => {
    const person = newPerson()
    const app = mount({ config: configOf(person) })
    await app.state('ready')
    await app.consent().accept()
    await app.state('licensed')
    app.consent().reopen()
    app.consent().choose('retargeting', true)
    service.faults.add({ kind: 'status', status: 400, code: 'invalid_license' }, CREATE)
    await app.consent().accept()
    await expect.poll(() => app.events).toContainEqual({ type: 'failed', code: 'invalid_license' })
    expect(app.consent().status).toBe('submit-error')
    app.consent().retry()
    await app.state('licensed')
    expect(await storedFor(person)).toHaveLength(2)
  })

  it('experience 11: retries a temporary failure with the same signed bytes', async () => {
    const person = newPerson()
    const app = mount({ config: configOf(person) })
    await app.state('ready')
    service.faults.add({ kind: 'drop-response' }, CREATE)
    expect(await app.consent().accept()).toBe('queued')
    app.consent().retry()
    await app.state('licensed')
    expect(await storedFor(person)).toHaveLength(1)
  })

  it('experience 13: is withdrawn in one act, and can be asked for again', async () => {
    const person = newPerson()
    const app = mount({ config: configOf(person) })
    await app.state('ready')
    await app.consent().accept()
    await app.withdraw()
    await app.state('withdrawn')
    expect((await storedFor(person)).map(({ status }) => status).sort()).toEqual(['revoked', 'revoked'])
    await expect.poll(() => app.events.map(({ type }) => type).sort()).toEqual(['accepted', 'shown', 'withdrawn'])
    app.unmount()
    const again = mount({ config: configOf(person) })
    await again.state('withdrawn')
    again.consent().reopen()
    await again.state('ready')
    expect(await again.consent().accept()).toBe('licensed')
  })

  // Regression: a refused withdrawal was reported as done, and the next visit found a license that had expired on no date.
  it('experience 11 and 13: a refused withdrawal counts on this device, is reported as failed, and can be retried at any visit', async () => {
    const person = newPerson()
    const app = mount({ config: configOf(person) })
    await app.state('ready')
    await app.consent().accept()
    service.faults.add({ kind: 'status', status: 400, code: 'invalid_license' }, { ...CREATE, times: 2 })
    await app.withdraw()
    await app.state('withdrawn')
    expect(app.licensed()).toBe(false)
    await expect.poll(() => app.consent().error?.code).toBe('invalid_license')
    await expect.poll(() => app.events).toContainEqual({ type: 'failed', code: 'invalid_license' })
    await app.withdraw()
    await app.state('withdrawn')
    app.unmount()
    const again = mount({ config: configOf(person) })
    await again.state('withdrawn')
    const active = await storedFor(person)
    expect(active.map(({ status }) => status)).toEqual(['active'])
    await again.withdraw()
    await again.state('withdrawn')
    const withdrawn = { type: 'withdrawn', licenseId: active[0]?.id }
    await expect.poll(() => again.events).toEqual([withdrawn])
    expect((await storedFor(person)).map(({ status }) => status)).toEqual(['revoked', 'revoked'])
    // A withdrawn license is not withdrawn twice.
    await again.withdraw()
    expect(again.events).toEqual([withdrawn])
  })

  // Regression: the earlier Decline was treated as the result, so there was no event, and "Nothing was signed" on screen.
  it('experience 13: reports a withdrawal after a declined update as a withdrawal', async () => {
    const person = newPerson()
    const first = mount({ config: configOf(person) })
    await first.state('ready')
    await first.consent().accept()
    first.unmount()
    const wider = { ...agreement, tags: ['purchase_history', 'user_id'] as const }
    const app = mount({ config: configOf(person, { agreement: wider }) })
    await app.state('update-material')
    app.consent().decline()
    await app.state('declined')
    await app.withdraw()
    await app.state('withdrawn')
    await expect.poll(() => app.events.map(({ type }) => type).sort()).toEqual(['declined', 'shown', 'withdrawn'])
  })

  // Regression: "There is no active license" was treated as a refusal.
  it('experience 13: counts as withdrawn when the service has already revoked it, even at the next visit', async () => {
    const person = newPerson()
    const storage = createMemoryStorage()
    const app = mount({ config: configOf(person, { storage }) })
    await app.state('ready')
    await app.consent().accept()
    const { authUrl, user, provider, fetch } = service
    const auth = new AuthClient({ authUrl, fetch })
    const { accessToken } = await auth.grant({ type: 'user', ...user })
    const [{ address, id } = { address: '', id: '' }] = await storedFor(person)
    await auth.deleteAddresses(accessToken, provider.id, { address })
    await app.withdraw()
    await app.state('withdrawn')
    // The question is reported once its hash is known, which can be later.
    await expect.poll(() => app.events).toContainEqual({ type: 'withdrawn', licenseId: id })
    const scope = toScope({ provider, userId: person, authUrl, trailUrl: authUrl })
    await expect.poll(async () => (await storage.read(scope))?.license?.status).toBe('erased')
    app.unmount()
    await mount({ config: configOf(person, { storage }) }).state('ready')
  })

  it('experience 13: is withdrawn offline: immediately on this device, and later at the service', async () => {
    const person = newPerson()
    const first = mount({ config: configOf(person) })
    await first.state('ready')
    await first.consent().accept()
    first.unmount()
    const network = offline()
    const app = mount({ config: configOf(person, { connectivity: network.connectivity }) })
    await app.state('already-licensed')
    await app.withdraw()
    await app.state('withdrawing')
    expect(app.licensed()).toBe(false)
    network.goOnline()
    await app.state('withdrawn')
  })

  it('experience 13: can be withdrawn while it is queued', async () => {
    const person = newPerson()
    const network = offline()
    const app = mount({ config: configOf(person, { connectivity: network.connectivity }) })
    await app.state('offline')
    await app.consent().accept()
    await app.withdraw()
    await app.state('withdrawing', 'withdrawn')
    network.goOnline()
    await app.state('withdrawn')
    expect((await storedFor(person)).filter(({ status }) => status === 'active')).toEqual([])
  })

  it('experience 14: changed data is asked for again, and a Decline keeps the old agreement', async () => {
    const person = newPerson()
    const first = mount({ config: configOf(person) })
    await first.state('ready')
    await first.consent().accept()
    first.unmount()
    const wider = { ...agreement, tags: ['purchase_history', 'physical_receipt', 'email_receipt', 'user_id'] as const }
    const app = mount({ config: configOf(person, { agreement: wider }) })
    await app.state('update-material')
    expect(app.licensed()).toBe(true)
    app.consent().decline()
    await app.state('declined')
    expect(app.licensed()).toBe(true)
    app.unmount()
    const again = mount({ config: configOf(person, { agreement: wider }) })
    // The state is `declined` if this visit started before the last visit had stored the refusal.
    await again.state('already-licensed', 'declined')
    again.consent().reopen()
    await again.state('update-material')
    expect(await again.consent().accept()).toBe('licensed')
    // The client of the last visit may still store the refusal. One of both reports the license.
    await expect.poll(() => [...app.events, ...again.events].map(({ type }) => type)).toContain('updated')
    expect((await storedFor(person)).map(({ status }) => status).sort()).toEqual(['active', 'superseded'])
  })

  it('experience 14: a change that widens nothing is minor, unless the company declares it material, and has a redline', async () => {
    const person = newPerson()
    const first = mount({ config: configOf(person) })
    await first.state('ready')
    await first.consent().accept()
    first.unmount()
    const { company } = agreement
    const moved = { ...agreement, company: { ...company, contact: 'privacy@acme.example' } }
    const app = mount({ config: configOf(person, { agreement: moved }) }, <DiffProbe />)
    await app.state('update-minor')
    await expect.poll(() => seen.diff?.status).toBe('ready')
    expect(seen.diff?.weight).toBe('minor')
    expect(seen.diff?.terms?.clauses.some(({ change }) => change === 'changed')).toBe(true)
    app.unmount()
    const called = mount({ config: configOf(person, { agreement: moved }), updateWeight: 'material' })
    await called.state('update-material')
    // Regression: the weight was computed once, and ignored a later declaration of the company.
    act(() => called.rerender({ updateWeight: undefined }))
    await called.state('update-minor')
    act(() => called.rerender({ updateWeight: 'material' }))
    await called.state('update-material')
    called.unmount()
    const wider = { ...agreement, tags: ['purchase_history', 'user_id'] as const }
    await mount({ config: configOf(person, { agreement: wider }) }, <DiffProbe />).state('update-material')
    await expect.poll(() => seen.diff?.weight).toBe('material')
    await expect
      .poll(() => seen.diff?.license?.changes)
      .toContainEqual(expect.objectContaining({ attribute: 'data', direction: 'widened', weight: 'material' }))
  })

  it('experience 15: a lost key is reported, and agreeing again creates a new key and one license', async () => {
    const person = newPerson()
    const storage = createMemoryStorage()
    const first = mount({ config: configOf(person, { storage }) })
    await first.state('ready')
    await first.consent().accept()
    first.unmount()
    const { provider, authUrl } = service
    const scope = toScope({ provider, userId: person, authUrl, trailUrl: authUrl })
    await storage.update(scope, (row) => ({ scope: row.scope, hadKey: true, registered: false, outbox: [], settled: [] }))
    const app = mount({ config: configOf(person, { storage }) })
    await app.state('device-unknown')
    expect(app.licensed()).toBe(false)
    expect(await storedFor(person)).toHaveLength(1)
    expect(await app.consent().accept()).toBe('licensed')
    const addresses = (await storedFor(person)).map(({ address }) => address)
    expect(new Set(addresses).size).toBe(2)
  })

  it('an expired license is reported and asked for again', async () => {
    const person = newPerson()
    const day = 86_400_000
    const until = (days: number) => ({ ...agreement, expiry: new Date(Date.now() + days * day).toISOString() })
    const soon = until(1)
    const first = mount({ config: configOf(person, { agreement: soon }) })
    await first.state('ready')
    expect(await first.consent().accept()).toBe('licensed')
    first.unmount()
    const again = mount({ config: configOf(person, { agreement: soon }) })
    await again.state('expiring')
    expect(again.licensed()).toBe(true)
    again.unmount()
    const later = mount({ config: configOf(person, { agreement: until(400), now: () => Date.now() + 2 * day }) })
    await later.state('expired')
    expect(later.licensed()).toBe(false)
  })

  it('a license for a duration is renewed for the whole duration when the person agrees again before its end', async () => {
    const person = newPerson()
    const day = 86_400_000
    const yearly = { agreement: { ...agreement, expiry: { months: 12 } } }
    service.skewMs = -345 * day
    const first = mount({ config: configOf(person, { ...yearly, now: () => Date.now() - 345 * day }) })
    await first.state('ready')
    expect(await first.consent().accept()).toBe('licensed')
    first.unmount()
    service.skewMs = 0
    const app = mount({ config: configOf(person, yearly) })
    await app.state('expiring')
    app.consent().reopen()
    await app.state('choosing')
    expect(await app.consent().accept()).toBe('licensed')
    const [renewed, before] = await storedFor(person)
    expect(renewed?.supersedes).toBe(before?.id)
    expect(before?.expiry).toBe(endOf({ months: 12 }, Date.now() - 345 * day))
    expect(renewed?.expiry).toBe(endOf({ months: 12 }, Date.now()))
    app.unmount()
    await mount({ config: configOf(person, yearly) }).state('already-licensed')
  })

  it('changed choices create a new license that replaces the old one, and dismissing changes nothing', async () => {
    const person = newPerson()
    const app = mount({ config: configOf(person) })
    await app.state('ready')
    app.consent().choose('support', true)
    await app.consent().accept()
    app.consent().reopen()
    await app.state('choosing')
    expect([...app.consent().granted]).toEqual(['support'])
    app.consent().dismiss()
    await app.state('already-licensed')
    app.consent().reopen()
    await app.state('choosing')
    // Regression: the client reported no change for the license that it already had, so the screen waited forever.
    expect(await app.consent().accept()).toBe('licensed')
    expect(await storedFor(person)).toHaveLength(1)
    app.consent().reopen()
    await app.state('choosing')
    app.consent().choose('support', false)
    expect(await app.consent().accept()).toBe('licensed')
    const active = (await storedFor(person)).filter(({ status }) => status === 'active')
    expect(active.map(({ uses }) => uses.flatMap((use) => use.usecases))).toEqual([['analytics']])
  })
})

describe('the client of a provider', () => {
  it('G10: another person gets another client, without the license of the first', async () => {
    const [one, two] = [newPerson(), newPerson()]
    const { userId: _, ...config } = configOf(one)
    const app = mount({ config, userId: one })
    await app.state('ready')
    await app.consent().accept()
    app.rerender({ userId: two })
    await app.state('ready')
    expect(app.licensed()).toBe(false)
    app.rerender({ userId: one })
    await app.state('already-licensed')
  })

  it('G10: leaving the page during a request loses nothing', async () => {
    const person = newPerson()
    let go = () => {}
    service.faults.add({ kind: 'delay', until: new Promise<void>((resolve) => (go = resolve)) }, CREATE)
    const app = mount({ config: configOf(person) })
    await app.state('ready')
    void app.consent().accept()
    await app.state('submitting')
    await expect.poll(() => service.requests.some(({ path }) => path === '/license/create')).toBe(true)
    app.unmount()
    go()
    await mount({ config: configOf(person) }).state('already-licensed')
    expect(await storedFor(person)).toHaveLength(1)
  })

  it('G9: an insecure page shows that it is unsupported, and can decline', async () => {
    const app = mount({ config: configOf(newPerson(), { crypto: null }) })
    await app.state('unsupported')
    expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull()
    app.consent().decline()
    await app.state('declined')
  })

  it('subscribes to an existing client and never closes it', async () => {
    const client = new ServiceClient(configOf(newPerson()))
    const app = mount({ client })
    await app.state('ready')
    app.unmount()
    expect(await client.createLicense()).toMatchObject({ status: 'active' })
    await client.close()
  })
})
