const RFC3339_UTC = /^((?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?Z$/

/**
 * Reads an RFC 3339 timestamp in UTC (`2027-01-31T00:00:00Z`) as milliseconds since the epoch, or `undefined` when it is none.
 *
 * Stricter than `Date.parse`: no other zone, no day that the month does not have, no leap second, no year 0000, which PostgreSQL
 * does not have.
 */
export function parseTimestamp(text: string): number | undefined {
  const seconds = RFC3339_UTC.exec(text)?.[1]
  const epochMs = Date.parse(text)
  // Where engines read a day or an hour that there is not as the next one, it comes back as another text.
  const exists = seconds !== undefined && !Number.isNaN(epochMs) && toTimestamp(epochMs).startsWith(seconds)
  return exists ? epochMs : undefined
}

/** Writes milliseconds since the epoch as an RFC 3339 timestamp in UTC with milliseconds, the form of every time on the wire. */
export function toTimestamp(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
