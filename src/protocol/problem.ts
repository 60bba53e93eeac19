import type { WireErrorCode } from '../core/error-codes.ts'
import type { License } from '../core/license.ts'

/** A problem document (RFC 9457): the error response of every path except the token paths. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: WireErrorCode
  /** Path of the wrong member. */
  readonly field?: string | undefined
  /** Only with `license_ended`: the stored license. */
  readonly license?: License | undefined
}

/** An OAuth error (RFC 6749 section 5.2): the error response of the token paths. */
export interface OAuthError {
  readonly error: WireErrorCode
  readonly error_description: string
}

/** Media type of a problem document. */
export const PROBLEM_TYPE = 'application/problem+json'

/** HTTP status of each code of the service. */
export const ERROR_STATUS: Readonly<Record<WireErrorCode, number>> = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_token_type: 400,
  invalid_scope: 400,
  invalid_token: 401,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  invalid_json: 400,
  unavailable: 503,
  server_error: 500,
  unsupported: 501,
  invalid_key: 400,
  invalid_address: 400,
  invalid_signature: 400,
  address_taken: 409,
  invalid_license: 400,
  license_expired: 400,
  license_ended: 409,
  erased: 410,
  nothing_to_revoke: 409,
  too_many_licenses: 409,
  not_in_log_yet: 404,
  identity_required: 400,
  invalid_identity: 400,
  identity_expired: 400,
  identity_clock_skew: 400,
  identity_wrong_audience: 400,
  identity_replayed: 409,
  identity_key_unknown: 400,
}
