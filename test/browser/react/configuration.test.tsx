import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configOf, mount, newPerson, service } from '../../fixtures/react-harness.tsx'

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
