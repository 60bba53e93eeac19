import type { JSONWebKeySet, JWK } from 'jose'
import { isLicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { invalidResponse } from '../http/http-error.ts'
import { type HttpOptions, readJson, sendRequest } from '../http/send-request.ts'
import { type ExpectedJwt, findKey, isKeySet, verifyJwt } from './verify-jwt.ts'

/** How long in milliseconds the key set is not looked at again, however many signatures name keys that are not in it. */
export const KEY_SET_COOLDOWN_MS = 30_000

/** The keys that the service publishes: fetched once, kept, and fetched anew when a signature names a key that is not among them. */
export class KeySet {
  readonly #http: HttpOptions
  readonly #url: string
  readonly #signal: AbortSignal | undefined
  #keys: Promise<JSONWebKeySet> | undefined
  #failedAt: number | undefined
  #latest: Promise<JSONWebKeySet> | undefined
  #latestAt = 0

  /** `signal` ends what it fetches. */
  constructor(http: HttpOptions, authUrl: string, signal?: AbortSignal) {
    this.#http = http
    this.#signal = signal
    this.#url = authUrl + AUTH_PATHS.jwks
  }

  /**
   * The keys as they were last fetched; fetched anew when that failed.
   *
   * @throws {LicetError} `network_error`, `timeout`, `invalid_response`, when there are none yet
   */
  get(): Promise<JSONWebKeySet> {
    if (this.#failedAt !== undefined) this.#keys = undefined
    return this.load()
  }

  /** As {@link get}, for what can do without: a fetch that failed stands for a while, so that not each step waits for the same silence. */
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
   * Verifies a JWT of the service, whatever its type.
   *
   * @throws {JwtError} when it is not what it should be
   * @throws {LicetError} when the keys cannot be had: then nothing is proven, and nothing disproven
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

  /** The key set as it is now. What comes of it stands for a while, so that nobody can have us ask for ever. */
  #refetch(): Promise<JSONWebKeySet> {
    const now = this.#http.monotonic()
    if (this.#latest === undefined || now - this.#latestAt >= KEY_SET_COOLDOWN_MS) {
      const keys = this.#fetch('no-cache')
      this.#latest = keys
      this.#latestAt = now
      // When it fails the last good set serves on, for the keys that it has.
      keys.then(
        () => (this.#keys = keys),
        () => {},
      )
    }
    return this.#latest
  }

  async #fetch(cache: RequestCache): Promise<JSONWebKeySet> {
    const answer = await sendRequest(this.#http, { method: 'GET', url: this.#url, cache, signal: this.#signal }).catch(
      (error: unknown) => {
        // Whatever it answers instead of keys, it says nothing of what they signed.
        if (isLicetError(error) && error.status !== undefined) throw invalidResponse(error.status, 'is no key set', error)
        throw error
      },
    )
    const keys = readJson(answer)
    if (!isKeySet(keys)) throw invalidResponse(answer.status, 'is no key set')
    return keys
  }
}
