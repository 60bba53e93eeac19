/** OIDs of the column types that the two drivers parse differently. */
export const COLUMN_TYPES = { int8: 20, timestamptz: 1184 } as const

/** Parses int8 as a number. Positions and counts stay within the safe range. */
export function parseInt8(text: string): number {
  return Number(text)
}

/** Parses timestamptz as milliseconds since the epoch, in any time zone of the session. */
export function parseTimestamptz(text: string): number {
  const iso = text
    .replace(' ', 'T')
    .replace(/([+-]\d{2})(\d{2})?$/, (_, hours: string, minutes?: string) => `${hours}:${minutes ?? '00'}`)
  return Date.parse(iso)
}
