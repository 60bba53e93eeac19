import { grantedIn } from '../core/included-purposes.ts'
import { isExtension, type License, type LicenseUse, licenseStatusAt, type UnsignedLicenseRequest } from '../core/license.ts'
import { toLicenseRequest } from '../terms/index.ts'
import type { ParsedConfig } from './config.ts'
import { type OutboxEntry, requestOf, type StoredDevice, serviceTime } from './storage/stored-device.ts'
import { isTranslation, type Wording, wordingOf } from './wording.ts'

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
  translated?: string,
): UnsignedLicenseRequest {
  return toLicenseRequest(agreement, { ptr, origin, terms, granted, follows, translated })
}

/** Builds the request that withdraws an agreement: the same request without uses. */
export function buildWithdrawal(agreed: UnsignedLicenseRequest | License): UnsignedLicenseRequest {
  const { ptr, origin, terms, description, tags, expiry } = agreed
  const extensions = Object.fromEntries(Object.entries(agreed).filter(([name]) => isExtension(name)))
  return { ...extensions, ptr, origin, terms, description, tags, uses: [], ...(expiry === undefined ? {} : { expiry }) }
}

/**
 * Returns whether what was agreed equals the configured agreement: the same text or its translation, data, expiry and uses.
 *
 * `wordings` are those of the decision. `granted` are the optional use cases to compare with. Default: the ones that the person chose.
 */
export function matchesAgreement(
  agreed: AgreedContent,
  configured: ConfiguredAgreement,
  wordings: readonly Wording[] | undefined,
  granted: readonly string[] = grantedIn(agreed.uses, configured.agreement.purposes),
): boolean {
  const expected = tryBuildRequest(configured, granted)
  return (
    expected !== undefined &&
    isSameText(agreed.terms, configured, wordings) &&
    agreed.expiry === expected.expiry &&
    JSON.stringify(agreed.tags) === JSON.stringify(expected.tags) &&
    JSON.stringify(agreed.uses.map(toPlainUse)) === JSON.stringify(expected.uses.map(toPlainUse))
  )
}

/** What the person agreed to last, with what this device knows about it. */
export interface LatestAgreement extends Pick<OutboxEntry, 'offered' | 'wordings'> {
  readonly agreed: AgreedContent
}

/** Returns what the person agreed to last: a decision in the outbox counts as made. `undefined` without an agreement in force. */
export function latestAgreement(device: StoredDevice, now: () => number): LatestAgreement | undefined {
  const last = device.outbox.at(-1)
  const agreed = last === undefined ? activeLicense(device, now) : last.kind === 'create' ? requestOf(last) : undefined
  const { offered, wordings } = last ?? device
  return agreed && { agreed, offered, wordings }
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
  return matchesAgreement(license, configured, device.wordings, granted) ? license : undefined
}

/** Returns whether a text is that of the configured agreement, or the same agreement in another language. */
export function isSameText(terms: string, configured: ConfiguredAgreement, wordings: readonly Wording[] | undefined): boolean {
  return terms === configured.terms || isTranslation(wordings, wordingOf(configured.agreement))
}

/** Adds the configured wording to the stored ones, if it is a translation that the person sees for the first time. */
export function rememberTranslation(device: StoredDevice, { agreement }: ConfiguredAgreement): StoredDevice {
  const wording = wordingOf(agreement)
  const { wordings } = device
  if (!isTranslation(wordings, wording) || wordings?.some(({ locale }) => locale === wording.locale)) return device
  return { ...device, wordings: [...(wordings ?? []), wording] }
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
