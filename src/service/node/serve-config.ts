import type { KeyManagement } from '../crypto/key-management.ts'

/**
 * The options of `licet serve`, as `licet.config.ts` or `licet.config.json` exports them.
 *
 * Each member is also a flag and an environment variable: `maxConnections` is `--max-connections` and `LICET_MAX_CONNECTIONS`.
 *
 * @example
 * export default { authUrl: 'https://licenses.example.com', cors: ['https://shop.example'] } satisfies ServeConfig
 */
export interface ServeConfig {
  /** Port to listen on. Default: 8787. Use 0 for any free port. */
  readonly port?: number
  /** Address to listen on. Default: `127.0.0.1`, which only this machine can reach. */
  readonly host?: string
  /** How many processes serve: a number, or `auto` for one on each core. More than one needs PostgreSQL. Default: 1. */
  readonly workers?: number | 'auto'
  /** Connection string of PostgreSQL. Default: the environment variable `DATABASE_URL`. */
  readonly databaseUrl?: string
  /** Connection string of a standby, for lists of a whole organization. Default: the environment variable `DATABASE_READ_URL`. */
  readonly databaseReadUrl?: string
  /** Password of the user in `databaseUrl` and `databaseReadUrl`, if they contain none. */
  readonly databasePassword?: string
  /** Folder of the embedded database, used without PostgreSQL. Default: `.licet/service`. */
  readonly dataDir?: string
  /** Keeps all data in memory; it is lost when the service stops. Default: `false`. */
  readonly memory?: boolean
  /** Permits the embedded database when `NODE_ENV` is `production`. Default: `false`. */
  readonly allowEmbedded?: boolean
  /** Maximum number of open connections to PostgreSQL, of each worker. Default: 10. */
  readonly maxConnections?: number
  /** Whether connections to PostgreSQL keep prepared statements. Default: `true`. */
  readonly preparedStatements?: boolean
  /** What happens to an older schema in PostgreSQL: `auto`, `check` or `never`, as in `serve`. Default: `auto`. */
  readonly migrate?: 'auto' | 'check' | 'never'
  /** Public address of the service, the issuer of every token. Default: the address it listens on. */
  readonly authUrl?: string
  /** Public address of the license paths. Default: the value of `authUrl`. */
  readonly trailUrl?: string
  /** Permits plain HTTP in these two addresses on a public network. Default: `false`. */
  readonly allowHttp?: boolean
  /** Origins whose pages may call the service. Default: every origin. */
  readonly cors?: string | readonly string[]
  /** Proxies whose `X-Forwarded-For` contains the caller: IP addresses, or networks such as `10.0.0.0/8`. Default: none. */
  readonly trustedProxy?: string | readonly string[]
  /** Networks that no webhook may reach, in addition to private ones: IP addresses, or networks such as `10.0.0.0/8`. Default: none. */
  readonly webhookDeniedNetwork?: string | readonly string[]
  /** Address of an HTTP proxy through which all webhooks are sent, such as `http://proxy.example.com:3128`. Default: none. */
  readonly webhookProxy?: string
  /** Maximum number of open HTTP connections. Default: 4096. */
  readonly maxSockets?: number
  /** Maximum number of HTTP connections of one address or, behind a trusted proxy, of its concurrent requests. Default: 256. */
  readonly maxSocketsPerAddress?: number
  /** Memory for the bodies of all requests together, in bytes. Default: 33,554,432. */
  readonly maxBufferedBytes?: number
  /** How long a request may wait for its turn, in milliseconds. Then it gets 503. Default: 500. */
  readonly maxWait?: number
  /** How long a request may take to arrive, in seconds. Default: 30. */
  readonly requestTimeout?: number
  /** How long the process keeps serving after SIGTERM while `/readyz` is 503, in seconds. Default: 0. */
  readonly drain?: number
  /** Maximum number of new licenses of a device within an hour. Default: 60. 0 means any number. */
  readonly maxLicensesPerHour?: number
  /** Maximum number of new texts of terms of a device within a day. Default: 20. 0 means any number. */
  readonly maxTermsPerDay?: number
  /** Maximum number of unvouched devices that one network may register within an hour. Default: 600. 0 means any number. */
  readonly maxRegistrationsPerHour?: number
  /** Bytes that the unvouched devices of one provider may store in a day. Default: 1,000,000,000. 0 means any number. */
  readonly maxStrangerBytesPerDay?: number
  /**
   * How long a used refresh token is still accepted, for the current token of its chain, in milliseconds. Default: 30,000. 0 means never.
   */
  readonly refreshReuseGrace?: number
  /** How long after its first grant a chain of refresh tokens ends, in days. Default: 180. */
  readonly refreshChainDays?: number
  /** How long the events of the audit log are kept, in days. Default: 365. 0 keeps everything. */
  readonly auditRetentionDays?: number
  /** How long after a restore, in days, a license is unknown until its device has visited. Default: 30. 0 trusts the restored database. */
  readonly unknownAfterRestoreDays?: number
  /**
   * Encrypts signing keys and secrets of webhooks in the database: 32 random bytes in base64. Default: the keys and secrets are stored
   * unencrypted.
   */
  readonly keyEncryptionKey?: string
  /** The value of `keyEncryptionKey` before the last change. */
  readonly keyEncryptionFormerKey?: string
  /** A key management service that has the signing keys. Only in the file. Default: the signing keys are in the database. */
  readonly keyManagement?: KeyManagement
  /** How often the signing key is rotated automatically, in days. Default: 0, never. */
  readonly keyRotationDays?: number
  /** How long a license or its end waits for the public log at most, in seconds, from 1 to 60. Default: 10. */
  readonly logInterval?: number
  /** Witnesses that cosign the public log: an address with a public key, as `licet log witness` prints it. Default: none. */
  readonly witness?: string | readonly string[]
  /** The address of a time-stamping authority (RFC 3161), which stamps the public log once an hour after it has grown. Default: none. */
  readonly timestamp?: string
  /** Port for metrics in the format of Prometheus. Default: no metrics. */
  readonly metricsPort?: number
  /** Address on which the metrics are served. Default: `127.0.0.1`. */
  readonly metricsHost?: string
  /**
   * What is logged: failures (`error`), plus warnings (`warn`), plus other events (`info`), plus each request (`debug`). Default: `info`.
   */
  readonly logLevel?: 'error' | 'warn' | 'info' | 'debug'
}
