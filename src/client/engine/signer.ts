import { toBase64Url } from '../../core/base64.ts'
import { canonicalize } from '../../core/canonical-json.ts'
import { LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import type { UnsignedLicenseRequest } from '../../core/license.ts'
import { MAX_BODY_BYTES } from '../../core/limits.ts'
import { toCanonicalBytes, utf8 } from '../../core/signature.ts'
import type { DeviceStore } from '../record/device-store.ts'
import type { DeviceKey, OutboxEntry } from '../record/stored-device.ts'
import { sha3 } from '../sha3.ts'
import { generateDeviceKey, signBytes } from './device-key.ts'

/** The members of an outbox entry that are not part of the signed request. */
export type EntryDraft = Pick<OutboxEntry, 'kind' | 'previous' | 'offered'>

/** Creates the device key and signs requests with it. */
export interface Signer {
  /** Returns the device key, and creates it if there is none. If two tabs create one at the same time, both use the one that is stored first. */
  ensureKey(): Promise<DeviceKey>
  /** Runs the hash function once, so that the browser has compiled it before the first decision. */
  warmUp(text: string): void
  /**
   * Signs a request and returns its outbox entry. The same request gives the same entry in every tab.
   *
   * @throws {LicetError} `payload_too_large`, `invalid_json`; nothing is signed then
   */
  sign(request: UnsignedLicenseRequest, key: DeviceKey, draft: EntryDraft): Promise<OutboxEntry>
}

/** Creates a {@link Signer}. `now` returns milliseconds since the epoch. */
export function createSigner(store: DeviceStore, subtle: SubtleCrypto, now: () => number): Signer {
  let generating: Promise<DeviceKey> | undefined
  return {
    async ensureKey() {
      const { device, clearCount } = store
      if (device.key !== undefined) return device.key
      generating ??= generateDeviceKey(subtle).finally(() => {
        generating = undefined
      })
      const created = await generating
      const updated = await store.update((stored) =>
        stored.key === undefined && store.clearCount === clearCount ? { ...stored, key: created, hadKey: true } : stored,
      )
      return updated.key ?? created
    },
    warmUp(text) {
      sha3(toCanonicalBytes({ text }))
    },
    async sign(request, key, draft) {
      const digest = sha3(toCanonicalBytes(request))
      const signature = await signBytes(subtle, key, digest)
      const signed: object = { ...request, signature }
      const body = canonicalize(signed as JsonObject)
      if (utf8(body).length > MAX_BODY_BYTES) throw tooLargeError()
      return { ...draft, id: toBase64Url(digest), body, since: now(), attempts: 0 }
    },
  }
}

function tooLargeError(): LicetError<'payload_too_large'> {
  return new LicetError(
    'payload_too_large',
    `The license is larger than ${MAX_BODY_BYTES} bytes, the limit of the service. Nothing was sent. Shorten the terms.`,
  )
}
