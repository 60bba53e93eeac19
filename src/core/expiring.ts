import { DURATION_MEMBER, type License } from './license.ts'
import { DAY_MS } from './time-units.ts'
import { parseTimestamp } from './timestamp.ts'

/** How long before its expiry a license is expiring, in milliseconds: 30 days. */
const EXPIRING_MS = 30 * DAY_MS

/**
 * Returns whether a license in force ends soon: within 30 days, and within the last quarter of a duration, so that a license of a week does
 * not start as "ends soon".
 */
export function isExpiring(license: License, nowMs: number): boolean {
  const endsMs = license.expiry === undefined ? undefined : parseTimestamp(license.expiry)
  if (endsMs === undefined) return false
  const startsMs = license[DURATION_MEMBER] === undefined ? undefined : parseTimestamp(license.timestamp)
  const quarterMs = startsMs === undefined ? EXPIRING_MS : (endsMs - startsMs) / 4
  return endsMs - nowMs < Math.min(EXPIRING_MS, quarterMs)
}
