import { LicetError } from '../../core/errors.ts'
import { MAX_BODY_BYTES } from '../../core/limits.ts'

/**
 * Reads a request's body once, as raw bytes, and stops at the limit.
 *
 * @throws {LicetError} `payload_too_large`; `unsupported_media_type` for another type, another charset or any content encoding.
 */
export async function readBody(request: Request, mediaType: string): Promise<Uint8Array<ArrayBuffer>> {
  assertMediaType(request.headers, mediaType)
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    if (Number(declared) > MAX_BODY_BYTES) throw tooLarge()
    const bytes = new Uint8Array(await request.arrayBuffer().catch(brokenOff))
    if (bytes.length > MAX_BODY_BYTES) throw tooLarge()
    return bytes
  }
  return request.body === null ? new Uint8Array() : readStream(request.body)
}

async function readStream(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(brokenOff)
    if (done) break
    length += value.length
    if (length > MAX_BODY_BYTES) {
      await reader.cancel().catch(() => undefined)
      throw tooLarge()
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
    throw new LicetError('unsupported_media_type', 'The body has a content encoding. It is never inflated here. Send it plain.')
  }
  const [type, ...parameters] = (headers.get('content-type') ?? '').split(';').map((part) => part.trim().toLowerCase())
  const plain = parameters.every((parameter) => /^(?:charset="?utf-8"?)?$/.test(parameter))
  if (type !== mediaType || !plain) {
    throw new LicetError(
      'unsupported_media_type',
      `The body is not ${mediaType} in UTF-8. It was not read. Send it with that Content-Type.`,
    )
  }
}

/** The sender went away: no fault of ours, and nobody is left to read the answer. */
function brokenOff(): never {
  throw new LicetError('invalid_request', 'The body broke off. Nothing was done. Send it whole.')
}

function tooLarge(): LicetError<'payload_too_large'> {
  return new LicetError(
    'payload_too_large',
    `The body has more than ${MAX_BODY_BYTES} bytes. It was not read to its end. Send less.`,
  )
}
