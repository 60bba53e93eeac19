import { fromBase64Url } from '../core/base64.ts'
import { isJsonObject, type JsonObject } from '../core/json.ts'
import { utf8 } from '../core/signature.ts'

/** A compact JWS (RFC 7515 section 3.1), read but not yet verified. */
export interface CompactJws {
  readonly header: JsonObject
  readonly payload: JsonObject
  readonly signedBytes: Uint8Array<ArrayBuffer>
  readonly signature: Uint8Array<ArrayBuffer>
}

/**
 * Reads a compact JWS so that one token has one spelling: three parts, base64url without padding or stray bits, JSON objects.
 * `undefined` when it is none.
 *
 * @param parse Reads JSON from bytes; whoever acts on claims of others' making hands in a strict one.
 */
export function parseCompact(token: string, parse: (bytes: Uint8Array) => unknown): CompactJws | undefined {
  const [head, body, tail, ...rest] = token.split('.')
  if (head === undefined || body === undefined || !tail || rest.length > 0) return undefined
  try {
    const header = parse(fromBase64Url(head))
    const payload = parse(fromBase64Url(body))
    if (!isJsonObject(header) || !isJsonObject(payload)) return undefined
    return { header, payload, signedBytes: utf8(`${head}.${body}`), signature: fromBase64Url(tail) }
  } catch {
    return undefined
  }
}
