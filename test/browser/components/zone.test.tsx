import { cleanup, render } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { cdp } from 'vitest/browser'
import { ServiceClient } from '../../../src/client/index.ts'
import { LicenseReceipt, LicenseSummary } from '../../../src/components/index.ts'
import type { License } from '../../../src/core/license.ts'
import { compileTerms, defineAgreement } from '../../../src/terms/index.ts'
import { configOf, newPerson, service } from '../../fixtures/react-harness.tsx'
import { agreement as input } from '../../fixtures/story-world.ts'
import { find } from './harness.tsx'

interface Session {
  readonly send: (method: 'Emulation.setTimezoneOverride', params: { readonly timezoneId: string }) => Promise<unknown>
}

const inZone = (timezoneId: string) => (cdp() as unknown as Session).send('Emulation.setTimezoneOverride', { timezoneId })

// A zone where the next day has started when it is nearly midnight in UTC.
beforeAll(() => inZone('Asia/Tokyo'))
afterAll(async () => {
  await inZone('')
  await service.close()
})
afterEach(cleanup)

const expiry = '2028-01-01T00:00:00Z'
const agreement = defineAgreement({ ...input, expiry })

// Regression: the day was in the time zone of the reader, so it differed from the terms and from the server.
it('F9: a license ends on the last whole day that the terms state, in every zone', () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('Asia/Tokyo')
  expect(compileTerms(agreement)).toContain('Its last full day is 31 December 2027')
  render(<LicenseSummary agreement={agreement} />)
  expect(find('[data-line="duration"] dd').textContent).toBe('Until 31\u00a0December 2027, or until you stop')
})

it('F9: a receipt hydrates without a mismatch, and then shows the local time', async () => {
  const client = new ServiceClient(configOf(newPerson(), { agreement: { ...input, expiry } }))
  const license: License = { ...(await client.createLicense()), timestamp: '2026-12-31T22:30:00.000Z' }
  await client.close()
  const receipt = <LicenseReceipt license={license} company="Acme" />
  const place = document.createElement('div')
  document.body.append(place)
  place.innerHTML = renderToString(receipt)
  const time = () => place.querySelector('time')?.textContent
  expect(time()).toBe('31\u00a0December 2026 at 22:30\u00a0UTC')
  const mismatches: unknown[] = []
  const root = hydrateRoot(place, receipt, { onRecoverableError: (error) => mismatches.push(error) })
  await expect.poll(time).toBe('1\u00a0January 2027 at 07:30\u00a0GMT+9')
  expect(place.textContent).toContain('Active until 31\u00a0December 2027')
  expect(mismatches).toEqual([])
  root.unmount()
  place.remove()
})
