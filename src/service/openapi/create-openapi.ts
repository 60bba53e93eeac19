import type { JsonObject } from '../../core/json.ts'
import { LICENSE_PAGE } from '../../core/limits.ts'
import { AUTH_PATHS, HEALTH_PATHS, TRAIL_PATHS } from '../../protocol/paths.ts'
import { CLIENT_SCOPES, type ClientType, type Scope } from '../../protocol/token.ts'
import { readBaseUrl } from '../http/base-url.ts'
import { ERROR_RESPONSES, errors } from './error-responses.ts'
import { listOf, SCHEMAS, schemaRef } from './schemas.ts'

function answer(description: string, schema: JsonObject): JsonObject {
  return { description, content: { 'application/json': { schema } } }
}

function body(schema: JsonObject, mediaType = 'application/json'): JsonObject {
  return { required: true, content: { [mediaType]: { schema } } }
}

function form(...names: Parameters<typeof schemaRef>[0][]): JsonObject {
  const [schema = {}, ...more] = names.map(schemaRef)
  return body(more.length === 0 ? schema : { anyOf: [schema, ...more] }, 'application/x-www-form-urlencoded')
}

const USER = { security: [{ user: ['account:admin'] }] }
const PROVIDER = { security: [{ provider: ['account:provider'] }] }
const DEVICE = { security: [{ device: [] }] }
const OWNER = { security: [{ device: [] }, { user: ['account:admin'] }] }
const ANYBODY = { security: [] }

const inPath = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const inQuery = (name: string, description: string, schema: JsonObject = { type: 'string' }): JsonObject => ({
  name,
  in: 'query',
  description,
  schema,
})
const ADDRESS_FILTER = [
  inQuery('address', 'The device; this or `id`.'),
  inQuery('id', 'The app’s own id of the person; this or `address`.'),
]

/** Where one client type gets its tokens. */
function clientCredentials(type: ClientType, tokenUrl: string, description: string): JsonObject {
  const scopes = Object.fromEntries(CLIENT_SCOPES[type].map((scope) => [scope, SCOPE_MEANINGS[scope]]))
  return { type: 'oauth2', description, flows: { clientCredentials: { tokenUrl, scopes } } }
}

const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  'account:admin': 'Manage profile and organization, generate new keys, revoke tokens',
  'account:provider': 'Register and list device addresses',
  trail: 'Submit audit trail events such as titles and licenses',
  publish: 'Submit new data events',
}

/** Where the two halves of the service are. */
export interface OpenApiOptions {
  /** Where clients reach the token paths: an absolute URL without a trailing slash. */
  readonly authUrl: string
  /** Where clients reach the license paths. Default: `authUrl`. */
  readonly trailUrl?: string | undefined
}

/**
 * Makes the OpenAPI 3.1 document of the service: every operation, body, error and kind of token, for gateways, contract tests and clients in
 * other languages. What the signatures are over is told in docs/protocol.md, since no schema can.
 *
 * @throws {LicetError} `invalid_configuration` when an address is no URL.
 * @example
 * const document = createOpenApi({ authUrl: 'https://auth.example.com', trailUrl: 'https://trail.example.com' })
 */
export function createOpenApi(options: OpenApiOptions): JsonObject {
  const authUrl = readBaseUrl(options.authUrl, 'authUrl')
  const trailUrl = readBaseUrl(options.trailUrl ?? options.authUrl, 'trailUrl')
  const tokenUrl = authUrl + AUTH_PATHS.token
  const trail = { servers: [{ url: trailUrl }] }
  const everywhere = { servers: [...new Set([authUrl, trailUrl])].map((url) => ({ url })) }
  const provider = `${AUTH_PATHS.providers}/{providerId}`
  const tokenErrors = errors('OAuthError', 400, 401, 403, 413, 415, 429)
  const revoke = {
    summary: 'Revoke an API key or a refresh token',
    security: USER.security,
    responses: {
      200: answer('Done, whether or not there was such a token.', { type: 'object', maxProperties: 0 }),
      ...tokenErrors,
    },
  }
  const token = {
    summary: 'Grant a token, or revoke one',
    description:
      'Told apart by the body: without `grant_type` and with `token` or `refresh_token` it revokes, which wants a token of a user.',
    security: [{}, { basic: [] }, ...USER.security],
    requestBody: form('ClientCredentialsGrant', 'RefreshGrant', 'Revocation'),
    responses: {
      200: answer('What was granted; an empty object where something was to be revoked.', {
        oneOf: [schemaRef('TokenResponse'), { type: 'object', maxProperties: 0 }],
      }),
      ...tokenErrors,
    },
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Licet: authorization and data licenses',
      version: 'latest',
      description:
        'A data license is what a person agreed to: who, which data, for which uses, to whom, until when, under which terms.',
    },
    servers: [{ url: authUrl }],
    paths: {
      [AUTH_PATHS.token]: { post: { operationId: 'token', ...token } },
      [AUTH_PATHS.tokenAlias]: { post: { operationId: 'tokenAlias', ...token } },
      [AUTH_PATHS.revoke]: { post: { operationId: 'revoke', ...revoke, requestBody: form('Revocation') } },
      [AUTH_PATHS.jwks]: {
        get: {
          operationId: 'getKeySet',
          summary: 'The keys that tokens and receipts verify with',
          ...ANYBODY,
          responses: { 200: answer('The key set.', schemaRef('KeySet')), ...errors('Problem') },
        },
      },
      [AUTH_PATHS.metadata]: {
        get: {
          operationId: 'getServerMetadata',
          summary: 'Where everything is (RFC 8414)',
          ...ANYBODY,
          responses: { 200: answer('The metadata.', schemaRef('ServerMetadata')), ...errors('Problem') },
        },
      },
      [AUTH_PATHS.profile]: {
        get: {
          operationId: 'getProfile',
          summary: 'The user behind the token',
          ...USER,
          responses: { 200: answer('The user.', schemaRef('Profile')), ...errors('Problem', 401, 403) },
        },
      },
      [AUTH_PATHS.apiKeys]: {
        get: {
          operationId: 'listApiKeys',
          summary: 'The API keys of the user',
          ...USER,
          responses: { 200: answer('The keys, without the keys themselves.', listOf('ApiKey')), ...errors('Problem', 401, 403) },
        },
        post: {
          operationId: 'createApiKey',
          summary: 'Make an API key',
          ...USER,
          requestBody: body(schemaRef('CreateApiKey')),
          responses: {
            201: answer('The key, shown once.', schemaRef('CreatedApiKey')),
            ...errors('Problem', 400, 401, 403, 413, 415),
          },
        },
      },
      [AUTH_PATHS.providers]: {
        post: {
          operationId: 'createProvider',
          summary: 'Make a provider of the user’s organization',
          ...USER,
          requestBody: body(schemaRef('CreateProvider')),
          responses: { 201: answer('The provider.', schemaRef('Provider')), ...errors('Problem', 400, 401, 403, 413, 415) },
        },
      },
      [provider]: {
        parameters: [inPath('providerId')],
        get: {
          operationId: 'getProvider',
          summary: 'A provider of the user’s organization',
          ...USER,
          responses: { 200: answer('The provider.', schemaRef('Provider')), ...errors('Problem', 401, 403, 404) },
        },
        delete: {
          operationId: 'deleteProvider',
          summary: 'Delete a provider; licenses that were taken for it stay',
          ...USER,
          responses: { 204: { description: 'Deleted.' }, ...errors('Problem', 401, 403, 404) },
        },
      },
      [`${provider}/user`]: {
        parameters: [inPath('providerId')],
        post: {
          operationId: 'registerAddress',
          summary: 'Register a device; the same again is the same record',
          ...PROVIDER,
          parameters: [inQuery('grant', 'With `address` the answer holds the first token of the device.', { const: 'address' })],
          requestBody: body(schemaRef('RegisterAddress')),
          responses: {
            200: answer('The device.', schemaRef('Registered')),
            ...errors('Problem', 400, 401, 403, 409, 413, 415),
          },
        },
        get: {
          operationId: 'listAddresses',
          summary: 'Devices of the provider, by address or by person',
          ...PROVIDER,
          parameters: ADDRESS_FILTER,
          responses: { 200: answer('The devices.', listOf('Address')), ...errors('Problem', 400, 401, 403) },
        },
        delete: {
          operationId: 'deleteAddresses',
          summary: 'Erase a device, or every device of a person',
          ...USER,
          parameters: ADDRESS_FILTER,
          responses: { 204: { description: 'Erased.' }, ...errors('Problem', 400, 401, 403, 404) },
        },
      },
      [TRAIL_PATHS.createLicense]: {
        ...trail,
        post: {
          operationId: 'createLicense',
          summary: 'Store what the person agreed to, or took back',
          ...DEVICE,
          requestBody: body(schemaRef('LicenseRequest')),
          responses: {
            200: answer('This device had stored this very request: the same record.', schemaRef('License')),
            201: answer('Stored.', schemaRef('License')),
            ...errors('Problem', 400, 401, 403, 409, 413, 415),
          },
        },
      },
      [TRAIL_PATHS.verifyLicense]: {
        ...trail,
        post: {
          operationId: 'verifyLicense',
          summary: 'Whether this device has an active license, and whether it covers a use',
          ...DEVICE,
          requestBody: body(schemaRef('VerifyLicense')),
          responses: {
            200: answer('Yes or no, and why.', schemaRef('VerifiedLicense')),
            ...errors('Problem', 400, 401, 403, 413, 415),
          },
        },
      },
      [TRAIL_PATHS.licenses]: {
        ...trail,
        get: {
          operationId: 'listLicenses',
          summary: 'Licenses of the device, or of the user’s organization',
          ...OWNER,
          parameters: [
            inQuery('cursor', '`next` of the page before.'),
            inQuery('limit', 'Most licenses on the page; fewer where they are large.', {
              type: 'integer',
              minimum: 1,
              maximum: LICENSE_PAGE.max,
              default: LICENSE_PAGE.default,
            }),
          ],
          responses: { 200: answer('A page.', schemaRef('LicensePage')), ...errors('Problem', 400, 401, 403) },
        },
      },
      [`${TRAIL_PATHS.licenses}/{id}`]: {
        ...trail,
        parameters: [inPath('id')],
        get: {
          operationId: 'getLicense',
          summary: 'A license of the device, or of the user’s organization',
          ...OWNER,
          responses: { 200: answer('The license.', schemaRef('License')), ...errors('Problem', 401, 403, 404) },
        },
      },
      [HEALTH_PATHS.live]: {
        ...everywhere,
        get: {
          operationId: 'getHealth',
          summary: 'Whether the process answers',
          ...ANYBODY,
          responses: { 200: answer('It does.', schemaRef('Health')), ...errors('Problem') },
        },
      },
      [HEALTH_PATHS.ready]: {
        ...everywhere,
        get: {
          operationId: 'getReadiness',
          summary: 'Whether it can serve',
          ...ANYBODY,
          responses: { 200: answer('It can.', schemaRef('Health')), ...errors('Problem') },
        },
      },
    },
    components: {
      schemas: SCHEMAS,
      responses: ERROR_RESPONSES,
      securitySchemes: {
        user: clientCredentials('user', tokenUrl, 'A token of a user, by an API key.'),
        provider: clientCredentials('provider', tokenUrl, 'A token of a provider, by its public key, which is no secret.'),
        device: clientCredentials('address', tokenUrl, 'A token of a registered device, by its signature over its address.'),
        basic: { type: 'http', scheme: 'basic', description: 'Credentials of a grant outside its body (RFC 6749 section 2.3.1).' },
      },
    },
  }
}
