import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../../../src/client/index.ts'
import { endOf } from '../../../src/core/duration.ts'
import { agreement, newUserId, openService } from '../../fixtures/client.ts'
import { templateOf } from '../../fixtures/templates.ts'

const { test, open } = await openService()

const DAY_MS = 86_400_000
const yearly = { ...agreement, expiry: { months: 12 } } as const

/** A device and a service whose clocks can be moved. */
function deviceAt(start: number) {
  const clock = { now: start }
  const storage = createMemoryStorage()
  const userId = newUserId()
  return {
    move(time: number) {
      clock.now = time
      test.skewMs = time - Date.now()
    },
    openTab: (asked: typeof agreement = yearly) =>
      open(test, { storage, userId, agreement: asked, now: () => clock.now, schedule: () => () => {} }),
  }
}

/** The start of a day in UTC, this many days from now. */
const dayFromNow = (days: number) => (Math.floor(Date.now() / DAY_MS) + days) * DAY_MS

describe('an agreement for 12 months from the day of the decision', () => {
  it('is named in the signed text, and the record has the end of that day', async () => {
    const client = open(test, { agreement: yearly })
    expect(client.terms()).toContain('It ends 12 months from the day you agree, or sooner if you withdraw it.')
    const license = await client.createLicense()
    expect(license).toMatchObject({ terms: client.terms(), expiry: endOf({ months: 12 }, Date.now()), 'x-duration': 'P12M' })
    expect(license.expiry).toMatch(/T23:59:59\.999Z$/)
  })

  it('is not asked for again after a reload, on any later day', async () => {
    const device = deviceAt(dayFromNow(1))
    device.move(dayFromNow(1))
    const license = await device.openTab().createLicense()
    for (const days of [0, 1, 40, 300]) {
      device.move(dayFromNow(1 + days))
      const tab = device.openTab()
      expect(await tab.getLicense()).toEqual(license)
      expect(tab.getSnapshot()).toMatchObject({ licensed: true, needs: 'nothing', change: undefined })
      // Agreeing again to the same agreement signs nothing.
      expect(await tab.createLicense()).toEqual(license)
    }
    const spanish = device.openTab({ ...yearly, template: templateOf('es', 'rewards') })
    expect(spanish.terms()).toContain('Termina 12 meses después del día en que aceptas')
    await spanish.getLicense()
    expect(spanish.getSnapshot()).toMatchObject({ licensed: true, needs: 'nothing' })
  })

  it('is one license with one end when two tabs agree on both sides of midnight', async () => {
    const midnight = dayFromNow(2)
    const device = deviceAt(midnight - 1)
    device.move(midnight - 1)
    const [one, other] = [device.openTab(), device.openTab()]
    await Promise.all([one.getLicense(), other.getLicense()])
    const first = one.createLicense()
    device.move(midnight + 1)
    const [a, b] = await Promise.all([first, other.createLicense()])
    expect(b).toEqual(a)
    expect([midnight - 1, midnight].map((time) => endOf({ months: 12 }, time))).toContain(a.expiry)
    expect(test.requests.filter(({ path }) => path.endsWith('/license/create'))).toHaveLength(1)
  })

  it('is renewed for another 12 months by agreeing again in its last 30 days', async () => {
    const device = deviceAt(dayFromNow(1))
    device.move(dayFromNow(1))
    const license = await device.openTab().createLicense()
    device.move(Date.parse(license.expiry ?? '') - 10 * DAY_MS)
    const renewed = await device.openTab().createLicense()
    expect(renewed).toMatchObject({ supersedes: license.id, terms: license.terms })
    expect(Date.parse(renewed.expiry ?? '') - Date.parse(license.expiry ?? '')).toBeGreaterThan(300 * DAY_MS)
    expect(await device.openTab().createLicense()).toEqual(renewed)
  })

  it('is asked for again after its end', async () => {
    const device = deviceAt(dayFromNow(1))
    device.move(dayFromNow(1))
    const license = await device.openTab().createLicense()
    device.move(Date.parse(license.expiry ?? '') + 1)
    const tab = device.openTab()
    await tab.getLicense()
    expect(tab.getSnapshot()).toMatchObject({ licensed: false, needs: 'first' })
  })

  it.each([
    ['another duration', { months: 24 }],
    ['a date', '2099-01-01T00:00:00Z'],
    ['no end', null],
  ])('is an update when the configuration changes to %s', async (_, expiry) => {
    const device = deviceAt(Date.now())
    await device.openTab().createLicense()
    const tab = device.openTab({ ...agreement, expiry })
    await tab.getLicense()
    expect(tab.getSnapshot()).toMatchObject({ licensed: true, needs: 'update', change: { from: { 'x-duration': 'P12M' } } })
  })

  it('is withdrawn with its own end', async () => {
    const client = open(test, { agreement: yearly })
    const license = await client.createLicense()
    expect(await client.revokeLicense()).toMatchObject({ uses: [], expiry: license.expiry, 'x-duration': 'P12M' })
  })
})

it('refuses a later end than the duration allows, when the clock of the device is a year ahead', async () => {
  const client = open(test, { agreement: yearly, now: () => Date.now() + 366 * DAY_MS })
  await expect(client.createLicense()).rejects.toMatchObject({ code: 'invalid_license' })
})
