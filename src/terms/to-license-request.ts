import type { Purpose } from '../core/agreement.ts'
import { LicetError } from '../core/errors.ts'
import type { LicenseUse, UnsignedLicenseRequest } from '../core/license.ts'
import { includedPurposes } from '../core/purposes.ts'
import { misconfigured } from './check-value.ts'
import type { DefinedAgreement } from './define-agreement.ts'

/** What a license request holds beside the agreement. */
export interface ToLicenseRequestOptions {
  /** The app's own id of the user. */
  readonly ptr: string
  /** The application, in reverse-DNS form. */
  readonly origin: string
  /** The text that was on screen, byte for byte. */
  readonly terms: string
  /** The use cases that were chosen; the necessary ones are always in. Default: none beside them. */
  readonly granted?: readonly string[] | undefined
  /** Base64url SHA3-256 of the canonical request that this device made last. */
  readonly follows?: string | undefined
}

/**
 * Makes the license request from the same model as the terms: what the record permits is what the words name.
 *
 * @throws {LicetError} `invalid_configuration` when `granted` names a use case that the agreement lacks; `nothing_agreed` when nothing is
 * left to agree to, since a request without uses is a withdrawal.
 */
export function toLicenseRequest(agreement: DefinedAgreement, options: ToLicenseRequestOptions): UnsignedLicenseRequest {
  const { granted = [], follows } = options
  for (const usecase of granted) {
    if (agreement.purposes.some((purpose) => purpose.usecase === usecase)) continue
    throw misconfigured(
      'granted',
      `names ${JSON.stringify(usecase)}, which nobody was asked for`,
      'Pass use cases of the agreement only.',
    )
  }
  const uses = toUses(includedPurposes(agreement.purposes, (usecase) => granted.includes(usecase)))
  if (uses.length === 0) {
    throw new LicetError(
      'nothing_agreed',
      'No purpose was chosen. A license without a use would be a withdrawal. Ask for one at least, or take it as a decline.',
      { field: 'granted' },
    )
  }
  return {
    ptr: options.ptr,
    origin: options.origin,
    terms: options.terms,
    description: agreement.description,
    tags: agreement.tags,
    uses,
    ...(agreement.expiry === null ? {} : { expiry: agreement.expiry }),
    ...(follows === undefined ? {} : { 'x-follows': follows }),
  }
}

// Purposes with the same recipients are one use, in the order of the agreement.
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
