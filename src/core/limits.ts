/**
 * Every limit of the wire: how long tokens live, and how large a request, a license or a text may be. `page-sizes.ts` has the
 * sizes of lists.
 *
 * The client and the service import these same numbers. `docs/reference/protocol.md`, section 7, lists them for readers.
 */

const SECONDS_PER_DAY = 86_400

// Tokens (interface, section 2.1; wire decisions, section 5).

/** Lifetime of an access token in seconds when the request has no `expires`. */
export const DEFAULT_EXPIRES_SECONDS = 600

/** Longest lifetime of an access token in seconds: the largest `expires` of a request. */
export const MAX_EXPIRES_SECONDS = SECONDS_PER_DAY

/** Lifetime of a refresh token in days. */
export const REFRESH_TOKEN_DAYS = 30

/** Lifetime of a refresh token in seconds. */
export const REFRESH_TOKEN_SECONDS = REFRESH_TOKEN_DAYS * SECONDS_PER_DAY

/** Longest period in which a used refresh token is still accepted, in milliseconds. */
export const MAX_REFRESH_REUSE_GRACE_MS = 600_000

/** Longest life of a chain of refresh tokens, in days. */
export const MAX_REFRESH_CHAIN_DAYS = 3650

/** How far in seconds the clock of another machine may be ahead when the times of a token are checked. */
export const CLOCK_SKEW_SECONDS = 60

/** Longest compact JWS that the service reads, in ASCII characters. A token of the service has about 600. */
export const MAX_TOKEN_CHARS = 4096

/** Longest `scope` of a token request, in UTF-16 units. */
export const MAX_SCOPE_CHARS = 1024

/** Maximum number of parameters in a form. The largest form of the interface has 6. */
export const MAX_FORM_PARAMETERS = 64

// Requests and responses (wire decisions, sections 1 and 4).

/** Largest request body in bytes. The service refuses a larger one with 413 `payload_too_large`. */
export const MAX_BODY_BYTES = 256 * 1024

/** Largest response body that the client reads, in bytes. */
export const MAX_RESPONSE_BYTES = 4 * 1024 * 1024

/** Deepest nesting of objects and arrays in JSON. The limit keeps hostile input from exhausting the stack. */
export const MAX_JSON_DEPTH = 32

/** Maximum number of JSON values in a request: objects, arrays, strings, numbers, `true`, `false` and `null`, each counted once. */
export const MAX_REQUEST_VALUES = 5000

/** Deepest nesting of objects and arrays in a request. The body itself is the first level. */
export const MAX_REQUEST_DEPTH = 16

// Licenses (interface, section 2.4; wire decisions, section 3).

/** Longest `description` of a license, in UTF-16 units. */
export const MAX_DESCRIPTION_CHARS = 2000

/** Longest `origin` of a license, in UTF-16 units. */
export const MAX_ORIGIN_CHARS = 255

/** Longest `ptr` of a license, and longest `id` of a registration, in UTF-16 units. */
export const MAX_PTR_CHARS = 256

/** Longest word in `tags`, `usecases` and `destinations`, in code points. */
export const MAX_WORD_CHARS = 128

/** Size of all members `x-…` of a license together: the bytes of their JSON, as an object without white space. */
export const MAX_EXTENSION_BYTES = 4096

/**
 * Size of `uses` of a license: the bytes of its JSON without white space. License Verify reads the uses of up to
 * {@link MAX_ACTIVE_LICENSES} licenses, and anybody can store them.
 */
export const MAX_USES_BYTES: number = 32 * 1024

/** Maximum number of active licenses of a device. */
export const MAX_ACTIVE_LICENSES = 100

/** How long after its registration a device without a license is deleted, in days. */
export const UNLICENSED_DEVICE_DAYS = 30

/** Maximum number of items in `tags`, in `uses`, and in the use cases and destinations of one use. */
export const MAX_LISTED = 64

// Identity tokens and questions of servers (wire decisions, section 8).

/** How far ahead in seconds the `exp` of an identity token may be. */
export const MAX_IDENTITY_SECONDS = 600

/** Longest `jti` of an identity token, in UTF-16 units. */
export const MAX_JTI_CHARS = 256

/** Maximum number of questions in one request of License Permit. */
export const MAX_PERMITS = 1000

/** Maximum number of identity keys of a provider. Two are enough for a rotation. */
export const MAX_IDENTITY_KEYS = 10

/** Maximum number of webhooks of a provider that API keys can add. Each one receives every event. */
export const MAX_WEBHOOKS = 20

// The public log. A proof has two encodings of base64 around its time stamp, so a client reads four times as much of one.

/** Largest response of a time-stamping authority that the service reads, in bytes. A usual one with all its certificates has less than 10,000. */
export const MAX_TIMESTAMP_BYTES: number = 16 * 1024

/** Largest proof of the public log that a client reads, in bytes. It has room for the largest time stamp and 100 signatures. */
export const MAX_PROOF_BYTES: number = 64 * 1024

// Accounts (wire decisions, section 4).

/** Longest note of a revocation without the device, in UTF-16 units. */
export const MAX_REVOCATION_NOTE_CHARS = 500

/** Longest name of a provider or an API key, in UTF-16 units. */
export const MAX_ACCOUNT_NAME_CHARS = 200
