import { ADDRESS } from '../../core/address.ts'
import type { JsonObject } from '../../core/json.ts'
import { LICENSE_STATUSES } from '../../core/license.ts'
import { ORIGIN } from '../../core/license-request.ts'
import {
  LICENSE_PAGE,
  MAX_DESCRIPTION_CHARS,
  MAX_EXTENSION_BYTES,
  MAX_LISTED,
  MAX_ORIGIN_CHARS,
  MAX_PERMITS,
  MAX_PTR_CHARS,
  MAX_REQUEST_DEPTH,
  MAX_REQUEST_VALUES,
  MAX_REVOCATION_NOTE_CHARS,
  MAX_USES_BYTES,
} from '../../core/limits.ts'
import { REVOCATION_CHANNEL, REVOCATION_REQUESTERS } from '../../core/revocation.ts'
import { TAGS } from '../../core/tags.ts'
import { USECASES } from '../../core/usecases.ts'
import { WORD } from '../../core/words.ts'
import { PERMIT_REASONS } from '../../protocol/permit.ts'
import { closedObject, digest, object, oneOf, text, time, words } from './schema-builders.ts'

const use = closedObject('How and where the data may be used.', {
  usecases: words('Permitted use cases. `*` means all.', 1, USECASES),
  destinations: words('Permitted destinations, usually host names. `*` means all.', 1, ['data.example.com']),
})

/** The members that the device signs, besides its members `x-…`. */
const signed = {
  ptr: text('A pointer to the data in the app’s own system: the app’s id of the person.', {
    minLength: 1,
    maxLength: MAX_PTR_CHARS,
  }),
  origin: text('The app that the data comes from, in reverse-DNS form.', {
    maxLength: MAX_ORIGIN_CHARS,
    pattern: ORIGIN.source,
    examples: ['com.example.app'],
  }),
  terms: text('The full text that was on screen, as Markdown.', { minLength: 1 }),
  description: text('One sentence for people.', { maxLength: MAX_DESCRIPTION_CHARS }),
  tags: words('The kinds of data.', 0, TAGS),
  uses: {
    type: 'array',
    description: 'The permitted uses. An empty list revokes the active license of the device.',
    maxItems: MAX_LISTED,
    items: use,
  },
  expiry: time(
    'The end of the license. Without it, or with `null` in a request, the license does not expire. With `x-duration` (ISO 8601, such as `P12M`) it is at most that long after tomorrow, in UTC.',
  ),
  signature: text('Base64 of the device’s signature of 256 bytes, in one of the three suites of the protocol.', { minLength: 1 }),
} satisfies JsonObject

const requestedBy = oneOf('Who asked for the end of the license.', REVOCATION_REQUESTERS)
const channel = text('How the request arrived: a lower-case word. The person sees it.', {
  pattern: REVOCATION_CHANNEL.source,
  examples: ['letter', 'call', 'email'],
})
const ALLOW_UNVOUCHED =
  'Whether licenses count too that the backend of the company did not vouch for. Anybody can store them in the name of the person.'
/** The use that a question asks about. */
const asked = {
  usecase: text('The use case.', { pattern: WORD.source }),
  destination: text('The destination. Without it, any destination counts.', { pattern: WORD.source }),
} satisfies JsonObject

/** Members of the app, which are signed and stored like the others. */
const extensions = { patternProperties: { '^x-': {} } }

/** Schemas of licenses. */
export const LICENSE_SCHEMAS = {
  LicenseRequest: {
    ...closedObject(
      `A license request, signed by the device. It has at most ${MAX_REQUEST_VALUES} values and ${MAX_REQUEST_DEPTH} levels, its \`uses\` have at most ${MAX_USES_BYTES} bytes of JSON, and its members \`x-…\` at most ${MAX_EXTENSION_BYTES} bytes together.`,
      { ...signed, expiry: { ...signed.expiry, type: ['string', 'null'] } },
      'expiry',
    ),
    ...extensions,
  },
  License: {
    ...object(
      'A stored license: the signed members in the order in which they were signed, and the members of the service.',
      {
        ...signed,
        // Erasure empties these four members.
        ptr: text('As it was signed. Empty after erasure.'),
        terms: text('As it was signed. Empty after erasure, unless another license has the same text.'),
        signature: text('As it was sent. Empty after erasure.'),
        address: { ...digest('The device. Empty after erasure.'), pattern: `^$|${ADDRESS.source}` },
        id: text('The id of the license.', { minLength: 1 }),
        providerId: text('The provider that the license was given to.', { minLength: 1 }),
        termsHash: digest('The hash of the UTF-8 bytes of `terms`.'),
        timestamp: time('When the service stored it, by the clock of the service.'),
        status: oneOf('The status at the time of the response.', LICENSE_STATUSES),
        supersedes: text('The id of the license that this one replaced.'),
        vouched: {
          type: 'boolean',
          description: 'Whether the backend of the company vouched for `ptr` when the device agreed. Otherwise the app claimed it.',
        },
        endedBy: text('The id of the withdrawal of another device of the same person that ended the license.'),
        receipt: text(
          'A compact JWS of type `license-receipt+jwt`. The key set is enough to verify it. Its claim `req` is absent when the license is erased and its request had no `x-salt`.',
          { minLength: 1 },
        ),
        revocation: object(
          'How the license was revoked without its device. Absent when it is active, or ended in another way.',
          {
            requestedBy,
            channel,
            note: text('The note of the organization. Only in responses to its users.'),
            timestamp: time('When the license ended.'),
            receipt: text(
              'A compact JWS of type `license-receipt+jwt` with the claims of the receipt of the license, `status` `revoked`, the time of the end as `iat`, `requestedBy` as `rby` and `channel` as `chn`.',
            ),
          },
          'note',
        ),
        pubKey: text(
          'The public key of the device, SPKI DER as base64, while the device is registered. Only in responses to users of the organization.',
        ),
        signedBytes: text(
          'Base64 of the bytes that the device signed, if it signed JSON in another form than the suites write it. Only in the response of License Get.',
        ),
      },
      'expiry',
      'supersedes',
      'endedBy',
      'revocation',
      'pubKey',
      'signedBytes',
    ),
    ...extensions,
  },
  RevokeLicense: closedObject(
    'A revocation of a license without its device.',
    {
      requestedBy,
      channel,
      note: text('A note for the organization. The person does not see it. Erasure deletes it.', {
        minLength: 1,
        maxLength: MAX_REVOCATION_NOTE_CHARS,
        pattern: '^\\P{Cc}*$',
      }),
    },
    'note',
  ),
  LicensePage: object(
    'Licenses, newest first.',
    {
      licenses: { type: 'array', items: { $ref: '#/components/schemas/License' } },
      next: text('The `cursor` of the next page, also when this one is empty. Absent on the last page.'),
    },
    'next',
  ),
  VerifyLicense: {
    oneOf: [
      closedObject('Asks whether this device has an active license.', {}),
      closedObject('Asks whether an active license of this device covers a use.', {
        usecase: text('The use case.', { pattern: WORD.source }),
        destination: text('The destination.', { pattern: WORD.source }),
      }),
    ],
  },
  PermitQuestion: {
    oneOf: [
      closedObject(
        'Asks about a person.',
        { ptr: signed.ptr, ...asked, allowUnvouched: { type: 'boolean', description: ALLOW_UNVOUCHED } },
        'destination',
        'allowUnvouched',
      ),
      closedObject('Asks about a device.', { address: text('The address of the device.'), ...asked }, 'destination'),
    ],
  },
  SearchLicenses: closedObject(
    'Selects licenses of the organization, and a page of them.',
    {
      provider_id: text('Only licenses of this provider.'),
      ptr: text('Only licenses of this person, by the app’s id.'),
      address: text('Only licenses of this device.'),
      status: oneOf('Only licenses of this status.', LICENSE_STATUSES),
      created_after: time('Only licenses that were stored after this time.'),
      created_before: time('Only licenses that were stored before this time.'),
      cursor: text('`next` of the previous page.'),
      limit: { type: 'integer', minimum: 1, maximum: LICENSE_PAGE.max, default: LICENSE_PAGE.default },
    },
    ...['provider_id', 'ptr', 'address', 'status', 'created_after', 'created_before', 'cursor', 'limit'],
  ),
  PermitQuestions: {
    type: 'array',
    minItems: 1,
    maxItems: MAX_PERMITS,
    items: { $ref: '#/components/schemas/PermitQuestion' },
  },
  PermitAnswer: object(
    'Whether the use is permitted now.',
    {
      permitted: { type: 'boolean' },
      reason: oneOf('The reason.', PERMIT_REASONS),
      license: object(
        'The license that permits the use.',
        { id: text('The id of the license.'), expiry: time('The end of the license. Absent when it does not expire.') },
        'expiry',
      ),
      vouched: {
        type: 'boolean',
        description:
          'Whether the backend of the company vouched for the person. Otherwise anybody can have agreed in the name of the person.',
      },
    },
    'license',
  ),
  VerifiedLicense: object('Whether the use is permitted now.', {
    verified: { type: 'boolean' },
    reason: oneOf('The reason.', ['licensed', 'no_active_license', 'not_covered']),
  }),
} satisfies Readonly<Record<string, JsonObject>>
