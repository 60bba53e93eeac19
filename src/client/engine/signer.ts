import { toBase64Url } from '../../core/base64.ts'
import { canonicalize } from '../../core/canonical-json.ts'
import { LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import type { UnsignedLicenseRequest } from '../../core/license.ts'
import { MAX_BODY_BYTES } from '../../core/limits.ts'
import { toCanonicalBytes, utf8 } from '../../core/signature.ts'
import type { ParsedConfig } from '../config.ts'
import { sha3 } from '../sha3.ts'
import type { DeviceStore } from '../storage/device-store.ts'
import type { DeviceKey, OutboxEntry } from '../storage/stored-device.ts'
import { generateDeviceKey, signBytes } from './device-key.ts'

/** The members of an outbox entry that are not part of the signed request. */
export type EntryDraft = Pick<OutboxEntry, 'kind' | 'previous' | 'offered'>

/** Creates the device key and signs requests with it. */
export class Signer {
  readonly #config: ParsedConfig
  readonly #store: DeviceStore
  readonly #subtle: SubtleCrypto
  #generating: Promise<DeviceKey> | undefined

  constructor(config: ParsedConfig, store: DeviceStore, subtle: SubtleCrypto) {
    this.#config = config
    this.#store = store
    this.#subtle = subtle
  }

  /** Returns the device key, and creates it if there is none. If two tabs create one at once, both use the one that is stored first. */
  async ensureKey(): Promise<DeviceKey> {
    const { device: known, clearCount } = this.#store
    if (known.key !== undefined) return known.key
    this.#generating ??= generateDeviceKey(this.#subtle).finally(() => {
      this.#generating = undefined
    })
    const key = await this.#generating
    const device = await this.#store.update((stored) =>
      stored.key === undefined && this.#store.clearCount === clearCount
        ? { ...stored, key, hadKey: true, registered: false }
        : stored,
    )
    return device.key ?? key
  }

  /** Runs the hash function once, so that the browser has compiled it before the first decision. */
  warmUp(text: string): void {
    sha3(toCanonicalBytes({ text }))
  }

  /**
   * Signs a request and returns its outbox entry. The same request gives the same entry in every tab.
   *
   * @throws {LicetError} `payload_too_large`, `invalid_json`; nothing is signed then
   */
  async sign(request: UnsignedLicenseRequest, key: DeviceKey, draft: EntryDraft): Promise<OutboxEntry> {
    const digest = sha3(toCanonicalBytes(request))
    const signature = await signBytes(this.#subtle, key, digest)
    const signed: object = { ...request, signature }
    const body = canonicalize(signed as JsonObject)
    if (utf8(body).length > MAX_BODY_BYTES) throw tooLargeError()
    return { ...draft, id: toBase64Url(digest), body, since: this.#config.environment.now(), attempts: 0 }
  }
}

function tooLargeError(): LicetError<'payload_too_large'> {
  return new LicetError(
    'payload_too_large',
    `The license is larger than ${MAX_BODY_BYTES} bytes, the limit of the service. Nothing was sent. Shorten the terms.`,
  )
}
