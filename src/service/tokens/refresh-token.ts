import { LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import {
  MAX_EXPIRES_SECONDS,
  MAX_REFRESH_CHAIN_DAYS,
  MAX_REFRESH_REUSE_GRACE_MS,
  REFRESH_TOKEN_SECONDS,
} from '../../core/limits.ts'
import { DAY_MS } from '../../core/time-units.ts'
import { TOKEN_TYPES } from '../../protocol/token.ts'
import { parseClientId } from '../auth/client-id.ts'
import { createId } from '../crypto/create-id.ts'
import type { ServiceContext } from '../service-context.ts'
import type { ChainHolder, RefreshGrant, RefreshOutcome } from '../storage/refresh-chains.ts'

/** The claims of a refresh token. `chain` identifies its chain, `jti` the token in the chain. */
export interface RefreshClaims {
  readonly chain: string
  readonly jti: string
  readonly clientId: string
  readonly holder: ChainHolder
  /** Seconds since the epoch. */
  readonly exp: number
  /** When the first token of the chain was granted, in seconds since the epoch. */
  readonly chainStart: number
  /** Only in the first token of a chain. */
  readonly grant?: RefreshGrant
  /** All claims of the token. */
  readonly claims: JsonObject
}

/** The next token of a chain, before it is signed. */
export interface RefreshLink {
  readonly jti: string
  readonly issuedMs: number
  readonly expiresMs: number
}

/** Creates the next link of a chain. Without `chainStart`, it is the first one. It ends with the chain at the latest. */
export function createRefreshLink(context: ServiceContext, chainStart?: number): RefreshLink {
  const issuedMs = toWholeSeconds(context.now())
  const expiresMs = Math.min(issuedMs + REFRESH_TOKEN_SECONDS * 1000, endOfChain(context, chainStart ?? issuedMs / 1000))
  return { jti: createId(context.now(), context.crypto.random), issuedMs, expiresMs }
}

/** Returns the current link of a chain. The same row always gives the same claims, so no token is stored. */
export function toRefreshLink({ jti, moved, expires }: Pick<RefreshOutcome, 'jti' | 'moved' | 'expires'>): RefreshLink {
  return { jti, issuedMs: toWholeSeconds(moved), expiresMs: expires }
}

/** Signs the first refresh token of a chain. Nothing is stored: anybody can get any number of them. */
export function issueFirstRefreshToken(context: ServiceContext, grant: Omit<RefreshGrant, 'chain' | 'expires'>): Promise<string> {
  const link = createRefreshLink(context)
  const registration = grant.device?.registration
  return issueRefreshToken(context, { chain: link.jti, chainStart: link.issuedMs / 1000, clientId: grant.clientId }, link, {
    scope: grant.scope,
    lifetime: grant.lifetime,
    ...(registration === undefined ? {} : { reg: registration }),
  })
}

/** Signs a refresh token. */
export function issueRefreshToken(
  context: ServiceContext,
  { chain, chainStart, clientId }: Pick<RefreshClaims, 'chain' | 'chainStart' | 'clientId'>,
  link: RefreshLink,
  more: object = {},
): Promise<string> {
  return context.keys.sign(TOKEN_TYPES.refresh, {
    iss: context.authUrl,
    aud: context.authUrl,
    sub: clientId,
    client_id: clientId,
    iat: link.issuedMs / 1000,
    exp: link.expiresMs / 1000,
    jti: link.jti,
    chain,
    chain_iat: chainStart,
    ...more,
  })
}

/** Returns whether a refresh token or its chain has expired. */
export function isRefreshTokenExpired(context: ServiceContext, { exp, chainStart }: RefreshClaims): boolean {
  return Math.min(exp * 1000, endOfChain(context, chainStart)) <= context.now()
}

function endOfChain({ refreshChainDays }: ServiceContext, chainStart: number): number {
  return chainStart * 1000 + refreshChainDays * DAY_MS
}

function toWholeSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000
}

/**
 * Verifies the signature of a refresh token, and not whether it is expired or used. Returns `undefined` unless this service
 * signed it.
 */
export async function readRefreshToken(context: ServiceContext, token: string): Promise<RefreshClaims | undefined> {
  const claims = await context.keys.verify(TOKEN_TYPES.refresh, token)
  if (claims === undefined || claims.iss !== context.authUrl || claims.aud !== context.authUrl) return undefined
  const { chain, chain_iat: chainStart, jti, client_id: clientId, exp, scope, lifetime, reg } = claims
  if (typeof chain !== 'string' || typeof jti !== 'string' || typeof clientId !== 'string') return undefined
  if (typeof exp !== 'number' || typeof chainStart !== 'number') return undefined
  const client = parseClientId(clientId)
  if (client === undefined || client.type === 'user') return undefined
  const { providerId } = client
  const holder = { providerId, address: client.type === 'provider' ? null : client.address }
  const read = { chain, chainStart, jti, clientId, holder, exp, claims }
  if (chain !== jti) return read
  if (typeof scope !== 'string' || !isLifetime(lifetime)) return undefined
  const grant = { chain, clientId, providerId, scope, lifetime, expires: (chainStart + REFRESH_TOKEN_SECONDS) * 1000 }
  if (client.type === 'provider') return { ...read, grant: { ...grant, device: null } }
  if (typeof reg !== 'string') return undefined
  return { ...read, grant: { ...grant, device: { address: client.address, registration: reg } } }
}

function isLifetime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= MAX_EXPIRES_SECONDS
}

/**
 * Refuses a grace period that is not a whole number of milliseconds up to ten minutes.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkRefreshReuseGrace(graceMs: number): void {
  if (Number.isSafeInteger(graceMs) && graceMs >= 0 && graceMs <= MAX_REFRESH_REUSE_GRACE_MS) return
  throw new LicetError(
    'invalid_configuration',
    `refreshReuseGraceMs is ${graceMs}. The service did not start. Use a whole number up to ${MAX_REFRESH_REUSE_GRACE_MS}, or 0 to end the chain immediately.`,
    { field: 'refreshReuseGraceMs' },
  )
}

/**
 * Refuses a length of a chain that is not a whole number of days from 1 to ten years.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkRefreshChainDays(days: number): void {
  if (Number.isSafeInteger(days) && days >= 1 && days <= MAX_REFRESH_CHAIN_DAYS) return
  throw new LicetError(
    'invalid_configuration',
    `refreshChainDays is ${days}. The service did not start. Use a whole number of days from 1 to ${MAX_REFRESH_CHAIN_DAYS}.`,
    { field: 'refreshChainDays' },
  )
}
