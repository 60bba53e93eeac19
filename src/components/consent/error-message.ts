import type { ErrorCode } from '../../core/error-codes.ts'
import type { MessageKey } from '../../locales/format/messages.ts'

type ErrorKey =
  | Exclude<Extract<MessageKey, `error.${string}`>, 'error.code' | 'error.title' | 'error.withdraw.title'>
  | 'decision.obscured'

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
  license_expired: 'error.setup',
  payload_too_large: 'error.setup',
  too_many_licenses: 'error.setup',
}

/** Returns the key of the text for an error: what happened, what it means, what to do. For `error.setup`, trying again does not help. */
export function errorMessageKey(code: ErrorCode | undefined): ErrorKey {
  return (code && KEYS[code]) ?? 'error.other'
}
