import { toRegistrationText } from '../../core/address.ts'
import { toBase64, toBase64Url } from '../../core/base64.ts'
import { isLicetError } from '../../core/errors.ts'
import { utf8 } from '../../core/signature.ts'
import type { ParsedConfig } from '../config.ts'
import { identityUnavailableError } from '../local-errors.ts'
import type { DeviceStore } from '../record/device-store.ts'
import type { DeviceKey } from '../record/stored-device.ts'
import type { TokenClient } from '../tokens/token-client.ts'
import type { TokenSet } from '../tokens/token-types.ts'
import { RENEW_BEFORE_MS, withRenewal } from '../tokens/with-renewal.ts'
import { withTimeLimit } from '../wait.ts'
import { signBytes } from './device-key.ts'

/**
 * How a call registers the device: `none` never, for a call that is no decision. `known` when the service does not know the device, and has not
 * erased its license: for a withdrawal, and for a decision that is sent again. `vouched` for an agreement: when the service does not know the device, and
 * when the app has an identity token and the device is not vouched for. A withdrawal must not depend on it.
 */
export type Registration = 'none' | 'known' | 'vouched'

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
  /** The address that was vouched for since the client opened. The stored record follows. */
  #vouchedAddress: string | undefined
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
  async #current(key: DeviceKey, required: Registration): Promise<string> {
    const now = this.#config.environment.now()
    const { address } = key
    // After the key was lost, the token belongs to the address of the old key.
    const isUsable = this.#token?.address === address && now < this.#token.expiresAt - RENEW_BEFORE_MS
    if (this.#token !== undefined && isUsable && !this.#needsVouching(key, required)) return this.#token.accessToken
    const slot = `${required} ${address}`
    const granting = this.#granting.get(slot) ?? this.#grant(key, required).finally(() => this.#granting.delete(slot))
    this.#granting.set(slot, granting)
    const token = { ...(await granting), address }
    this.#token = token
    return token.accessToken
  }

  /**
   * Makes a call with the token of this device. Replaces a rejected token once.
   *
   * @param required How to register the device. Other than `none` only for decisions of the person.
   */
  async authorized<T>(key: DeviceKey, required: Registration, call: (token: string) => Promise<T>): Promise<T> {
    return withRenewal((rejected) => {
      // Another call may have replaced it already.
      if (this.#token?.accessToken === rejected) this.#token = undefined
      return this.#current(key, required)
    }, call)
  }

  #needsVouching({ address }: DeviceKey, required: Registration): boolean {
    if (required !== 'vouched' || this.#config.identity === undefined) return false
    return !this.#store.device.vouched && this.#vouchedAddress !== address
  }

  async #grant(key: DeviceKey, required: Registration): Promise<TokenSet> {
    const isUnregistered = required !== 'none' && !this.#store.device.registered
    if (isUnregistered || this.#needsVouching(key, required)) return this.#register(key, required)
    try {
      return await this.#grantAddress(key)
    } catch (error) {
      // The service no longer knows the device: it was erased, or the database was replaced. With `too_many_requests` the service limits
      // this network's grants for unknown devices, and registering ends that as well.
      const isUnknown = isLicetError(error, 'invalid_client') || isLicetError(error, 'too_many_requests')
      if (required === 'none' || !isUnknown) throw error
      return this.#register(key, required)
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

  // Registers the address. If the app has cached the identity token for too long, asks it for another one, once.
  #register(key: DeviceKey, required: Registration): Promise<TokenSet> {
    const registering = this.#registerOnce(key, required)
    if (typeof this.#config.identity !== 'function') return registering
    return registering.catch((error: unknown) => {
      const isStale = isLicetError(error, 'identity_expired') || isLicetError(error, 'identity_replayed')
      if (!isStale) throw error
      return this.#registerOnce(key, required)
    })
  }

  // The token comes with the same response, or from a grant where the service does not support that.
  async #registerOnce(key: DeviceKey, required: Registration): Promise<TokenSet> {
    const { provider, userId } = this.#config
    const { address } = key
    const { license } = this.#store.device
    const repeats = required === 'known' && license !== undefined ? await this.#hash(license.signature) : undefined
    const options = { grant: true, repeats, signal: this.#signal }
    let signature = ''
    let identity: string | undefined
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
        const [{ accessToken }, signed, vouching] = await Promise.all([
          this.#tokens.grant(request, options),
          this.#sign(key, toRegistrationText(userId, address)),
          this.#readIdentity(),
        ])
        signature = signed
        identity = vouching
        return accessToken
      },
      (token) =>
        this.#tokens.registerAddress(
          token,
          provider.id,
          { id: userId, address, pubKey: toBase64(key.publicKey), signature, identity },
          options,
        ),
    )
    const { vouched } = registered
    if (vouched) this.#vouchedAddress = address
    // Not awaited: if it is lost, the device registers again with the same result.
    this.#store
      .update((device) => (device.key?.address === address ? { ...device, registered: true, vouched } : device), 'relaxed')
      .catch(() => {})
    return registered.token ?? this.#grantAddress(key)
  }

  // The function of the app may fail, or never end.
  async #readIdentity(): Promise<string | undefined> {
    const { identity, environment, timeoutMs } = this.#config
    if (typeof identity !== 'function') return identity
    try {
      const token = await withTimeLimit(Promise.resolve(identity()), environment.schedule, timeoutMs)
      if (typeof token === 'string' && token !== '') return token
    } catch (cause) {
      throw identityUnavailableError(cause)
    }
    throw identityUnavailableError(undefined)
  }

  async #hash(text: string): Promise<string> {
    return toBase64Url(new Uint8Array(await this.#subtle.digest('SHA-256', utf8(text))))
  }

  #sign(key: DeviceKey, text: string): Promise<string> {
    return signBytes(this.#subtle, key, utf8(text))
  }
}
