import { toRegistrationText } from '../../core/address.ts'
import { toBase64 } from '../../core/base64.ts'
import { isLicetError } from '../../core/errors.ts'
import { utf8 } from '../../core/signature.ts'
import { AuthClient, type TokenSet } from '../auth-client.ts'
import type { ResolvedConfig } from '../config.ts'
import type { DeviceStore } from '../device-store.ts'
import type { DeviceKey } from '../storage/types.ts'
import { signBytes } from './device-key.ts'

/** How long in milliseconds before its end a token is not used any more, so that it does not end on the way. */
export const RENEW_BEFORE_MS = 30_000

/** Lifetime in seconds of the provider token, which serves one registration. */
const PROVIDER_TOKEN_SECONDS = 60

/**
 * The address token of this device, in memory only.
 *
 * It is never refreshed: a new grant by the device key costs the same one round trip, and no chain can break between tabs. The refresh
 * tokens that come with grants are dropped unread.
 */
export class Session {
  readonly #config: ResolvedConfig
  readonly #store: DeviceStore
  readonly #auth: AuthClient
  #token: TokenSet | undefined
  #granting: Promise<TokenSet> | undefined

  constructor(config: ResolvedConfig, store: DeviceStore) {
    const { authUrl, issuer, timeoutMs, environment } = config
    this.#config = config
    this.#store = store
    this.#auth = new AuthClient({ authUrl, issuer, timeoutMs, fetch: environment.fetch, now: environment.now })
  }

  get auth(): AuthClient {
    return this.#auth
  }

  /** A token that is good for a while; calls at the same time share one grant. Registers the address first where that was not done. */
  async token(key: DeviceKey, signal: AbortSignal): Promise<string> {
    const now = this.#config.environment.now()
    if (this.#token !== undefined && now < this.#token.expiresAt - RENEW_BEFORE_MS) return this.#token.accessToken
    this.#granting ??= this.#grant(key, signal).finally(() => {
      this.#granting = undefined
    })
    this.#token = await this.#granting
    return this.#token.accessToken
  }

  /** Forgets a token that the service did not accept, unless it was replaced already. */
  drop(token: string): void {
    if (this.#token?.accessToken === token) this.#token = undefined
  }

  async #grant(key: DeviceKey, signal: AbortSignal): Promise<TokenSet> {
    if (!this.#store.device.registered) await this.#register(key, signal)
    try {
      return await this.#grantAddress(key, signal)
    } catch (error) {
      // The service does not know the device any more: it was erased there, or the database is another one.
      if (!isLicetError(error, 'invalid_client') || !this.#store.device.registered) throw error
      await this.#register(key, signal)
      return this.#grantAddress(key, signal)
    }
  }

  async #grantAddress(key: DeviceKey, signal: AbortSignal): Promise<TokenSet> {
    const { provider } = this.#config
    const signature = await this.#sign(key, key.address)
    return this.#auth.grant({ type: 'address', providerId: provider.id, address: key.address, signature }, { signal })
  }

  async #register(key: DeviceKey, signal: AbortSignal): Promise<void> {
    const { provider, userId } = this.#config
    const [{ accessToken }, signature] = await Promise.all([
      this.#auth.grant(
        {
          type: 'provider',
          providerId: provider.id,
          publicKey: provider.publicKey,
          scope: ['account:provider'],
          expires: PROVIDER_TOKEN_SECONDS,
        },
        { signal },
      ),
      this.#sign(key, toRegistrationText(userId, key.address)),
    ])
    const registration = { id: userId, address: key.address, pubKey: toBase64(key.publicKey), signature }
    await this.#auth.registerAddress(accessToken, provider.id, registration, { signal })
    await this.#store.update((device) => (device.key?.address === key.address ? { ...device, registered: true } : device))
  }

  #sign(key: DeviceKey, text: string): Promise<string> {
    const { subtle } = this.#config.environment
    if (subtle === undefined) throw new TypeError('no WebCrypto')
    return signBytes(subtle, key, utf8(text))
  }
}
