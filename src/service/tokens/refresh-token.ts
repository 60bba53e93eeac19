import { REFRESH_TOKEN_SECONDS } from '../../core/limits.ts'
import { TOKEN_TYPES } from '../../protocol/token.ts'
import { createId } from '../crypto/create-id.ts'
import type { ServiceContext } from '../service-context.ts'

/** What a refresh token says: which chain it belongs to, and which link of it it is. */
export interface RefreshClaims {
  readonly chain: string
  readonly jti: string
  readonly clientId: string
  /** Seconds since the epoch. */
  readonly exp: number
}

/** A refresh token that is about to be signed, and when it ends. */
export interface RefreshLink {
  readonly jti: string
  readonly issuedMs: number
  readonly expiresMs: number
}

/** Makes the next link of a chain. */
export function createRefreshLink(context: ServiceContext): RefreshLink {
  const issuedMs = Math.floor(context.now() / 1000) * 1000
  return { jti: createId(context.now(), context.crypto.random), issuedMs, expiresMs: issuedMs + REFRESH_TOKEN_SECONDS * 1000 }
}

/** Signs a refresh token. */
export function issueRefreshToken(context: ServiceContext, chain: string, clientId: string, link: RefreshLink): Promise<string> {
  return context.keys.sign(TOKEN_TYPES.refresh, {
    iss: context.authUrl,
    aud: context.authUrl,
    sub: clientId,
    client_id: clientId,
    iat: link.issuedMs / 1000,
    exp: link.expiresMs / 1000,
    jti: link.jti,
    chain,
  })
}

/** Reads a refresh token that this service signed, in force or not; `undefined` for anything else. */
export async function readRefreshToken(context: ServiceContext, token: string): Promise<RefreshClaims | undefined> {
  const claims = await context.keys.verify(TOKEN_TYPES.refresh, token)
  if (claims === undefined || claims.iss !== context.authUrl || claims.aud !== context.authUrl) return undefined
  const { chain, jti, client_id: clientId, exp } = claims
  if (typeof chain !== 'string' || typeof jti !== 'string' || typeof clientId !== 'string' || typeof exp !== 'number')
    return undefined
  return { chain, jti, clientId, exp }
}
