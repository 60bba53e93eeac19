/** Codes for addresses and licenses. The token paths never return them. */
export const RESOURCE_ERROR_CODES = [
  'invalid_key',
  'invalid_address',
  'invalid_signature',
  'address_taken',
  'invalid_license',
  'license_expired',
  'license_ended',
  'erased',
  'nothing_to_revoke',
  'too_many_licenses',
  'not_in_log_yet',
  'identity_required',
  'invalid_identity',
  'identity_expired',
  'identity_clock_skew',
  'identity_wrong_audience',
  'identity_replayed',
  'identity_key_unknown',
] as const

/**
 * The codes that the service returns: in `error` on the token paths (RFC 6749 section 5.2, RFC 6750 section 3.1), and in `code` of a
 * problem document (RFC 9457) on all other paths.
 */
export const WIRE_ERROR_CODES = [
  // Token paths and bearer failures, in the words of OAuth.
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_token_type',
  'invalid_scope',
  'invalid_token',
  'insufficient_scope',
  // Any request.
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'invalid_json',
  'unavailable',
  'server_error',
  'unsupported',
  ...RESOURCE_ERROR_CODES,
] as const

/** A code that the service returns. */
export type WireErrorCode = (typeof WIRE_ERROR_CODES)[number]

/** The codes that the client, the compiler of the terms and the command line create. */
export const LOCAL_ERROR_CODES = [
  'invalid_configuration',
  'invalid_template',
  'unfilled_placeholder',
  'invalid_response',
  'invalid_receipt',
  'invalid_proof',
  'record_mismatch',
  'network_error',
  'timeout',
  'identity_unavailable',
  'aborted',
  'closed',
  'storage_unavailable',
  'storage_full',
  'port_taken',
  'terms_changed',
  'terms_unavailable',
  'nothing_agreed',
  'decision_obscured',
  'code_unavailable',
  'unexpected_error',
] as const

/** A code that does not come from the service. */
export type LocalErrorCode = (typeof LOCAL_ERROR_CODES)[number]

/** Every code of a `LicetError`. The wire, the class and the docs use the same words. */
export type ErrorCode = WireErrorCode | LocalErrorCode

/** Returns whether a value is a code that the service returns. */
export function isWireErrorCode(value: unknown): value is WireErrorCode {
  return (WIRE_ERROR_CODES as readonly unknown[]).includes(value)
}
