import { isExpiring } from '../../core/expiring.ts'
import { grantedIn } from '../../core/included-purposes.ts'
import type { JsonValue } from '../../core/json.ts'
import { DURATION_MEMBER, type License, type LicenseUse, type UnsignedLicenseRequest } from '../../core/license.ts'
import { isExtension } from '../../core/license-request.ts'
import { type ToLicenseRequestOptions, toLicenseRequest } from '../../terms/index.ts'
import { isTermsSource } from '../../terms/is-terms-source.ts'
import type { ParsedConfig } from '../config.ts'
import { activeLicense, type OutboxEntry, requestOf, type StoredDevice, serviceTime } from '../record/stored-device.ts'
import { isTranslation, type Wording, wordingOf } from './wording.ts'

/** The part of the configuration that a license request is built from. */
export type ConfiguredAgreement = Pick<ParsedConfig, 'agreement' | 'terms' | 'invalid' | 'userId' | 'origin'>

/** What a person agreed to, in a stored license or in a request that is not delivered yet. */
export interface AgreedContent {
  readonly terms: string
  readonly tags: readonly string[]
  readonly uses: readonly LicenseUse[]
  readonly expiry?: string | undefined
  readonly 'x-duration'?: JsonValue | undefined
}

/** Builds the request for the configured agreement. `follows` is the id of the previous request of this device. */
export function buildRequest(
  { agreement, terms, userId: ptr, origin }: ConfiguredAgreement,
  made: Pick<ToLicenseRequestOptions, 'granted' | 'decidedAt' | 'follows' | 'translated'>,
): UnsignedLicenseRequest {
  return toLicenseRequest(agreement, { ...made, ptr, origin, terms })
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
 * `wordings` are the wordings at the time of the decision. `granted` are the optional use cases to compare with. Default: the ones that the
 * person chose.
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
    hasSameEnd(agreed, expected) &&
    JSON.stringify(agreed.tags) === JSON.stringify(expected.tags) &&
    JSON.stringify(agreed.uses.map(toPlainUse)) === JSON.stringify(expected.uses.map(toPlainUse))
  )
}

// The end of a duration depends on the day of the decision. The same duration is the same agreement on every day.
function hasSameEnd(agreed: AgreedContent, expected: UnsignedLicenseRequest): boolean {
  const duration = expected[DURATION_MEMBER]
  return agreed[DURATION_MEMBER] === duration && (duration !== undefined || agreed.expiry === expected.expiry)
}

/** What the person agreed to last, with what this device knows about it. */
export interface LatestAgreement extends Pick<OutboxEntry, 'offered' | 'wordings'> {
  readonly agreed: AgreedContent
}

/** Returns what the person agreed to last: a decision in the outbox counts as made. `undefined` without an agreement in force. */
export function latestAgreement(device: StoredDevice, now: () => number): LatestAgreement | undefined {
  const last = device.outbox.at(-1)
  const agreed =
    last === undefined ? activeLicense(device, now) : last.kind === 'create' && !device.unsigned ? requestOf(last) : undefined
  const { offered, wordings } = last ?? device
  return agreed && { agreed, offered, wordings }
}

/**
 * Returns the active license that already equals the configured agreement. Nothing has to be signed then.
 *
 * A license that ends soon and counts from the day of the decision does not equal it: agreeing again renews it.
 */
export function findMatchingLicense(
  device: StoredDevice,
  configured: ConfiguredAgreement,
  granted: readonly string[] | undefined,
  nowMs: number,
): License | undefined {
  const license = activeLicense(device, () => nowMs)
  if (license === undefined || device.outbox.length > 0) return undefined
  if (license[DURATION_MEMBER] !== undefined && isExpiring(license, serviceTime(device, nowMs))) return undefined
  return matchesAgreement(license, configured, device.wordings, granted) ? license : undefined
}

/** Returns whether a text is the text of the configured agreement, or the same agreement in another language. */
export function isSameText(terms: string, configured: ConfiguredAgreement, wordings: readonly Wording[] | undefined): boolean {
  // A refusal before the text had loaded counts for the text that arrives. Nobody agrees to an empty text.
  const { agreement } = configured
  if (terms === '' && 'terms' in agreement && isTermsSource(agreement.terms)) return true
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
    return buildRequest(configured, { granted, decidedAt: 0 })
  } catch {
    return undefined
  }
}

function toPlainUse({ usecases, destinations }: LicenseUse): LicenseUse {
  return { usecases, destinations }
}
