import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ServiceClient, type ServiceClientConfig } from '../../../src/client/index.ts'
import { ConsentGate, ConsentProvider, useLicense, useWithdraw } from '../../../src/index.ts'
import { agreement, configOf, newPerson, offline, service } from '../../fixtures/react-harness.tsx'

const hands: { withdraw?: () => Promise<void>; permits?: (usecase: 'analytics') => boolean } = {}

afterEach(() => {
  cleanup()
  service.faults.clear()
})
afterAll(() => service.close())

/** The app of a person who agreed on an earlier visit. The gate is open. */
async function showOpen(more: Partial<ServiceClientConfig> = {}): Promise<void> {
  const person = newPerson()
  const earlier = new ServiceClient(configOf(person, { agreement: more.agreement ?? agreement }))
  await earlier.createLicense()
  await earlier.close()
  const Hands = (): ReactNode => {
    hands.withdraw = useWithdraw().withdraw
    hands.permits = useLicense().permits
    return null
  }
  render(
    <ConsentProvider config={configOf(person, more)}>
      <Hands />
      <ConsentGate usecase="analytics" fallback="Closed">
        Offers
      </ConsentGate>
    </ConsentProvider>,
  )
  await screen.findByText('Offers')
  expect(hands.permits?.('analytics')).toBe(true)
}

async function expectClosed(): Promise<void> {
  await screen.findByText('Closed')
  expect(screen.queryByText('Offers')).toBeNull()
  expect(hands.permits?.('analytics')).toBe(false)
}

/** Returns the configuration of an agreement that lasts for an hour, and a function that lets its end come. */
function endingAgreement(): { readonly more: Partial<ServiceClientConfig>; readonly end: () => void } {
  const HOUR_MS = 3_600_000
  let ahead = 0
  const due: (() => void)[] = []
  const more: Partial<ServiceClientConfig> = {
    agreement: { ...agreement, expiry: new Date(Date.now() + HOUR_MS).toISOString() },
    now: () => Date.now() + ahead,
    schedule: (callback, delayMs) => {
      // Only the timer for the end of the license, not one of the storage or of the page.
      if (delayMs > HOUR_MS / 2) due.push(callback)
      return () => {}
    },
  }
  const end = () => {
    ahead = 2 * HOUR_MS
    for (const run of due.splice(0)) run()
  }
  return { more, end }
}

describe('experience 13: a gate whose stored license still has the status active', () => {
  it('closes while a withdrawal waits for the network, and stays closed afterwards', async () => {
    const net = offline()
    await showOpen({ connectivity: net.connectivity })
    void hands.withdraw?.()
    await expectClosed()
    net.goOnline()
    await expect.poll(() => service.requests.at(-1)?.path).toBe('/license/create')
    await expectClosed()
  })

  it('closes when the withdrawal is refused', async () => {
    await showOpen()
    service.faults.add({ kind: 'status', status: 400, code: 'invalid_license' }, { path: '/license/create' })
    await hands.withdraw?.()
    await expect.poll(() => service.faults.pending).toBe(0)
    await expectClosed()
  })

  it('closes when the agreement ends', async () => {
    const { more, end } = endingAgreement()
    await showOpen(more)
    end()
    await expectClosed()
  })
})

describe('experience 13: a gate on a page that has loaded nothing but the gate', () => {
  /** Shows an open gate, and returns a client on the same storage, as another tab has one. */
  async function showThin(more: Partial<ServiceClientConfig> = {}): Promise<ServiceClient> {
    const config = configOf(newPerson(), more)
    const earlier = new ServiceClient(config)
    await earlier.createLicense()
    await earlier.close()
    render(
      <ConsentProvider config={config}>
        <ConsentGate usecase="analytics" fallback="Closed">
          Offers
        </ConsentGate>
      </ConsentProvider>,
    )
    await screen.findByText('Offers')
    return new ServiceClient(config)
  }

  it('closes when another tab withdraws, and opens when that tab agrees again', async () => {
    const tab = await showThin()
    await tab.revokeLicense()
    await screen.findByText('Closed')
    await tab.createLicense()
    await screen.findByText('Offers')
    await tab.close()
  })

  it('closes when another tab deletes what is stored', async () => {
    const tab = await showThin()
    await tab.clear()
    await screen.findByText('Closed')
    await tab.close()
  })

  it('closes when the license ends', async () => {
    const { more, end } = endingAgreement()
    const tab = await showThin(more)
    end()
    await screen.findByText('Closed')
    await tab.close()
  })
})
