import { LicetError } from '../../core/errors.ts'
import { MAX_BODY_BYTES } from '../../core/limits.ts'
import { toNetworkLimits } from '../auth/failure-limit.ts'
import { isLoopback } from './is-loopback.ts'
import { Overloaded } from './report-overload.ts'

/** Smallest value of `maxBufferedBytes`. */
export const MIN_BUFFERED_BYTES = 4 * MAX_BODY_BYTES

/** A body of at most this size is small: token requests, registrations and most licenses. */
const SMALL_BODY_BYTES = 16 * 1024
/** The part of the budget for larger bodies. The rest is for small ones, so that slow uploads cannot keep them out. */
const LARGE_PART = 3 / 4
/** The part of the budget that one network can use, and always one of the largest bodies. */
const NETWORK_PART = 1 / 8
/** The part that all networks of an IPv6 /48 can use together. A customer gets up to 65,536 /64. */
const WHOLE_NETWORK_PART = 1 / 4

const RETRY_AFTER_MS = 1000

/** The bytes of request bodies that the service has in memory, for all requests together. */
export interface BodyBudget {
  /** Opens the share of one request. Without an address, and from this machine, only the limit of all requests applies. */
  open(peerAddress?: string): BodyShare
}

/** The part of the budget that one request uses. */
export interface BodyShare {
  /**
   * Counts bytes of the body.
   *
   * @throws {LicetError} `unavailable`, with {@link Overloaded} as its cause, when the budget, or the part of the caller's network, is used up.
   */
  take(bytes: number): void
  /** Returns all bytes to the budget, after the response. */
  release(): void
}

/** Creates the budget. `onExceeded` is called for each refused body. */
export function createBodyBudget(maxBytes: number, onExceeded: () => void): BodyBudget {
  checkBufferedBytes(maxBytes)
  const limitOf = (part: number) => Math.max(maxBytes * part, MAX_BODY_BYTES)
  const networkLimits = { whole: limitOf(WHOLE_NETWORK_PART), part: limitOf(NETWORK_PART) }
  const networks = new Map<string, number>()
  let used = 0
  return {
    open: (peerAddress) => {
      const limits: ReadonlyMap<string, number> =
        peerAddress === undefined || isLoopback(peerAddress) ? new Map() : toNetworkLimits(peerAddress, networkLimits)
      let own = 0
      const add = (bytes: number) => {
        own += bytes
        used += bytes
        for (const network of limits.keys()) {
          const left = (networks.get(network) ?? 0) + bytes
          if (left > 0) networks.set(network, left)
          else networks.delete(network)
        }
      }
      return {
        take: (bytes) => {
          const limit = own + bytes > SMALL_BODY_BYTES ? maxBytes * LARGE_PART : maxBytes
          const isNetworkFull = [...limits].some(([network, most]) => (networks.get(network) ?? 0) + bytes > most)
          if (used + bytes > limit || isNetworkFull) {
            onExceeded()
            throw exceeded()
          }
          add(bytes)
        },
        release: () => add(-own),
      }
    },
  }
}

function exceeded(): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    'The service receives too many bodies at the same time. Nothing was done. Send the request again.',
    {
      retryAfterMs: RETRY_AFTER_MS,
      cause: new Overloaded(),
    },
  )
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
