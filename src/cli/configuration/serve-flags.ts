import { MAX_REFRESH_CHAIN_DAYS, MAX_REFRESH_REUSE_GRACE_MS } from '../../core/limits.ts'
import {
  DEFAULT_AUDIT_RETENTION_DAYS,
  DEFAULT_HOST,
  DEFAULT_KEY_ROTATION_DAYS,
  DEFAULT_LOG_INTERVAL_SECONDS,
  DEFAULT_MAX_CONNECTIONS,
  DEFAULT_PORT,
  DEFAULT_REFRESH_CHAIN_DAYS,
  DEFAULT_REFRESH_REUSE_GRACE_MS,
  DEFAULT_UNKNOWN_AFTER_RESTORE_DAYS,
} from '../../service/defaults.ts'
import type { ServeConfig } from '../../service/node/serve-config.ts'
import type { ConfigOption } from './config-option.ts'
import { DATABASE } from './database-flags.ts'
import { LIMITS } from './limit-flags.ts'

/** The highest port. */
export const MAX_PORT = 65_535
const MAX_CONNECTIONS = 9999
const MAX_WORKERS = 999
const MAX_DAYS = 36_500
const MAX_ROTATION_DAYS = 3650
/** The longest `--log-interval`. */
export const MAX_LOG_INTERVAL_SECONDS = 60

/** The options for how webhooks leave the network of the service. */
export const EGRESS = {
  webhookDeniedNetwork: {
    kind: 'list',
    value: '<address>',
    help: 'network that webhooks must not reach, in addition to private ones, such as 198.51.100.0/24; repeat it for more',
    default: 'none',
    field: 'webhookDeniedNetworks',
  },
  webhookProxy: {
    kind: 'text',
    value: '<url>',
    help: 'HTTP proxy through which all webhooks are sent, such as http://proxy.example.com:3128; it must refuse private addresses',
    default: 'none',
    isSecret: true,
  },
} as const satisfies Readonly<Record<string, ConfigOption>>

/** Every option of `licet serve`. Its flags, variables, file, help, reference and start message are generated from this table. */
export const SERVE: Readonly<Record<keyof ServeConfig, ConfigOption>> = {
  port: {
    kind: 'number',
    value: '<number>',
    range: [0, MAX_PORT],
    help: 'port to listen on; 0 takes any free port',
    default: String(DEFAULT_PORT),
  },
  host: {
    kind: 'text',
    value: '<address>',
    help: 'address to listen on; the default is reachable from this machine only',
    default: DEFAULT_HOST,
  },
  authUrl: {
    kind: 'text',
    value: '<url>',
    help: 'public address of the service, the issuer of every token',
    default: 'the address it listens on',
  },
  trailUrl: { kind: 'text', value: '<url>', help: 'public address of the license paths', default: 'the value of --auth-url' },
  allowHttp: { kind: 'switch', help: 'allow --auth-url and --trail-url to be plain HTTP on a public network', default: 'off' },
  cors: {
    kind: 'list',
    value: '<origin>',
    help: 'origin whose pages may call the service; repeat it for more',
    default: 'every origin',
  },
  workers: {
    kind: 'number',
    value: '<n>',
    range: [1, MAX_WORKERS],
    choices: ['auto'],
    help: 'how many processes serve; auto is one on each core; more than one needs PostgreSQL',
    default: '1',
  },
  ...DATABASE,
  databaseReadUrl: {
    kind: 'text',
    value: '<url>',
    help: 'connection string of a standby, for lists of a whole organization, which may then be up to 5 s old',
    default: 'the environment variable DATABASE_READ_URL',
    isSecret: true,
    alias: 'DATABASE_READ_URL',
  },
  memory: { kind: 'switch', help: 'keep all data in memory; it is lost when the service stops', default: 'off' },
  allowEmbedded: { kind: 'switch', help: 'allow the embedded database when NODE_ENV is production', default: 'off' },
  maxConnections: {
    kind: 'number',
    value: '<n>',
    range: [1, MAX_CONNECTIONS],
    help: 'maximum number of open connections to PostgreSQL, of each worker',
    default: String(DEFAULT_MAX_CONNECTIONS),
  },
  migrate: {
    kind: 'choice',
    value: '<mode>',
    choices: ['auto', 'check', 'never'],
    help: 'what to do with an older schema in PostgreSQL: auto migrates it, check refuses to start, never waits for `licet migrate`',
    default: 'auto',
  },
  trustedProxy: {
    kind: 'list',
    value: '<address>',
    help: 'proxy that writes the caller into X-Forwarded-For, such as 10.0.0.0/8; repeat it for more',
    default: 'none',
    field: 'trustedProxies',
  },
  ...EGRESS,
  ...LIMITS,
  refreshReuseGrace: {
    kind: 'number',
    value: '<ms>',
    range: [0, MAX_REFRESH_REUSE_GRACE_MS],
    help: 'how long a used refresh token is still accepted, for the current token of its chain, in milliseconds; 0 for never',
    default: String(DEFAULT_REFRESH_REUSE_GRACE_MS),
    field: 'refreshReuseGraceMs',
  },
  refreshChainDays: {
    kind: 'number',
    value: '<days>',
    range: [1, MAX_REFRESH_CHAIN_DAYS],
    help: 'how long after its first grant a chain of refresh tokens ends; the client then gets new tokens with its credentials',
    default: String(DEFAULT_REFRESH_CHAIN_DAYS),
  },
  auditRetentionDays: {
    kind: 'number',
    value: '<days>',
    range: [0, MAX_DAYS],
    help: 'how long the events of the audit log are kept; their signed heads stay; 0 keeps everything',
    default: String(DEFAULT_AUDIT_RETENTION_DAYS),
  },
  unknownAfterRestoreDays: {
    kind: 'number',
    value: '<days>',
    range: [0, MAX_DAYS],
    help: 'how many days after a restore a license counts as unknown until its device visits; 0 trusts the restored database',
    default: String(DEFAULT_UNKNOWN_AFTER_RESTORE_DAYS),
  },
  keyRotationDays: {
    kind: 'number',
    value: '<days>',
    range: [0, MAX_ROTATION_DAYS],
    help: 'how often the signing key is rotated automatically, such as 90; 0 for never',
    default: String(DEFAULT_KEY_ROTATION_DAYS),
  },
  logInterval: {
    kind: 'number',
    value: '<seconds>',
    range: [1, MAX_LOG_INTERVAL_SECONDS],
    help: 'how long a license or its end waits for the public log at most',
    default: String(DEFAULT_LOG_INTERVAL_SECONDS),
    field: 'logIntervalSeconds',
  },
  witness: {
    kind: 'list',
    value: '<url>',
    help: 'witness that cosigns the public log: the address with its key that `licet log witness` prints; repeat it for more',
    default: 'none',
    field: 'witnesses',
  },
  timestamp: {
    kind: 'text',
    value: '<url>',
    help: 'time-stamping authority (RFC 3161) that stamps the public log once an hour after it has grown',
    default: 'none',
    isSecret: true,
  },
  metricsPort: {
    kind: 'number',
    value: '<number>',
    range: [0, MAX_PORT],
    help: 'port for metrics in the format of Prometheus, at /metrics; needs the package prom-client',
    default: 'no metrics',
  },
  metricsHost: { kind: 'text', value: '<address>', help: 'address that the metrics are served on', default: '127.0.0.1' },
  logLevel: {
    kind: 'choice',
    value: '<level>',
    choices: ['error', 'warn', 'info', 'debug'],
    help: 'what to log: error, warn, info or debug; debug adds each request',
    default: 'info',
  },
}
