import type { JsonObject } from '../../core/json.ts'
import { MAX_PTR_CHARS } from '../../core/limits.ts'
import { CREATE_STATUSES } from '../../protocol/account.ts'
import { API_KEY_SCOPES } from '../../protocol/token.ts'
import { closedObject, digest, object, oneOf, text, time } from './schema-builders.ts'

const createStatus = (more: string) => ({
  type: 'integer',
  enum: CREATE_STATUSES,
  description: `The status with which License Create answers a new license of the provider. ${more}`,
})

const provider = {
  providerId: text('The id of the provider, as in its client id.'),
  name: text('The name that the user gave it.'),
  orgId: text('The id of its organization.'),
  pubKey: text('Base64 of SPKI DER. It is the `client_secret` of the provider, and not secret.'),
  createStatus: createStatus('Absent for 201.'),
  requireIdentity: {
    type: 'boolean',
    description: 'Whether only people can agree that the backend of the company vouches for. Absent for `false`.',
  },
  created: time('When it was created.'),
  modified: time('When it was last changed.'),
}

const address = {
  id: text('The app’s id of the person.', { minLength: 1, maxLength: MAX_PTR_CHARS }),
  address: digest('The address of the device, which is derived from its public key.'),
  pubKey: text('The public key of the device, RSA 2048 with e = 65537, as base64 of SPKI DER.'),
}
const registered = {
  ...address,
  vouched: { type: 'boolean', description: 'Whether the backend of the company vouched for `id`.' },
  created: time('When it was registered.'),
}

const apiKey = {
  id: text('The id of the key.'),
  name: text('The name that the user gave it.'),
  scope: oneOf('`trail` reads licenses and changes nothing. `account:admin` permits everything.', API_KEY_SCOPES),
  prefix: text('The first characters of the key.'),
  created: time('When it was created.'),
  revoked: time('When it was revoked. Absent while the key is valid.'),
}

const name = text('A name. Surrounding blanks are removed. It has no control characters.', {
  minLength: 1,
  pattern: '^\\P{Cc}*$',
})

const coordinate = text('32 bytes as base64url without padding.', { pattern: '^[\\w-]{43}$' })
const EC_JWK = { kty: { const: 'EC' }, crv: { const: 'P-256' }, x: coordinate, y: coordinate } satisfies JsonObject
const OKP_JWK = { kty: { const: 'OKP' }, crv: { const: 'Ed25519' }, x: coordinate } satisfies JsonObject

/** Members of a JWK that programs add. They are ignored. */
const IGNORED_OF_JWK = {
  kid: text('Ignored.'),
  alg: text('Ignored.'),
  use: text('Ignored.'),
  key_ops: { type: 'array', items: { type: 'string' }, description: 'Ignored.' },
  ext: { type: 'boolean', description: 'Ignored.' },
} satisfies JsonObject

/** Schemas of users, API keys, providers and devices. */
export const ACCOUNT_SCHEMAS = {
  Profile: object('A user.', {
    userId: text('The id of the user, as in its client id.'),
    email: text('The e-mail address of the user.'),
    orgId: text('The id of the organization, whose providers and licenses the user may read.'),
    created: time('When it was created.'),
    modified: time('When it was last changed.'),
  }),
  CreateApiKey: closedObject(
    'An API key to create.',
    { name: { ...name, default: 'default' }, scope: { enum: API_KEY_SCOPES, default: 'account:admin' } },
    'name',
    'scope',
  ),
  ApiKey: object('An API key, without its secret.', apiKey, 'revoked'),
  CreatedApiKey: object(
    'An API key with its secret, which is returned only once.',
    { ...apiKey, key: text('The secret.') },
    'revoked',
  ),
  CreateProvider: closedObject(
    'A provider to create.',
    {
      name,
      createStatus: createStatus('Default: 201.'),
      requireIdentity: {
        type: 'boolean',
        default: false,
        description: 'Whether only people can agree that the backend of the company vouches for.',
      },
    },
    'createStatus',
    'requireIdentity',
  ),
  Provider: object('An app or a company that receives licenses.', provider, 'createStatus', 'requireIdentity'),
  RegisterAddress: closedObject(
    'A device to register.',
    {
      ...address,
      signature: text('Base64 of the device’s signature over the UTF-8 bytes of `id + "." + address`.'),
      identity: text('An identity token (JWT) of the company’s backend, which vouches for `id`.'),
    },
    'identity',
  ),
  CreateIdentityKey: {
    oneOf: [
      closedObject('A public key of the curve P-256.', { ...EC_JWK, ...IGNORED_OF_JWK }, ...Object.keys(IGNORED_OF_JWK)),
      closedObject('A public key of the curve Ed25519.', { ...OKP_JWK, ...IGNORED_OF_JWK }, ...Object.keys(IGNORED_OF_JWK)),
    ],
  },
  IdentityKey: object('A public key with which the backend of a company signs identity tokens.', {
    kid: text('The thumbprint of the key (RFC 7638). It is the `kid` of its tokens.'),
    jwk: { oneOf: [object('P-256.', EC_JWK), object('Ed25519.', OKP_JWK)] },
    created: time('When it was added.'),
  }),
  Address: object('A registered device.', registered),
  Registered: object(
    'A registered device, with its first token if the request had `grant=address`.',
    { ...registered, token: { $ref: '#/components/schemas/TokenResponse' } },
    'token',
  ),
} satisfies Readonly<Record<string, JsonObject>>
