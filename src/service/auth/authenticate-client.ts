import { LicetError } from '../../core/errors.ts'
import { utf8 } from '../../core/signature.ts'
import type { ApiKeyScope } from '../../protocol/scopes.ts'
import type { CountedEvent } from '../audit/event-counter.ts'
import { equalBytes, readBase64 } from '../crypto/bytes.ts'
import { isBelowModulus } from '../crypto/rsa-pkcs1.ts'
import { fromBase64 } from '../crypto/standard-base64.ts'
import { toDeviceKey } from '../crypto/verifying-key.ts'
import type { RouteCall } from '../routing/route.ts'
import type { ServiceContext } from '../service-context.ts'
import { findApiKey } from '../storage/accounts.ts'
import { findDeviceKey } from '../storage/client-keys.ts'
import { type Client, parseClientId } from './client-id.ts'

/** The id and the secret that a client sent. */
export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** A client that sent the correct secret. */
export interface AuthenticatedClient {
  readonly clientId: string
  readonly client: Client
  /** Only for users. */
  readonly apiKeyId?: string | undefined
  /** Only for users: the scope of the API key. */
  readonly keyScope?: ApiKeyScope | undefined
  /** Only for devices. */
  readonly registration?: string | undefined
  /** Only for devices: whether a backend vouched for the person. */
  readonly vouched?: boolean | undefined
}

// An unknown client and a wrong secret take the same time to refuse: an unknown client's secret is checked against a dummy key.

/** An RSA key that belongs to no device. Its private key was never stored. */
const DUMMY_DEVICE_KEY = fromBase64(
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA8YOtlL9LfnpQcvbAWK/gDHlsO/eKoBxeEKk1DQlREZnQ6IdyKeYOXqhC544Zrbwn9m' +
    'KoaG1h4vKuWkZhP2VmFwEqg+rH2MIee1Kglf1kzdhDvQcI78mZrxM9adjxdT6LEDCFA9LHDf817HdwxBLo+ZVVzRFkjmC4XFZ0DBZvyKOLU/ew' +
    'PiGllSlxxgnsmj1QzV4ZlirpNrLBou//tKwaYFuI+2jzmmCt+SR+nbxEe9otVuLP5TBD2wty74m8D58gT/7GjfVst45PgGSgXThNp6hDSxt9Mj' +
    'gzBpd4dbEpiVy0KCReu8SZONC8IJB4Gd4h67M9Nlcc7zfxOBhTyhCChQIDAQAB',
)

/**
 * Checks the credentials of a client. The response is the same for an unknown client and a wrong secret.
 *
 * A correct secret is always accepted, however many wrong ones came before. Client ids are public, so a lockout would let anyone
 * lock out a client, or everyone behind one proxy. Secrets have at least 256 bits and cannot be guessed.
 *
 * @throws {LicetError} `invalid_client`; `too_many_requests` for a wrong secret after many wrong ones;
 *   `invalid_request` for a base64 secret whose `+` was decoded as a space.
 */
export async function authenticateClient(
  { context, peerAddress }: Pick<RouteCall, 'context' | 'peerAddress'>,
  credentials: ClientCredentials,
): Promise<AuthenticatedClient> {
  const { clientId, clientSecret } = credentials
  const client = parseClientId(clientId)
  if (client === undefined) throw toRefusal(context.failures.countNetwork(peerAddress))
  const { isKnown, authenticated } = await checkSecret(context, clientId, client, clientSecret)
  if (authenticated !== undefined) return authenticated
  context.audit.count({ action: 'client.wrong_secret', ...toClaimedActor(client), isKnown })
  throw toRefusal(context.failures.count(clientId, peerAddress))
}

function toRefusal(retryAfterMs: number): LicetError {
  return retryAfterMs === 0 ? invalidClient() : tooManyFailures(retryAfterMs)
}

/** Returns the client that the credentials name. Nothing proves that it sent them. */
function toClaimedActor(client: Client): Pick<CountedEvent, 'actor' | 'providerId'> {
  if (client.type === 'user') return { actor: { type: 'user', id: client.userId } }
  return { actor: { type: client.type === 'provider' ? 'provider' : 'device' }, providerId: client.providerId }
}

/** The result of a check. */
interface CheckedSecret {
  /** Whether the user or the provider exists. */
  readonly isKnown: boolean
  readonly authenticated?: AuthenticatedClient | undefined
}

async function checkSecret(
  context: ServiceContext,
  clientId: string,
  client: Client,
  clientSecret: string,
): Promise<CheckedSecret> {
  if (client.type === 'user') {
    const found = await findApiKey(context.storage, context.crypto.sha256(utf8(clientSecret)), client.userId)
    const { isUser = false, id = null, userId, scope } = found ?? {}
    const isKey = id !== null && userId === client.userId
    return { isKnown: isUser, ...(isKey && { authenticated: { clientId, client, apiKeyId: id, keyScope: scope ?? undefined } }) }
  }
  const proof = readBase64Secret(clientSecret)
  if (client.type === 'address' && proof !== undefined) return checkDevice(context, clientId, client, proof)
  const { known: isKnown, key } = await context.providerKeys.find(client.providerId)
  if (client.type === 'address' || proof === undefined || !equalBytes(key, proof) || !isKnown) return { isKnown }
  return { isKnown, authenticated: { clientId, client } }
}

async function checkDevice(
  context: ServiceContext,
  clientId: string,
  client: Extract<Client, { readonly type: 'address' }>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<CheckedSecret> {
  const found = await findDeviceKey(context.storage, client, DUMMY_DEVICE_KEY)
  const isKnown = found?.isProvider === true
  const key = toDeviceKey(new Uint8Array(found?.key ?? DUMMY_DEVICE_KEY))
  // RSA refuses a signature above the modulus early, which would reveal the key by timing. So its first byte is set to zero.
  const below = isBelowModulus(key, signature)
  const checked = below ? signature : signature.map((byte, at) => (at === 0 ? 0 : byte))
  const valid = await context.crypto.verifyRsa(key, 'SHA-256', utf8(client.address), checked)
  if (!valid || !below || found?.known !== true || found.registration === null) return { isKnown }
  const { registration, vouched } = found
  context.submissions.noteDevice(client, { spki: found.key, vouched })
  return { isKnown, authenticated: { clientId, client, registration, vouched } }
}

function readBase64Secret(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (/^[A-Za-z0-9+/]* [A-Za-z0-9+/ ]*={0,2}$/.test(text)) {
    throw new LicetError(
      'invalid_request',
      'The client_secret contains a space where base64 has a +, because a form decodes + as a space. No token was issued. Send + as %2B.',
      { field: 'client_secret' },
    )
  }
  return readBase64(text)
}

/** Creates the error for a client that failed to authenticate. It is the same for every reason. */
export function invalidClient(): LicetError<'invalid_client'> {
  return new LicetError(
    'invalid_client',
    'The client is unknown or its secret is wrong. No token was issued. Check client_id and client_secret.',
  )
}

function tooManyFailures(retryAfterMs: number): LicetError<'too_many_requests'> {
  return new LicetError(
    'too_many_requests',
    'The secret is wrong, and this client or network has sent too many wrong secrets. No token was issued. ' +
      'Check client_id and client_secret, and wait for the time in Retry-After.',
    { retryAfterMs },
  )
}
