import type { JsonValue } from './json.ts'
import type { RevocationRequester } from './revocation.ts'
import { parseTimestamp } from './timestamp.ts'
import { WILDCARD } from './words.ts'

/** A permitted use: use cases and destinations (interface, section 2.4). */
export interface LicenseUse {
  /** Permitted use cases. `*` permits all. */
  readonly usecases: readonly string[]
  /** Permitted destinations, usually host names. `*` permits all. */
  readonly destinations: readonly string[]
}

/** A license request without its signature (interface, section 2.4; wire decisions, section 3). */
export interface UnsignedLicenseRequest {
  /** The id of the user in the host app. Licet never shows it to others and never logs it. */
  readonly ptr: string
  /** The app that the data comes from, in reverse-DNS form: `com.example.app`. */
  readonly origin: string
  /** The full text that was on screen, as Markdown. */
  readonly terms: string
  /** One sentence about what the license is for. */
  readonly description: string
  /** The kinds of data, see `TAGS`. */
  readonly tags: readonly string[]
  /** Permitted uses. An empty list withdraws what this device permitted before. */
  readonly uses: readonly LicenseUse[]
  /** End date: RFC 3339 in UTC. Absent when the license has no end date. */
  readonly expiry?: string
  /** Custom members. They are signed and stored like the others. */
  readonly [extension: `x-${string}`]: JsonValue
}

/** A signed license request. */
export interface LicenseRequest extends UnsignedLicenseRequest {
  /** Base64 of the device's signature, in one of the `SIGNATURE_SUITES`. */
  readonly signature: string
}

/**
 * The member of a request with the duration that its terms name, in ISO 8601, for example `P12M`. `expiry` has the end that follows from
 * it.
 */
export const DURATION_MEMBER = 'x-duration'

/** The member of a withdrawal that limits it to one device: `"x-scope": "device"`. */
export const SCOPE_MEMBER = 'x-scope'

/** The states of a stored license (wire decisions, section 4). */
export const LICENSE_STATUSES = ['active', 'superseded', 'revoked', 'expired', 'erased'] as const

/** The state of a stored license. */
export type LicenseStatus = (typeof LICENSE_STATUSES)[number]

/** How a license was revoked without the device, for example after a letter (wire decisions, section 1). */
export interface LicenseRevocation {
  /** Who asked for it. */
  readonly requestedBy: RevocationRequester
  /** How the request arrived: a lower-case word such as `letter`. */
  readonly channel: string
  /** The note of the organization. Only in responses to its users. */
  readonly note?: string
  /** When the license ended, by the clock of the service: RFC 3339 in UTC. */
  readonly timestamp: string
  /** Compact JWS of type `license-receipt+jwt` with the status `revoked`, signed by the service. */
  readonly receipt: string
}

/**
 * A license as the service stores and returns it (wire decisions, section 4).
 *
 * After erasure, `ptr`, `address` and `signature` are empty and the members `x-…` are gone. `terms` is empty too, unless another license
 * has the same text.
 */
export interface License extends LicenseRequest {
  /** The id that the service gave it. */
  readonly id: string
  /** The provider of the license: `config.provider.id`. */
  readonly providerId: string
  /** The address of the device: base64url without padding, 43 characters. Empty after erasure. */
  readonly address: string
  /** SHA3-256 of the UTF-8 bytes of `terms`, base64url without padding. */
  readonly termsHash: string
  /** When the service stored it, by the clock of the service: RFC 3339 in UTC. */
  readonly timestamp: string
  /** The status at the time of the response. For the current status read `isLicensed` of `useLicense()`. */
  readonly status: LicenseStatus
  /** The id of the license that this one replaced. */
  readonly supersedes?: string
  /**
   * Whether the company's backend vouched for `ptr` when the device agreed. `false` or absent: `ptr` is what
   * the app claimed.
   */
  readonly vouched?: boolean
  /** The id of the withdrawal that ended it, when another device of the same person signed that withdrawal. */
  readonly endedBy?: string
  /** Compact JWS of type `license-receipt+jwt`, signed by the service. */
  readonly receipt: string
  /** How the license was revoked without the device. Absent when it is active, or ended in another way. */
  readonly revocation?: LicenseRevocation
  /**
   * The public key of the device, SPKI DER as base64, to verify `signature`. `address` is its hash. Only in responses to users of the
   * organization, and only while the device is registered: an erasure deletes it.
   */
  readonly pubKey?: string
  /**
   * The bytes that the device signed, as base64, if it signed JSON in a form that the suites do not write. Only in the response of
   * License Get.
   */
  readonly signedBytes?: string
}

/** Returns whether one of the uses permits a use case at a destination. Without a destination, any destination counts. */
export function coversUse(uses: readonly LicenseUse[], usecase: string, destination?: string): boolean {
  return uses.some(
    (use) =>
      includes(use.usecases, usecase) &&
      (destination === undefined ? use.destinations.length > 0 : includes(use.destinations, destination)),
  )
}

/** Returns the status of a license at a time in milliseconds since the epoch: the stored one, or `expired` from its `expiry` on. */
export function licenseStatusAt(license: Pick<License, 'status' | 'expiry'>, nowMs: number): LicenseStatus {
  if (license.status !== 'active' || license.expiry === undefined) return license.status
  const expiryMs = parseTimestamp(license.expiry)
  return expiryMs === undefined || expiryMs <= nowMs ? 'expired' : 'active'
}

function includes(permitted: readonly string[], asked: string): boolean {
  return permitted.includes(WILDCARD) || permitted.includes(asked)
}
