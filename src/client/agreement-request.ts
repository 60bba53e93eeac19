import { grantedIn } from '../core/included-purposes.ts'
import { isExtension, type License, type LicenseUse, licenseStatusAt, type UnsignedLicenseRequest } from '../core/license.ts'
import { toLicenseRequest } from '../terms/index.ts'
import type { ParsedConfig } from './config.ts'
import { requestOf, type StoredDevice, serviceTime } from './storage/stored-device.ts'

/** The part of the configuration that a license request is built from. */
export type ConfiguredAgreement = Pick<ParsedConfig, 'agreement' | 'terms' | 'userId' | 'origin'>

/** What a person agreed to, in a stored license or in a request that is not delivered yet. */
export interface AgreedContent {
  readonly terms: string
  readonly tags: readonly string[]
  readonly uses: readonly LicenseUse[]
  readonly expiry?: string | undefined
}

/** Builds the request for the configured agreement. `follows` is the id of the previous request of this device. */
export function buildRequest(
  { agreement, terms, userId: ptr, origin }: ConfiguredAgreement,
  granted: readonly string[],
  follows: string | undefined,
): UnsignedLicenseRequest {
  return toLicenseRequest(agreement, { ptr, origin, terms, granted, follows })
}

/** Builds the request that withdraws an agreement: the same request without uses. */
export function buildWithdrawal(agreed: UnsignedLicenseRequest | License): UnsignedLicenseRequest {
  const { ptr, origin, terms, description, tags, expiry } = agreed
  const extensions = Object.fromEntries(Object.entries(agreed).filter(([name]) => isExtension(name)))
  return { ...extensions, ptr, origin, terms, description, tags, uses: [], ...(expiry === undefined ? {} : { expiry }) }
}

/**
 * Returns whether what was agreed equals the configured agreement: the same text, data, expiry and uses.
 *
 * `granted` are the optional use cases to compare with. Default: the ones that the person chose.
 */
export function matchesAgreement(
  agreed: AgreedContent,
  configured: ConfiguredAgreement,
  granted: readonly string[] = grantedIn(agreed.uses, configured.agreement.purposes),
): boolean {
  const expected = tryBuildRequest(configured, granted)
  return (
    expected !== undefined &&
    agreed.terms === configured.terms &&
    agreed.expiry === expected.expiry &&
    JSON.stringify(agreed.tags) === JSON.stringify(expected.tags) &&
    JSON.stringify(agreed.uses.map(toPlainUse)) === JSON.stringify(expected.uses.map(toPlainUse))
  )
}

/** Returns what the person agreed to last: a decision in the outbox counts as made. `undefined` without an agreement in force. */
export function agreedContent(device: StoredDevice, now: () => number): AgreedContent | undefined {
  const last = device.outbox.at(-1)
  if (last === undefined) return activeLicense(device, now)
  return last.kind === 'create' ? requestOf(last) : undefined
}

/** Returns the stored license if it is in force on this device. Calls `now` only when there is a license. */
export function activeLicense(device: StoredDevice, now: () => number): License | undefined {
  const { license, withdrawn } = device
  if (license === undefined || withdrawn) return undefined
  return licenseStatusAt(license, serviceTime(device, now())) === 'active' ? license : undefined
}

/** Returns the active license that already equals the configured agreement. Nothing has to be signed then. */
export function findMatchingLicense(
  device: StoredDevice,
  configured: ConfiguredAgreement,
  granted: readonly string[] | undefined,
  nowMs: number,
): License | undefined {
  const license = activeLicense(device, () => nowMs)
  if (license === undefined || device.outbox.length > 0) return undefined
  return matchesAgreement(license, configured, granted) ? license : undefined
}

// Choices that the agreement does not contain make no request, and neither does an empty choice when every purpose is optional.
function tryBuildRequest(configured: ConfiguredAgreement, granted: readonly string[]): UnsignedLicenseRequest | undefined {
  try {
    return buildRequest(configured, granted, undefined)
  } catch {
    return undefined
  }
}

function toPlainUse({ usecases, destinations }: LicenseUse): LicenseUse {
  return { usecases, destinations }
}
