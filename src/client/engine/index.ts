import type { ResolvedConfig } from '../config.ts'
import type { DeviceStore } from '../device-store.ts'
import type { UnsignedLicenseRequest } from '../../core/license.ts'
import type { License } from '../../core/license.ts'
import type { VerifiedLicense } from '../../protocol/license.ts'
import type { DeviceKey, OutboxEntry } from '../storage/types.ts'

/** What a delivery brought back. */
export interface Delivered {
  readonly license: License
  readonly receipt: 'verified' | 'unverified'
}

/** The heavy half of the client: cryptography, tokens, schemas. Loaded when idle or needed. */
export interface Engine {
  /** The device's key, made now if there is none. */
  ensureKey(): Promise<DeviceKey>
  /** Signs a request and makes the outbox entry of it. */
  sign(kind: 'create' | 'revoke', request: UnsignedLicenseRequest, previous: string | undefined): Promise<OutboxEntry>
  /** Sends an entry and checks what comes back against what was signed. */
  send(entry: OutboxEntry, signal: AbortSignal): Promise<Delivered>
  /** SHA3-256 of a text, base64url. */
  hash(text: string): string
  /** Asks the service whether a use is permitted. */
  verifyUse(use: { readonly usecase: string; readonly destination: string }, signal: AbortSignal): Promise<VerifiedLicense>
  /** Asks the service for the newest record of this device. */
  fetchNewest(signal: AbortSignal): Promise<Delivered | undefined>
  /** Checks the receipt of a record against the key set. `undefined`: the key set cannot be reached. */
  verifyStored(license: License, signal: AbortSignal): Promise<'verified' | 'unverified'>
}

/** Makes the heavy half of a client. */
export function createEngine(_config: ResolvedConfig, _store: DeviceStore): Engine {
  throw new Error("not yet")
}
