import type { Purpose } from '../core/agreement.ts'
import { endOf, toIsoDuration } from '../core/duration.ts'
import { LicetError } from '../core/errors.ts'
import { includedPurposes } from '../core/included-purposes.ts'
import type { LicenseUse, UnsignedLicenseRequest } from '../core/license.ts'
import { DURATION_MEMBER } from '../core/license.ts'
import type { DefinedAgreement } from './agreement-input.ts'
import { misconfigured } from './check-value.ts'
import { describeLicense } from './describe-license.ts'
import { isPreparedText, type PreparedText, type ReadyAgreement } from './prepared/prepared-agreement.ts'

/** Options of {@link toLicenseRequest}. */
export interface ToLicenseRequestOptions {
  /** The id of the user in the host app. */
  readonly ptr: string
  /** The app, in reverse-DNS form. */
  readonly origin: string
  /** The exact text that was on screen. */
  readonly terms: string
  /**
   * Time of the decision, in milliseconds since the epoch. Required when `expiry` of the agreement is a duration: it counts from that day in
   * UTC.
   */
  readonly decidedAt?: number | undefined
  /** The optional use cases that are on. Default: none. */
  readonly granted?: readonly string[] | undefined
  /** SHA3-256 of the last canonical request of this device, as base64url. */
  readonly follows?: string | undefined
  /** Language of the automatic translation that was on screen, a BCP 47 tag. */
  readonly translated?: string | undefined
}

/**
 * Returns the license request of an agreement. The record permits what the terms say, because both are made from the agreement.
 *
 * @throws {LicetError} `invalid_configuration` when `granted` has a use case that the agreement lacks. `nothing_agreed` when no purpose is
 * included, because a request without uses is a withdrawal.
 */
export function toLicenseRequest(agreement: ReadyAgreement, options: ToLicenseRequestOptions): UnsignedLicenseRequest {
  const { granted = [], follows, translated } = options
  for (const usecase of granted) {
    if (agreement.purposes.some((purpose) => purpose.usecase === usecase)) continue
    throw misconfigured(
      'granted',
      `has ${JSON.stringify(usecase)}, which is not in the agreement`,
      'Pass only use cases of the agreement.',
    )
  }
  const included = includedPurposes(agreement.purposes, (usecase) => granted.includes(usecase))
  const uses = toUses(included)
  if (uses.length === 0) {
    throw new LicetError(
      'nothing_agreed',
      'No purpose is on, and a license without a use would be a withdrawal. Nothing was signed. Turn on at least one purpose, or decline.',
      { field: 'granted' },
    )
  }
  return {
    ptr: options.ptr,
    origin: options.origin,
    terms: options.terms,
    description: isPreparedText(agreement) ? readDescription(agreement, included) : toDescription(agreement, included),
    tags: agreement.tags,
    uses,
    ...toEnd(agreement.expiry, options.decidedAt),
    ...(follows === undefined ? {} : { 'x-follows': follows }),
    ...(translated === undefined ? {} : { 'x-translated': translated }),
  }
}

/** Returns the description of the app, or a sentence with the purposes that the license permits. */
export function toDescription(agreement: DefinedAgreement, included: readonly Purpose[]): string {
  const { description, purposes, template } = agreement
  const necessary = purposes.filter((purpose) => purpose.necessary)
  const isOwn = description !== describeLicense(agreement, necessary, template.words)
  return isOwn ? description : describeLicense(agreement, included, template.words)
}

function readDescription({ description, descriptions, purposes }: PreparedText, included: readonly Purpose[]): string {
  const optional = purposes.filter((purpose) => !purpose.necessary)
  const choice = optional.reduce((bits, purpose, at) => (included.includes(purpose) ? bits | (1 << at) : bits), 0)
  return descriptions?.[choice] ?? description
}

function toEnd(
  expiry: ReadyAgreement['expiry'],
  decidedAt: number | undefined,
): Pick<UnsignedLicenseRequest, 'expiry' | `x-${string}`> {
  if (expiry === null) return {}
  if (typeof expiry === 'string') return { expiry }
  if (decidedAt === undefined)
    throw misconfigured('decidedAt', 'is missing, and the expiry of the agreement counts from it', 'Pass the time of the decision.')
  return { expiry: endOf(expiry, decidedAt), [DURATION_MEMBER]: toIsoDuration(expiry) }
}

// Purposes with the same recipients become one use, in the order of the agreement.
function toUses(purposes: readonly Purpose[]): readonly LicenseUse[] {
  const byDestinations = new Map<string, { usecases: string[]; destinations: readonly string[] }>()
  for (const { usecase, destinations } of purposes) {
    const key = JSON.stringify(destinations)
    const use = byDestinations.get(key)
    if (use) use.usecases.push(usecase)
    else byDestinations.set(key, { usecases: [usecase], destinations })
  }
  return [...byDestinations.values()]
}
