/** OIDs of the column types that PostgreSQL's drivers read differently. */
export const COLUMN_TYPES = { int8: 20, timestamptz: 1184 } as const

/** Reads int8 as a number; what we keep in one (positions, counts) never leaves the safe range. */
export function parseInt8(text: string): number {
  return Number(text)
}

/** Reads timestamptz as milliseconds since the epoch, whatever time zone the session writes it in. */
export function parseTimestamptz(text: string): number {
  const iso = text
    .replace(' ', 'T')
    .replace(/([+-]\d{2})(\d{2})?$/, (_, hours: string, minutes?: string) => `${hours}:${minutes ?? '00'}`)
  return Date.parse(iso)
}
