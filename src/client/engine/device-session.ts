import { toRegistrationText } from '../../core/address.ts'
import { toBase64 } from '../../core/base64.ts'
import { isLicetError } from '../../core/errors.ts'
import { utf8 } from '../../core/signature.ts'
import { classifyFailure } from '../classify-failure.ts'
import type { ResolvedConfig } from '../config.ts'
import type { DeviceStore } from '../storage/device-store.ts'
import type { DeviceKey } from '../storage/stored-device.ts'
import type { TokenClient } from '../tokens/token-client.ts'
import type { TokenSet } from '../tokens/token-set.ts'
import { signBytes } from './device-key.ts'

/** How long in milliseconds before its end a token is not used any more, so that it does not end on the way. */
export const RENEW_BEFORE_MS = 30_000

/**
 * The address token of this device, in memory only.
 *
 * It is never refreshed: a new grant by the device key costs the same one round trip, and no chain can break between tabs. The refresh
 * tokens that come with grants are dropped unread.
 */
export class Session {
  readonly #config: ResolvedConfig
  readonly #store: DeviceStore
  readonly #auth: TokenClient
  readonly #subtle: SubtleCrypto
  readonly #signal: AbortSignal
  #token: (TokenSet & { readonly address: string }) | undefined
  readonly #granting = new Map<string, Promise<TokenSet>>()

  /** `signal` ends what the session does; a caller's own signal does not, since others may wait for the same grant. */
  constructor(config: ResolvedConfig, store: DeviceStore, auth: TokenClient, subtle: SubtleCrypto, signal: AbortSignal) {
    this.#config = config
    this.#store = store
    this.#auth = auth
    this.#subtle = subtle
    this.#signal = signal
  }

  /** A token that is good for a while; calls at the same time share one grant. Registers the address first where that was not done. */
  async #current(key: DeviceKey, registers: boolean): Promise<string> {
    const now = this.#config.environment.now()
    const { address } = key
    // A device that lost its key has another address, which the token of the old one does not speak for.
    const isUsable = this.#token?.address === address && now < this.#token.expiresAt - RENEW_BEFORE_MS
    if (this.#token !== undefined && isUsable) return this.#token.accessToken
    const slot = `${registers} ${address}`
    const granting = this.#granting.get(slot) ?? this.#grant(key, registers).finally(() => this.#granting.delete(slot))
    this.#granting.set(slot, granting)
    const token = { ...(await granting), address }
    this.#token = token
    return token.accessToken
  }

  /**
   * Makes a call with the device's token. A token that the service does not accept is forgotten and replaced once.
   *
   * @param registers Whether this is for an act of the person, for which a device that the service does not know is registered.
   */
  async authorized<T>(key: DeviceKey, registers: boolean, call: (token: string) => Promise<T>): Promise<T> {
    return renewOnce((refused) => {
      // Unless another call replaced it already.
      if (this.#token?.accessToken === refused) this.#token = undefined
      return this.#current(key, registers)
    }, call)
  }

  async #grant(key: DeviceKey, registers: boolean): Promise<TokenSet> {
    if (registers && !this.#store.device.registered) return this.#register(key)
    try {
      return await this.#grantAddress(key)
    } catch (error) {
      // The service does not know the device any more: it was erased there, or the database is another one. It may also say
      // that this network asked too often for devices that it does not know: then registering is what ends that.
      const isUnknown = isLicetError(error, 'invalid_client') || isLicetError(error, 'too_many_requests')
      if (!registers || !isUnknown) throw error
      return this.#register(key)
    }
  }

  async #grantAddress(key: DeviceKey): Promise<TokenSet> {
    const { provider } = this.#config
    const signature = await this.#sign(key, key.address)
    return this.#auth.grant({ type: 'address', providerId: provider.id, address: key.address, signature }, { signal: this.#signal })
  }

  /** Registers the address, and gets its token from the same answer where the service can, otherwise by a grant. */
  async #register(key: DeviceKey): Promise<TokenSet> {
    const { provider, userId } = this.#config
    const { address } = key
    const options = { grant: true, signal: this.#signal }
    let signature = ''
    const registered = await renewOnce(
      async () => {
        // For one registration, so for no more than that: the scope that registers addresses. It says nothing of the person or the device.
        const asked = {
          type: 'provider',
          providerId: provider.id,
          publicKey: provider.publicKey,
          scope: ['account:provider'],
        } as const
        // Signed while the token is on its way.
        const [{ accessToken }, signed] = await Promise.all([
          this.#auth.grant(asked, options),
          this.#sign(key, toRegistrationText(userId, address)),
        ])
        signature = signed
        return accessToken
      },
      (token) =>
        this.#auth.registerAddress(
          token,
          provider.id,
          { id: userId, address, pubKey: toBase64(key.publicKey), signature },
          options,
        ),
    )
    // Nothing waits for it: a registration that is forgotten is made again, and is the same.
    this.#store
      .update((device) => (device.key?.address === address ? { ...device, registered: true } : device), 'relaxed')
      .catch(() => {})
    return registered.token ?? this.#grantAddress(key)
  }

  #sign(key: DeviceKey, text: string): Promise<string> {
    return signBytes(this.#subtle, key, utf8(text))
  }
}

/**
 * Makes a call with a token, and once more with another when the service does not accept the first: it may have ended on the way, while
 * the machine slept, or with the key that signed it. What the second brings is final.
 */
async function renewOnce<T>(getToken: (refused?: string) => Promise<string>, call: (token: string) => Promise<T>): Promise<T> {
  const token = await getToken()
  try {
    return await call(token)
  } catch (error) {
    if (classifyFailure(error) !== 'unauthorized') throw error
    return call(await getToken(token))
  }
}
