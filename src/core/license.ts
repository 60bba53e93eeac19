import type { JsonValue } from './json.ts'
import { parseTimestamp } from './timestamp.ts'
import { WILDCARD } from './vocabulary.ts'

/** How and where an asset may be used (interface, section 2.4). */
export interface LicenseUse {
  /** Permitted use cases; `*` stands for all. */
  readonly usecases: readonly string[]
  /** Permitted destinations, usually host names; `*` stands for all. */
  readonly destinations: readonly string[]
}

/** A license request before its signature is added (interface, section 2.4; wire decisions, section 3). */
export interface UnsignedLicenseRequest {
  /** The app's own id of the user: a foreign key, never shown to others and never logged. */
  readonly ptr: string
  /** The application the data comes from, in reverse-DNS form: `com.example.app`. */
  readonly origin: string
  /** The full text that was on screen, as Markdown. */
  readonly terms: string
  /** One sentence that says what the license is for. */
  readonly description: string
  /** The kinds of data, see `TAGS`. */
  readonly tags: readonly string[]
  /** What is permitted; empty takes back what this device had permitted. */
  readonly uses: readonly LicenseUse[]
  /** RFC 3339 in UTC; absent means that the license does not end by itself. */
  readonly expiry?: string
  /** Members of the caller's own, signed and stored like the others. */
  readonly [extension: `x-${string}`]: JsonValue
}

/** The members that every request has or may have, beside its signature. */
export const REQUEST_MEMBERS = ['ptr', 'origin', 'terms', 'description', 'tags', 'uses', 'expiry'] as const

/** Tells whether a member is the caller's own: stored as it was signed, and without meaning to the service. */
export function isExtension(name: string): name is `x-${string}` {
  return name.startsWith('x-')
}

/** The request that a record was made from, its members in their order: nothing of what the service adds, or a newer one may. */
export function signedRequestOf(license: object): Readonly<Record<string, unknown>> {
  const signed: readonly string[] = REQUEST_MEMBERS
  return Object.fromEntries(Object.entries(license).filter(([name]) => signed.includes(name) || isExtension(name)))
}

/** The form of an `origin`, for example `com.example.app`. `MAX_ORIGIN_CHARS` limits its length. */
export const ORIGIN = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,62}(?:\.[a-zA-Z0-9_-]{1,63})+$/

/** A license request as it is sent. */
export interface LicenseRequest extends UnsignedLicenseRequest {
  /** Base64 of the device's signature, in one of the `SIGNATURE_SUITES`. */
  readonly signature: string
}

/** The states of a stored license (wire decisions, section 4). */
export const LICENSE_STATUSES = ['active', 'superseded', 'revoked', 'expired', 'erased'] as const

/** The state of a stored license. */
export type LicenseStatus = (typeof LICENSE_STATUSES)[number]

/** A license as the service stores and returns it (wire decisions, section 4). An erased one has lost `ptr`, `signature` and the members `x-…`. */
export interface License extends LicenseRequest {
  /** Its number, given by the service. */
  readonly id: string
  /** On whose behalf it was taken: `config.provider.id`. */
  readonly providerId: string
  /** The device's address: base64url without padding, 43 characters. Empty once erased. */
  readonly address: string
  /** SHA3-256 of the UTF-8 bytes of `terms`, base64url without padding. */
  readonly termsHash: string
  /** When the service stored it, by its own clock: RFC 3339 in UTC. */
  readonly timestamp: string
  /** The status when the service answered; whether the license counts now, `licensed` of the client says. */
  readonly status: LicenseStatus
  /** The id of the license that this one took the place of. */
  readonly supersedes?: string
  /** Compact JWS of type `license-receipt+jwt`, signed by the service. */
  readonly receipt: string
}

/** Tells whether one of the uses covers a use case at a destination; without a destination, whether any destination is permitted. */
export function coversUse(uses: readonly LicenseUse[], usecase: string, destination?: string): boolean {
  return uses.some(
    (use) =>
      includes(use.usecases, usecase) &&
      (destination === undefined ? use.destinations.length > 0 : includes(use.destinations, destination)),
  )
}

/** The state of a license at a moment (milliseconds since the epoch): what is stored, or `expired` once its `expiry` has come. */
export function licenseStatusAt(license: Pick<License, 'status' | 'expiry'>, nowMs: number): LicenseStatus {
  if (license.status !== 'active' || license.expiry === undefined) return license.status
  const expiryMs = parseTimestamp(license.expiry)
  return expiryMs === undefined || expiryMs <= nowMs ? 'expired' : 'active'
}

function includes(permitted: readonly string[], asked: string): boolean {
  return permitted.includes(WILDCARD) || permitted.includes(asked)
}
