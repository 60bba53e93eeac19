import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { MAX_TOKEN_CHARS } from '../../core/limits.ts'
import { utf8 } from '../../core/signature.ts'
import { parseJsonBytes } from '../../core/strict-json.ts'
import type { Es256Signer } from '../crypto/service-crypto.ts'
import { fromBase64Url, toBase64Url } from '../crypto/standard-base64.ts'

/** A compact JWS (RFC 7515 section 3.1) whose signature is not verified yet. */
export interface CompactJws {
  readonly header: JsonObject
  readonly payload: JsonObject
  readonly signedBytes: Uint8Array<ArrayBuffer>
  readonly signature: Uint8Array<ArrayBuffer>
}

/** Encodes a protected header. It is the same for every token of one type and key. */
export function encodeHeader(typ: string, kid: string): string {
  return toBase64Url(utf8(JSON.stringify({ alg: 'ES256', typ, kid })))
}

/** Signs claims as a compact JWS with an encoded header. */
export async function signCompact(header: string, claims: object, sign: Es256Signer): Promise<string> {
  const input = `${header}.${toBase64Url(utf8(JSON.stringify(claims)))}`
  return `${input}.${toBase64Url(await sign(utf8(input)))}`
}

/**
 * Parses a compact JWS so that a token has only one valid encoding: base64url without padding or stray bits, JSON without
 * duplicate members.
 *
 * Returns `undefined` when the text is not a compact JWS or is too long.
 */
export function readCompact(token: string): CompactJws | undefined {
  const [head, body, tail, ...rest] = token.length > MAX_TOKEN_CHARS ? [] : token.split('.')
  if (head === undefined || body === undefined || !tail || rest.length > 0) return undefined
  try {
    const header = parseJsonBytes(fromBase64Url(head))
    const payload = parseJsonBytes(fromBase64Url(body))
    if (!isJsonObject(header) || !isJsonObject(payload)) return undefined
    return { header, payload, signedBytes: utf8(`${head}.${body}`), signature: fromBase64Url(tail) }
  } catch {
    return undefined
  }
}
