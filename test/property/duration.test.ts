import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Duration, daysOf, endOf, fromIsoDuration, isDuration, toIsoDuration } from '../../src/core/duration.ts'

const DAY_MS = 86_400_000
const instant = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2400, 0, 1) })
const duration: fc.Arbitrary<Duration> = fc.oneof(
  fc.integer({ min: 1, max: 36_500 }).map((days) => ({ days })),
  fc.integer({ min: 1, max: 1200 }).map((months) => ({ months })),
  fc.integer({ min: 1, max: 100 }).map((years) => ({ years })),
)
const dayOf = (ms: number | string) => new Date(ms).toISOString().slice(0, 10)
const daysIn = (year: number, month: number) => [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

describe('the end of a duration', () => {
  it('is the last millisecond of a day in UTC, and the same for every time of the day of the decision', () => {
    fc.assert(
      fc.property(duration, instant, fc.integer({ min: 0, max: DAY_MS - 1 }), (lasts, at, time) => {
        const end = endOf(lasts, at)
        expect(end).toMatch(/T23:59:59\.999Z$/)
        expect(endOf(lasts, at - (at % DAY_MS) + time)).toBe(end)
      }),
    )
  })

  it('is so many days later, across leap days and changes of the clock', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 36_500 }), instant, (days, at) => {
        expect(dayOf(endOf({ days }, at))).toBe(dayOf(at + days * DAY_MS))
      }),
    )
  })

  it('is the same day of a later month, or the last day of that month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1200 }), instant, (months, at) => {
        const [year = 0, month = 0, day = 0] = dayOf(at).split('-').map(Number)
        const index = year * 12 + month - 1 + months
        const [inYear, inMonth] = [Math.floor(index / 12), index % 12]
        const expected = [inYear, inMonth + 1, Math.min(day, daysIn(inYear, inMonth))]
        expect(dayOf(endOf({ months }, at)).split('-').map(Number)).toEqual(expected)
      }),
    )
  })

  it('of a number of years equals twelve times as many months', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), instant, (years, at) => {
        expect(endOf({ years }, at)).toBe(endOf({ months: years * 12 }, at))
        expect(daysOf({ years })).toBeCloseTo(daysOf({ months: years * 12 }))
      }),
    )
  })

  it('never comes earlier for a later decision', () => {
    fc.assert(
      fc.property(duration, instant, instant, (lasts, one, other) => {
        const [earlier, later] = one < other ? [one, other] : [other, one]
        expect(endOf(lasts, earlier) <= endOf(lasts, later)).toBe(true)
      }),
    )
  })

  it.each([
    [{ months: 1 }, '2027-01-31T12:00:00Z', '2027-02-28'],
    [{ months: 1 }, '2028-01-31T12:00:00Z', '2028-02-29'],
    [{ months: 12 }, '2028-02-29T12:00:00Z', '2029-02-28'],
    [{ years: 4 }, '2028-02-29T12:00:00Z', '2032-02-29'],
    [{ months: 3 }, '2026-11-30T23:59:59.999Z', '2027-02-28'],
    [{ months: 12 }, '2026-11-22T00:00:00Z', '2027-11-22'],
    [{ days: 1 }, '2026-12-31T23:59:59Z', '2027-01-01'],
    // The clock changes on this day in many zones. UTC has no such change.
    [{ days: 1 }, '2027-03-27T23:30:00Z', '2027-03-28'],
    [{ years: 100 }, '2000-02-29T00:00:00Z', '2100-02-28'],
  ] satisfies [Duration, string, string][])('of %o from %s is %s', (lasts, from, day) => {
    expect(endOf(lasts, Date.parse(from))).toBe(`${day}T23:59:59.999Z`)
  })
})

describe('a duration in ISO 8601', () => {
  it('reads as the written duration', () => {
    fc.assert(
      fc.property(duration, (lasts) => {
        expect(fromIsoDuration(toIsoDuration(lasts))).toEqual(lasts)
      }),
    )
  })

  it.each(['P0M', 'P1W', 'P1Y6M', 'PT5H', 'P-1D', 'p1d', 'P1201M', '', 12, null, undefined])('is not %o', (value) => {
    expect(fromIsoDuration(value)).toBeUndefined()
  })
})

it.each([
  {},
  { months: 0 },
  { months: 1.5 },
  { months: -1 },
  { months: '12' },
  { weeks: 2 },
  { days: 1, months: 1 },
  { years: 101 },
])('%o is no duration', (value) => {
  expect(isDuration(value)).toBe(false)
})
