import type { JsonObject } from '../../core/json.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { errors } from './error-responses.ts'
import { inPath, jsonBody, jsonResponse, SECURITY } from './operation.ts'
import { listOf, schemaRef } from './schemas.ts'

const IDENTITY_KEYS = `${AUTH_PATHS.providers}/{providerId}/identity-key`

/** The profile, API keys and providers of a user. */
export const ACCOUNT_PATHS: JsonObject = {
  [AUTH_PATHS.profile]: {
    get: {
      operationId: 'getProfile',
      summary: 'Get the user of the token',
      ...SECURITY.user,
      responses: { 200: jsonResponse('The user.', schemaRef('Profile')), ...errors('Problem', 401, 403) },
    },
  },
  [AUTH_PATHS.apiKeys]: {
    get: {
      operationId: 'listApiKeys',
      summary: 'List the API keys of the user',
      ...SECURITY.user,
      responses: { 200: jsonResponse('The keys, without their secrets.', listOf('ApiKey')), ...errors('Problem', 401, 403) },
    },
    post: {
      operationId: 'createApiKey',
      summary: 'Create an API key',
      ...SECURITY.user,
      requestBody: jsonBody(schemaRef('CreateApiKey')),
      responses: {
        201: jsonResponse('The key with its secret, which is returned only once.', schemaRef('CreatedApiKey')),
        ...errors('Problem', 400, 401, 403, 413, 415),
      },
    },
  },
  [AUTH_PATHS.providers]: {
    post: {
      operationId: 'createProvider',
      summary: 'Create a provider of the user’s organization',
      ...SECURITY.user,
      requestBody: jsonBody(schemaRef('CreateProvider')),
      responses: { 201: jsonResponse('The provider.', schemaRef('Provider')), ...errors('Problem', 400, 401, 403, 413, 415) },
    },
  },
  [`${AUTH_PATHS.providers}/{providerId}`]: {
    parameters: [inPath('providerId')],
    get: {
      operationId: 'getProvider',
      summary: 'Get a provider of the user’s organization',
      ...SECURITY.user,
      responses: { 200: jsonResponse('The provider.', schemaRef('Provider')), ...errors('Problem', 401, 403, 404) },
    },
    delete: {
      operationId: 'deleteProvider',
      summary: 'Delete a provider; its licenses stay',
      ...SECURITY.user,
      responses: { 204: { description: 'Deleted.' }, ...errors('Problem', 401, 403, 404) },
    },
  },
  [IDENTITY_KEYS]: {
    parameters: [inPath('providerId')],
    post: {
      operationId: 'createIdentityKey',
      summary: 'Add a public key with which the backend of the provider signs identity tokens',
      ...SECURITY.user,
      requestBody: jsonBody(schemaRef('CreateIdentityKey')),
      responses: {
        201: jsonResponse('The key. The same key again is the same record.', schemaRef('IdentityKey')),
        ...errors('Problem', 400, 401, 403, 404, 413, 415),
      },
    },
    get: {
      operationId: 'listIdentityKeys',
      summary: 'List the identity keys of the provider',
      ...SECURITY.user,
      responses: { 200: jsonResponse('The keys, newest first.', listOf('IdentityKey')), ...errors('Problem', 401, 403, 404) },
    },
  },
  [`${IDENTITY_KEYS}/{kid}`]: {
    parameters: [inPath('providerId'), inPath('kid')],
    delete: {
      operationId: 'deleteIdentityKey',
      summary: 'Delete an identity key; devices that it vouched for stay registered',
      ...SECURITY.user,
      responses: { 204: { description: 'Deleted.' }, ...errors('Problem', 401, 403, 404) },
    },
  },
}
