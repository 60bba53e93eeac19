import type { ErrorCode } from '../../core/error-codes.ts'
import type { MessageKey } from '../../locales/format/messages.ts'

type ErrorKey = Extract<MessageKey, `error.${string}` | 'decision.obscured'>

const KEYS: Partial<Readonly<Record<ErrorCode, ErrorKey>>> = {
  network_error: 'error.network',
  timeout: 'error.network',
  unavailable: 'error.network',
  server_error: 'error.network',
  too_many_requests: 'error.network',
  terms_changed: 'error.changed',
  storage_unavailable: 'error.storage',
  storage_full: 'error.storage',
  clock_skew: 'error.clock',
  decision_obscured: 'decision.obscured',
  code_unavailable: 'error.unloaded',
  invalid_license: 'error.refused',
  invalid_signature: 'error.refused',
  invalid_address: 'error.refused',
  invalid_key: 'error.refused',
  address_taken: 'error.refused',
  license_expired: 'error.refused',
  invalid_token: 'error.refused',
}

/** The text that tells a person about an error: what happened, why it matters, what to do. */
export function errorKey(code: ErrorCode | undefined): Exclude<ErrorKey, 'error.code' | 'error.title' | 'error.withdraw.title'> {
  const key = code === undefined ? undefined : KEYS[code]
  return key === undefined || key === 'error.code' || key === 'error.title' || key === 'error.withdraw.title' ? 'error.other' : key
}
