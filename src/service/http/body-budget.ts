import { LicetError } from '../../core/errors.ts'
import { MAX_BODY_BYTES } from '../../core/limits.ts'

/** Default of `maxBufferedBytes`: 128 of the largest bodies. */
export const MAX_BUFFERED_BYTES = 128 * MAX_BODY_BYTES
/** Smallest value of `maxBufferedBytes`. */
export const MIN_BUFFERED_BYTES = 4 * MAX_BODY_BYTES

/** A body of at most this size is small: token requests, registrations and most licenses. */
const SMALL_BODY_BYTES = 16 * 1024
/** The part of the budget for larger bodies. The rest is for small ones, so that slow uploads cannot keep them out. */
const LARGE_PART = 3 / 4

const RETRY_AFTER_MS = 1000

/** The bytes of request bodies that the service has in memory, for all requests together. */
export interface BodyBudget {
  /** Opens the share of one request. */
  open(): BodyShare
}

/** The part of the budget that one request uses. */
export interface BodyShare {
  /**
   * Counts bytes of the body.
   *
   * @throws {LicetError} `unavailable`, with {@link BudgetExceeded} as its cause, when the budget is used up.
   */
  take(bytes: number): void
  /** Returns all bytes to the budget, after the response. */
  release(): void
}

/** Cause of the error of a request for whose body there is no memory. It is reported as `overloaded`, not once for each request. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
}

/** Creates the budget. `onExceeded` is called for each refused body. */
export function createBodyBudget(maxBytes: number, onExceeded: () => void): BodyBudget {
  checkBufferedBytes(maxBytes)
  let used = 0
  return {
    open: () => {
      let own = 0
      return {
        take: (bytes) => {
          const limit = own + bytes > SMALL_BODY_BYTES ? maxBytes * LARGE_PART : maxBytes
          if (used + bytes > limit) {
            onExceeded()
            throw exceeded()
          }
          own += bytes
          used += bytes
        },
        release: () => {
          used -= own
          own = 0
        },
      }
    },
  }
}

function exceeded(): LicetError<'unavailable'> {
  return new LicetError('unavailable', 'The service receives too many bodies at once. Nothing was done. Send the request again.', {
    retryAfterMs: RETRY_AFTER_MS,
    cause: new BudgetExceeded(),
  })
}

/**
 * Refuses a budget that has no room for a few bodies.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkBufferedBytes(maxBytes: number): void {
  if (Number.isSafeInteger(maxBytes) && maxBytes >= MIN_BUFFERED_BYTES) return
  throw new LicetError(
    'invalid_configuration',
    `maxBufferedBytes is ${maxBytes}. The service did not start. Use a whole number of at least ${MIN_BUFFERED_BYTES}.`,
    { field: 'maxBufferedBytes' },
  )
}
