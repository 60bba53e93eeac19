import { MAX_BODY_BYTES } from '../core/limits.ts'
import { DAY_MS } from '../core/time-units.ts'
import { KEY_SET_MAX_AGE_SECONDS } from './tokens/get-key-set.ts'
import { MIN_ROTATION_DELAY_MS } from './tokens/key-times.ts'

/** The default of every option of the service. The unit is at the end of each name. */

// Tokens.

/** How long a used refresh token is still accepted, for the current token of its chain. */
export const DEFAULT_REFRESH_REUSE_GRACE_MS = 30_000

/** How long after its first grant a chain of refresh tokens ends. */
export const DEFAULT_REFRESH_CHAIN_DAYS = 180

// Quotas.

/** New licenses that a device may store within an hour. */
export const DEFAULT_LICENSES_PER_HOUR = 60

/** New texts of terms that a device may store within a day. */
export const DEFAULT_TERMS_PER_DAY = 20

/** Unvouched devices that one network may register within an hour. */
export const DEFAULT_REGISTRATIONS_PER_HOUR = 600

/** Bytes of new texts and licenses that the unvouched devices of a provider may store in a day. */
export const DEFAULT_STRANGER_BYTES_PER_DAY = 1_000_000_000

// Load.

/** How long a request waits for its turn. */
export const DEFAULT_MAX_WAIT_MS = 500

/** Requests in progress at the same time, if the storage does not report its number of connections. */
export const DEFAULT_CONCURRENCY = 10

/** Open connections to PostgreSQL. */
export const DEFAULT_MAX_CONNECTIONS = 10

/** Request bodies in memory: 128 of the largest. */
export const DEFAULT_BUFFERED_BYTES: number = 128 * MAX_BODY_BYTES

// Keys, webhooks, retention.

/** How long before its first signature a new key is published: longer than caches keep the key set. */
export const DEFAULT_ROTATION_DELAY_MS: number = KEY_SET_MAX_AGE_SECONDS * 1000 + MIN_ROTATION_DELAY_MS

/** How often the signing key is rotated automatically. 0 means never. */
export const DEFAULT_KEY_ROTATION_DAYS = 0

/** How long the previous secret of a webhook signs too after a rotation. */
export const DEFAULT_SECRET_OVERLAP_MS: number = DAY_MS

/** How long events stay in the audit log. */
export const DEFAULT_AUDIT_RETENTION_DAYS = 365

/** How long after a restore License Permit answers `unknown_since_restore` for a device that has not visited. */
export const DEFAULT_UNKNOWN_AFTER_RESTORE_DAYS = 30

// Public log.

/** How long an entry waits for the public log at most. */
export const DEFAULT_LOG_INTERVAL_SECONDS = 10

// HTTP.

/** The address that the server listens on. */
export const DEFAULT_HOST = '127.0.0.1'
export const DEFAULT_PORT = 8787

/** How long a request may take to arrive: enough for 256 KiB at 70 kbit/s. Clients give up after 15 s. */
export const DEFAULT_REQUEST_TIMEOUT_MS = 30_000

/** Open connections of the HTTP server. */
export const DEFAULT_MAX_SOCKETS = 4096

/** Open connections of one address, which many people can share. */
export const DEFAULT_MAX_SOCKETS_PER_ADDRESS = 256

/** How long the server goes on when it is told to stop, before it closes. */
export const DEFAULT_DRAIN_MS = 0

/** Origins that browsers may call the service from: all. */
export const DEFAULT_CORS = '*'

/** The HTTP status of a new license. */
export const DEFAULT_CREATE_STATUS = 201
