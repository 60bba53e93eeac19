import type { Service, ServiceOptions } from '../service-options.ts'
import type { Storage } from '../storage/storage.ts'
import type { Metrics } from './metrics/create-metrics.ts'

/** Options of `serve`. */
export interface ServeOptions extends Omit<ServiceOptions, 'authUrl'> {
  /** Where clients reach the token paths: the issuer of every token. Default: the address that the service listens on. */
  readonly authUrl?: string | undefined
  /** Default: 8787. Use 0 for any free port. */
  readonly port?: number | undefined
  /** The address to listen on. Default: `127.0.0.1`, which only this machine can reach. */
  readonly host?: string | undefined
  /** Connection string of PostgreSQL. Default: the environment variable `DATABASE_URL`. */
  readonly databaseUrl?: string | undefined
  /**
   * Connection string of a standby of `databaseUrl`, for lists of a whole organization, which may then be up to 5 seconds old. While the
   * standby fails or is further behind, the lists use `databaseUrl`. Default: the environment variable `DATABASE_READ_URL`, if
   * `databaseUrl` is not set either.
   */
  readonly databaseReadUrl?: string | undefined
  /** Maximum number of open connections to PostgreSQL, and to its standby. Default: 10. */
  readonly maxConnections?: number | undefined
  /**
   * Whether connections to PostgreSQL keep prepared statements. `false` is for PgBouncer before version 1.21 in transaction mode.
   * Default: `false` when the environment variable `DATABASE_PREPARED` is `off`, otherwise `true`.
   */
  readonly preparedStatements?: boolean | undefined
  /**
   * Maximum number of open HTTP connections. Further connections are closed immediately. Default: 4096.
   */
  readonly maxSockets?: number | undefined
  /**
   * Maximum number of open HTTP connections of one address: an IPv4 address or an IPv6 /64. All /64 of one IPv6 /48 have four times
   * as many together. Behind a trusted proxy, the maximum number of requests of one forwarded address at the same time; further ones
   * get 429. Connections from this machine have no limit. Default: 256.
   */
  readonly maxSocketsPerAddress?: number | undefined
  /**
   * Proxies whose header `X-Forwarded-For` contains the address of the caller: IP addresses, or networks such as `10.0.0.0/8`.
   * Default: none, so the caller's address is the connection's address.
   */
  readonly trustedProxies?: readonly string[] | undefined
  /**
   * Networks that no webhook may reach, in addition to private ones: IP addresses, or networks such as `100.64.0.0/10`. They are
   * refused for endpoints with `allowPrivate` too. Default: none.
   */
  readonly webhookDeniedNetworks?: readonly string[] | undefined
  /**
   * Address of an HTTP proxy through which all webhooks are sent (CONNECT), such as `http://user:password@proxy.example.com:3128`. The proxy
   * resolves the names of receivers, so it has to refuse private addresses. Default: none.
   */
  readonly webhookProxy?: string | undefined
  /** How long a request may take to arrive, in milliseconds. Then it gets 408. Default: 30,000. */
  readonly requestTimeoutMs?: number | undefined
  /**
   * How long `close()` keeps serving before it closes, in milliseconds. Meanwhile `/readyz` is 503, so that a proxy sends requests to
   * other processes. Default: 0.
   */
  readonly drainMs?: number | undefined
  /** Folder of the embedded database. If it is set, `DATABASE_URL` is not read. */
  readonly dataDir?: string | undefined
  /**
   * Keeps all data in memory, and ignores the environment variable `DATABASE_URL`. Without any configured database, data is
   * kept in memory too. Default: `false`.
   */
  readonly memory?: boolean | undefined
  /**
   * What the service does with an older schema in PostgreSQL. `auto` migrates it. `check` does not start. `never` starts,
   * responds with 503, and waits until another process has migrated it. Default: `auto`.
   */
  readonly migrate?: 'auto' | 'check' | 'never' | undefined
  /** Permits the embedded database when `NODE_ENV` is `production`. Default: `false`. */
  readonly allowEmbedded?: boolean | undefined
  /**
   * Port for metrics in the format of Prometheus, at `/metrics`. Needs the package `prom-client`. Use 0 for any free port. Default: no
   * metrics.
   */
  readonly metricsPort?: number | undefined
  /** The address on which `metricsPort` listens. Default: `127.0.0.1`. */
  readonly metricsHost?: string | undefined
  /** An open storage, which stays open. */
  readonly storage?: Storage | undefined
  /** Permits `authUrl` and `trailUrl` to be plain HTTP on a public address. Default: `false`. */
  readonly allowHttp?: boolean | undefined
  /**
   * Refuses requests whose `Host` or `Origin` is not this machine, such as requests from a page of another site. `licet dev` sets it.
   * Default: `false`.
   */
  readonly loopbackOnly?: boolean | undefined
  /** Responds to paths that do not belong to the service, for example the pages of an app. */
  readonly fallback?: ((request: Request) => Response | Promise<Response>) | undefined
  /**
   * Receives each request and a copy of the response of the service, for a log while you develop. The copy costs time and memory, and
   * contains tokens and license records.
   */
  readonly onResponse?: ((request: Request, response: Response) => void) | undefined
  /** @internal The metrics of a worker. The primary process serves them. */
  readonly metrics?: Metrics | undefined
  /** @internal Whether the workers of this program listen on the same port. */
  readonly sharesPort?: boolean | undefined
}

/** The running service. */
export interface RunningService {
  /** The service itself, for example for its `admin`. */
  readonly service: Service
  /** Its database, for example for statements of your own program. */
  readonly storage: Storage
  /** The address that the service listens on, such as `http://127.0.0.1:8787`. */
  readonly url: string
  /** The port that it listens on. */
  readonly port: number
  /** The address of the metrics, such as `http://127.0.0.1:9464/metrics`. Absent without `metricsPort`. */
  readonly metricsUrl?: string | undefined
  /** The kind of database that the service uses. `given` is the storage from the options. */
  readonly database: 'postgresql' | 'embedded' | 'memory' | 'given'
  /** Serves for `drainMs`, finishes the requests in progress, then closes the server and the database. */
  close(): Promise<void>
}
