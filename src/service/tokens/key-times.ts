import { LicetError } from '../../core/errors.ts'
import { DAY_MS } from '../../core/time-units.ts'

/**
 * How long before its first signature a key is published at least, unless it replaces a key that leaked. Every process reads the keys once a
 * second, or returns 503. The rest is for a slow commit and for clocks.
 */
export const MIN_ROTATION_DELAY_MS = 10_000

/** Longest time from the creation of a key to its first signature: 30 days. */
export const MAX_ROTATION_DELAY_MS = 30 * DAY_MS

/** How long after its end a key cannot be removed: other processes can still sign with it, and store its receipts. */
export const REMOVAL_DELAY_MS = 10_000

/**
 * Checks the time from the creation of a key to its first signature.
 *
 * @throws {LicetError} `invalid_request`
 */
export function checkRotationDelay(delayMs: number): void {
  if (delayMs === 0 || (delayMs >= MIN_ROTATION_DELAY_MS && delayMs <= MAX_ROTATION_DELAY_MS)) return
  throw new LicetError(
    'invalid_request',
    `delayMs is ${delayMs}. No key was created. Use a number from ${MIN_ROTATION_DELAY_MS} to ${MAX_ROTATION_DELAY_MS}, ` +
      'so that every process publishes the key before it signs; or 0 after a leak, to sign immediately.',
    { field: 'delayMs' },
  )
}

const MAX_ROTATION_DAYS = 3650

/**
 * Checks how often the signing key is rotated automatically.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkKeyRotation(days: number): void {
  if (Number.isSafeInteger(days) && days >= 0 && days <= MAX_ROTATION_DAYS) return
  throw new LicetError(
    'invalid_configuration',
    `keyRotationDays is ${days}. The service did not start. Use a whole number of days up to ${MAX_ROTATION_DAYS}, or 0 to rotate only by hand.`,
    { field: 'keyRotationDays' },
  )
}
