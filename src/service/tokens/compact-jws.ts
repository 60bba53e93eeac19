import { toBase64Url } from '../../core/base64.ts'
import { utf8 } from '../../core/signature.ts'
import { parseJsonBytes } from '../../core/strict-json.ts'
import { type CompactJws, parseCompact } from '../../protocol/compact-jws.ts'
import type { Es256Signer } from '../crypto/service-crypto.ts'

/** Longest token that is looked at; ours have about 600 letters, a receipt less. */
const MAX_TOKEN_LENGTH = 4096

/** Encodes a protected header once; it is the same for every token of a kind and key. */
export function encodeHeader(typ: string, kid: string): string {
  return toBase64Url(utf8(JSON.stringify({ alg: 'ES256', typ, kid })))
}

/** Signs claims as a compact JWS under an encoded header. */
export async function signCompact(header: string, claims: object, sign: Es256Signer): Promise<string> {
  const input = `${header}.${toBase64Url(utf8(JSON.stringify(claims)))}`
  return `${input}.${toBase64Url(await sign(utf8(input)))}`
}

/** Reads a compact JWS in its one spelling, and JSON without duplicates. `undefined` when it is none, or too long to be ours. */
export function readCompact(token: string): CompactJws | undefined {
  return token.length > MAX_TOKEN_LENGTH ? undefined : parseCompact(token, parseJsonBytes)
}
