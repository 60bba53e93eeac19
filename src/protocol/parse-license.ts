import { LicetError } from '../core/errors.ts'
import { LICENSE_STATUSES, type License, type LicenseRevocation, type LicenseUse } from '../core/license.ts'
import { MAX_LISTED } from '../core/limits.ts'
import { REVOCATION_CHANNEL, REVOCATION_REQUESTERS } from '../core/revocation.ts'
import { WORD } from '../core/words.ts'
import { isAddress, isAddressOrErased } from './guards.ts'
import {
  findMisfit,
  type Guard,
  isFilled,
  isFlag,
  isText,
  isTime,
  listOf,
  matching,
  oneOf,
  optional,
  type Shape,
  shaped,
} from './shape.ts'

const isWords: Guard<readonly string[]> = listOf(matching(WORD), MAX_LISTED)
const use: Shape<LicenseUse> = { usecases: isWords, destinations: isWords }

const revocation: Shape<LicenseRevocation> = {
  requestedBy: oneOf(REVOCATION_REQUESTERS),
  channel: matching(REVOCATION_CHANNEL),
  note: optional(isText),
  timestamp: isTime,
  receipt: isFilled,
}

/** The members of a record without the custom ones, whose names begin with `x-`. */
type RecordMembers = { readonly [Name in keyof License as Name extends `x-${string}` ? never : Name]: License[Name] }

const record: Shape<RecordMembers> = {
  // Erasure empties `ptr`, `address` and `signature`, and `terms` unless another license has the same text.
  ptr: isText,
  address: isAddressOrErased,
  origin: isFilled,
  terms: isText,
  description: isText,
  tags: isWords,
  uses: listOf(shaped(use), MAX_LISTED),
  expiry: optional(isTime),
  signature: isText,
  id: isFilled,
  providerId: isFilled,
  termsHash: isAddress,
  timestamp: isTime,
  status: oneOf(LICENSE_STATUSES),
  supersedes: optional(isText),
  vouched: optional(isFlag),
  endedBy: optional(isText),
  receipt: isFilled,
  revocation: optional(shaped(revocation)),
  pubKey: optional(isText),
  signedBytes: optional(isText),
}

/**
 * Parses a license record from an untrusted value, usually a parsed response of the service (wire decisions, section 4).
 *
 * Keeps unknown members, so an older client can read the responses of a newer service.
 *
 * @throws {LicetError} `invalid_response` with the name of the wrong member in `field`.
 * @example
 * const license = parseLicense(await response.json())
 */
export function parseLicense(input: unknown): License {
  const field = findMisfit(input, record)
  if (field === undefined) return input as License
  throw new LicetError(
    'invalid_response',
    `${field === '' ? 'The license' : `The member ${field} of the license`} is missing or has the wrong form. The value was not accepted as a license. Request it from the service again.`,
    { field: field || undefined },
  )
}
