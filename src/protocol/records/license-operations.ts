import * as v from 'valibot'
import { LICENSE_STATUSES } from '../../core/license.ts'
import { MAX_PERMITS, MAX_REVOCATION_NOTE_CHARS } from '../../core/limits.ts'
import { LICENSE_PAGE } from '../../core/page-sizes.ts'
import { REVOCATION_CHANNEL, REVOCATION_REQUESTERS } from '../../core/revocation.ts'
import {
  described,
  filled,
  flag,
  integer,
  known,
  matching,
  oneOf,
  record,
  request,
  text,
  time,
  type Wire,
  word,
} from '../declare.ts'
import { signedMembers } from './license-members.ts'

/** Declares a {@link RevokeLicense}. */
export const RevokeLicenseBody = request('A revocation of a license without its device.', {
  requestedBy: oneOf(REVOCATION_REQUESTERS, 'Who asked for the end of the license.'),
  channel: matching(
    REVOCATION_CHANNEL,
    'How the request arrived, as one lower-case word: `letter`, `call`, `email`. The person sees it.',
    { examples: ['letter', 'call', 'email'] },
  ),
  note: v.optional(
    described(
      v.pipe(
        v.string(),
        v.regex(/^\P{Cc}*$/u, 'expected no control characters'),
        v.minLength(1),
        v.maxLength(MAX_REVOCATION_NOTE_CHARS),
      ),
      'A note for the organization, for example the number of the letter. The person does not see it, and erasure deletes it.',
    ),
  ),
})

/** Request of License Revoke (wire decisions, section 1). */
export type RevokeLicense = Wire<typeof RevokeLicenseBody>

/** Request of License Verify: empty, or a use case at a destination. */
export const VerifyLicense = v.union([
  request('Asks whether an active license of this device covers a use.', {
    usecase: word('The use case.'),
    destination: word('The destination.'),
  }),
  request('Asks whether this device has an active license.', {}),
])

/** Declares a {@link VerifiedLicense}. */
export const VerifiedLicenseRecord = record('Whether the use is permitted now.', {
  verified: flag('Whether the use is permitted now.'),
  reason: known(['licensed', 'no_active_license', 'not_covered'], 'Why: `licensed`, `no_active_license` or `not_covered`.'),
})

/** Response of License Verify. */
export type VerifiedLicense = Wire<typeof VerifiedLicenseRecord>

/** The use that a question asks about. */
const asked = {
  usecase: word('The use case.'),
  destination: v.optional(word('The destination. Without it, any destination counts.')),
}

/**
 * One question of License Permit: whether a person, or a device, permits a use. Without a destination, any destination counts. About a person,
 * only licenses count that the backend of the company vouched for, unless the question allows others.
 */
export const PermitQuestionBody = v.union([
  request('Asks about a person.', {
    ptr: signedMembers.ptr,
    ...asked,
    allowUnvouched: v.optional(
      flag(
        'Whether licenses that the company’s backend did not vouch for also count. Anyone can store such a license for any person.',
      ),
    ),
  }),
  request('Asks about a device.', { address: text('The address of the device.'), ...asked }),
])

/** One question of License Permit. */
export type PermitQuestion = v.InferOutput<typeof PermitQuestionBody>

/** Several questions of License Permit. */
export const PermitQuestionsBody = v.pipe(v.array(PermitQuestionBody), v.minLength(1), v.maxLength(MAX_PERMITS))

/**
 * The reason in the answer of License Permit, the first three as in License Verify. `unknown`: there are more licenses than a question reads, and
 * none of those that it read covers the use. `unknown_since_restore`: the database was restored from a backup, and the license can have ended
 * since.
 */
export const PERMIT_REASONS = ['licensed', 'no_active_license', 'not_covered', 'unknown', 'unknown_since_restore'] as const

/** The reason in the answer of License Permit. */
export type PermitReason = (typeof PERMIT_REASONS)[number]

/** Declares a {@link PermitAnswer}. */
export const PermitAnswerRecord = record('Whether a person or a device permits a use now.', {
  permitted: flag('Whether an active license covers the use.'),
  reason: known(PERMIT_REASONS, 'The reason.'),
  license: v.exactOptional(
    record('The license that permits the use.', {
      id: text('The id of the license.'),
      expiry: v.exactOptional(time('The end of the license. Absent when it does not expire.')),
    }),
  ),
  vouched: flag('Whether the backend of the company vouched for the person. Otherwise anyone may have agreed for the person.'),
})

/** Response of License Permit: whether a person or a device permits a use now. */
export type PermitAnswer = Wire<typeof PermitAnswerRecord>

/** A filter. An empty value would select every license, for example of a server whose user is not signed in. */
const filter = (description: string, keywords = {}) => v.optional(filled(description, keywords))
/** One to 50 hashes of terms, with commas between them. An agreement has one text in each language. */
export const TERMS_HASHES = /^[\w-]{43}(?:,[\w-]{43}){0,49}$/

const moment = { format: 'date-time', pattern: 'Z$' }

/** Request of License Search. Each member selects licenses, except `cursor` and `limit`. */
export const SearchLicensesBody = request('Selects licenses of the organization, and a page of them.', {
  provider_id: filter('Only licenses of this provider.'),
  ptr: filter('Only licenses of this person, by the app’s id.'),
  address: filter('Only licenses of this device.'),
  status: v.optional(oneOf(LICENSE_STATUSES, 'Only licenses of this status.')),
  created_after: filter('Only licenses that were stored after this time. RFC 3339 in UTC.', moment),
  created_before: filter('Only licenses that were stored before this time. RFC 3339 in UTC.', moment),
  terms_hash: filter('Only licenses with one of these texts: `termsHash` of licenses, with commas between them.', {
    pattern: TERMS_HASHES.source,
  }),
  not_terms_hash: filter('Only licenses with another text than these.', { pattern: TERMS_HASHES.source }),
  as_of: filter('Only licenses that were in force at this time, whatever their status is now. RFC 3339 in UTC.', moment),
  cursor: filter('`next` of the previous page.'),
  limit: v.optional(
    integer(
      'Maximum number of licenses on the page. The page has fewer when the licenses are large, and fewer or none when a filter selects few.',
      1,
      LICENSE_PAGE.max,
      { default: LICENSE_PAGE.default },
    ),
  ),
})
