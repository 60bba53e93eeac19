import type { JsonObject } from '../core/json.ts'
import type { SignatureSuite } from '../core/signature.ts'
import type { Admin } from './accounts/admin.ts'
import type { KeyManagement } from './crypto/key-management.ts'
import type { KeyEncryption } from './crypto/key-protection.ts'
import type { ServiceCrypto } from './crypto/service-crypto.ts'
import type { CorsOption } from './http/cors.ts'
import type { PostTimestamp } from './log/request-timestamp.ts'
import type { ServiceObserver } from './observer.ts'
import type { RequestOrigin } from './routing/route.ts'
import type { ServiceEvent } from './service-event.ts'
import type { Storage } from './storage/storage.ts'
import type { RotatedKey } from './tokens/key-ring.ts'
import type { ServiceTracing } from './tracing/tracing.ts'
import type { Webhooks } from './webhooks/create-webhooks.ts'
import type { PostWebhook } from './webhooks/post-webhook.ts'

/** Options of `createService`. */
export interface ServiceOptions {
  /**
   * Where clients reach the token paths: an absolute URL without a trailing slash. It is the issuer of every token, and is never
   * taken from a request.
   */
  readonly authUrl: string
  /** Where clients reach the license paths. Default: `authUrl`. */
  readonly trailUrl?: string | undefined
  /** The database. Default: PGlite in memory, which `close()` closes. `close()` does not close a storage that you pass. */
  readonly storage?: Storage | undefined
  /**
   * A standby of `storage`, for lists of a whole organization. They may then be up to 5 seconds old. While it fails or is further behind,
   * they use `storage`. `close()` leaves it open. Default: none.
   */
  readonly replica?: Storage | undefined
  /** Default: WebCrypto and `@noble/hashes`. */
  readonly crypto?: ServiceCrypto | undefined
  /**
   * Encrypts signing keys and secrets of webhooks in the database, with AES-256-GCM. Default: the keys and secrets are stored unencrypted.
   */
  readonly keyEncryption?: KeyEncryption | undefined
  /** Creates and uses signing keys in a key management service. Default: the private keys are in the database. */
  readonly keyManagement?: KeyManagement | undefined
  /** How often the signing key is rotated automatically, in days. Default: 0, which means never. 90 is usual. */
  readonly keyRotationDays?: number | undefined
  /** Origins whose pages may call the service. Default: `'*'`, every origin. */
  readonly cors?: CorsOption | undefined
  /** Signature suites that license requests may use, in the order in which they are tried. Default: all three. */
  readonly suites?: readonly SignatureSuite[] | undefined
  /** New licenses that a device may store in any 60 minutes, without revocations. Default: 60. 0 means any number. */
  readonly maxLicensesPerHour?: number | undefined
  /** New texts of terms that a device may store in any 24 hours. Default: 20. 0 means any number. */
  readonly maxTermsPerDay?: number | undefined
  /** Unvouched devices that one network (an IPv4 address or an IPv6 /48) may register within an hour. Default: 600. 0 means any number. */
  readonly maxRegistrationsPerHour?: number | undefined
  /**
   * Bytes of devices, new texts and licenses that the unvouched devices of one provider may store on one UTC day, and a tenth as much for
   * refresh tokens of the provider. Default: 1,000,000,000. 0 means any number.
   */
  readonly maxStrangerBytesPerDay?: number | undefined
  /**
   * How long a used refresh token is still accepted, in milliseconds: at most twenty times, and until the next token is used. The
   * response has the current token of its chain, so a lost response or pages that refresh at the same time do not end the chain.
   * Default: 30,000. At most 600,000. With 0, the second use ends the chain.
   */
  readonly refreshReuseGraceMs?: number | undefined
  /**
   * How long after its first grant a chain of refresh tokens ends, in days. The client then gets new tokens with its credentials.
   * Default: 180. At most 3,650.
   */
  readonly refreshChainDays?: number | undefined
  /** How long events of the audit log are kept, in days; their signed heads stay. Default: 365. 0 keeps everything. */
  readonly auditRetentionDays?: number | undefined
  /**
   * How long after a restore, in days, License Permit answers `unknown_since_restore` for a license whose device has not visited
   * since: the person may have withdrawn in the hours that the restore lost. Default: 30. 0 trusts the restored database.
   */
  readonly unknownAfterRestoreDays?: number | undefined
  /** How long a license or its end waits for the public log at most, in seconds, from 1 to 60. Default: 10. */
  readonly logIntervalSeconds?: number | undefined
  /**
   * Witnesses that cosign each checkpoint of the public log: an address with a public key, as `licet log witness` prints it. Default: none.
   */
  readonly witnesses?: readonly string[] | undefined
  /** The address of a time-stamping authority (RFC 3161), which stamps the public log once an hour after it has grown. Default: none. */
  readonly timestamp?: string | undefined
  /**
   * Returns milliseconds since the epoch. Default: `Date.now`, which is compared with the clock of the database: the service signs nothing
   * while they differ by more than 60 seconds.
   */
  readonly now?: (() => number) | undefined
  /** Returns milliseconds of a clock that never goes back, for cool-downs. Default: `performance.now`. */
  readonly monotonic?: (() => number) | undefined
  /**
   * Bytes of request bodies in memory, for all requests together. Above it, requests get 503 with `Retry-After`. Default: 32 MiB.
   * At least 1 MiB.
   */
  readonly maxBufferedBytes?: number | undefined
  /**
   * How long a request may wait for its turn to use the database, in milliseconds. Then it gets 503 with `Retry-After`. Default: 500.
   */
  readonly maxWaitMs?: number | undefined
  /** Sends webhooks. Default: `fetch`. `serve` has one that also refuses names that resolve to a private address. */
  readonly postWebhook?: PostWebhook | undefined
  /** Sends requests to the time-stamping authority. Default: `fetch`. `serve` has one that also uses the proxy of webhooks. */
  readonly postTimestamp?: PostTimestamp | undefined
  /** Receives failures and reused refresh tokens, for the log of an operator. Events contain no secrets. */
  readonly onEvent?: ((event: ServiceEvent) => void) | undefined
  /** Receives each answered request and each change of a license, for metrics and logs. */
  readonly observer?: ServiceObserver | undefined
  /** Records traces of requests. `serve` uses the OpenTelemetry SDK of the host, if one is registered. */
  readonly tracing?: ServiceTracing | undefined
}

/** The service: a handler of web-standard requests, and functions for its operator. */
export interface Service {
  /** The issuer of tokens, and where clients reach the token paths. */
  readonly authUrl: string
  /** Where clients reach the license paths. */
  readonly trailUrl: string
  /**
   * Responds to a request. Never rejects.
   *
   * `peerAddress` is the remote address of the socket, for hosts that know it. The service counts wrong secrets by it.
   * Never pass an address from a header, because callers can set headers.
   * `waitedMs` is how long the request waited before the host could read it. It counts towards `maxWaitMs`.
   */
  fetch(request: Request, from?: RequestOrigin): Promise<Response>
  /** Returns whether a path belongs to the service, for a host that also serves its own pages. */
  owns(path: string): boolean
  /**
   * Returns whether an `Authorization` header has a token that this process has verified before, of an API key or of a device of a person
   * that a backend vouched for. A host that puts requests in order can start these first.
   */
  isVouched(authorization: string | null | undefined): boolean
  /** Creates organizations, users, API keys and providers. */
  readonly admin: Admin
  /** Endpoints that receive events as webhooks, and the delivery of these events. */
  readonly webhooks: Webhooks
  /** Delivers webhooks in the background until the service is closed. `serve` calls it. */
  startWebhooks(): void
  /**
   * Deletes rows that are no longer needed, in small steps: expired refresh tokens and identity tokens, webhook events that were given up,
   * and old events of the audit log. Also writes the events that the audit log has in memory, and closes its finished chains.
   *
   * `serve` does this each minute. If your own program calls `fetch`, call it regularly.
   *
   * @throws {LicetError} `unavailable` when the database is unavailable. Call it again later.
   */
  cleanUp(): Promise<void>
  /**
   * Calls {@link cleanUp} each minute until the service is closed. `serve` calls it. The audit log has the start of the service, with
   * `configuration`, which must not contain secrets.
   */
  startCleanup(configuration?: JsonObject): void
  /**
   * Puts the licenses, ends and erasures that wait for it into the public log, and has it stamped if that is due. `serve` does this in the
   * background. If your own program calls `fetch`, call it regularly.
   *
   * @throws {LicetError} `unavailable` when the database is unavailable; `invalid_proof` when the log in the database was changed.
   */
  appendLog(): Promise<void>
  /** Calls {@link appendLog} in the background until the service is closed. `serve` calls it. */
  startLog(): void
  /** Creates a key that signs the public log from the next entries on. The previous key signs too for 30 days. Returns the key as base64. */
  rotateLogKey(): Promise<string>
  /**
   * Creates a signing key and publishes it within a second. Every process signs with it after `delayMs`, by default 310,000 and at
   * least 10,000, so that caches of the key set contain the new key by then. Earlier keys stay in the key set.
   *
   * Use `delayMs: 0` after a leak: the previous key stops immediately. Until other processes have read the new key, for up to a second,
   * they can refuse its tokens with 401.
   *
   * @throws {LicetError} `invalid_request` when `delayMs` is another number.
   */
  rotateSigningKey(options?: { readonly delayMs?: number | undefined }): Promise<RotatedKey>
  /**
   * Removes an earlier key from the key set, for a key that leaked. Tokens and receipts that it signed become invalid.
   *
   * @throws {LicetError} `invalid_request` when the key is unknown, signs, will sign, or signed within the last ten seconds.
   */
  removeSigningKey(kid: string): Promise<void>
  /** Finishes running work, ends the chain of the audit log, and closes the database unless you passed it as `storage`. */
  close(): Promise<void>
}
