import { isWireErrorCode, type WireErrorCode } from '../../core/error-codes.ts'
import { isLicetError, LicetError } from '../../core/errors.ts'
import { ERROR_STATUS, type OAuthError, PROBLEM_TYPE, type Problem } from '../../protocol/problem.ts'

/** How a route tells of errors: as OAuth does (RFC 6749 section 5.2), or by a problem document (RFC 9457). */
export type ErrorStyle = 'oauth' | 'problem'

/** A failure that goes on the wire. */
export type WireError = LicetError<WireErrorCode>

/** What is told of a failure: itself where it is meant for the wire. Of a fault of ours no detail leaves. */
export function toWireError(error: unknown): WireError {
  if (isWireError(error)) return error
  return new LicetError('server_error', 'The service failed. It is not certain that nothing was done. Try again later.')
}

function isWireError(error: unknown): error is WireError {
  return isLicetError(error) && isWireErrorCode(error.code)
}

/** Headers of JSON that nobody may keep. */
export const JSON_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const

/** Answers with JSON that nobody may keep. */
export function respondJson(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...JSON_HEADERS, ...headers },
  })
}

/** Answers with an error in the style of the route. */
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
  if (style === 'oauth') {
    const answer: OAuthError = { error: error.code, error_description: error.message }
    return respondJson(answer, status, all)
  }
  return respondJson(toProblem(error), status, { ...all, 'content-type': PROBLEM_TYPE })
}

/** The problem document of an error (RFC 9457). */
export function toProblem({ code, message, field }: WireError): Problem {
  const status = ERROR_STATUS[code]
  return { type: 'about:blank', title: TITLES[status] ?? 'Error', status, detail: message, code, field }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** A header `Authorization` of the scheme Basic, whatever follows. */
export const BASIC_SCHEME = /^Basic(?: |$)/i
/** One of the scheme Bearer. */
export const BEARER_SCHEME = /^Bearer(?: |$)/i

/** The challenge of RFC 6750 section 3, and of RFC 6749 section 5.2 for a client that is not who it says. */
function toChallenge(error: WireError, request: Request): string | undefined {
  const authorization = request.headers.get('authorization') ?? ''
  switch (error.code) {
    case 'invalid_token':
    case 'insufficient_scope':
      // Without credentials, or with those of another scheme, the challenge tells no error (RFC 6750 section 3.1).
      return BEARER_SCHEME.test(authorization) ? `Bearer realm="licet", error="${error.code}"` : 'Bearer realm="licet"'
    case 'invalid_client':
      // A Basic challenge makes browsers ask for a password, so it goes only to who came with Basic.
      return BASIC_SCHEME.test(authorization)
        ? 'Basic realm="licet", charset="UTF-8"'
        : 'Bearer realm="licet", error="invalid_client"'
    default:
      return undefined
  }
}
