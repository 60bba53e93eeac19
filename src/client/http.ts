import { isWireErrorCode, type WireErrorCode } from '../core/error-codes.ts'
import { LicetError } from '../core/errors.ts'
import { isJsonObject, type JsonObject } from '../core/json.ts'
import { readShape, type Shape } from '../protocol/shape.ts'
import { abortedError } from './failure.ts'
import { parseJsonBytes } from './json.ts'
import { ownSignal } from './signals.ts'
import { MAX_TIMEOUT_MS } from './timeout.ts'

/** Largest answer in bytes that is read; the service's own are far smaller. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/** What a request goes through. */
export interface HttpOptions {
  readonly fetch: typeof fetch
  readonly now: () => number
  readonly timeoutMs: number
  /** What of the service's own words is told with an error. Default: none of it. */
  readonly quote?: ((problem: JsonObject, request: HttpRequest) => Quote) | undefined
}

/** The service's own words about an error. */
export interface Quote {
  readonly field?: string | undefined
  readonly detail?: string | undefined
}

/** Members of a form or of a query. */
export type Members = Readonly<Record<string, string | number | undefined>>

/** A request to the service. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined
  /** Sent form-encoded; what is undefined is left out. */
  readonly form?: Members | undefined
  /** Sent byte for byte as `application/json`. */
  readonly json?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Default `no-store`. */
  readonly cache?: RequestCache | undefined
}

/** A successful answer. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
  /** How far the service's clock is ahead of ours in milliseconds, by its `Date`; `undefined` where the browser hides it. */
  readonly skewMs: number | undefined
}

/**
 * Sends a request and reads its answer, within a time and size limit, without cookies, referrer or redirects.
 *
 * @throws {LicetError} the code of the service's answer with its `status`; `network_error`, `timeout`, `aborted` without one;
 *   `invalid_response` for an answer that is too large.
 */
export async function sendRequest(http: HttpOptions, request: HttpRequest): Promise<HttpAnswer> {
  if (request.signal?.aborted) throw abortedError(request.signal.reason)
  const controller = new AbortController()
  const abort = () => controller.abort()
  const outer = request.signal && ownSignal(request.signal)
  outer?.addEventListener('abort', abort, { once: true })
  let timedOut = false
  const timer = setTimeout(
    () => {
      timedOut = true
      controller.abort()
    },
    Math.min(http.timeoutMs, MAX_TIMEOUT_MS),
  )
  // A fetch (or a wrapper of it) that ignores its signal must not hold us.
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true })
  })
  stopped.catch(() => {})
  try {
    const sentAt = http.now()
    const response = await Promise.race([http.fetch(request.url, toInit(request, controller.signal)), stopped])
    const receivedAt = http.now()
    const body = await Promise.race([readBody(response), stopped])
    if (!response.ok) throw toHttpError(response, body, http, request)
    return { status: response.status, headers: response.headers, body, skewMs: measureSkew(response.headers, sentAt, receivedAt) }
  } catch (error) {
    if (error instanceof LicetError) throw error
    if (timedOut) throw noAnswer('timeout', `did not answer within ${http.timeoutMs} ms`)
    if (request.signal?.aborted) throw abortedError(request.signal.reason)
    throw noAnswer('network_error', 'could not be reached', error)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', abort)
    controller.abort()
  }
}

/**
 * Reads the JSON of an answer. What it says is checked by whoever asked: no meaning hangs on how a parser reads doubtful JSON, since a
 * record is compared with what was signed.
 *
 * @throws {LicetError} `invalid_response`
 */
export function readJson(answer: HttpAnswer): unknown {
  try {
    return parseJsonBytes(answer.body)
  } catch (cause) {
    throw invalidResponse(answer.status, 'is no JSON', cause)
  }
}

/**
 * Reads an answer of a shape; members that it does not know are left out.
 *
 * @throws {LicetError} `invalid_response`
 */
export function readAnswer<T>(answer: HttpAnswer, shape: Shape<T>): T {
  return readValue(readJson(answer), shape, answer.status)
}

/**
 * Reads an answer that is a list of one shape.
 *
 * @throws {LicetError} `invalid_response`
 */
export function readAnswers<T>(answer: HttpAnswer, shape: Shape<T>): T[] {
  const values = readJson(answer)
  if (!Array.isArray(values)) throw invalidResponse(answer.status, 'is no list')
  return values.map((value) => readValue(value, shape, answer.status))
}

/** The error of an answer that is not what the service answers. */
export function invalidResponse(status: number, what: string, cause?: unknown): LicetError<'invalid_response'> {
  return new LicetError(
    'invalid_response',
    `The answer (status ${status}) ${what}. Something else than the service may have answered. Check the address and the network, and try again.`,
    { status, cause },
  )
}

function readValue<T>(value: unknown, shape: Shape<T>, status: number): T {
  const read = readShape(value, shape)
  if (read === undefined) throw invalidResponse(status, 'is not of the form that the service answers')
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
    // No answer may send our credentials elsewhere, and none of the host's cookies are anyone's business.
    redirect: 'error',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: request.cache ?? 'no-store',
  }
}

/** Form-encodes what is given. */
export function encodeMembers(members: Members): string {
  const given = Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]))
  return `${new URLSearchParams(given)}`
}

async function readBody(response: Response): Promise<Uint8Array> {
  const announced = Number(response.headers.get('content-length') ?? 0)
  if (announced > MAX_ANSWER_BYTES) throw tooLarge(response.status)
  // None, or a stand-in for `fetch` that has no streams.
  if (!response.body) return new Uint8Array(await response.arrayBuffer())
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.length
      if (length > MAX_ANSWER_BYTES) throw tooLarge(response.status)
      chunks.push(value)
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  }
  const body = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.length
  }
  return body
}

function measureSkew(headers: Headers, sentAt: number, receivedAt: number): number | undefined {
  const serverTime = Date.parse(headers.get('date') ?? '')
  // `Date` has whole seconds: half of one is the best guess.
  return Number.isNaN(serverTime) ? undefined : serverTime + 500 - (sentAt + receivedAt) / 2
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

function toHttpError(response: Response, body: Uint8Array, { now, quote }: HttpOptions, request: HttpRequest): LicetError {
  const { status } = response
  const problem = readProblem(body)
  const told = problem.code ?? problem.error
  const code = isWireErrorCode(told) ? told : (FALLBACK_CODES[status] ?? toGeneralCode(status, told))
  // A proxy, a captive portal, a firewall: what refuses in its own words is not the service, and ends no decision.
  if (code === undefined) return invalidResponse(status, 'is no refusal of the service')
  const retryAfterMs = readRetryAfter(response.headers, now())
  // To a person the service's own text is not told: it is not ours to vouch for, and it may be anyone's.
  const { field, detail = 'The code tells the cause.' } = quote?.(problem, request) ?? {}
  const what = field === undefined ? code : `${code}, ${field}`
  return new LicetError(code, `The service refused the request (${status} ${what}). Nothing came of it. ${detail}`, {
    status,
    retryAfterMs,
    field,
  })
}

// A code that we do not know may be of a newer service: its word as well.
function toGeneralCode(status: number, told: unknown): WireErrorCode | undefined {
  if (status < 400 || status >= 500) return 'server_error'
  return typeof told === 'string' ? 'invalid_request' : undefined
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

function noAnswer<Code extends 'network_error' | 'timeout'>(code: Code, what: string, cause?: unknown): LicetError<Code> {
  const message = `The service ${what}. What became of the request is not known. It is safe to send the same again.`
  return new LicetError(code, message, { cause })
}

function tooLarge(status: number): LicetError<'invalid_response'> {
  return invalidResponse(status, `is larger than ${MAX_ANSWER_BYTES} bytes`)
}
