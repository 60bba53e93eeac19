import type { JSONWebKeySet, JWK } from 'jose'
import { isLicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { invalidResponse } from '../http/http-error.ts'
import { type HttpOptions, readJson, sendRequest } from '../http/send-request.ts'
import { type ExpectedJwt, findKey, isKeySet, verifyJwt } from './verify-jwt.ts'

/** Shortest time in milliseconds between two fetches of the key set. Unknown keys cannot cause more fetches. */
export const KEY_SET_COOLDOWN_MS = 30_000

/** The public keys of the service. Fetches them once, and again when a signature names an unknown key. */
export class KeySet {
  readonly #http: HttpOptions
  readonly #url: string
  readonly #signal: AbortSignal | undefined
  #keys: Promise<JSONWebKeySet> | undefined
  #failedAt: number | undefined
  #latest: Promise<JSONWebKeySet> | undefined
  #latestAt = 0

  /** `signal` aborts its requests. */
  constructor(http: HttpOptions, authUrl: string, signal?: AbortSignal) {
    this.#http = http
    this.#signal = signal
    this.#url = authUrl + AUTH_PATHS.jwks
  }

  /**
   * Returns the keys. Fetches them if that has not succeeded yet.
   *
   * @throws {LicetError} `network_error`, `timeout`, `invalid_response`
   */
  get(): Promise<JSONWebKeySet> {
    if (this.#failedAt !== undefined) this.#keys = undefined
    return this.load()
  }

  /** Like {@link get}, but after a failure it rejects without a request for 30 seconds, so that each step does not wait for the same timeout. */
  load(): Promise<JSONWebKeySet> {
    const { monotonic } = this.#http
    if (this.#failedAt !== undefined && monotonic() - this.#failedAt >= KEY_SET_COOLDOWN_MS) this.#keys = undefined
    if (this.#keys !== undefined) return this.#keys
    this.#failedAt = undefined
    const keys = this.#fetch('default')
    keys.catch(() => (this.#failedAt = monotonic()))
    this.#keys = keys
    return keys
  }

  /**
   * Verifies a JWT of the service.
   *
   * @throws {JwtError} when the token is not valid
   * @throws {LicetError} when the keys cannot be fetched, so the token is neither valid nor invalid
   */
  verify(token: string, expected: ExpectedJwt): Promise<JsonObject> {
    return verifyJwt((kid) => this.#find(kid), token, expected)
  }

  async #find(kid: string | undefined): Promise<JWK> {
    const keys = await this.load()
    try {
      return findKey(keys, kid)
    } catch {
      return findKey(await this.#refetch(), kid)
    }
  }

  // Fetches the key set past the cache, at most once in 30 seconds: invalid tokens must not cause endless requests.
  #refetch(): Promise<JSONWebKeySet> {
    const now = this.#http.monotonic()
    if (this.#latest === undefined || now - this.#latestAt >= KEY_SET_COOLDOWN_MS) {
      const keys = this.#fetch('no-cache')
      this.#latest = keys
      this.#latestAt = now
      // After a failure, the last good set stays in use.
      keys.then(
        () => (this.#keys = keys),
        () => {},
      )
    }
    return this.#latest
  }

  async #fetch(cache: RequestCache): Promise<JSONWebKeySet> {
    const response = await sendRequest(this.#http, { method: 'GET', url: this.#url, cache, signal: this.#signal }).catch(
      (error: unknown) => {
        // An error status must not reject the token, so it counts as a temporary failure.
        if (isLicetError(error) && error.status !== undefined) throw invalidResponse(error.status, 'is not a key set', error)
        throw error
      },
    )
    const keys = readJson(response)
    if (!isKeySet(keys)) throw invalidResponse(response.status, 'is not a key set')
    return keys
  }
}
