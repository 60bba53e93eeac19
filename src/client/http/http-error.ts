import { isWireErrorCode, type WireErrorCode } from '../../core/error-codes.ts'
import { LicetError } from '../../core/errors.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { PROBLEM_TYPE } from '../../protocol/problem.ts'
import { decodeJson } from './decode-json.ts'
import type { HttpOptions, HttpRequest } from './send-request.ts'

/** The service's own description of an error. */
export interface ProblemDetail {
  readonly field?: string | undefined
  readonly detail?: string | undefined
}

/** Longest description that is repeated in an error message. */
const MAX_DETAIL_CHARS = 500

/** Creates the error of a response that the service would not send. `what` continues the sentence "The response …". */
export function invalidResponse(status: number, what: string, cause?: unknown): LicetError<'invalid_response'> {
  return new LicetError(
    'invalid_response',
    `The response (status ${status}) ${what}. It may not come from the service. Check the address of the service and the network, then try again.`,
    { status, cause },
  )
}

/** Creates the error of a request without a response. `what` continues the sentence "The service …". */
export function noResponse<Code extends 'network_error' | 'timeout'>(code: Code, what: string, cause?: unknown): LicetError<Code> {
  return new LicetError(code, describeNoResponse(what), { cause })
}

function describeNoResponse(what: string): string {
  return `The service ${what}. The request may have been processed. It is safe to send it again.`
}

/** The codes of temporary failures that a proxy reports by its status. Every other response without a code of the service is not from it. */
const FALLBACK_CODES: Readonly<Record<number, WireErrorCode>> = {
  429: 'too_many_requests',
  503: 'unavailable',
}

/**
 * Creates the error of a failed response: the service's code, or `invalid_response` when the response does not come from the service (wire
 * decisions, amendment 22).
 */
export function toHttpError(
  response: Response,
  body: Uint8Array,
  nowMs: number,
  request: HttpRequest,
  describe: HttpOptions['describe'],
): LicetError {
  const { status } = response
  const problem = readProblem(body)
  const wireCode = readCode(response.headers, problem, request)
  const code = wireCode ?? FALLBACK_CODES[status] ?? (status >= 500 ? 'server_error' : undefined)
  // A proxy, a captive portal or a firewall. Its refusal must not end a decision.
  if (code === undefined) return invalidResponse(status, status < 400 ? 'is a redirect' : 'is not an error of the service')
  const retryAfterMs = readRetryAfter(response.headers, nowMs)
  // Pages do not repeat the service's text: it may contain anything, and the person would read it as the app's own.
  // The text of the service already says what was done.
  const { field, detail = 'Nothing was changed. Look up the code to find the cause.' } = describe?.(problem, request) ?? {}
  const reason = `(${status} ${field === undefined ? code : `${code}, ${field}`})`
  // A proxy responds with 5xx when the service fails or does not respond, and the service when its database does. Either may have stored it.
  const message =
    status < 500
      ? `The service refused the request ${reason}. ${detail}`
      : describeNoResponse(`or a proxy in front of it failed ${reason}`)
  return new LicetError(code, message, { status, retryAfterMs, field })
}

/**
 * Returns the service's description of an error, for the operators of servers.
 *
 * A text that contains any value of the request is left out, because those values contain the secrets.
 */
export function describeProblem(problem: JsonObject, { token, form, json = '{}' }: HttpRequest): ProblemDetail {
  const sent: unknown[] = [token, ...Object.values(form ?? {})]
  JSON.parse(json, (_, value) => {
    sent.push(value)
    return value
  })
  // A value of up to three characters is no secret and may occur in any text.
  const isSecret = (value: unknown, text: string) => typeof value === 'string' && value.length > 3 && text.includes(value)
  const readText = (text: unknown) =>
    typeof text !== 'string' || sent.some((value) => isSecret(value, text)) ? undefined : text.slice(0, MAX_DETAIL_CHARS)
  return { field: readText(problem.field), detail: readText(problem.detail ?? problem.error_description) }
}

// A proxy or a login page also responds with JSON. Only the token paths, which read forms, have OAuth errors (RFC 6749 section 5.2).
function readCode(headers: Headers, { code, error }: JsonObject, { form }: HttpRequest): WireErrorCode | undefined {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  const wireCode = type === PROBLEM_TYPE ? code : form === undefined ? undefined : error
  return isWireErrorCode(wireCode) ? wireCode : undefined
}

function readProblem(body: Uint8Array): JsonObject {
  try {
    const problem = decodeJson(body)
    return isJsonObject(problem) ? problem : {}
  } catch {
    return {}
  }
}

function readRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  // By the service's clock, or by the device's clock where the browser hides the `Date` header.
  const now = Date.parse(headers.get('date') ?? '') || nowMs
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
