import { LicetError } from '../../core/errors.ts'
import type { Scope } from '../../protocol/token.ts'
import { BEARER_SCHEME } from '../http/respond.ts'
import type { ServiceContext } from '../service-context.ts'
import { findUserByKey, type StoredUser } from '../storage/accounts.ts'
import { findAddress } from '../storage/addresses.ts'
import { type Principal, verifyAccessToken } from '../tokens/access-token.ts'

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i

/** A device that is registered. */
export interface RegisteredDevice {
  readonly device: { readonly providerId: string; readonly address: string }
  readonly spki: Uint8Array<ArrayBuffer>
  readonly registration: string
}

/**
 * Reads the bearer token of a request (RFC 6750 section 2.1; the header and nothing else).
 *
 * @throws {LicetError} `invalid_token`
 */
export async function authenticate(context: ServiceContext, request: Request): Promise<Principal> {
  const header = request.headers.get('authorization')
  if (header === null || !BEARER_SCHEME.test(header)) {
    throw new LicetError(
      'invalid_token',
      'The request has no bearer token. This operation needs one. Send it in the Authorization header.',
    )
  }
  const token = BEARER.exec(header)?.[1]
  const principal = token === undefined ? undefined : await verifyAccessToken(context, token)
  if (principal === undefined) throw unknownBearer()
  return principal
}

/**
 * The user who asks, with the scope `account:admin`.
 *
 * @throws {LicetError} `invalid_token`, also when the API key behind the token was revoked; `insufficient_scope`
 */
export async function authenticateAdmin(context: ServiceContext, request: Request): Promise<StoredUser> {
  return toAdmin(context, await authenticate(context, request))
}

/** The user of a principal; see {@link authenticateAdmin}. */
export async function toAdmin(context: ServiceContext, principal: Principal): Promise<StoredUser> {
  const { client, apiKeyId } = principal
  assertScope(principal, 'account:admin')
  if (client.type !== 'user' || apiKeyId === undefined) throw insufficientScope('account:admin')
  const user = await findUserByKey(context.storage, client.userId, apiKeyId)
  if (user === undefined) throw unknownBearer()
  return user
}

/**
 * The provider who asks, with the scope `account:provider`, for itself.
 *
 * @throws {LicetError} `invalid_token`, `insufficient_scope`
 */
export async function authenticateProvider(context: ServiceContext, request: Request, providerId: string): Promise<void> {
  const principal = await authenticate(context, request)
  assertScope(principal, 'account:provider')
  if (principal.client.type !== 'provider' || principal.client.providerId !== providerId) {
    throw new LicetError(
      'insufficient_scope',
      "The token is another provider's. Nothing was done. Use a token of the provider in the path.",
    )
  }
}

/**
 * The device of a principal, with the key that it is registered by.
 *
 * @throws {LicetError} `insufficient_scope`; `invalid_token` when the device was erased, also when it was registered again since
 */
export async function findDevice(context: ServiceContext, { client, registration }: Principal): Promise<RegisteredDevice> {
  if (client.type !== 'address')
    throw new LicetError('insufficient_scope', "The token is not a device's. Licenses belong to devices. Use an address token.")
  const { providerId, address } = client
  const registered = await findAddress(context.storage, providerId, address)
  // By the name of the registration and not by times: clocks are put right, and those of two processes differ.
  if (registered === undefined || registered.registration !== registration) throw unknownBearer()
  return { device: { providerId, address }, spki: registered.spki, registration }
}

/** The refusal of a token that is unknown, over, or whose owner is gone. */
export function unknownBearer(): LicetError<'invalid_token'> {
  return new LicetError(
    'invalid_token',
    'The bearer token is not valid here or no longer. Nothing was done. Get a new one from the token endpoint.',
  )
}

function assertScope(principal: Principal, scope: Scope): void {
  if (!principal.scopes.includes(scope)) throw insufficientScope(scope)
}

function insufficientScope(scope: Scope): LicetError<'insufficient_scope'> {
  return new LicetError(
    'insufficient_scope',
    `The token lacks the scope ${scope} for this. Nothing was done. Use a token that has it.`,
  )
}
