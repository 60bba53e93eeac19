import type { SignatureSuite } from '../core/signature.ts'
import type { FailureLimit } from './auth/failure-limit.ts'
import type { ServiceCrypto } from './crypto/service-crypto.ts'
import type { Storage } from './storage/storage.ts'
import type { KeyRing } from './tokens/key-ring.ts'

/** Something that an operator wants to know of. Holds no key, token, signature or `ptr`. */
export type ServiceEvent =
  | { readonly type: 'refresh_reused'; readonly providerId: string }
  /** `reason`: what the database said, by its SQLSTATE, or why its connection failed. */
  | { readonly type: 'unavailable'; readonly method: string; readonly route: string; readonly reason: string }
  | { readonly type: 'server_error'; readonly method: string; readonly route: string; readonly error: string }
  /** PostgreSQL was away at the start, or is away for another reason by now; the service listens, answers 503 and asks it again. */
  | { readonly type: 'database_away'; readonly reason: string }
  | { readonly type: 'database_back' }

/** What every part of the service is handed: its environment and its keys. */
export interface ServiceContext {
  readonly storage: Storage
  readonly crypto: ServiceCrypto
  readonly keys: KeyRing
  readonly failures: FailureLimit
  /** Issuer and audience of every token. Never taken from a request. */
  readonly authUrl: string
  readonly trailUrl: string
  readonly suites: readonly SignatureSuite[]
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds that never go back, for cool-downs. */
  readonly monotonic: () => number
  readonly onEvent: (event: ServiceEvent) => void
}
