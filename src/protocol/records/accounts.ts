import * as v from 'valibot'
import { MAX_ACCOUNT_NAME_CHARS } from '../../core/limits.ts'
import { described, flag, oneOf, record, request, text, time, type Wire } from '../declare.ts'
import { API_KEY_SCOPES } from '../scopes.ts'

/** The HTTP statuses with which License Create may answer a new license. Some earlier clients take every other status than 200 for a failure. */
export const CREATE_STATUSES = [200, 201] as const

/** One of {@link CREATE_STATUSES}. */
export type CreateStatus = (typeof CREATE_STATUSES)[number]

/** A name in lists and logs. Control characters are refused, because they could steer a terminal. */
const name = (keywords = {}) =>
  described(
    v.pipe(
      v.string(),
      v.regex(/^\P{Cc}*$/u, 'expected no control characters'),
      v.trim(),
      v.minLength(1),
      // A check, because `maxLength` of JSON Schema would count the blanks too.
      v.check((value) => value.length <= MAX_ACCOUNT_NAME_CHARS, `expected at most ${MAX_ACCOUNT_NAME_CHARS} characters`),
    ),
    `A name of 1 to ${MAX_ACCOUNT_NAME_CHARS} characters without control characters. Surrounding blanks are removed before the characters are counted.`,
    keywords,
  )

const createStatus = (more: string) =>
  described(
    v.picklist(CREATE_STATUSES),
    `The HTTP status with which License Create answers a new license of the provider. ${more}`,
    { type: 'integer' },
  )

const requireIdentity = (more: string, keywords = {}) =>
  flag(
    `Whether a device can register only with an identity token, and agree only as the person of the token. ${more}`.trim(),
    keywords,
  )

/** Declares a {@link Profile}. */
export const ProfileRecord = record('The user of an API key.', {
  userId: text('The account of the API key, as in its client id. It is never a person who agrees.'),
  email: text('The e-mail address of the account.'),
  orgId: text('The organization of the account. The account may see its providers and licenses.'),
  created: time('When it was created.'),
  modified: time('When it was last changed.'),
})

/** The user of an API key: the response of Get Profile. */
export type Profile = Wire<typeof ProfileRecord>

/** Request of Create API Key. */
export const CreateApiKey = request('An API key to create.', {
  name: v.optional(name({ default: 'default' })),
  scope: v.optional(oneOf(API_KEY_SCOPES, 'What the key permits.', { default: 'account:admin' })),
})

const apiKey = {
  id: text('The id of the key.'),
  name: text('The name from its creation.'),
  scope: oneOf(
    API_KEY_SCOPES,
    '`trail` reads licenses and changes nothing. `license:end` also ends them, and `account:admin` permits everything.',
  ),
  prefix: text('The first characters of the secret, to distinguish keys.'),
  created: time('When it was created.'),
  revoked: v.exactOptional(time('When it was revoked. Absent while the key works.')),
}

/** Declares an {@link ApiKey}. */
export const ApiKeyRecord = record('An API key, without its secret.', apiKey)

/** An API key in a list, without the secret. */
export type ApiKey = Wire<typeof ApiKeyRecord>

/** Declares a {@link CreatedApiKey}. */
export const CreatedApiKeyRecord = record('An API key with its secret, which is returned only once.', {
  ...apiKey,
  key: text('The secret. The service returns it only once.'),
})

/** Response of Create API Key, the only response with the secret. */
export type CreatedApiKey = Wire<typeof CreatedApiKeyRecord>

/** Request of Create Provider. */
export const CreateProvider = request('A provider to create.', {
  name: name(),
  createStatus: v.optional(createStatus('Default: 201.')),
  requireIdentity: v.optional(requireIdentity('', { default: false })),
})

/** Declares a {@link Provider}. */
export const ProviderRecord = record('An app or a company that receives licenses.', {
  providerId: text('The id of the provider, as in its client id: `config.provider.id` of a client.'),
  name: text('The name from its creation.'),
  orgId: text('The organization of the provider.'),
  pubKey: text(
    '`config.provider.publicKey` of a client: base64 of SPKI DER. It is the `client_secret` of the provider, and not secret.',
  ),
  createStatus: v.exactOptional(createStatus('Absent for 201.')),
  requireIdentity: v.exactOptional(requireIdentity('Absent for `false`.')),
  created: time('When it was created.'),
  modified: time('When it was last changed.'),
})

/** An application or business that receives licenses. `pubKey` is SPKI DER as base64, and is public. */
export type Provider = Wire<typeof ProviderRecord>

const coordinate = text('32 bytes as base64url without padding.', { pattern: '^[\\w-]{43}$' })

/** Members of a JWK that describe the key, and that programs add when they export it. They are ignored. */
const ignoredOfJwk = {
  kid: v.optional(text('Ignored.')),
  alg: v.optional(text('Ignored.')),
  use: v.optional(text('Ignored.')),
  key_ops: v.optional(described(v.array(v.string()), 'Ignored.')),
  ext: v.optional(flag('Ignored.')),
}

/** Request of Create Identity Key: a public JWK (RFC 7517) of the curve P-256 or Ed25519. */
export const CreateIdentityKey = v.union([
  request('A public key of the curve P-256.', {
    kty: v.literal('EC'),
    crv: v.literal('P-256'),
    x: coordinate,
    y: coordinate,
    ...ignoredOfJwk,
  }),
  request('A public key of the curve Ed25519.', {
    kty: v.literal('OKP'),
    crv: v.literal('Ed25519'),
    x: coordinate,
    ...ignoredOfJwk,
  }),
])

/** Declares an {@link IdentityKey}. */
export const IdentityKeyRecord = record('A public key with which the backend of a company signs identity tokens.', {
  kid: text('The thumbprint of the key (RFC 7638). It is the `kid` of its tokens.'),
  jwk: record('The public key (RFC 7517).', {
    kty: text('`EC` for the curve P-256, `OKP` for Ed25519.', { enum: ['EC', 'OKP'] }),
    crv: text('The curve.', { enum: ['P-256', 'Ed25519'] }),
    x: coordinate,
    y: v.exactOptional(text('32 bytes as base64url without padding. Only for P-256.', { pattern: '^[\\w-]{43}$' })),
  }),
  created: time('When it was added.'),
})

/** A public key with which the service verifies the identity tokens of a provider. */
export type IdentityKey = Wire<typeof IdentityKeyRecord>
