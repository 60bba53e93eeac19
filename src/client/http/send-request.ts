import { isLicetError, type LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { MAX_ANSWER_BYTES } from '../../core/limits.ts'
import { readShape, type Shape } from '../../protocol/shape.ts'
import { MAX_TIMEOUT_MS } from '../environment.ts'
import { abortedError } from '../local-errors.ts'
import { orAborted } from '../signals.ts'
import { parseJsonBytes } from './decode-json.ts'
import { invalidResponse, noAnswer, type Quote, toHttpError } from './http-error.ts'

/** What a request goes through. */
export interface HttpOptions {
  readonly fetch: typeof fetch
  readonly now: () => number
  /** Never goes back. */
  readonly monotonic: () => number
  readonly timeoutMs: number
  /** What of the service's own words is told with an error. Default: none of it. */
  readonly quote?: ((problem: JsonObject, request: HttpRequest) => Quote) | undefined
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
  const { signal } = request
  if (signal?.aborted) throw abortedError(signal.reason)
  const controller = new AbortController()
  const late = () => controller.abort(noAnswer('timeout', `did not answer within ${http.timeoutMs} ms`))
  const timer = setTimeout(late, Math.min(http.timeoutMs, MAX_TIMEOUT_MS))
  try {
    // A fetch (or a wrapper of it) that ignores its signal must not hold us.
    return await orAborted(exchange(http, request, controller.signal), controller.signal, signal)
  } catch (error) {
    // Only here: some browsers list an answered request as canceled when its signal fires later.
    controller.abort()
    throw isLicetError(error) ? error : noAnswer('network_error', 'could not be reached', error)
  } finally {
    clearTimeout(timer)
  }
}

async function exchange(http: HttpOptions, request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
  const sentAt = http.now()
  const response = await http.fetch(request.url, toInit(request, signal))
  const receivedAt = http.now()
  const body = await readBody(response)
  if (!response.ok) throw toHttpError(response, body, http.now(), (problem) => http.quote?.(problem, request))
  return { status: response.status, headers: response.headers, body, skewMs: measureSkew(response.headers, sentAt, receivedAt) }
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
    // Not `error`, which Workers do not know.
    redirect: 'manual',
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
  // Read twice: Chromium lists as canceled, now and then, what only a reader has read to its end.
  const whole = response.clone()
  const reader = response.body.getReader()
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return new Uint8Array(await whole.arrayBuffer())
      length += value.length
      if (length > MAX_ANSWER_BYTES) throw tooLarge(response.status)
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    whole.body?.cancel().catch(() => {})
    throw error
  }
}

function measureSkew(headers: Headers, sentAt: number, receivedAt: number): number | undefined {
  const serverTime = Date.parse(headers.get('date') ?? '')
  // `Date` has whole seconds: half of one is the best guess.
  return Number.isNaN(serverTime) ? undefined : serverTime + 500 - (sentAt + receivedAt) / 2
}

function tooLarge(status: number): LicetError<'invalid_response'> {
  return invalidResponse(status, `is larger than ${MAX_ANSWER_BYTES} bytes`)
}
