/** Largest request body in bytes; a larger one is 413 `payload_too_large`. */
export const MAX_BODY_BYTES = 256 * 1024

/** Lifetime in seconds of an access token when the request names none. */
export const DEFAULT_EXPIRES_SECONDS = 600

/** Longest lifetime in seconds that a token request may ask for. */
export const MAX_EXPIRES_SECONDS = 86_400

/** Lifetime in seconds of a refresh token: 30 days. */
export const REFRESH_TOKEN_SECONDS = 30 * 86_400

/** Tolerance in seconds between two clocks when a token's times are checked. */
export const CLOCK_SKEW_SECONDS = 60

/** Licenses on one page of a list: by default, and at most. */
export const LICENSE_PAGE = { default: 20, max: 100 } as const
