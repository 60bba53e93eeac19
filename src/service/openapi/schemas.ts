import { ADDRESS } from '../../core/address.ts'
import { WIRE_ERROR_CODES } from '../../core/error-codes.ts'
import type { JsonObject } from '../../core/json.ts'
import { LICENSE_STATUSES, ORIGIN } from '../../core/license.ts'
import {
  DEFAULT_EXPIRES_SECONDS,
  MAX_DESCRIPTION_CHARS,
  MAX_EXPIRES_SECONDS,
  MAX_LISTED,
  MAX_ORIGIN_CHARS,
  MAX_PTR_CHARS,
  REFRESH_TOKEN_DAYS,
} from '../../core/limits.ts'
import { TAGS, USECASES, WORD } from '../../core/vocabulary.ts'
import { GRANT_TYPES } from '../../protocol/token.ts'

/** Points at one of {@link SCHEMAS}. */
export function schemaRef(name: keyof typeof SCHEMAS): JsonObject {
  return { $ref: `#/components/schemas/${name}` }
}

/** A list of one of {@link SCHEMAS}. */
export function listOf(name: keyof typeof SCHEMAS): JsonObject {
  return { type: 'array', items: schemaRef(name) }
}

/** An object whose members are all there, but for those that are named as optional. */
function object(description: string, properties: JsonObject, ...optional: readonly string[]): JsonObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', description, ...(required.length === 0 ? {} : { required }), properties }
}

/** The same, and nothing else in it: an unknown member is refused. */
function closed(...given: Parameters<typeof object>): JsonObject {
  return { ...object(...given), additionalProperties: false }
}

/** The same, and whatever else is in it is ignored. */
function form(...given: Parameters<typeof object>): JsonObject {
  return { ...object(...given), additionalProperties: true }
}

function text(description: string, limits: JsonObject = {}): JsonObject {
  return { type: 'string', description, ...limits }
}

function words(description: string, minItems: number, examples: readonly string[]): JsonObject {
  return {
    type: 'array',
    description,
    minItems,
    maxItems: MAX_LISTED,
    items: { type: 'string', pattern: WORD.source },
    examples: [examples],
  }
}

function oneOf(description: string, values: readonly string[]): JsonObject {
  return { type: 'string', description, enum: values }
}

const time = (description: string) => text(`${description} RFC 3339 in UTC.`, { format: 'date-time', pattern: 'Z$' })
const digest = (description: string) => text(`${description} SHA3-256 as base64url without padding.`, { pattern: ADDRESS.source })
/** Left empty in what was erased. */
const erasable = (schema: JsonObject): JsonObject => ({ ...schema, pattern: `^$|${ADDRESS.source}` })

const use = closed('How and where an asset may be used.', {
  usecases: words('Permitted use cases; `*` stands for all.', 1, USECASES),
  destinations: words('Permitted destinations, usually host names; `*` stands for all.', 1, ['data.example.com']),
})

/** What the device signs, beside its members `x-…`. */
const signed = {
  ptr: text('Pointer to the data in the caller’s own system: the app’s own id of the person.', {
    minLength: 1,
    maxLength: MAX_PTR_CHARS,
  }),
  origin: text('The application the data comes from, in reverse-DNS form.', {
    maxLength: MAX_ORIGIN_CHARS,
    pattern: ORIGIN.source,
    examples: ['com.example.app'],
  }),
  terms: text('The full text that was on screen, as Markdown.', { minLength: 1 }),
  description: text('One sentence for people.', { maxLength: MAX_DESCRIPTION_CHARS }),
  tags: words('The kinds of data.', 0, TAGS),
  uses: {
    type: 'array',
    description: 'What is permitted. Empty takes back what this device had permitted.',
    maxItems: MAX_LISTED,
    items: use,
  },
  expiry: time('The end; without it the license does not end by itself.'),
  signature: text('Base64 of the device’s signature of 256 bytes, in one of the three suites of the protocol.', { minLength: 1 }),
} satisfies JsonObject

/** Members of the caller's own, signed and stored like the others. */
const extensions = { patternProperties: { '^x-': {} } }

const provider = {
  providerId: text('Names the provider: `<provider_id>` of a client id.'),
  name: text('The name that it was made with.'),
  orgId: text('The organization that it belongs to.'),
  pubKey: text('Base64 of SPKI DER; the `client_secret` of the provider, and no secret.'),
  created: time('When it was made.'),
  modified: time('When it was last changed.'),
}

const address = {
  id: text('The app’s own id of the person.', { minLength: 1, maxLength: MAX_PTR_CHARS }),
  address: digest('The device: derived from its public key.'),
  pubKey: text('The public key of the device, RSA 2048 with e = 65537, as base64 of SPKI DER.'),
}

const apiKey = {
  id: text('By which the key is listed.'),
  name: text('The name that it was made with.'),
  prefix: text('The first letters of the key, to tell keys apart.'),
  created: time('When it was made.'),
  revoked: time('When it was revoked; absent while it works.'),
}

const name = text('Blanks around it are cut off; no control characters.', { minLength: 1, pattern: '^\\P{Cc}*$' })
const url = (description: string) => text(description, { format: 'uri' })

/** The bodies of the wire, by the names of `src/protocol`. Answers may gain members; JSON requests may not have others than these, and of a form others are ignored. */
export const SCHEMAS = {
  ClientCredentialsGrant: form(
    'A grant for a user, a provider or a device (RFC 6749 section 4.4). The credentials may come with HTTP Basic instead, never both ways.',
    {
      grant_type: { const: 'client_credentials' },
      client_id: text('`user:<user_id>`, `provider:<provider_id>` or `address:<provider_id>:<address>`.'),
      client_secret: text(
        'The API key, the provider’s public key, or base64 of the device’s signature over the UTF-8 bytes of its address.',
      ),
      scope: text('Scopes, space-delimited. Default: all that the client may have. Ignored for devices.'),
      expires: {
        type: 'integer',
        description: 'Lifetime in seconds.',
        minimum: 1,
        maximum: MAX_EXPIRES_SECONDS,
        default: DEFAULT_EXPIRES_SECONDS,
      },
    },
    'client_id',
    'client_secret',
    'scope',
    'expires',
  ),
  RefreshGrant: form('A refresh token for a new pair; it works once (RFC 6749 section 6).', {
    grant_type: { const: 'refresh_token' },
    refresh_token: text('The refresh token of the last answer.'),
  }),
  Revocation: form(
    'What to revoke: an API key, a refresh token, or both (RFC 7009).',
    { token: text('The API key, or a refresh token.'), refresh_token: text('The refresh token.') },
    'token',
    'refresh_token',
  ),
  TokenResponse: object(
    'What was granted.',
    {
      access_token: text('A JWT (RFC 9068), for `Authorization: Bearer`.', { minLength: 1 }),
      scope: text('What was granted, which may differ from what was asked; empty for devices.'),
      token_type: { const: 'Bearer' },
      expires_in: { type: 'integer', description: 'Milliseconds. Trust the token’s own `exp` instead.' },
      refresh_token: text(`A JWT that works once, for ${REFRESH_TOKEN_DAYS} days; none for users.`),
    },
    'refresh_token',
  ),
  KeySet: object('A JWK Set (RFC 7517): the current key and the former ones.', {
    keys: {
      type: 'array',
      items: object('A public key.', {
        kty: { const: 'EC' },
        crv: { const: 'P-256' },
        alg: { const: 'ES256' },
        use: { const: 'sig' },
        kid: text('Names the key in the header of what it signed.'),
        x: text('Base64url.'),
        y: text('Base64url.'),
      }),
    },
  }),
  ServerMetadata: object('Server metadata (RFC 8414).', {
    issuer: url('`iss` of every token.'),
    token_endpoint: url('Where tokens are granted.'),
    revocation_endpoint: url('Where keys and refresh tokens are revoked.'),
    jwks_uri: url('Where the key set is.'),
    grant_types_supported: { type: 'array', items: { enum: GRANT_TYPES } },
    scopes_supported: { type: 'array', items: { type: 'string' } },
    response_types_supported: { type: 'array', maxItems: 0 },
    token_endpoint_auth_methods_supported: { type: 'array', items: { type: 'string' } },
  }),
  Profile: object('The user that an API key belongs to.', {
    userId: text('Names the user: `<user_id>` of a client id.'),
    email: text('The address that the account was made with.'),
    orgId: text('Its organization, whose providers and licenses it may see.'),
    created: time('When it was made.'),
    modified: time('When it was last changed.'),
  }),
  CreateApiKey: closed('An API key to make.', { name: { ...name, default: 'default' } }, 'name'),
  ApiKey: object('An API key, without the key itself.', apiKey, 'revoked'),
  CreatedApiKey: object(
    'An API key, with the key itself: here and never again.',
    { ...apiKey, key: text('The secret.') },
    'revoked',
  ),
  CreateProvider: closed('A provider to make.', { name }),
  Provider: object('An application or business on whose behalf licenses are taken.', provider),
  RegisterAddress: closed('A device to register.', {
    ...address,
    signature: text('Base64 of the device’s signature over the UTF-8 bytes of `id + "." + address`.'),
  }),
  Address: object('A registered device.', { ...address, created: time('When it was registered.') }),
  Registered: object(
    'A registered device, with its first token where `grant=address` asked for one.',
    { ...address, created: time('When it was registered.'), token: { $ref: '#/components/schemas/TokenResponse' } },
    'token',
  ),
  LicenseRequest: { ...closed('What the person agreed to, signed by the device.', signed, 'expiry'), ...extensions },
  License: {
    ...object(
      'The license as it is stored: what was signed, in the order that was signed, and what the service adds.',
      {
        ...signed,
        // Erasure leaves these three empty.
        ptr: text('As it was signed; empty once erased.'),
        signature: text('As it was sent; empty once erased.'),
        address: erasable(digest('The device; empty once erased.')),
        id: text('Its number.', { minLength: 1 }),
        providerId: text('On whose behalf it was taken.', { minLength: 1 }),
        termsHash: digest('Of the UTF-8 bytes of `terms`.'),
        timestamp: time('When the service stored it, by its own clock.'),
        status: oneOf('When the service answered.', LICENSE_STATUSES),
        supersedes: text('The id of the license that this one took the place of.'),
        receipt: text('A compact JWS of type `license-receipt+jwt`; it verifies with the key set alone.', { minLength: 1 }),
      },
      'expiry',
      'supersedes',
    ),
    ...extensions,
  },
  LicensePage: object(
    'Licenses, the newest first.',
    {
      licenses: { type: 'array', items: { $ref: '#/components/schemas/License' } },
      next: text('The `cursor` of the next page; absent on the last.'),
    },
    'next',
  ),
  VerifyLicense: {
    oneOf: [
      closed('Whether this device has any license.', {}),
      closed('Whether one of its licenses covers a use.', {
        usecase: text('The use case.', { pattern: WORD.source }),
        destination: text('The destination.', { pattern: WORD.source }),
      }),
    ],
  },
  VerifiedLicense: object('Whether the use is permitted now.', {
    verified: { type: 'boolean' },
    reason: oneOf('Why.', ['licensed', 'no_active_license', 'not_covered']),
  }),
  Health: object('The process answers, or can serve.', { status: oneOf('Which.', ['ok', 'ready']) }),
  OAuthError: object('The error answer of the token paths (RFC 6749 section 5.2).', {
    error: oneOf('Tells cases apart.', WIRE_ERROR_CODES),
    error_description: text('For people, and for whoever mends it.'),
  }),
  Problem: object(
    'A problem document (RFC 9457), the error answer of every other path.',
    {
      type: { const: 'about:blank' },
      title: text('The words of the status.'),
      status: { type: 'integer', description: 'The HTTP status.' },
      detail: text('For people, and for whoever mends it.'),
      code: oneOf('Tells cases apart.', WIRE_ERROR_CODES),
      field: text('The member at fault, where there is one.'),
    },
    'field',
  ),
} satisfies Readonly<Record<string, JsonObject>>
