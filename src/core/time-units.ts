/** Milliseconds of a second. */
export const SECOND_MS = 1000

/** Milliseconds of a minute. */
export const MINUTE_MS = 60_000

/** Milliseconds of an hour. */
export const HOUR_MS = 3_600_000

/** Milliseconds of a day. */
export const DAY_MS: number = 24 * HOUR_MS
