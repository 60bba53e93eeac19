import type { JsonObject, JsonValue } from '../../core/json.ts'
import type { ServeOptions } from './serve-options.ts'

/** The options that the event `service.started` of the audit log has. Add a new option only if it can never be a secret. */
const DESCRIBED = [
  'host',
  'port',
  'authUrl',
  'trailUrl',
  'allowHttp',
  'cors',
  'suites',
  'dataDir',
  'memory',
  'allowEmbedded',
  'maxConnections',
  'preparedStatements',
  'migrate',
  'trustedProxies',
  'webhookDeniedNetworks',
  'maxSockets',
  'maxSocketsPerAddress',
  'maxBufferedBytes',
  'maxWaitMs',
  'requestTimeoutMs',
  'drainMs',
  'maxLicensesPerHour',
  'maxTermsPerDay',
  'maxRegistrationsPerHour',
  'maxStrangerBytesPerDay',
  'refreshReuseGraceMs',
  'refreshChainDays',
  'auditRetentionDays',
  'unknownAfterRestoreDays',
  'keyRotationDays',
  'logIntervalSeconds',
  'witnesses',
  'metricsPort',
  'metricsHost',
] as const satisfies readonly (keyof ServeOptions)[]

/**
 * Returns the options that were set, without secrets. Of a connection string, it has the host and the database, and of a time-stamping
 * authority the host.
 */
export function describeOptions(options: ServeOptions): JsonObject {
  const described: Record<string, JsonValue> = {}
  for (const name of DESCRIBED) {
    const value: JsonValue | undefined = options[name]
    if (value !== undefined) described[name] = value
  }
  if (options.databaseUrl !== undefined) described.database = describeDatabase(options.databaseUrl)
  if (options.timestamp !== undefined && URL.canParse(options.timestamp)) described.timestamp = new URL(options.timestamp).host
  return described
}

function describeDatabase(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'postgresql'
  const { protocol, host, pathname } = new URL(databaseUrl)
  return `${protocol}//${host}${pathname}`
}
