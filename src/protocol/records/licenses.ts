import * as v from 'valibot'
import { ADDRESS } from '../../core/address.ts'
import { LICENSE_STATUSES } from '../../core/license.ts'
import { ORIGIN } from '../../core/license-request.ts'
import {
  MAX_DESCRIPTION_CHARS,
  MAX_EXTENSION_BYTES,
  MAX_LISTED,
  MAX_ORIGIN_CHARS,
  MAX_REQUEST_DEPTH,
  MAX_REQUEST_VALUES,
  MAX_USES_BYTES,
} from '../../core/limits.ts'
import { REVOCATION_CHANNEL, REVOCATION_REQUESTERS } from '../../core/revocation.ts'
import { TAGS } from '../../core/tags.ts'
import { digest, filled, flag, listOf, matching, oneOf, record, request, text, time, words } from '../declare.ts'
import { EXTENSIONS, signedMembers, useMembers } from './license-members.ts'

/** The members of a license request (interface, section 2.4), without the members `x-…`. Call `parseLicenseRequest` to check one. */
export const LicenseRequestBody = request(
  `A license request, signed by the device. It has at most ${MAX_REQUEST_VALUES} values and ${MAX_REQUEST_DEPTH} levels, its \`uses\` have at most ${MAX_USES_BYTES} bytes of JSON, and its members \`x-…\` at most ${MAX_EXTENSION_BYTES} bytes together.`,
  signedMembers,
  EXTENSIONS,
)

const AS_SIGNED = 'As it was signed. Empty after erasure'
const licenseMembers = {
  ptr: text(`${AS_SIGNED}.`),
  origin: filled('The app that the data comes from, in reverse-DNS form.', {
    maxLength: MAX_ORIGIN_CHARS,
    pattern: ORIGIN.source,
    examples: ['com.example.app'],
  }),
  terms: text(`${AS_SIGNED}, unless another license has the same text.`),
  description: text('One sentence for people.', { maxLength: MAX_DESCRIPTION_CHARS }),
  tags: words('The kinds of data.', { examples: [TAGS] }),
  uses: listOf(
    record('How and where the data may be used.', useMembers),
    'The permitted uses. Empty for a withdrawal.',
    MAX_LISTED,
  ),
  expiry: v.exactOptional(time('The end of the license. Absent when it has none.')),
  signature: text('As it was sent. Empty after erasure.'),
  id: filled('The id of the license.'),
  providerId: filled('The provider that the license was given to.'),
  address: matching(
    new RegExp(`^$|${ADDRESS.source}`),
    'The device: SHA3-256 of its public key, as base64url. Empty after erasure.',
  ),
  termsHash: digest('The hash of the UTF-8 bytes of `terms`.'),
  timestamp: time('When the service stored it, by the clock of the service.'),
  status: oneOf(LICENSE_STATUSES, 'The status at the time of the response.'),
  supersedes: v.exactOptional(text('The id of the license that this one replaced.')),
  vouched: v.exactOptional(
    flag('Whether the backend of the company vouched for `ptr` when the device agreed. Otherwise the app claimed it.'),
  ),
  endedBy: v.exactOptional(text('The id of the withdrawal of another device of the same person that ended the license.')),
  receipt: filled(
    'A compact JWS of type `license-receipt+jwt`, which the key set verifies. Its claim `req` is absent when the license is erased and its request had no `x-salt`.',
  ),
  revocation: v.exactOptional(
    record('How the license was revoked without its device. Absent when it is active, or ended in another way.', {
      requestedBy: oneOf(REVOCATION_REQUESTERS, 'Who asked for the end of the license.'),
      channel: matching(REVOCATION_CHANNEL, 'How the request arrived: a lower-case word.'),
      note: v.exactOptional(text('The note of the organization. Only in responses to its users.')),
      timestamp: time('When the license ended.'),
      receipt: filled(
        'A compact JWS of type `license-receipt+jwt` with the claims of the receipt of the license, `status` `revoked`, the time of the end as `iat`, `requestedBy` as `rby` and `channel` as `chn`.',
      ),
    }),
  ),
  pubKey: v.exactOptional(
    text(
      'The public key of the device, SPKI DER as base64, while the device is registered. Only in responses to users of the organization.',
    ),
  ),
  signedBytes: v.exactOptional(
    text(
      'Base64 of the bytes that the device signed, if it signed JSON in a form that the suites do not write. Only in the response of License Get.',
    ),
  ),
}

// The service always sends `vouched`. A client accepts a record without it.
const alwaysSent = Object.entries(licenseMembers).flatMap(([name, { type }]) =>
  type !== 'exact_optional' || name === 'vouched' ? [name] : [],
)

/** Declares a `License`. Its type is in `core`, which has no schemas. The guard of `parseLicense` is compared with both. */
export const LicenseRecord = record(
  'A stored license: the signed members in the order in which they were signed, and the members of the service.',
  licenseMembers,
  { ...EXTENSIONS, required: alwaysSent },
)

/** A page of licenses (interface, section 2.4). */
export const LicensePageRecord = record('Licenses, newest first.', {
  licenses: listOf(LicenseRecord, 'The licenses.'),
  next: v.exactOptional(text('The `cursor` of the next page, even if this page is empty. Absent on the last page.')),
})
