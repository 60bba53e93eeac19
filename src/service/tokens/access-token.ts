import type { JsonObject } from '../../core/json.ts'
import { CLOCK_SKEW_SECONDS, MAX_EXPIRES_SECONDS } from '../../core/limits.ts'
import { SCOPES, type Scope } from '../../protocol/scopes.ts'
import { TOKEN_TYPES } from '../../protocol/token.ts'
import { type Client, parseClientId } from '../auth/client-id.ts'
import { createId } from '../crypto/create-id.ts'
import type { ServiceContext } from '../service-context.ts'

/** The client that a bearer token was issued to, and its scopes. */
export interface Principal {
  readonly client: Client
  readonly scopes: readonly Scope[]
  /** The API key that a user's token was issued for, so that revoking the key also ends the token. */
  readonly apiKeyId?: string | undefined
  /** The registration that a device's token was issued for, so that erasing the device also ends the token. */
  readonly registration?: string | undefined
  /** All claims of the token. */
  readonly claims: JsonObject
}

/** The content of a new access token. */
export interface AccessGrant {
  /** As the client sent it, with the prefix `address:` or `addr:`. */
  readonly clientId: string
  readonly scopes: readonly string[]
  /** Seconds. */
  readonly lifetime: number
  readonly apiKeyId?: string | undefined
  readonly registration?: string | undefined
  /** Whether a backend vouched for the person of the device, so that its requests have turns that strangers cannot take. */
  readonly vouched?: boolean | undefined
}

/** Signs an access token (RFC 9068). */
export function issueAccessToken(context: ServiceContext, grant: AccessGrant): Promise<string> {
  const nowMs = context.now()
  const iat = Math.floor(nowMs / 1000)
  return context.keys.sign(TOKEN_TYPES.access, {
    iss: context.authUrl,
    aud: context.authUrl,
    sub: grant.clientId,
    client_id: grant.clientId,
    iat,
    exp: iat + grant.lifetime,
    jti: createId(nowMs, context.crypto.random),
    scp: grant.scopes,
    ...(grant.apiKeyId === undefined ? {} : { key: grant.apiKeyId }),
    ...(grant.registration === undefined ? {} : { reg: grant.registration }),
    ...(grant.vouched === true && { vch: true }),
  })
}

/** Verifies an access token. Returns `undefined` unless this service issued it for itself and it is valid now. */
export async function verifyAccessToken(context: ServiceContext, token: string): Promise<Principal | undefined> {
  const claims = await context.keys.verify(TOKEN_TYPES.access, token)
  if (claims === undefined || claims.iss !== context.authUrl || claims.aud !== context.authUrl) return undefined
  const { iat, exp, nbf, sub, client_id: clientId, scp, key, reg } = claims
  if (!isSeconds(iat) || !isSeconds(exp) || !(nbf === undefined || isSeconds(nbf))) return undefined
  const now = context.now() / 1000
  const begun = Math.max(iat, nbf ?? 0) <= now + CLOCK_SKEW_SECONDS
  if (!begun || exp <= now || exp - iat > MAX_EXPIRES_SECONDS) return undefined
  if (typeof sub !== 'string' || sub !== clientId || !Array.isArray(scp)) return undefined
  const client = parseClientId(sub)
  if (client === undefined) return undefined
  const scopes = SCOPES.filter((scope) => scp.includes(scope))
  return { client, scopes, apiKeyId: toText(key), registration: toText(reg), claims }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
