import { LicetError } from '../../core/errors.ts'
import { utf8 } from '../../core/signature.ts'
import { readBase64 } from '../crypto/bytes.ts'
import { toDeviceKey } from '../crypto/device-key.ts'
import { equalBytes } from '../crypto/equal-bytes.ts'
import { isBelowModulus } from '../crypto/rsa-pkcs1.ts'
import { STAND_IN_DEVICE, STAND_IN_PROVIDER } from '../crypto/stand-in.ts'
import type { RouteCall } from '../routing/route.ts'
import type { ServiceContext } from '../service-context.ts'
import { findApiKey } from '../storage/accounts.ts'
import { findDeviceKey, findProviderKey } from '../storage/client-keys.ts'
import { type Client, parseClientId } from './client-id.ts'

/** Who a client says it is, and what it shows for it. */
export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** A client that showed what it must. */
export interface AuthenticatedClient {
  readonly clientId: string
  readonly client: Client
  readonly apiKeyId?: string | undefined
  /** A device's. */
  readonly registration?: string | undefined
}

/**
 * Checks a client's credentials (interface, section 5.2). Whatever is wrong, the answer is the same.
 *
 * A right secret is taken however many wrong ones came: ids are no secret, so nobody may lock a client out by its own,
 * or everybody behind one proxy. With 256 bits and more there is nothing to guess.
 *
 * @throws {LicetError} `invalid_client`; `too_many_requests` for a wrong secret after many;
 *   `invalid_request` for a base64 secret whose `+` became a blank on the way.
 */
export async function authenticateClient(
  { context, peerAddress }: Pick<RouteCall, 'context' | 'peerAddress'>,
  credentials: ClientCredentials,
): Promise<AuthenticatedClient> {
  const { clientId, clientSecret } = credentials
  const client = parseClientId(clientId)
  if (client === undefined) throw invalidClient()
  const authenticated = await checkSecret(context, clientId, client, clientSecret)
  if (authenticated !== undefined) return authenticated
  const retryAfterMs = context.failures.count(clientId, peerAddress)
  throw retryAfterMs === 0 ? invalidClient() : tooManyFailures(retryAfterMs)
}

async function checkSecret(
  context: ServiceContext,
  clientId: string,
  client: Client,
  clientSecret: string,
): Promise<AuthenticatedClient | undefined> {
  if (client.type === 'user') {
    const key = await findApiKey(context.storage, context.crypto.sha256(utf8(clientSecret)))
    const known = key !== undefined && equalBytes(utf8(key.userId), utf8(client.userId))
    return known ? { clientId, client, apiKeyId: key.id } : undefined
  }
  const proof = readBase64Secret(clientSecret)
  if (proof === undefined) return undefined
  if (client.type === 'provider') return (await isProvider(context, client, proof)) ? { clientId, client } : undefined
  const registration = await findRegistration(context, client, proof)
  return registration === undefined ? undefined : { clientId, client, registration }
}

// Whether a client is known must not show in how long the refusal takes: an unknown one's proof is checked against a stand-in.

async function isProvider(context: ServiceContext, client: { providerId: string }, pubKey: Uint8Array): Promise<boolean> {
  const found = await findProviderKey(context.storage, client.providerId, STAND_IN_PROVIDER)
  const same = equalBytes(found?.key ?? STAND_IN_PROVIDER, pubKey)
  return same && found?.known === true
}

async function findRegistration(
  context: ServiceContext,
  client: { providerId: string; address: string },
  signature: Uint8Array<ArrayBuffer>,
): Promise<string | undefined> {
  const found = await findDeviceKey(context.storage, client, STAND_IN_DEVICE)
  const key = toDeviceKey(new Uint8Array(found?.key ?? STAND_IN_DEVICE))
  // One that is not below the modulus is refused unread, which would tell moduli apart: it is checked with its first byte zero.
  const below = isBelowModulus(key, signature)
  const checked = below ? signature : signature.map((byte, at) => (at === 0 ? 0 : byte))
  const good = await context.crypto.verifyRsa(key, 'SHA-256', utf8(client.address), checked)
  return good && below && found?.known === true ? (found.registration ?? undefined) : undefined
}

function readBase64Secret(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (/^[A-Za-z0-9+/]* [A-Za-z0-9+/ ]*={0,2}$/.test(text)) {
    throw new LicetError(
      'invalid_request',
      'The client_secret holds a blank where base64 has a +. In a form a + stands for a blank. Send it as %2B.',
      { field: 'client_secret' },
    )
  }
  return readBase64(text)
}

/** The refusal of a client, the same for every reason. */
export function invalidClient(): LicetError<'invalid_client'> {
  return new LicetError(
    'invalid_client',
    'The client is unknown or its secret is wrong. No token was issued. Check client_id and client_secret.',
  )
}

function tooManyFailures(retryAfterMs: number): LicetError<'too_many_requests'> {
  return new LicetError(
    'too_many_requests',
    'There were too many wrong secrets of this client or from this network, and this one is wrong too. No token was issued. Wait, and check client_id and client_secret.',
    { retryAfterMs },
  )
}
