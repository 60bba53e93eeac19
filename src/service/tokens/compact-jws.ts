import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { MAX_TOKEN_CHARS } from '../../core/limits.ts'
import { utf8 } from '../../core/signature.ts'
import { parseJsonBytes } from '../../core/strict-json.ts'
import { TOKEN_ALGORITHM } from '../../protocol/token.ts'
import type { Es256Signer, Es256Verifier } from '../crypto/service-crypto.ts'
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

/** Finds the key with an id. `undefined` when no such key is trusted. */
export type FindVerifier = (kid: string) => Es256Verifier | undefined | Promise<Es256Verifier | undefined>

/** Parses a compact JWS as {@link readCompact} does. `undefined` also unless it has this `typ`, and a trusted key signed it with ES256. */
export async function verifyCompact(token: string, typ: string, findVerifier: FindVerifier): Promise<CompactJws | undefined> {
  const jws = readCompact(token)
  if (jws === undefined || jws.header.alg !== TOKEN_ALGORITHM || jws.header.typ !== typ) return undefined
  // RFC 7515 section 4.1.11: a token with an unknown extension is invalid, and this service knows none.
  if ('crit' in jws.header || 'b64' in jws.header || typeof jws.header.kid !== 'string') return undefined
  const verify = await findVerifier(jws.header.kid)
  return verify !== undefined && (await verify(jws.signedBytes, jws.signature)) ? jws : undefined
}
