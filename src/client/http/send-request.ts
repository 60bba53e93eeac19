import type { ErrorCode } from '../../core/error-codes.ts'
import { isLicetError, type LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { MAX_RESPONSE_BYTES } from '../../core/limits.ts'
import { readShape, type Shape } from '../../protocol/shape.ts'
import { MAX_TIMEOUT_MS } from '../page-environment.ts'
import { assertNotAborted, untilAborted } from '../until-aborted.ts'
import { decodeJson } from './decode-json.ts'
import { invalidResponse, noResponse, type ProblemDetail, toHttpError } from './http-error.ts'

/** The platform parts and limits that requests use. */
export interface HttpOptions {
  readonly fetch: typeof fetch
  readonly now: () => number
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number
  readonly timeoutMs: number
  /** Selects the parts of the service's own description that an error repeats. Default: none. */
  readonly describe?: ((problem: JsonObject, request: HttpRequest) => ProblemDetail) | undefined
}

/** Members of a form or a query. Undefined members are left out. */
export type Members = Readonly<Record<string, string | number | undefined>>

/** A request to the service. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined
  /** Sent form-encoded. */
  readonly form?: Members | undefined
  /** Sent byte for byte as `application/json`. */
  readonly json?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** The code of a refusal that is returned like a response, because the caller reads its body. */
  readonly expected?: ErrorCode | undefined
  /** Default: `no-store`. */
  readonly cache?: RequestCache | undefined
  /** Largest response body that is read, in bytes. Default: {@link MAX_RESPONSE_BYTES}. */
  readonly maxBytes?: number | undefined
}

/** A successful response. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
  /** How far the service's clock is ahead of this device's, in milliseconds. `undefined` where the browser hides the `Date` header. */
  readonly skewMs: number | undefined
}

/**
 * Sends a request and reads its response within limits of time and size. Sends no cookies and no referrer, and follows no redirects.
 *
 * @throws {LicetError} the service's code with the `status` of the response; `network_error`, `timeout` or `aborted` without a response;
 *   `invalid_response` when the response is too large or does not come from the service
 */
export async function sendRequest(http: HttpOptions, request: HttpRequest): Promise<HttpResponse> {
  const { signal } = request
  assertNotAborted(signal)
  const controller = new AbortController()
  const late = () => controller.abort(noResponse('timeout', `did not respond within ${http.timeoutMs} ms`))
  const timer = setTimeout(late, Math.min(http.timeoutMs, MAX_TIMEOUT_MS))
  try {
    // A `fetch`, or a wrapper of it, may ignore its signal.
    return await untilAborted(exchange(http, request, controller.signal), controller.signal, signal)
  } catch (error) {
    // Only after a failure: some browsers list a completed request as canceled when its signal aborts later.
    controller.abort()
    throw isLicetError(error) ? error : noResponse('network_error', 'could not be reached', error)
  } finally {
    clearTimeout(timer)
  }
}

async function exchange(http: HttpOptions, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  const sentAt = http.now()
  const response = await http.fetch(request.url, toInit(request, signal))
  const receivedAt = http.now()
  const body = await readBody(response, request.maxBytes ?? MAX_RESPONSE_BYTES)
  if (!response.ok) {
    const error = toHttpError(response, body, http.now(), request, http.describe)
    if (error.code !== request.expected) throw error
  }
  return { status: response.status, headers: response.headers, body, skewMs: measureSkew(response.headers, sentAt, receivedAt) }
}

/**
 * Parses the body of a response as JSON. The caller checks the value.
 *
 * A lenient parser is safe here, because a license is compared member by member with the signed request.
 *
 * @throws {LicetError} `invalid_response`
 */
export function readJson(response: HttpResponse): unknown {
  try {
    return decodeJson(response.body)
  } catch (cause) {
    throw invalidResponse(response.status, 'is not valid JSON', cause)
  }
}

/**
 * Parses a response and checks its shape. Leaves out unknown members.
 *
 * @throws {LicetError} `invalid_response`
 */
export function readResponse<T>(response: HttpResponse, shape: Shape<T>): T {
  return readValue(readJson(response), shape, response.status)
}

/**
 * Parses a response that is a list, and checks the shape of each item.
 *
 * @throws {LicetError} `invalid_response`
 */
export function readResponseList<T>(response: HttpResponse, shape: Shape<T>): T[] {
  const values = readJson(response)
  if (!Array.isArray(values)) throw invalidResponse(response.status, 'is not a list')
  return values.map((value) => readValue(value, shape, response.status))
}

function readValue<T>(value: unknown, shape: Shape<T>, status: number): T {
  const read = readShape(value, shape)
  if (read === undefined) throw invalidResponse(status, 'does not have the expected form')
  return read
}

function toInit(request: HttpRequest, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (request.token !== undefined) headers.authorization = `Bearer ${request.token}`
  if (request.json !== undefined) headers['content-type'] = 'application/json'
  if (request.form !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded'
  const body = request.json ?? (request.form && encodeMembers(request.form))
  return {
    method: request.method,
    headers,
    body: body ?? null,
    signal,
    // A redirect must not forward the credentials. Workers do not support `error`.
    redirect: 'manual',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: request.cache ?? 'no-store',
  }
}

/** Form-encodes the members that are defined. */
export function encodeMembers(members: Members): string {
  const pairs = Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]))
  return `${new URLSearchParams(pairs)}`
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const declaredLength = Number(response.headers.get('content-length') ?? 0)
  if (declaredLength > maxBytes) throw tooLarge(response.status, maxBytes)
  // An empty response, or a replacement of `fetch` without streams.
  if (!response.body) return new Uint8Array(await response.arrayBuffer())
  // Chromium sometimes lists a request as canceled when only a reader has read its body, so a clone is read as well.
  const copy = response.clone()
  const reader = response.body.getReader()
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return new Uint8Array(await copy.arrayBuffer())
      length += value.length
      if (length > maxBytes) throw tooLarge(response.status, maxBytes)
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    copy.body?.cancel().catch(() => {})
    throw error
  }
}

function measureSkew(headers: Headers, sentAt: number, receivedAt: number): number | undefined {
  const serverTime = Date.parse(headers.get('date') ?? '')
  // `Date` has whole seconds, so half a second is the best estimate.
  return Number.isNaN(serverTime) ? undefined : serverTime + 500 - (sentAt + receivedAt) / 2
}

function tooLarge(status: number, maxBytes: number): LicetError<'invalid_response'> {
  return invalidResponse(status, `is larger than ${maxBytes} bytes`)
}
