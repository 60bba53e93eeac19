import type { JSONWebKeySet, JWK } from 'jose'
import { isLicetError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import { AUTH_PATHS } from '../protocol/paths.ts'
import { type HttpOptions, invalidResponse, readJson, sendRequest } from './http.ts'
import { type ExpectedJwt, findKey, isKeySet, JwtError, verifyJwt } from './verify-jwt.ts'

/** How long in milliseconds an unknown `kid` causes no second fetch of the key set. */
export const KEY_SET_COOLDOWN_MS = 30_000

/** Unknown `kid`s that are remembered; an answer that names ever new ones costs one fetch each and no memory. */
const MAX_UNKNOWN_KIDS = 16

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
  verify(token: string, expected: ExpectedJwt): Promise<JsonObject> {
    return verifyJwt((kid) => this.#find(kid), token, expected)
  }

  async #find(kid: string | undefined): Promise<JWK> {
    try {
      return findKey(await this.get(), kid)
    } catch (error) {
      if (!(error instanceof JwtError) || !this.#isNewlyUnknown(String(kid))) throw error
      this.#refetching ??= this.#refetch().finally(() => {
        this.#refetching = undefined
      })
      return findKey(await this.#refetching, kid)
    }
  }

  #isNewlyUnknown(kid: string): boolean {
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
