import { isWireErrorCode, type WireErrorCode } from '../../core/error-codes.ts'
import { LicetError } from '../../core/errors.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { parseJsonBytes } from './decode-json.ts'

/** The service's own words about an error. */
export interface Quote {
  readonly field?: string | undefined
  readonly detail?: string | undefined
}

/** The error of an answer that is not what the service answers. */
export function invalidResponse(status: number, what: string, cause?: unknown): LicetError<'invalid_response'> {
  return new LicetError(
    'invalid_response',
    `The answer (status ${status}) ${what}. Something else than the service may have answered. Check the address and the network, and try again.`,
    { status, cause },
  )
}

/** The error of a request that nothing answered, or not in time. */
export function noAnswer<Code extends 'network_error' | 'timeout'>(code: Code, what: string, cause?: unknown): LicetError<Code> {
  const message = `The service ${what}. What became of the request is not known. It is safe to send the same again.`
  return new LicetError(code, message, { cause })
}

/** What a status stands for where the answer names no code that we know. */
const FALLBACK_CODES: Readonly<Record<number, WireErrorCode>> = {
  401: 'invalid_token',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'unavailable',
}

/** The error that an answer of the service tells of, or `invalid_response` when it is not the service's. */
export function toHttpError(
  response: Response,
  body: Uint8Array,
  nowMs: number,
  quote: (problem: JsonObject) => Quote | undefined,
): LicetError {
  const { status } = response
  const problem = readProblem(body)
  const told = problem.code ?? problem.error
  const code = isWireErrorCode(told) ? told : (FALLBACK_CODES[status] ?? toGeneralCode(status, told))
  // A proxy, a captive portal, a firewall: what refuses in its own words is not the service, and ends no decision.
  if (code === undefined) return invalidResponse(status, status < 400 ? 'is a redirect' : 'is no refusal of the service')
  const retryAfterMs = readRetryAfter(response.headers, nowMs)
  // To a person the service's own text is not told: it is not ours to vouch for, and it may be anyone's.
  const { field, detail = 'The code tells the cause.' } = quote(problem) ?? {}
  const what = field === undefined ? code : `${code}, ${field}`
  return new LicetError(code, `The service refused the request (${status} ${what}). Nothing came of it. ${detail}`, {
    status,
    retryAfterMs,
    field,
  })
}

// A code that we do not know may be of a newer service: its word as well.
function toGeneralCode(status: number, told: unknown): WireErrorCode | undefined {
  if (status >= 500) return 'server_error'
  return status >= 400 && typeof told === 'string' ? 'invalid_request' : undefined
}

function readProblem(body: Uint8Array): JsonObject {
  try {
    const problem = parseJsonBytes(body)
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
  // By the service's clock, or by ours where the browser hides that.
  const now = Date.parse(headers.get('date') ?? '') || nowMs
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
