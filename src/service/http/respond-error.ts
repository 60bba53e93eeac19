import { isWireErrorCode, type WireErrorCode } from '../../core/error-codes.ts'
import { isLicetError, LicetError } from '../../core/errors.ts'
import { ERROR_STATUS, type OAuthError, PROBLEM_TYPE, type Problem } from '../../protocol/problem.ts'
import { respondJson } from './respond-json.ts'

/** Format of error responses: OAuth (RFC 6749 section 5.2) or a problem document (RFC 9457). */
export type ErrorStyle = 'oauth' | 'problem'

/** An error whose code may be sent to the caller. */
export type WireError = LicetError<WireErrorCode>

/** Returns an error that may be sent as it is. Replaces any other error with `server_error`, so that no detail of it is sent. */
export function toWireError(error: unknown): WireError {
  if (isWireError(error)) return error
  return new LicetError('server_error', 'The service failed. The request may have been stored. Try again later.')
}

function isWireError(error: unknown): error is WireError {
  return isLicetError(error) && isWireErrorCode(error.code)
}

/** Responds with an error in the format of the route. */
export function respondError(
  error: WireError,
  style: ErrorStyle,
  request: Request,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const status = ERROR_STATUS[error.code]
  const all: Record<string, string> = { 'cache-control': 'no-store', ...headers }
  if (error.retryAfterMs !== undefined) all['retry-after'] = String(Math.ceil(error.retryAfterMs / 1000))
  const challenge = toChallenge(error, request)
  if (challenge !== undefined) all['www-authenticate'] = challenge
  const { body, contentType } = toErrorBody(error, style)
  return respondJson(body, status, { ...all, 'content-type': contentType })
}

/** Converts an error to the body of a response. */
export function toErrorBody(
  error: WireError,
  style: ErrorStyle,
): { readonly body: OAuthError | Problem; readonly contentType: string } {
  const { code, message, field } = error
  if (style === 'oauth') return { body: { error: code, error_description: message }, contentType: 'application/json' }
  const status = ERROR_STATUS[code]
  const title = TITLES[status] ?? 'Error'
  return { body: { type: 'about:blank', title, status, detail: message, code, field }, contentType: PROBLEM_TYPE }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
}

/** Matches an `Authorization` header of the scheme Basic, with any credentials. */
export const BASIC_SCHEME = /^Basic(?: |$)/i
/** Matches an `Authorization` header of the scheme Bearer, with any credentials. */
export const BEARER_SCHEME = /^Bearer(?: |$)/i

/** Returns the challenge of RFC 6750 section 3, or of RFC 6749 section 5.2 for a client that failed to authenticate. */
function toChallenge(error: WireError, request: Request): string | undefined {
  const authorization = request.headers.get('authorization') ?? ''
  switch (error.code) {
    case 'invalid_token':
    case 'insufficient_scope':
      // Without bearer credentials the challenge contains no error code (RFC 6750 section 3.1).
      return BEARER_SCHEME.test(authorization) ? `Bearer realm="licet", error="${error.code}"` : 'Bearer realm="licet"'
    case 'invalid_client':
      // RFC 6749 section 5.2: only to a client that used the header.
      if (authorization === '') return undefined
      // A Basic challenge makes browsers ask for a password, so it is sent only to clients that used Basic.
      return BASIC_SCHEME.test(authorization)
        ? 'Basic realm="licet", charset="UTF-8"'
        : 'Bearer realm="licet", error="invalid_client"'
    default:
      return undefined
  }
}
