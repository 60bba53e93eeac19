import { toTimestamp } from './timestamp.ts'

/** How long a license lasts, counted from the day of the decision: whole days, months or years. It has exactly one member. */
export type Duration =
  | { readonly days: number; readonly months?: undefined; readonly years?: undefined }
  | { readonly months: number; readonly days?: undefined; readonly years?: undefined }
  | { readonly years: number; readonly days?: undefined; readonly months?: undefined }

/** A unit of a {@link Duration}. */
export type DurationUnit = 'day' | 'month' | 'year'

/** The mean length of each unit in days, in the Gregorian calendar. */
const DAYS = { day: 1, month: 365.2425 / 12, year: 365.2425 } as const
const MAX_DAYS = 100 * DAYS.year

/** Returns the unit and the count of a duration. */
export function partsOf({ days, months, years }: Duration): readonly [unit: DurationUnit, count: number] {
  if (days !== undefined) return ['day', days]
  return months === undefined ? ['year', years ?? 0] : ['month', months]
}

/** Returns whether a value is a duration: one known unit, with a whole number from 1 to 100 years. */
export function isDuration(value: object): value is Duration {
  const given = Object.entries(value).filter(([, count]) => count !== undefined)
  const [name = '', count] = given[0] ?? []
  const days = Object.entries(DAYS).find(([unit]) => name === `${unit}s`)?.[1]
  return given.length === 1 && Number.isInteger(count) && count > 0 && count * (days ?? Infinity) <= MAX_DAYS
}

/** Writes a duration in ISO 8601: `P12M`. */
export function toIsoDuration(duration: Duration): string {
  const [unit, count] = partsOf(duration)
  return `P${count}${unit.charAt(0).toUpperCase()}`
}

/** Reads what {@link toIsoDuration} writes. Returns `undefined` for any other value. */
export function fromIsoDuration(value: unknown): Duration | undefined {
  const [, count, letter] = /^P([1-9]\d{0,4})([DMY])$/.exec(String(value)) ?? []
  const duration = letter === 'D' ? { days: Number(count) } : letter === 'M' ? { months: Number(count) } : { years: Number(count) }
  return isDuration(duration) ? duration : undefined
}

/** Returns the mean length of a duration in days. Use it only to compare durations: 12 months are as long as 1 year. */
export function daysOf(duration: Duration): number {
  const [unit, count] = partsOf(duration)
  return count * DAYS[unit]
}

/**
 * Returns the end of a license: the last millisecond of its last day, in UTC, as RFC 3339.
 *
 * A day that the last month does not have becomes the last day of that month: 31 January and one month is 28 or 29 February.
 *
 * @param decidedAt Time of the decision, in milliseconds since the epoch. Every time of a day in UTC gives the same end.
 */
export function endOf(duration: Duration, decidedAt: number): string {
  const { days = 0, months = 0, years = 0 } = duration
  const start = new Date(decidedAt)
  const year = start.getUTCFullYear() + years
  const month = start.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return toTimestamp(Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay) + days + 1) - 1)
}
