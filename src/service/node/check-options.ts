import { isLicetError, LicetError } from '../../core/errors.ts'
import { checkMaxWait } from '../admission/admission.ts'
import { checkAuditRetention } from '../cleanup/create-cleanup.ts'
import { createKeyProtection } from '../crypto/key-protection.ts'
import {
  DEFAULT_AUDIT_RETENTION_DAYS,
  DEFAULT_BUFFERED_BYTES,
  DEFAULT_CORS,
  DEFAULT_HOST,
  DEFAULT_LOG_INTERVAL_SECONDS,
  DEFAULT_MAX_WAIT_MS,
  DEFAULT_UNKNOWN_AFTER_RESTORE_DAYS,
} from '../defaults.ts'
import { checkBufferedBytes } from '../http/body-budget.ts'
import { parseCors } from '../http/cors.ts'
import { parseBaseUrl } from '../http/parse-base-url.ts'
import { checkUnknownAfterRestore } from '../licenses/restore-window.ts'
import { checkLogInterval } from '../log/public-log.ts'
import { checkTimestampUrl } from '../log/request-timestamp.ts'
import { parseWitness } from '../log/witness-client.ts'
import { checkKeyRotation } from '../tokens/key-times.ts'
import { checkAddresses } from './check-addresses.ts'
import { parseProxy } from './open-tunnel.ts'
import { createNodePost } from './post-from-node.ts'
import { type SelectedDatabase, selectDatabase } from './select-database.ts'
import type { ServeOptions } from './serve-options.ts'
import { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'

/**
 * Checks every option before anything is opened, so that a mistake creates no database and takes no port.
 *
 * @throws {LicetError} with the first fault.
 */
export function checkOptions(options: ServeOptions): { readonly database: SelectedDatabase; readonly proxies: TrustedProxies } {
  for (const check of checksOf(options)) check()
  return { database: selectDatabase(options), proxies: parseTrustedProxies(options.trustedProxies ?? []) }
}

/** Returns every fault of the options. `more` are further checks of them. */
export function findOptionFaults(options: ServeOptions, ...more: readonly ((options: ServeOptions) => void)[]): LicetError[] {
  return [...checksOf(options), ...more.map((check) => () => check(options))].flatMap((check) => {
    try {
      check()
      return []
    } catch (error) {
      if (isLicetError(error)) return [error]
      throw error
    }
  })
}

function checksOf(options: ServeOptions): readonly (() => void)[] {
  const { host = DEFAULT_HOST, authUrl, trailUrl, allowHttp = false } = options
  return [
    () => selectDatabase(options),
    () => checkAddresses({ host, authUrl, trailUrl: undefined, allowHttp }),
    () => checkAddresses({ host: DEFAULT_HOST, authUrl: undefined, trailUrl, allowHttp }),
    () => authUrl === undefined || parseBaseUrl(authUrl, 'authUrl'),
    () => trailUrl === undefined || parseBaseUrl(trailUrl, 'trailUrl'),
    () => parseCors(options.cors ?? DEFAULT_CORS),
    () => checkBufferedBytes(options.maxBufferedBytes ?? DEFAULT_BUFFERED_BYTES),
    () => checkMaxWait(options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS),
    () => checkAuditRetention(options.auditRetentionDays ?? DEFAULT_AUDIT_RETENTION_DAYS),
    () => checkUnknownAfterRestore(options.unknownAfterRestoreDays ?? DEFAULT_UNKNOWN_AFTER_RESTORE_DAYS),
    () => createKeyProtection(options),
    () => checkKeyRotation(options.keyRotationDays ?? 0),
    () => checkLogInterval(options.logIntervalSeconds ?? DEFAULT_LOG_INTERVAL_SECONDS),
    () => (options.witnesses ?? []).forEach(parseWitness),
    () => options.timestamp === undefined || checkTimestampUrl(options.timestamp),
    () => checkPositive(options.maxSockets, 'maxSockets'),
    () => checkPositive(options.maxSocketsPerAddress, 'maxSocketsPerAddress'),
    () => checkPositive(options.requestTimeoutMs, 'requestTimeoutMs'),
    () => options.drainMs === 0 || checkPositive(options.drainMs, 'drainMs'),
    () => parseTrustedProxies(options.trustedProxies ?? []),
    () => createNodePost({ deniedNetworks: options.webhookDeniedNetworks }),
    () => options.webhookProxy === undefined || parseProxy(options.webhookProxy),
  ]
}

function checkPositive(value: number | undefined, field: string): void {
  if (value === undefined || (Number.isSafeInteger(value) && value > 0)) return
  throw new LicetError('invalid_configuration', `${field} is ${value}. The service did not start. Use a whole number above 0.`, {
    field,
  })
}
