import { calculateJwkThumbprint, importJWK, type JWK, SignJWT } from 'jose'
import { LicetError } from '../core/errors.ts'
import { isJsonObject } from '../core/json.ts'
import { MAX_IDENTITY_SECONDS, MAX_PTR_CHARS } from '../core/limits.ts'
import { IDENTITY_TOKEN_TYPE } from '../protocol/token.ts'
import { missingSetting, readAuthUrl, readPublicSetting, readVariable, VARIABLES } from './settings.ts'

/** Default lifetime of an identity token in seconds. */
const DEFAULT_LIFETIME_SECONDS = 300

/** Options of {@link createIdentityToken}. The defaults are environment variables. */
export interface IdentityTokenOptions {
  /** Your own id of the person who is signed in: the `userId` of the client. */
  readonly userId: string
  /** The private key that `licet identity-key create` printed, a JWK as JSON. Default: `LICET_IDENTITY_KEY`. It is a secret. */
  readonly identityKey?: string | undefined
  /** The id of the provider. Default: `LICET_PROVIDER_ID`, with or without the prefix `NEXT_PUBLIC_`, `VITE_` or `PUBLIC_`. */
  readonly providerId?: string | undefined
  /** The address of the service. Default: `LICET_AUTH_URL`, with or without one of these prefixes. */
  readonly authUrl?: string | undefined
  /** Lifetime in whole seconds, 1 to 600. Default: 300. */
  readonly expires?: number | undefined
}

/**
 * Creates a short-lived identity token, with which your backend vouches for the person who is signed in. Return it from a route of your
 * app, and pass a function that fetches it to the client as `config.identity`.
 *
 * Call it only with the id of the person whose session the request belongs to: a page that has the token can agree as this person.
 *
 * @throws {LicetError} `invalid_configuration` with the `field` that is missing or wrong.
 * @example
 * export async function GET() {
 *   const session = await getSession()
 *   return new Response(await createIdentityToken({ userId: session.user.id }))
 * }
 */
export async function createIdentityToken(options: IdentityTokenOptions): Promise<string> {
  const { userId, expires = DEFAULT_LIFETIME_SECONDS } = options
  if (typeof userId !== 'string' || userId === '' || userId.length > MAX_PTR_CHARS)
    throw invalidOption('userId', `the id of the signed-in person, 1 to ${MAX_PTR_CHARS} characters`)
  if (!Number.isInteger(expires) || expires < 1 || expires > MAX_IDENTITY_SECONDS)
    throw invalidOption('expires', `whole seconds from 1 to ${MAX_IDENTITY_SECONDS}`)
  const authUrl = readAuthUrl(options.authUrl)
  const providerId = readPublicSetting(options.providerId, VARIABLES.providerId)
  if (providerId === undefined) throw missingSetting('providerId', 'the id that `licet provider create` printed')
  const jwk = readPrivateJwk(options.identityKey ?? readVariable(VARIABLES.identityKey))
  const alg = jwk.crv === 'P-256' ? 'ES256' : 'EdDSA'
  const now = Math.floor(Date.now() / 1000)
  const token = new SignJWT({})
    .setProtectedHeader({ alg, typ: IDENTITY_TOKEN_TYPE, kid: await calculateJwkThumbprint(jwk) })
    .setIssuer(providerId)
    .setSubject(userId)
    .setAudience(authUrl)
    .setJti(crypto.randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + expires)
  try {
    return await token.sign(await importJWK(jwk, alg))
  } catch {
    // The cause can contain the key.
    throw invalidIdentityKey()
  }
}

function readPrivateJwk(text: string | undefined): JWK {
  let jwk: unknown
  try {
    jwk = JSON.parse(text ?? '')
  } catch {
    throw invalidIdentityKey()
  }
  if (!isJsonObject(jwk)) throw invalidIdentityKey()
  const { kty, crv, x, y, d } = jwk
  const isEc = kty === 'EC' && crv === 'P-256' && typeof y === 'string'
  const isOkp = kty === 'OKP' && crv === 'Ed25519'
  if (typeof x !== 'string' || typeof d !== 'string' || !(isEc || isOkp)) throw invalidIdentityKey()
  return { kty, crv, x, d, ...(isEc ? { y } : {}) }
}

function invalidIdentityKey(): LicetError<'invalid_configuration'> {
  return missingSetting('identityKey', 'the private key that `licet identity-key create` printed')
}

function invalidOption(field: string, expected: string): LicetError<'invalid_configuration'> {
  return new LicetError('invalid_configuration', `\`${field}\` is missing or invalid. No token was created. Use ${expected}.`, {
    field,
  })
}
