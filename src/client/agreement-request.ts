import {
  isExtension,
  type License,
  type LicenseRequest,
  type LicenseUse,
  licenseStatusAt,
  type UnsignedLicenseRequest,
} from '../core/license.ts'
import { grantedIn } from '../core/purposes.ts'
import { type DefinedAgreement, toLicenseRequest } from '../terms/index.ts'
import { type OutboxEntry, type StoredDevice, serviceTime } from './storage/stored-device.ts'

/** What a person agreed to, in a record or in a request on its way. */
export interface Agreed {
  readonly terms: string
  readonly tags: readonly string[]
  readonly uses: readonly LicenseUse[]
  readonly expiry?: string | undefined
}

/** The offer that a client makes: its agreement, the text of it, and whom and which app it is for. */
export interface Offer {
  readonly agreement: DefinedAgreement
  readonly terms: string
  readonly ptr: string
  readonly origin: string
}

/** Builds the request for an offer. `follows` is the id of the request that this device last made. */
export function toRequest(offer: Offer, granted: readonly string[], follows: string | undefined): UnsignedLicenseRequest {
  const { agreement, terms, ptr, origin } = offer
  return toLicenseRequest(agreement, { ptr, origin, terms, granted, follows })
}

/**
 * Tells whether what was agreed is what the offer asks for: the same text, data, end, and uses. The choices of the person are taken as
 * they were made, or as `granted` wants them.
 */
export function fulfills(
  agreed: Agreed,
  offer: Offer,
  granted: readonly string[] = grantedIn(agreed.uses, offer.agreement.purposes),
): boolean {
  const wanted = requestOrNone(offer, granted)
  return (
    wanted !== undefined &&
    agreed.terms === offer.terms &&
    agreed.expiry === wanted.expiry &&
    JSON.stringify(agreed.tags) === JSON.stringify(wanted.tags) &&
    JSON.stringify(agreed.uses.map(toPlainUse)) === JSON.stringify(wanted.uses.map(toPlainUse))
  )
}

/** The record that already is what the offer asks for: nothing needs to be signed then. */
export function findHeldLicense(
  device: StoredDevice,
  offer: Offer,
  granted: readonly string[] | undefined,
  nowMs: number,
): License | undefined {
  const { license, withdrawn, outbox } = device
  if (license === undefined || withdrawn || outbox.length > 0) return undefined
  if (licenseStatusAt(license, serviceTime(device, nowMs)) !== 'active') return undefined
  return fulfills(license, offer, granted) ? license : undefined
}

/** The request in a waiting entry. */
export function requestOf({ body }: OutboxEntry): LicenseRequest {
  // This client wrote it: it is the request that `sign` built.
  return JSON.parse(body)
}

/** The request that takes an agreed one back: the same with no uses (wire decisions, section 4). */
export function toWithdrawal(agreed: UnsignedLicenseRequest | License): UnsignedLicenseRequest {
  const { ptr, origin, terms, description, tags, expiry } = agreed
  const extensions = Object.fromEntries(Object.entries(agreed).filter(([name]) => isExtension(name)))
  return { ...extensions, ptr, origin, terms, description, tags, uses: [], ...(expiry === undefined ? {} : { expiry }) }
}

// Choices that the offer does not have, or none where all are optional, make no request.
function requestOrNone(offer: Offer, granted: readonly string[]): UnsignedLicenseRequest | undefined {
  try {
    return toRequest(offer, granted, undefined)
  } catch {
    return undefined
  }
}

function toPlainUse({ usecases, destinations }: LicenseUse): LicenseUse {
  return { usecases, destinations }
}
