import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { configOf, mount, newPerson, screen, service } from './harness.tsx'

afterEach(() => {
  cleanup()
  service.online = true
  service.faults.clear()
})
afterAll(() => service.close())

describe('useConsent', () => {
  it('asks, agrees and finds the license again', async () => {
    const person = newPerson()
    const bench = mount({ config: configOf(person) })
    expect(bench.consent().state).toBe('checking')
    await bench.state('ready')
    const text = screen.getByText(/Acme/, { selector: 'pre' }).textContent
    expect(await bench.consent().accept()).toBe('licensed')
    await bench.state('licensed')
    expect(bench.events.map(({ type }) => type)).toEqual(['shown', 'accepted'])
    bench.unmount()
    const again = mount({ config: configOf(person) })
    expect(await again.state('already-licensed')).toBe('already-licensed')
    expect(text).toContain('Acme')
  })
})
