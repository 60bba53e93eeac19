import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ConsentGate } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { appear, expectAccessible, show } from './harness.tsx'

afterEach(cleanup)

describe('a gate that no press can open, or that closed without an act of the person', () => {
  const gate = <ConsentGate usecase="analytics">Offers</ConsentGate>

  // Regression: the gate offered a request, which could only report that the browser cannot sign.
  it('reports a browser that cannot sign, and offers no request', async () => {
    await show(gate, { state: 'unsupported' })
    const placeholder = await appear('.licet-message[data-part="gate"]')
    expect(placeholder.textContent).toBe(en['status.unsupported.title'] + en['status.unsupported'])
    await expectAccessible()
  })

  // Regression: the gate asked as if the person had never agreed.
  it('experience 26: names the day on which the license ended', async () => {
    await show(gate, { state: 'expired' })
    const { textContent } = await appear('.licet-message[data-part="gate"]')
    expect(textContent).toMatch(/^Your permission for Bramble Market has ended.*It ended on \d+\s\w+\s20\d\d\./)
    expect(textContent).toContain(en['gate.ask'])
  })
})
