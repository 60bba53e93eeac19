import { isWireErrorCode } from '../../core/error-codes.ts'
import { LicetError } from '../../core/errors.ts'
import { isJsonObject, type JsonValue } from '../../core/json.ts'

/** Longer than the service waits for the receiver of a test. */
const TIMEOUT_MS = 25_000

/** A request to an operation of the service that `AuthClient` does not have. */
export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly token: string
  readonly json?: unknown
}

interface ServiceResponse {
  readonly body: JsonValue
  readonly headers: Headers
}

/**
 * Sends a request to the service, and returns the JSON of its response, or `null` without a body.
 *
 * @throws {LicetError} with the code of the service, `network_error` or `invalid_response`
 */
export async function sendRequest(request: ServiceRequest): Promise<JsonValue> {
  return (await sendForHeaders(request)).body
}

/** Sends a request as {@link sendRequest}, and also returns the headers of the response. */
export async function sendForHeaders({ method, url, token, json }: ServiceRequest): Promise<ServiceResponse> {
  const { status, text, headers } = await exchange(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(json !== undefined && { 'content-type': 'application/json' }) },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const body = parse(text)
  if (status >= 200 && status < 300 && body !== undefined) return { body, headers }
  const problem = isJsonObject(body) ? body : {}
  if (!isWireErrorCode(problem.code)) throw notFromService(status)
  const field = typeof problem.field === 'string' ? `, ${problem.field}` : ''
  throw new LicetError(
    problem.code,
    `The service refused the request (${status} ${problem.code}${field}). ${String(problem.detail ?? '')}`.trim(),
    { status },
  )
}

async function exchange(
  url: string,
  init: RequestInit,
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
  try {
    const response = await fetch(url, init)
    return { status: response.status, text: await response.text(), headers: response.headers }
  } catch (cause) {
    throw new LicetError('network_error', 'The service could not be reached. The request may have been processed.', { cause })
  }
}

function parse(text: string): JsonValue | undefined {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error for a response that has not the shape of the service's. */
export function notFromService(status: number): LicetError<'invalid_response'> {
  return new LicetError(
    'invalid_response',
    `The response (status ${status}) is not from the service, or the service has an earlier version. Check the address, and update the service.`,
    { status },
  )
}
