import type { SignatureSuite } from '../core/signature.ts'
import type { Admission } from './admission/admission.ts'
import type { Refusals } from './admission/hold-refusals.ts'
import type { AuditLog } from './audit/audit-log.ts'
import type { FailureLimit } from './auth/failure-limit.ts'
import type { ProviderKeys } from './auth/provider-keys.ts'
import type { ClockWatch } from './clock-watch.ts'
import type { KeyProtection } from './crypto/key-protection.ts'
import type { ServiceCrypto } from './crypto/service-crypto.ts'
import type { RegistrationQuota } from './devices/registration-quota.ts'
import type { BodyBudget } from './http/body-budget.ts'
import type { Quotas } from './licenses/quotas.ts'
import type { RestoreWindow } from './licenses/restore-window.ts'
import type { StrangerQuota } from './licenses/stranger-quota.ts'
import type { SubmissionMemory } from './licenses/submission-memory.ts'
import type { ServiceObserver } from './observer.ts'
import type { ServiceEvent } from './service-event.ts'
import type { Sql, Storage } from './storage/storage.ts'
import type { ChainQuota } from './tokens/chain-quota.ts'
import type { KeyRing } from './tokens/key-ring.ts'
import type { WebhookHost } from './webhooks/create-webhooks.ts'

/** The environment, keys and configuration that routes and rules receive. */
export interface ServiceContext {
  readonly storage: Storage
  /** For reads that may be a few seconds old: the replica, or the storage without one. */
  readonly replica: Sql
  readonly crypto: ServiceCrypto
  readonly keys: KeyRing
  readonly protection: KeyProtection
  readonly audit: AuditLog
  readonly failures: FailureLimit
  readonly providerKeys: ProviderKeys
  readonly bodies: BodyBudget
  readonly webhooks: Pick<WebhookHost, 'webhooksOf' | 'checksAddresses'>
  readonly admission: Admission
  readonly refusals: Pick<Refusals, 'hold'>
  /** Issuer and audience of every token. Never taken from a request. */
  readonly authUrl: string
  readonly trailUrl: string
  readonly suites: readonly SignatureSuite[]
  readonly quotas: Quotas
  readonly registrations: RegistrationQuota
  readonly strangers: StrangerQuota
  readonly submissions: SubmissionMemory
  readonly chains: ChainQuota
  readonly restores: RestoreWindow
  /** How long a used refresh token is still accepted, in milliseconds. 0 means never. */
  readonly refreshReuseGraceMs: number
  /** How long after its first grant a chain of refresh tokens ends, in days. */
  readonly refreshChainDays: number
  /** How long an entry waits for the public log at most, in seconds. */
  readonly logIntervalSeconds: number
  /** Returns milliseconds since the epoch. */
  readonly now: () => number
  /**
   * Returns the earlier one of {@link now} and the clock of the database, for background work that removes or ends expired rows: a wrong
   * clock of this machine must not end a row that has not expired.
   */
  readonly earlierNow: () => Promise<number>
  /** Compares {@link now} with the clock of the database. */
  readonly clock: ClockWatch
  /** Returns milliseconds of a clock that never goes back, for cool-downs. */
  readonly monotonic: () => number
  readonly onEvent: (event: ServiceEvent) => void
  readonly observer: ServiceObserver
}
