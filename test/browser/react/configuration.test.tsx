import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configOf, mount, newPerson, service } from '../../fixtures/react-harness.tsx'

const said = vi.spyOn(console, 'error')

beforeEach(() => {
  said.mockClear()
})
afterEach(cleanup)
afterAll(() => service.close())

const told = () => said.mock.calls.map(([text]) => String(text))

// A person is told no more than that it failed, and nobody else was told anything.
it.each([
  [
    'invalid_client',
    { provider: { ...service.provider, id: crypto.randomUUID() } },
    'to the values that `licet provider create` printed',
  ],
  ['invalid_configuration', { issuer: 'http://127.0.0.1:8787' }, 'localhost is not 127.0.0.1'],
  ['not_found', { trailUrl: `${service.authUrl}/elsewhere` }, 'to the address that `licet serve` prints'],
])('experience 11: %s is told on the console once, with its fix and no secret', async (code, wrong, fix) => {
  const person = newPerson()
  const bench = mount({ config: configOf(person, wrong) })
  await bench.state('ready')
  expect(await bench.consent().accept()).toBe('submit-error')
  expect(bench.consent().error?.code).toBe(code)
  await expect.poll(told).toEqual([expect.stringMatching(new RegExp(`^Licet: ${code}\\.`))])
  expect(told()[0]).toContain(fix)
  expect(told()[0]).not.toContain(person)
  expect(await bench.consent().accept()).toBe('submit-error')
  bench.unmount()
  expect(told()).toHaveLength(1)
})

it('experience 11: what the configuration cannot help is not told there', async () => {
  const bench = mount({ config: configOf(newPerson()) })
  await bench.state('ready')
  service.faults.add({ kind: 'status', status: 400, code: 'invalid_license' }, { path: '/license/create' })
  expect(await bench.consent().accept()).toBe('submit-error')
  bench.unmount()
  expect(told()).toEqual([])
})
