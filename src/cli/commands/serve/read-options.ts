import { MAX_REFRESH_REUSE_GRACE_MS } from '../../../core/limits.ts'
import { MIN_BUFFERED_BYTES } from '../../../service/http/body-budget.ts'
import type { ServeOptions } from '../../../service/node.ts'
import { type CommandInput, type CommandIo, type CommandOption, JSON_OPTION, textOption, UsageError } from '../../command.ts'
import { DATABASE_OPTIONS, readDatabase } from '../../database.ts'

const MAX_PORT = 65_535
const MAX_CONNECTIONS = 9999
const MAX_SOCKETS = 1_000_000
const MAX_REQUEST_TIMEOUT_SECONDS = 3600
const MAX_WAIT_MS = 3_600_000
const MAX_QUOTA = 99_999

/** The options of `licet serve`. */
export const SERVE_OPTIONS = {
  port: { type: 'string', value: '<number>', help: 'port to listen on (default: 8787; 0 takes any free port)' },
  host: { type: 'string', value: '<address>', help: 'address to listen on (default: 127.0.0.1, reachable from this machine only)' },
  ...DATABASE_OPTIONS,
  'max-connections': { type: 'string', value: '<n>', help: 'maximum number of open connections to PostgreSQL (default: 10)' },
  'max-sockets': { type: 'string', value: '<n>', help: 'maximum number of open HTTP connections (default: 4096)' },
  'max-sockets-per-address': {
    type: 'string',
    value: '<n>',
    help: 'maximum number of HTTP connections of one address or, behind a trusted proxy, of its requests at once (default: 256)',
  },
  'trusted-proxy': {
    type: 'string',
    multiple: true,
    value: '<address>',
    help: 'proxy whose X-Forwarded-For names the caller, such as 10.0.0.0/8; repeat it for more (default: none)',
  },
  'max-buffered-bytes': {
    type: 'string',
    value: '<bytes>',
    help: 'memory for request bodies, for all requests together (default: 33554432)',
  },
  'max-wait': {
    type: 'string',
    value: '<ms>',
    help: 'how long a request may wait for its turn, in milliseconds, before it gets 503 (default: 500)',
  },
  'request-timeout': { type: 'string', value: '<seconds>', help: 'how long a request may take to arrive (default: 30)' },
  'max-licenses-per-hour': {
    type: 'string',
    value: '<n>',
    help: 'maximum number of new licenses of a device within an hour (default: 60; 0 for any number)',
  },
  'max-terms-per-day': {
    type: 'string',
    value: '<n>',
    help: 'maximum number of new texts of terms of a device within a day (default: 20; 0 for any number)',
  },
  'refresh-reuse-grace': {
    type: 'string',
    value: '<ms>',
    help: 'how long a used refresh token may come back and gets the current one, in milliseconds (default: 30000; 0 for never)',
  },
  memory: { type: 'boolean', help: 'keep all data in memory; it is lost when the service stops' },
  'allow-embedded': { type: 'boolean', help: 'allow the embedded database when NODE_ENV is production' },
  'auth-url': {
    type: 'string',
    value: '<url>',
    help: 'public address of the service, the issuer of every token (default: the address it listens on)',
  },
  'trail-url': { type: 'string', value: '<url>', help: 'public address of the license paths (default: the value of --auth-url)' },
  'allow-http': { type: 'boolean', help: 'allow plain HTTP in these two addresses on a public network' },
  cors: {
    type: 'string',
    multiple: true,
    value: '<origin>',
    help: 'origin whose pages may call the service; repeat it for more (default: every origin)',
  },
  ...JSON_OPTION,
} as const satisfies Readonly<Record<string, CommandOption>>

/**
 * Converts the options of the command line into the options of `serve()`.
 *
 * @throws {UsageError} when a number is not valid.
 */
export function readServeOptions(input: CommandInput, io: CommandIo): ServeOptions {
  const { memory } = input.values
  const requestTimeout = numberOption(input, 'request-timeout', 1, MAX_REQUEST_TIMEOUT_SECONDS)
  return {
    ...(memory === true ? { memory: true } : readDatabase(input, io)),
    port: numberOption(input, 'port', 0, MAX_PORT),
    maxConnections: numberOption(input, 'max-connections', 1, MAX_CONNECTIONS),
    maxLicensesPerHour: numberOption(input, 'max-licenses-per-hour', 0, MAX_QUOTA),
    maxTermsPerDay: numberOption(input, 'max-terms-per-day', 0, MAX_QUOTA),
    refreshReuseGraceMs: numberOption(input, 'refresh-reuse-grace', 0, MAX_REFRESH_REUSE_GRACE_MS),
    host: textOption(input, 'host'),
    authUrl: textOption(input, 'auth-url'),
    trailUrl: textOption(input, 'trail-url'),
    cors: listOption(input, 'cors'),
    maxSockets: numberOption(input, 'max-sockets', 1, MAX_SOCKETS),
    maxSocketsPerAddress: numberOption(input, 'max-sockets-per-address', 1, MAX_SOCKETS),
    trustedProxies: listOption(input, 'trusted-proxy'),
    maxBufferedBytes: numberOption(input, 'max-buffered-bytes', MIN_BUFFERED_BYTES, Number.MAX_SAFE_INTEGER),
    maxWaitMs: numberOption(input, 'max-wait', 1, MAX_WAIT_MS),
    requestTimeoutMs: requestTimeout && requestTimeout * 1000,
    allowHttp: input.values['allow-http'] === true,
    allowEmbedded: input.values['allow-embedded'] === true,
  }
}

function listOption(input: CommandInput, name: string): string[] | undefined {
  const values = input.values[name]
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : undefined
}

/**
 * Returns the value of an option as a whole number, or `undefined` when it is not set.
 *
 * @throws {UsageError} when it is not a number from `min` to `max`.
 */
export function numberOption(input: CommandInput, name: string, min: number, max: number): number | undefined {
  const text = textOption(input, name)
  if (text === undefined) return undefined
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new UsageError(`--${name} is "${text}". The service was not started. Use a number from ${min} to ${max}.`)
}
