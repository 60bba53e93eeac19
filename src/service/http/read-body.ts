import { isLicetError, LicetError } from '../../core/errors.ts'
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
 * Receives the body of a request. `incoming` is the same body, from a host that has it without a web stream.
 *
 * @throws {LicetError} `payload_too_large`; `unavailable` when too many bodies are in memory; `invalid_request` when the connection
 *   closed before the end of the body.
 */
export async function receiveBody(
  request: Request,
  share: BodyShare,
  incoming?: AsyncIterable<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > MAX_BODY_BYTES) throw tooLarge()
  // Not with arrayBuffer(): each body is counted as it arrives, so that an announced length occupies no budget.
  if (incoming !== undefined) return readChunks(incoming, share)
  return request.body === null ? new Uint8Array() : readChunks(chunksOf(request.body), share)
}

/** Most bodies are smaller than this. */
const FIRST_BYTES = 1024

async function readChunks(body: AsyncIterable<Uint8Array>, share: BodyShare): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(FIRST_BYTES)
  let length = 0
  try {
    for await (const chunk of body) {
      const end = length + chunk.length
      if (end > MAX_BODY_BYTES) throw tooLarge()
      share.take(chunk.length)
      if (end > bytes.length) bytes = grow(bytes, end)
      bytes.set(chunk, length)
      length = end
    }
  } catch (error) {
    // A closed connection is a fault of the caller, not of the service.
    throw isLicetError(error) ? error : incomplete()
  }
  return bytes.subarray(0, length)
}

/** Each chunk is copied immediately: kept as it is, a chunk of one byte would occupy more than a hundred. */
function grow(bytes: Uint8Array, needed: number): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(Math.max(needed, 2 * bytes.length))
  grown.set(bytes)
  return grown
}

/** Reads a stream by its reader, because some browsers cannot iterate over it. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
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

function incomplete(): LicetError<'invalid_request'> {
  return new LicetError('invalid_request', 'The body is incomplete. Nothing was done. Send the request again.')
}

function tooLarge(): LicetError<'payload_too_large'> {
  return new LicetError(
    'payload_too_large',
    `The body has more than ${MAX_BODY_BYTES} bytes. Nothing was done. Send a smaller body.`,
  )
}
