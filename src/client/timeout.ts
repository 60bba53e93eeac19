/** Time in milliseconds that a request may take. A module of its own: whoever needs the number does not load the transport. */
export const DEFAULT_TIMEOUT_MS = 15_000

/** Longest delay that `setTimeout` keeps to, in milliseconds. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1
