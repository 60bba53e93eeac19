import { SIGNATURE_SUITES } from '../core/signature.ts'
import { createAdminOf } from './accounts/create-admin.ts'
import { checkMaxWait, createAdmission } from './admission/admission.ts'
import { createRefusals } from './admission/hold-refusals.ts'
import { isVouched } from './admission/read-caller.ts'
import { OPERATOR } from './audit/audit-event.ts'
import { createAuditLog } from './audit/audit-log.ts'
import { createFailureLimit } from './auth/failure-limit.ts'
import { createProviderKeys } from './auth/provider-keys.ts'
import { checkAuditRetention, createCleanup } from './cleanup/create-cleanup.ts'
import { createClockWatch } from './clock-watch.ts'
import { createKeyProtection } from './crypto/key-protection.ts'
import { createWebCrypto } from './crypto/web-crypto.ts'
import {
  DEFAULT_AUDIT_RETENTION_DAYS,
  DEFAULT_BUFFERED_BYTES,
  DEFAULT_CORS,
  DEFAULT_KEY_ROTATION_DAYS,
  DEFAULT_LICENSES_PER_HOUR,
  DEFAULT_LOG_INTERVAL_SECONDS,
  DEFAULT_MAX_WAIT_MS,
  DEFAULT_REFRESH_CHAIN_DAYS,
  DEFAULT_REFRESH_REUSE_GRACE_MS,
  DEFAULT_REGISTRATIONS_PER_HOUR,
  DEFAULT_ROTATION_DELAY_MS,
  DEFAULT_STRANGER_BYTES_PER_DAY,
  DEFAULT_TERMS_PER_DAY,
  DEFAULT_UNKNOWN_AFTER_RESTORE_DAYS,
} from './defaults.ts'
import { createRegistrationQuota } from './devices/registration-quota.ts'
import { createBodyBudget } from './http/body-budget.ts'
import { parseCors } from './http/cors.ts'
import { parseBaseUrl } from './http/parse-base-url.ts'
import { createOverloadReport } from './http/report-overload.ts'
import { checkQuotas, checkStrangerBytes } from './licenses/quotas.ts'
import { checkUnknownAfterRestore, createRestoreWindow } from './licenses/restore-window.ts'
import { createStrangerQuota } from './licenses/stranger-quota.ts'
import { createSubmissionMemory } from './licenses/submission-memory.ts'
import { rotateLogKey } from './log/log-signers.ts'
import { checkLogInterval, createPublicLog } from './log/public-log.ts'
import { checkTimestampUrl, postTimestampWithFetch } from './log/request-timestamp.ts'
import { parseWitness } from './log/witness-client.ts'
import { createApp } from './routing/create-app.ts'
import type { ServiceContext } from './service-context.ts'
import type { Service, ServiceOptions } from './service-options.ts'
import { readClock } from './storage/clock.ts'
import { openPgliteStorage } from './storage/pglite.ts'
import { createReplicaReads } from './storage/replica-reads.ts'
import { createChainQuota } from './tokens/chain-quota.ts'
import { createKeyRing } from './tokens/key-ring.ts'
import { checkKeyRotation } from './tokens/key-times.ts'
import { checkRefreshChainDays, checkRefreshReuseGrace } from './tokens/refresh-token.ts'
import { traceStorage } from './tracing/trace-storage.ts'
import { createWebhooks } from './webhooks/create-webhooks.ts'
import { postWithFetch } from './webhooks/post-webhook.ts'

/**
 * Creates the service: every operation of the interface behind one `fetch`.
 *
 * @throws {LicetError} `invalid_configuration` when `authUrl` or `trailUrl` is not a URL, `cors` contains a value that is not an
 *   origin, `maxBufferedBytes` is too small, or `maxWaitMs` is not a time.
 * @example
 * const service = await createService({ authUrl: 'http://localhost:8787' })
 * const response = await service.fetch(new Request('http://localhost:8787/.well-known/jwks.json'))
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const authUrl = parseBaseUrl(options.authUrl, 'authUrl')
  const trailUrl = parseBaseUrl(options.trailUrl ?? options.authUrl, 'trailUrl')
  const cors = parseCors(options.cors ?? DEFAULT_CORS)
  const { onEvent = () => undefined, monotonic = () => performance.now() } = options
  const reportOverload = createOverloadReport(onEvent, monotonic)
  const bodies = createBodyBudget(options.maxBufferedBytes ?? DEFAULT_BUFFERED_BYTES, () => reportOverload('maxBufferedBytes'))
  const maxWaitMs = options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS
  checkMaxWait(maxWaitMs)
  const quotas = {
    maxLicensesPerHour: options.maxLicensesPerHour ?? DEFAULT_LICENSES_PER_HOUR,
    maxTermsPerDay: options.maxTermsPerDay ?? DEFAULT_TERMS_PER_DAY,
  }
  const {
    maxRegistrationsPerHour = DEFAULT_REGISTRATIONS_PER_HOUR,
    maxStrangerBytesPerDay = DEFAULT_STRANGER_BYTES_PER_DAY,
    observer = {},
  } = options
  checkQuotas({ ...quotas, maxRegistrationsPerHour })
  checkStrangerBytes(maxStrangerBytesPerDay)
  const refreshReuseGraceMs = options.refreshReuseGraceMs ?? DEFAULT_REFRESH_REUSE_GRACE_MS
  checkRefreshReuseGrace(refreshReuseGraceMs)
  const refreshChainDays = options.refreshChainDays ?? DEFAULT_REFRESH_CHAIN_DAYS
  checkRefreshChainDays(refreshChainDays)
  const auditRetentionDays = options.auditRetentionDays ?? DEFAULT_AUDIT_RETENTION_DAYS
  checkAuditRetention(auditRetentionDays)
  const unknownAfterRestoreDays = options.unknownAfterRestoreDays ?? DEFAULT_UNKNOWN_AFTER_RESTORE_DAYS
  checkUnknownAfterRestore(unknownAfterRestoreDays)
  const { tracing, keyRotationDays = DEFAULT_KEY_ROTATION_DAYS } = options
  checkKeyRotation(keyRotationDays)
  const { logIntervalSeconds = DEFAULT_LOG_INTERVAL_SECONDS } = options
  checkLogInterval(logIntervalSeconds)
  const witnesses = (options.witnesses ?? []).map(parseWitness)
  const { timestamp: authority, postTimestamp: post = postTimestampWithFetch } = options
  if (authority !== undefined) checkTimestampUrl(authority)
  const protection = createKeyProtection(options)
  const opened = options.storage ?? (await openPgliteStorage())
  const storage = tracing === undefined ? opened : traceStorage(opened, tracing)
  const { now = Date.now } = options
  const clock = createClockWatch({ now, monotonic, onEvent })
  const platform = {
    storage,
    crypto: options.crypto ?? createWebCrypto(),
    protection,
    now,
    // A host that sets the clock, such as a test, sets it for the background work too.
    earlierNow: async () => {
      if (now !== Date.now) return now()
      const begun = monotonic()
      const ofDatabase = await readClock(storage)
      clock.compare(ofDatabase, begun, monotonic())
      clock.assertUsable()
      return Math.min(now(), ofDatabase)
    },
    clock,
    monotonic,
  }
  const environment = { ...platform, audit: createAuditLog(platform) }
  const webhookHost = createWebhooks({ ...environment, onEvent }, options.postWebhook ?? postWithFetch)
  const refusals = createRefusals(monotonic)
  const context: ServiceContext = {
    ...environment,
    replica:
      options.replica === undefined
        ? storage
        : createReplicaReads({ primary: storage, replica: options.replica, monotonic, onChange: onEvent }),
    keys: createKeyRing(environment),
    failures: createFailureLimit(environment),
    providerKeys: createProviderKeys(environment),
    bodies,
    webhooks: webhookHost,
    admission: createAdmission({
      concurrency: storage.connections,
      maxWaitMs,
      onRefused: () => reportOverload('maxWaitMs'),
    }),
    refusals,
    authUrl,
    trailUrl,
    suites: options.suites ?? SIGNATURE_SUITES,
    quotas,
    registrations: createRegistrationQuota({ monotonic, onEvent, observer }, maxRegistrationsPerHour),
    strangers: createStrangerQuota({ ...environment, onEvent, observer }, maxStrangerBytesPerDay),
    submissions: createSubmissionMemory(),
    chains: createChainQuota(environment, maxStrangerBytesPerDay),
    restores: createRestoreWindow(platform, unknownAfterRestoreDays),
    refreshReuseGraceMs,
    refreshChainDays,
    logIntervalSeconds,
    onEvent,
    observer,
  }
  const { fetch, owns } = createApp(context, cors, tracing)
  // Without an authority, the code that verifies time stamps is not loaded.
  const timestamps =
    authority === undefined ? undefined : (await import('./log/timestamps.ts')).createTimestamps(context, { authority, post })
  const log = createPublicLog(context, { intervalSeconds: logIntervalSeconds, witnesses, timestamps })
  const cleanup = createCleanup(context, { auditRetentionDays, keyRotationDays })
  return {
    authUrl,
    trailUrl,
    fetch,
    owns,
    isVouched: (authorization) => isVouched(authorization, context.keys.recallClient),
    admin: createAdminOf(environment, OPERATOR),
    webhooks: webhookHost.webhooks,
    startWebhooks: webhookHost.start,
    cleanUp: cleanup.cleanUp,
    startCleanup: cleanup.start,
    appendLog: log.append,
    startLog: log.start,
    rotateLogKey: () => rotateLogKey(context),
    rotateSigningKey: ({ delayMs = DEFAULT_ROTATION_DELAY_MS } = {}) => context.keys.rotate(delayMs),
    removeSigningKey: (kid) => context.keys.remove(kid),
    close: async () => {
      refusals.close()
      await webhookHost.close()
      await log.close()
      await cleanup.close()
      if (options.storage === undefined) await storage.close()
    },
  }
}
