const RFC3339_UTC = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?Z$/
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Reads an RFC 3339 timestamp in UTC (`2027-01-31T00:00:00Z`) as milliseconds since the epoch, or `undefined` when it is none.
 *
 * Stricter than `Date.parse`: no other zone, no day that the month does not have, no leap second.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = RFC3339_UTC.exec(text)
  if (match === null) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [number, number, number, number, number, number]
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0
  const days = (DAYS[month - 1] ?? 0) + leap
  if (day < 1 || day > days || hour > 23 || minute > 59 || second > 59) return undefined
  return Date.parse(text)
}

/** Writes milliseconds since the epoch as an RFC 3339 timestamp in UTC with milliseconds, the form of every time on the wire. */
export function toTimestamp(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
