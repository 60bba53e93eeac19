import type { ErrorCode } from '../../core/error-codes.ts'
import type { License } from '../../core/license.ts'

/** The key of this device for one person of one provider. */
export interface DeviceKey {
  /** RSASSA-PKCS1-v1_5 with SHA-256, 2048 bits, not extractable. */
  readonly privateKey: CryptoKey
  /** SPKI DER. */
  readonly publicKey: Uint8Array<ArrayBuffer>
  /** Base64url of SHA3-256 over the public key. */
  readonly address: string
}

/** A failure in a form that can be stored: no message, no cause. */
export interface StoredFailure {
  readonly code: ErrorCode
  readonly status?: number | undefined
}

/** A signed decision on its way to the service. */
export interface OutboxEntry {
  /** SHA3-256 of the canonical request, base64url: the identity that the service knows it by. */
  readonly id: string
  readonly kind: 'create' | 'revoke'
  /** The request body, sent byte for byte on every try. */
  readonly body: string
  /** The head of the chain before this entry. */
  readonly previous: string | undefined
  /** Milliseconds since the epoch. */
  readonly since: number
  /** The optional use cases that were there to choose, for a creation: the request names only those that were chosen. */
  readonly offered?: readonly string[] | undefined
  readonly attempts: number
  readonly lastFailure?: StoredFailure | undefined
  /** When the last try failed, in milliseconds since the epoch: a clock that shows less was set back. */
  readonly triedAt?: number | undefined
  /** When the next try is due, in milliseconds since the epoch. */
  readonly retryAt?: number | undefined
  /** Before this moment (milliseconds since the epoch) the service does not want another try. */
  readonly notBefore?: number | undefined
}

/** How an entry left the outbox, kept for a while for the tabs that did not deliver it. */
export interface Settlement {
  /** The entry's id. */
  readonly id: string
  readonly license?: License | undefined
  readonly failure?: StoredFailure | undefined
}

/** Who delivers just now, where the platform has no locks. */
export interface Lease {
  readonly owner: string
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** All that a device keeps for one person of one provider: one row, replaced as a whole. */
export interface StoredDevice {
  /** Which provider and person it belongs to, see `toScope`. */
  readonly scope: string
  readonly key?: DeviceKey | undefined
  /** Whether a key was ever made here, even if it cannot be read any more. */
  readonly hadKey: boolean
  /** Whether the service confirmed the registration of the address. */
  readonly registered: boolean
  /** The id of the request that this device last made: what the next one follows. */
  readonly head?: string | undefined
  readonly outbox: readonly OutboxEntry[]
  readonly settled: readonly Settlement[]
  readonly license?: License | undefined
  readonly receipt?: 'verified' | 'unverified' | undefined
  /** The optional use cases that were there to choose when `license` was agreed to here; missing for one that came from the service. */
  readonly offered?: readonly string[] | undefined
  /** The person took `license` back and the service did not take the withdrawal: it does not count here any more, whatever the service holds. */
  readonly withdrawn?: true
  /** A refusal, with the very text that was refused. */
  readonly declined?: { readonly at: number; readonly termsHash: string; readonly terms: string } | undefined
  readonly lease?: Lease | undefined
  /** How far this device's clock was ahead when `license` came, in a negative number of milliseconds, and at what time by that clock. */
  readonly clock?: { readonly at: number; readonly skewMs: number } | undefined
}

/** Computes the next row from the stored one. Runs inside a transaction: it must be pure and synchronous. The same object means: no change. */
export type DeviceChange = (stored: StoredDevice) => StoredDevice

/**
 * Where a client keeps its rows. Bring your own for a platform without IndexedDB; rows must survive structured cloning (they hold a `CryptoKey`).
 */
export interface ClientStorage {
  /** Whether rows outlive the page or process. */
  readonly kind: 'persistent' | 'memory'
  read(scope: string): Promise<StoredDevice | undefined>
  /**
   * Replaces a row in one transaction: no other reader or writer gets between reading and writing. Resolves once the row is safe, also from
   * a power cut, unless `durability` is `relaxed`: what a power cut undoes then, the client finds out again.
   */
  update(scope: string, change: DeviceChange, durability?: 'strict' | 'relaxed'): Promise<StoredDevice>
  remove(scope: string): Promise<void>
  close(): void
}

/** A row as it is before anything was stored. */
export function emptyDevice(scope: string): StoredDevice {
  return { scope, hadKey: false, registered: false, outbox: [], settled: [] }
}

/** Tells whether a row has a key that can still sign. Some browsers give a stored key back as an empty object, or not at all. */
export function hasUsableKey({ key }: StoredDevice): boolean {
  return key?.privateKey?.type === 'private'
}

/**
 * The row of a device whose key is gone: a new device, which knows that it had a key. The license belongs to the old one; what waited can
 * not be delivered without it, and whoever waits is told.
 */
export function withoutLostKey({ scope, declined, outbox }: StoredDevice): StoredDevice {
  const settled = outbox.map(({ id }) => ({ id, failure: { code: 'storage_unavailable' } as const }))
  return { ...emptyDevice(scope), hadKey: true, settled, declined }
}

/** The time by the service's clock where this device's was found to be ahead of it, until that is set back: a wrong clock ends no agreement. */
export function serviceTime({ clock }: StoredDevice, nowMs: number): number {
  return clock === undefined || nowMs < clock.at ? nowMs : nowMs + clock.skewMs
}
