// The defaults of the options of the client and of the React kit. Times are in milliseconds, as in the options.
import { DAY_MS } from '../core/time-units.ts'

/** `timeoutMs`: the time limit of a request, and of loading the words of a language. 15 seconds. */
export const DEFAULT_TIMEOUT_MS = 15_000

/** `reaskAfterMs`: how long a person who declined is not asked again. 12 months. */
export const DEFAULT_REASK_AFTER_MS: number = 365 * DAY_MS

/** `refreshAfterMs`: how long after a response of the service the client asks about its license again. 24 hours. */
export const DEFAULT_REFRESH_AFTER_MS: number = DAY_MS

/** `permitCacheMs`: how long an answer about a use is kept. A withdrawal takes effect within this time. 5 seconds. */
export const DEFAULT_PERMIT_CACHE_MS = 5000

/** `prewarm`: the device key is created before the decision. */
export const DEFAULT_PREWARM = 'key'
