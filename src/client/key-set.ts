import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { isLicetError } from '../core/errors.ts'
import { isJsonObject } from '../core/json.ts'
import { AUTH_PATHS } from '../protocol/paths.ts'
import { TOKEN_ALGORITHM } from '../protocol/token.ts'
import { type HttpOptions, invalidResponse, readJson, sendRequest } from './http.ts'

/** How long in milliseconds after a fetch of the key set an unknown `kid` causes no other. */
export const KEY_SET_COOLDOWN_MS = 30_000

/** The keys that the service publishes: fetched once, kept, and fetched once more when a signature names a key that is not among them. */
export class KeySet {
  readonly #http: HttpOptions
  readonly #url: string
  #keys: Promise<JSONWebKeySet> | undefined
  #fetchedAt = Number.NEGATIVE_INFINITY

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
   * @throws {JOSEError} when it is not what it should be; {LicetError} when the keys cannot be had
   */
  async verify(token: string, options: JWTVerifyOptions): Promise<JWTPayload> {
    try {
      return await verifyWith(await this.get(), token, options)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !this.#isCool()) throw error
      return verifyWith(await this.#refetch(), token, options)
    }
  }

  #isCool(): boolean {
    const age = this.#http.now() - this.#fetchedAt
    // A negative age is a clock that was set back.
    return age < 0 || age >= KEY_SET_COOLDOWN_MS
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
    this.#fetchedAt = this.#http.now()
    const answer = await sendRequest(this.#http, { method: 'GET', url: this.#url, cache })
    const keys = readJson(answer)
    if (!isKeySet(keys)) throw invalidResponse(answer.status, 'is no key set')
    return keys
  }
}

/** Verifies a JWT with given keys, by the one algorithm of the service. */
export async function verifyWith(keys: JSONWebKeySet, token: string, options: JWTVerifyOptions): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { algorithms: [TOKEN_ALGORITHM], ...options })
  return payload
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  return (
    isJsonObject(value) && Array.isArray(value.keys) && value.keys.every((key) => isJsonObject(key) && typeof key.kty === 'string')
  )
}
