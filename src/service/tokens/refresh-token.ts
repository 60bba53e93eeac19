import { REFRESH_TOKEN_SECONDS } from '../../core/limits.ts'
import { TOKEN_TYPES } from '../../protocol/token.ts'
import { createId } from '../crypto/create-id.ts'
import type { ServiceContext } from '../service-context.ts'

/** The claims of a refresh token. `chain` identifies its chain, `jti` the token in the chain. */
export interface RefreshClaims {
  readonly chain: string
  readonly jti: string
  readonly clientId: string
  /** Seconds since the epoch. */
  readonly exp: number
}

/** The next token of a chain, before it is signed. */
export interface RefreshLink {
  readonly jti: string
  readonly issuedMs: number
  readonly expiresMs: number
}

/** Creates the next link of a chain. */
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

/**
 * Verifies the signature of a refresh token, and not whether it is expired or used. Returns `undefined` unless this service
 * signed it.
 */
export async function readRefreshToken(context: ServiceContext, token: string): Promise<RefreshClaims | undefined> {
  const claims = await context.keys.verify(TOKEN_TYPES.refresh, token)
  if (claims === undefined || claims.iss !== context.authUrl || claims.aud !== context.authUrl) return undefined
  const { chain, jti, client_id: clientId, exp } = claims
  if (typeof chain !== 'string' || typeof jti !== 'string' || typeof clientId !== 'string' || typeof exp !== 'number')
    return undefined
  return { chain, jti, clientId, exp }
}
