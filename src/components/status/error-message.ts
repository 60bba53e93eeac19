import type { ErrorCode } from '../../core/error-codes.ts'
import type { LicetError } from '../../core/errors.ts'
import type { MessageKey } from '../../locales/format/messages.ts'

/** The key of a text that explains why there are no terms. */
export type TermsErrorKey = 'terms.error' | 'terms.invalid' | 'terms.expired'

type ErrorKey =
  | Exclude<Extract<MessageKey, `error.${string}`>, 'error.code' | 'error.title' | `error.withdraw${string}`>
  | 'decision.obscured'
  | TermsErrorKey

const KEYS: Partial<Readonly<Record<ErrorCode, ErrorKey>>> = {
  network_error: 'error.network',
  timeout: 'error.network',
  unavailable: 'error.network',
  server_error: 'error.network',
  too_many_requests: 'error.network',
  terms_changed: 'error.changed',
  storage_unavailable: 'error.storage',
  storage_full: 'error.storage',
  decision_obscured: 'decision.obscured',
  code_unavailable: 'error.unloaded',
  invalid_license: 'error.refused',
  invalid_signature: 'error.refused',
  invalid_address: 'error.refused',
  invalid_key: 'error.refused',
  address_taken: 'error.refused',
  invalid_token: 'error.refused',
  invalid_client: 'error.setup',
  invalid_configuration: 'error.setup',
  not_found: 'error.setup',
  method_not_allowed: 'error.setup',
  license_expired: 'terms.expired',
  payload_too_large: 'error.setup',
  too_many_licenses: 'error.setup',
  identity_unavailable: 'error.network',
  identity_expired: 'error.network',
  identity_clock_skew: 'error.network',
  identity_replayed: 'error.network',
  identity_required: 'error.setup',
  invalid_identity: 'error.setup',
  identity_wrong_audience: 'error.setup',
  identity_key_unknown: 'error.setup',
}

/** Returns the key of the text for an error: what happened, what it means, what to do. */
export function errorMessageKey(code: ErrorCode | undefined): ErrorKey {
  return (code && KEYS[code]) ?? 'error.other'
}

/** Returns whether trying again can help. Otherwise there is no button for it. */
export function canRetry(key: MessageKey): boolean {
  return key !== 'error.setup' && key !== 'terms.expired'
}

/** Returns the key of the text that explains why the terms cannot be agreed to. */
export function termsErrorKey(status: 'error' | 'invalid', error: LicetError | undefined): TermsErrorKey {
  return error?.code === 'license_expired' ? 'terms.expired' : `terms.${status}`
}
