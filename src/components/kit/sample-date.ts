/** A date for the place of one that is not known yet. It is as long as most dates. */
export const SAMPLE_DATE = '2026-11-23T00:00:00Z'
