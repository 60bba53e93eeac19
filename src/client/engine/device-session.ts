import { toRegistrationText } from '../../core/address.ts'
import { toBase64 } from '../../core/base64.ts'
import { isLicetError } from '../../core/errors.ts'
import { utf8 } from '../../core/signature.ts'
import { classifyFailure } from '../classify-failure.ts'
import type { ParsedConfig } from '../config.ts'
import type { DeviceStore } from '../storage/device-store.ts'
import type { DeviceKey } from '../storage/stored-device.ts'
import type { TokenClient, TokenSet } from '../tokens/token-client.ts'
import { signBytes } from './device-key.ts'

/** Time in milliseconds before its expiry at which a token is replaced, so that it does not expire in transit. */
export const RENEW_BEFORE_MS = 30_000

/**
 * The access token of this device. It is kept in memory only.
 *
 * It is never refreshed: a new grant with the device key needs the same single request, and several tabs cannot invalidate each other's
 * refresh tokens. The refresh tokens of the grants are ignored.
 */
export class DeviceSession {
  readonly #config: ParsedConfig
  readonly #store: DeviceStore
  readonly #tokens: TokenClient
  readonly #subtle: SubtleCrypto
  readonly #signal: AbortSignal
  #token: (TokenSet & { readonly address: string }) | undefined
  readonly #granting = new Map<string, Promise<TokenSet>>()

  /** `signal` aborts when the client closes. A caller's own signal aborts no grant, because other calls may wait for the same one. */
  constructor(config: ParsedConfig, store: DeviceStore, tokens: TokenClient, subtle: SubtleCrypto, signal: AbortSignal) {
    this.#config = config
    this.#store = store
    this.#tokens = tokens
    this.#subtle = subtle
    this.#signal = signal
  }

  // Returns a usable token. Concurrent calls share one grant.
  async #current(key: DeviceKey, mayRegister: boolean): Promise<string> {
    const now = this.#config.environment.now()
    const { address } = key
    // After the key was lost, the token belongs to the address of the old key.
    const isUsable = this.#token?.address === address && now < this.#token.expiresAt - RENEW_BEFORE_MS
    if (this.#token !== undefined && isUsable) return this.#token.accessToken
    const slot = `${mayRegister} ${address}`
    const granting = this.#granting.get(slot) ?? this.#grant(key, mayRegister).finally(() => this.#granting.delete(slot))
    this.#granting.set(slot, granting)
    const token = { ...(await granting), address }
    this.#token = token
    return token.accessToken
  }

  /**
   * Makes a call with the token of this device. Replaces a rejected token once.
   *
   * @param mayRegister Whether to register a device that the service does not know. Only for decisions of the person.
   */
  async authorized<T>(key: DeviceKey, mayRegister: boolean, call: (token: string) => Promise<T>): Promise<T> {
    return withRenewal((rejected) => {
      // Another call may have replaced it already.
      if (this.#token?.accessToken === rejected) this.#token = undefined
      return this.#current(key, mayRegister)
    }, call)
  }

  async #grant(key: DeviceKey, mayRegister: boolean): Promise<TokenSet> {
    if (mayRegister && !this.#store.device.registered) return this.#register(key)
    try {
      return await this.#grantAddress(key)
    } catch (error) {
      // The service no longer knows the device: it was erased, or the database was replaced. With `too_many_requests` the service limits
      // this network's grants for unknown devices, and registering ends that as well.
      const isUnknown = isLicetError(error, 'invalid_client') || isLicetError(error, 'too_many_requests')
      if (!mayRegister || !isUnknown) throw error
      return this.#register(key)
    }
  }

  async #grantAddress(key: DeviceKey): Promise<TokenSet> {
    const { provider } = this.#config
    const signature = await this.#sign(key, key.address)
    return this.#tokens.grant(
      { type: 'address', providerId: provider.id, address: key.address, signature },
      { signal: this.#signal },
    )
  }

  // Registers the address. The token comes with the same response, or from a grant where the service does not support that.
  async #register(key: DeviceKey): Promise<TokenSet> {
    const { provider, userId } = this.#config
    const { address } = key
    const options = { grant: true, signal: this.#signal }
    let signature = ''
    const registered = await withRenewal(
      async () => {
        // The scope permits only the registration. This request contains nothing about the person or the device.
        const request = {
          type: 'provider',
          providerId: provider.id,
          publicKey: provider.publicKey,
          scope: ['account:provider'],
        } as const
        // Signed in parallel with the request.
        const [{ accessToken }, signed] = await Promise.all([
          this.#tokens.grant(request, options),
          this.#sign(key, toRegistrationText(userId, address)),
        ])
        signature = signed
        return accessToken
      },
      (token) =>
        this.#tokens.registerAddress(
          token,
          provider.id,
          { id: userId, address, pubKey: toBase64(key.publicKey), signature },
          options,
        ),
    )
    // Not awaited: if it is lost, the device registers again with the same result.
    this.#store
      .update((device) => (device.key?.address === address ? { ...device, registered: true } : device), 'relaxed')
      .catch(() => {})
    return registered.token ?? this.#grantAddress(key)
  }

  #sign(key: DeviceKey, text: string): Promise<string> {
    return signBytes(this.#subtle, key, utf8(text))
  }
}

// Makes a call with a token, and once more with a new token when the service rejects the first. The first may have expired in transit or
// while the machine was asleep, or its signing key was rotated.
async function withRenewal<T>(getToken: (rejected?: string) => Promise<string>, call: (token: string) => Promise<T>): Promise<T> {
  const token = await getToken()
  try {
    return await call(token)
  } catch (error) {
    if (classifyFailure(error) !== 'unauthorized') throw error
    return call(await getToken(token))
  }
}
