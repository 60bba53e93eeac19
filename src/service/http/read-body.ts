import { LicetError } from '../../core/errors.ts'
import { MAX_BODY_BYTES } from '../../core/limits.ts'
import type { RouteCall } from '../routing/route.ts'
import type { BodyShare } from './body-budget.ts'

/** The parts of a call that reading its body needs. */
export type BodyCall = Pick<RouteCall, 'request' | 'body'>

/**
 * Returns the body of a request as raw bytes, up to `MAX_BODY_BYTES`.
 *
 * @throws {LicetError} `unsupported_media_type` for another media type, another charset or a content encoding; and the errors of
 *   {@link receiveBody}.
 */
export async function readBody({ request, body }: BodyCall, mediaType: string): Promise<Uint8Array<ArrayBuffer>> {
  assertMediaType(request.headers, mediaType)
  return body()
}

/**
 * Receives the body of a request.
 *
 * @throws {LicetError} `payload_too_large`; `unavailable` when too many bodies are in memory; `invalid_request` when the connection
 *   closed before the end of the body.
 */
export async function receiveBody(request: Request, share: BodyShare): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > MAX_BODY_BYTES) throw tooLarge()
  // Not with arrayBuffer(): each body is counted as it arrives, so that an announced length occupies no budget.
  return request.body === null ? new Uint8Array() : readStream(request.body, share)
}

async function readStream(body: ReadableStream<Uint8Array>, share: BodyShare): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(incomplete)
    if (done) break
    length += value.length
    try {
      if (length > MAX_BODY_BYTES) throw tooLarge()
      share.take(value.length)
    } catch (error) {
      await reader.cancel().catch(() => undefined)
      throw error
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

function assertMediaType(headers: Headers, mediaType: string): void {
  const encoding = headers.get('content-encoding')
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity') {
    throw new LicetError(
      'unsupported_media_type',
      'The body has a content encoding. Nothing was done, because the service does not decompress. Send the body without one.',
    )
  }
  const [type, ...parameters] = (headers.get('content-type') ?? '').split(';').map((part) => part.trim().toLowerCase())
  const plain = parameters.every((parameter) => /^(?:charset="?utf-8"?)?$/.test(parameter))
  if (type !== mediaType || !plain) {
    throw new LicetError(
      'unsupported_media_type',
      `The body is not declared as ${mediaType} in UTF-8. It was not read. Send it with this Content-Type.`,
    )
  }
}

/** A closed connection is a fault of the caller, not of the service. */
function incomplete(): never {
  throw new LicetError('invalid_request', 'The body is incomplete. Nothing was done. Send the request again.')
}

function tooLarge(): LicetError<'payload_too_large'> {
  return new LicetError(
    'payload_too_large',
    `The body has more than ${MAX_BODY_BYTES} bytes. Nothing was done. Send a smaller body.`,
  )
}
