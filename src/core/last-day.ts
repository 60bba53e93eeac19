import { DAY_MS, MINUTE_MS } from './time-units.ts'

/**
 * Returns the last moment of the last whole day before an end, in UTC: an end at midnight names the day before. An end in the last minute of
 * a day counts as the end of that day. Returns other text unchanged.
 */
export function lastDayOf(end: string): string {
  const days = Math.floor((Date.parse(end) + MINUTE_MS) / DAY_MS)
  return Number.isNaN(days) ? end : new Date(days * DAY_MS - 1).toISOString()
}
