const RFC3339_UTC = /^((?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?Z$/

/**
 * Reads an RFC 3339 timestamp in UTC (`2027-01-31T00:00:00Z`) as milliseconds since the epoch, or returns `undefined`.
 *
 * Stricter than `Date.parse`: refuses other zones, days that the month does not have, leap seconds and the year 0000, which PostgreSQL
 * does not have.
 */
export function parseTimestamp(text: string): number | undefined {
  const seconds = RFC3339_UTC.exec(text)?.[1]
  const epochMs = Date.parse(text)
  // Some engines read 31 February as 3 March. Writing the date again finds it.
  const exists = seconds !== undefined && !Number.isNaN(epochMs) && toTimestamp(epochMs).startsWith(seconds)
  return exists ? epochMs : undefined
}

/** Writes milliseconds since the epoch as RFC 3339 in UTC with milliseconds, the form of every time on the wire. */
export function toTimestamp(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

/** 10000-01-01T00:00:00Z. A time of the wire has a year of four digits. */
const MAX_EPOCH_SECONDS = 253_402_300_800

/** Returns whether a value is a time of a token or receipt: whole seconds since the epoch, in a year of four digits. */
export function isEpochSecond(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < MAX_EPOCH_SECONDS && value % 1 === 0
}
