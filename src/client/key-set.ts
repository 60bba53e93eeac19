import { compactVerify, decodeProtectedHeader, errors, type JSONWebKeySet, type JWK } from 'jose'
import { isLicetError } from '../core/errors.ts'
import { isJsonObject, type JsonObject } from '../core/json.ts'
import { CLOCK_SKEW_SECONDS } from '../protocol/limits.ts'
import { AUTH_PATHS } from '../protocol/paths.ts'
import { TOKEN_ALGORITHM } from '../protocol/token.ts'
import { type HttpOptions, invalidResponse, readJson, sendRequest } from './http.ts'

/** How long in milliseconds an unknown `kid` causes no second fetch of the key set. */
export const KEY_SET_COOLDOWN_MS = 30_000

/** Unknown `kid`s that are remembered; an answer that names ever new ones costs one fetch each and no memory. */
const MAX_UNKNOWN_KIDS = 16

/** What a JWT of the service must be, beside signed by it. */
export interface ExpectedJwt {
  readonly typ: string
  readonly issuer?: string
  readonly subject?: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** A JWT that is not what it should be. */
export class JwtError extends Error {
  override readonly name = 'JwtError'
  readonly reason: 'damaged' | 'unknown_key' | 'signature' | 'kind' | 'issuer' | 'subject' | 'time'

  constructor(reason: JwtError['reason'], cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/** The keys that the service publishes: fetched once, kept, and fetched once more when a signature names a key that is not among them. */
export class KeySet {
  readonly #http: HttpOptions
  readonly #url: string
  #keys: Promise<JSONWebKeySet> | undefined
  #refetching: Promise<JSONWebKeySet> | undefined
  readonly #unknown = new Map<string, number>()

  constructor(http: HttpOptions, authUrl: string) {
    this.#http = http
    this.#url = authUrl + AUTH_PATHS.jwks
  }

  /**
   * The keys as they were last fetched.
   *
   * @throws {LicetError} `network_error`, `timeout`, `invalid_response` and the other codes of a request, when there are none yet
   */
  get(): Promise<JSONWebKeySet> {
    this.#keys ??= this.#fetch('default').catch((error: unknown) => {
      // No keys yet: the next caller tries again.
      this.#keys = undefined
      throw error
    })
    return this.#keys
  }

  /**
   * Verifies a JWT of the service, whatever its type.
   *
   * @throws {JwtError} when it is not what it should be
   * @throws {LicetError} when the keys cannot be had
   */
  async verify(token: string, expected: ExpectedJwt): Promise<JsonObject> {
    try {
      return await verifyJwt(await this.get(), token, expected)
    } catch (error) {
      if (!(error instanceof JwtError) || error.reason !== 'unknown_key' || !this.#isNewlyUnknown(token)) throw error
      this.#refetching ??= this.#refetch().finally(() => {
        this.#refetching = undefined
      })
      return verifyJwt(await this.#refetching, token, expected)
    }
  }

  #isNewlyUnknown(token: string): boolean {
    const kid = String(decodeProtectedHeader(token).kid)
    const now = this.#http.now()
    const age = now - (this.#unknown.get(kid) ?? Number.NEGATIVE_INFINITY)
    // A negative age is a clock that was set back.
    if (age >= 0 && age < KEY_SET_COOLDOWN_MS) return this.#refetching !== undefined
    this.#unknown.set(kid, now)
    const [oldest] = this.#unknown.keys()
    if (this.#unknown.size > MAX_UNKNOWN_KIDS && oldest !== undefined) this.#unknown.delete(oldest)
    return true
  }

  async #refetch(): Promise<JSONWebKeySet> {
    try {
      const keys = await this.#fetch('no-cache')
      this.#keys = Promise.resolve(keys)
      return keys
    } catch (error) {
      // The last good set serves on; the unknown key is then unknown.
      if (isLicetError(error)) return this.get()
      throw error
    }
  }

  async #fetch(cache: RequestCache): Promise<JSONWebKeySet> {
    const answer = await sendRequest(this.#http, { method: 'GET', url: this.#url, cache })
    const keys = readJson(answer)
    if (!isKeySet(keys)) throw invalidResponse(answer.status, 'is no key set')
    return keys
  }
}

/**
 * Verifies a JWT with given keys, by the one algorithm of the service (RFC 8725: algorithm, type, issuer, subject and times are checked).
 *
 * @throws {JwtError}
 */
export async function verifyJwt(keys: JSONWebKeySet, token: string, expected: ExpectedJwt): Promise<JsonObject> {
  const { kid, typ } = readHeader(token)
  // A key without a name is nobody's: which one signed must be said.
  const key = keys.keys.find((candidate) => kid !== undefined && candidate.kid === kid)
  if (key === undefined) throw new JwtError('unknown_key')
  const claims = await readClaims(token, key)
  if (typ !== expected.typ) throw new JwtError('kind')
  if (expected.issuer !== undefined && claims.iss !== expected.issuer) throw new JwtError('issuer')
  if (expected.subject !== undefined && claims.sub !== expected.subject) throw new JwtError('subject')
  if (!isTimely(claims, expected.now / 1000)) throw new JwtError('time')
  return claims
}

function readHeader(token: string): { readonly kid?: unknown; readonly typ?: unknown } {
  try {
    return decodeProtectedHeader(token)
  } catch (cause) {
    throw new JwtError('damaged', cause)
  }
}

async function readClaims(token: string, key: JWK): Promise<JsonObject> {
  try {
    const { payload } = await compactVerify(token, key, { algorithms: [TOKEN_ALGORITHM] })
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
    if (isJsonObject(claims)) return claims
  } catch (cause) {
    throw new JwtError(cause instanceof errors.JWSSignatureVerificationFailed ? 'signature' : 'damaged', cause)
  }
  throw new JwtError('damaged')
}

function isTimely({ iat, exp }: JsonObject, now: number): boolean {
  if (typeof iat !== 'number' || iat > now + CLOCK_SKEW_SECONDS) return false
  // Receipts do not end; access tokens do.
  return exp === undefined || (Number.isSafeInteger(exp) && Number(exp) > Math.max(now - CLOCK_SKEW_SECONDS, iat))
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  return (
    isJsonObject(value) && Array.isArray(value.keys) && value.keys.every((key) => isJsonObject(key) && typeof key.kty === 'string')
  )
}
