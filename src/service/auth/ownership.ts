import { LicetError } from '../../core/errors.ts'
import type { Scope } from '../../protocol/scopes.ts'
import { toActor } from '../audit/audit-event.ts'
import { isId } from '../crypto/create-id.ts'
import type { ServiceContext } from '../service-context.ts'
import { findUserByKey, type StoredUser } from '../storage/accounts.ts'
import { findAddress } from '../storage/addresses.ts'
import { findProvider } from '../storage/providers.ts'
import type { Principal } from '../tokens/access-token.ts'
import { assertScope, authenticateBearer, insufficientScope, invalidBearerToken } from './authenticate-bearer.ts'

/** A user with a valid token. */
export interface AuthenticatedUser extends StoredUser {
  /** The API key of the token. */
  readonly apiKeyId: string
}

/** The device that a bearer token was issued to. Whether its registration still exists is for the caller to check. */
export interface TokenDevice {
  readonly providerId: string
  readonly address: string
  /** The registration that the token was issued for. */
  readonly registration: string
}

/**
 * Returns the user of a request, who needs the scope `account:admin`.
 *
 * @throws {LicetError} `invalid_token`, including when the API key of the token was revoked; `insufficient_scope`
 */
export async function authenticateAdmin(context: ServiceContext, request: Request): Promise<AuthenticatedUser> {
  return toAdmin(context, await authenticateBearer(context, request))
}

/**
 * Requires that a request comes from a user of the provider's organization, with the scope `account:admin`. Returns both.
 *
 * @throws {LicetError} `invalid_token`, `insufficient_scope`; `not_found` for an unknown provider, and for one of another organization.
 */
export async function authenticateProviderOwner(
  context: ServiceContext,
  request: Request,
  providerId = '',
): Promise<{ readonly providerId: string; readonly user: AuthenticatedUser }> {
  const user = await authenticateAdmin(context, request)
  const provider = isId(providerId) ? await findProvider(context.storage, providerId) : undefined
  if (provider?.orgId !== user.orgId) throw refuseAccess(context, user, 'provider', providerId)
  return { providerId, user }
}

/**
 * Requires that a request comes from this provider, with the scope `account:provider`, or from a user of its organization who may read its
 * licenses. Returns the user.
 *
 * @throws {LicetError} `invalid_token`, `insufficient_scope`; `not_found` for a user of another organization
 */
export async function authenticateDeviceReader(
  context: ServiceContext,
  request: Request,
  providerId: string,
): Promise<AuthenticatedUser | undefined> {
  const principal = await authenticateBearer(context, request)
  const provider = isId(providerId) ? await findProvider(context.storage, providerId) : undefined
  if (principal.client.type === 'user') {
    const user = await toReader(context, principal)
    if (provider?.orgId !== user.orgId) throw refuseAccess(context, user, 'provider', providerId)
    return user
  }
  assertProvider(principal, providerId)
  if (provider === undefined) throw invalidBearerToken()
  return undefined
}

/**
 * Requires that a request comes from this provider, with the scope `account:provider`.
 *
 * @throws {LicetError} `invalid_token`, `insufficient_scope`
 */
export async function authenticateProvider(context: ServiceContext, request: Request, providerId: string): Promise<void> {
  assertProvider(await authenticateBearer(context, request), providerId)
}

function assertProvider(principal: Principal, providerId: string): void {
  assertScope(principal, 'account:provider')
  if (principal.client.type !== 'provider' || principal.client.providerId !== providerId) {
    throw new LicetError(
      'insufficient_scope',
      'The token belongs to another provider. Nothing was done. Use a token of the provider in the path.',
    )
  }
}

/**
 * Returns the device that a request's token was issued to, without reading the database: the statement of the operation finds out
 * whether the device is still registered.
 *
 * @throws {LicetError} `invalid_token`; `insufficient_scope` for a token that does not belong to a device.
 */
export async function authenticateDevice(context: ServiceContext, request: Request): Promise<TokenDevice> {
  return toDevice(await authenticateBearer(context, request))
}

/**
 * Returns the user of a request, who needs the scope `trail`, `license:end` or `account:admin` of an API key.
 *
 * The token of a provider has a scope `trail` too, and may read nothing: the secret of a provider is public.
 *
 * @throws {LicetError} `invalid_token`, including when the API key of the token was revoked; `insufficient_scope`
 */
export async function authenticateReader(context: ServiceContext, request: Request): Promise<AuthenticatedUser> {
  return toReader(context, await authenticateBearer(context, request))
}

/**
 * Returns the user of a request, who needs the scope `license:end` or `account:admin` of an API key.
 *
 * @throws {LicetError} `invalid_token`, including when the API key of the token was revoked; `insufficient_scope`
 */
export async function authenticateEnder(context: ServiceContext, request: Request): Promise<AuthenticatedUser> {
  const principal = await authenticateBearer(context, request)
  if (!mayEnd(principal)) throw insufficientScope('license:end')
  return toUser(context, principal, 'license:end')
}

/**
 * Returns the owner whose licenses a request may read: the device, or the user's organization. Whether the device is still registered is
 * for the caller to check.
 *
 * A provider token may read none, because the secret of a provider is public.
 *
 * @throws {LicetError} `invalid_token`, `insufficient_scope`
 */
export async function authenticateLicenseOwner(
  context: ServiceContext,
  request: Request,
): Promise<TokenDevice | AuthenticatedUser> {
  const principal = await authenticateBearer(context, request)
  if (principal.client.type === 'user') return toReader(context, principal)
  return toDevice(principal)
}

/**
 * Requires that the device of a token is still registered.
 *
 * @throws {LicetError} `invalid_token`
 */
export async function assertRegistered({ storage }: ServiceContext, device: TokenDevice): Promise<void> {
  const registered = await findAddress(storage, device.providerId, device.address)
  // Compares ids and not times: clocks are corrected, and the clocks of two processes differ.
  if (registered?.registration !== device.registration) throw invalidBearerToken()
}

/** Creates the error for a record that does not exist or belongs to somebody else. Both cases have the same message. */
export function notFound(what: string): LicetError<'not_found'> {
  return new LicetError(
    'not_found',
    `This ${what} does not exist, or the token may not read it. Nothing was done. Check the id in the path.`,
  )
}

/**
 * Counts for the audit log that a user asked for a record that does not exist or belongs to another organization, and returns the error.
 * An API key that tries ids shows there.
 */
export function refuseAccess(
  { audit }: Pick<ServiceContext, 'audit'>,
  user: AuthenticatedUser,
  what: string,
  id: string,
): LicetError<'not_found'> {
  if (isId(id)) audit.count({ action: 'access.refused', actor: toActor(user), orgId: user.orgId, examples: [id] })
  return notFound(what)
}

async function toAdmin(context: ServiceContext, principal: Principal): Promise<AuthenticatedUser> {
  assertScope(principal, 'account:admin')
  return toUser(context, principal, 'account:admin')
}

async function toReader(context: ServiceContext, principal: Principal): Promise<AuthenticatedUser> {
  if (!mayEnd(principal)) assertScope(principal, 'trail')
  if (principal.client.type === 'provider') throw publicSecret()
  return toUser(context, principal, 'trail')
}

/** Whether a token has a scope that includes `license:end`. */
function mayEnd({ scopes }: Principal): boolean {
  return scopes.includes('account:admin') || scopes.includes('license:end')
}

function publicSecret(): LicetError<'insufficient_scope'> {
  return new LicetError(
    'insufficient_scope',
    'The token belongs to a provider, whose secret is public, so it cannot read licenses. Nothing was done. Use an API key of the scope trail.',
  )
}

async function toUser(context: ServiceContext, { client, apiKeyId }: Principal, scope: Scope): Promise<AuthenticatedUser> {
  if (client.type !== 'user' || apiKeyId === undefined) throw insufficientScope(scope)
  const user = await findUserByKey(context.storage, client.userId, apiKeyId)
  if (user === undefined) throw invalidBearerToken()
  return { ...user, apiKeyId }
}

function toDevice({ client, registration }: Principal): TokenDevice {
  if (client.type !== 'address')
    throw new LicetError(
      'insufficient_scope',
      'The token does not belong to a device, and only devices have licenses. Nothing was done. Use a token of an address client.',
    )
  if (registration === undefined) throw invalidBearerToken()
  return { providerId: client.providerId, address: client.address, registration }
}
