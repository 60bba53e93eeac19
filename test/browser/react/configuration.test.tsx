import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { agreement, configOf, mount, newPerson, service } from '../../fixtures/react-harness.tsx'

const consoleError = vi.spyOn(console, 'error')

beforeEach(() => {
  consoleError.mockClear()
})
afterEach(cleanup)
afterAll(() => service.close())

const printed = () => consoleError.mock.calls.map(([text]) => String(text))

// Regression: the person saw only that the attempt failed, and the developer saw nothing.
it.each([
  [
    'invalid_client',
    { provider: { ...service.provider, id: crypto.randomUUID() } },
    'to the values that `licet provider create` printed',
  ],
  ['invalid_configuration', { issuer: 'http://127.0.0.1:8787' }, 'localhost is not 127.0.0.1'],
  ['not_found', { trailUrl: `${service.authUrl}/elsewhere` }, 'to the address that `licet serve` prints'],
])('experience 11: prints %s on the console once, with the fix and without a secret', async (code, wrong, fix) => {
  const person = newPerson()
  const app = mount({ config: configOf(person, wrong) })
  await app.state('ready')
  expect(await app.consent().accept()).toBe('submit-error')
  await expect.poll(() => app.consent().error?.code).toBe(code)
  await expect.poll(printed).toEqual([expect.stringMatching(new RegExp(`^Licet: ${code}\\.`))])
  expect(printed()[0]).toContain(fix)
  expect(printed()[0]).not.toContain(person)
  expect(await app.consent().accept()).toBe('submit-error')
  app.unmount()
  expect(printed()).toHaveLength(1)
})

it('experience 11: prints nothing for an error that the configuration does not cause', async () => {
  const app = mount({ config: configOf(newPerson()) })
  await app.state('ready')
  service.faults.add({ kind: 'status', status: 400, code: 'invalid_license' }, { path: '/license/create' })
  expect(await app.consent().accept()).toBe('submit-error')
  app.unmount()
  expect(printed()).toEqual([])
})

// Regression: a date from `Date.now()` made another client at each render, and the person was asked again after each reload.
it('keeps the client when only the end date moves with the clock, and prints the option that counts from the decision', async () => {
  const person = newPerson()
  const inAYear = () => ({ config: configOf(person, { agreement: { ...agreement, expiry: fromNow() } }) })
  let later = 0
  const fromNow = () => new Date(Date.now() + 365 * 86_400_000 + ++later).toISOString()
  const app = mount(inAYear())
  await app.state('ready')
  app.rerender(inAYear())
  await app.state('ready')
  const { agreement: kept } = app.consent()
  for (let renders = 0; renders < 20; renders++) app.rerender(inAYear())
  await expect
    .poll(printed)
    .toEqual([expect.stringContaining('expiry. The end date of the agreement changed twice within a minute')])
  expect(printed()[0]).toContain('{ months: 12 }')
  expect(app.consent().agreement).toBe(kept)
  expect(await app.consent().accept()).toBe('licensed')
  // Any other change is a change of the agreement.
  app.rerender({ config: configOf(person, { agreement: { ...agreement, expiry: fromNow(), compensation: '20 points' } }) })
  await app.state('update-material')
  expect(app.consent().agreement.compensation).toBe('20 points')
})

it('makes one client for identity tokens that differ between renders', async () => {
  const person = newPerson()
  const withToken = () => ({ config: configOf(person, { identity: crypto.randomUUID() }) })
  const app = mount(withToken())
  await app.state('ready')
  const { agreement: first } = app.consent()
  app.rerender(withToken())
  expect(app.consent().agreement).toBe(first)
  // The service refuses the text, which is no token.
  expect(await app.consent().accept()).toBe('submit-error')
  await expect.poll(() => app.consent().error?.code).toBe('invalid_identity')
  await expect.poll(printed).toEqual([expect.stringContaining('Create it with createIdentityToken()')])
})

it('makes one client for an inline duration, and asks nobody again after a reload', async () => {
  const person = newPerson()
  const yearly = () => ({ config: configOf(person, { agreement: { ...agreement, expiry: { months: 12 } } }) })
  const app = mount(yearly())
  await app.state('ready')
  const { agreement: first } = app.consent()
  app.rerender(yearly())
  expect(app.consent().agreement).toBe(first)
  expect(await app.consent().accept()).toBe('licensed')
  app.unmount()
  const reloaded = mount(yearly())
  await reloaded.state('already-licensed')
  expect(printed()).toEqual([])
})
