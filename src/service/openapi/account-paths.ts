import type { JsonObject } from '../../core/json.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { errors } from './error-responses.ts'
import { inPath, jsonBody, jsonResponse, SECURITY } from './operation.ts'
import { listOf, schemaRef } from './schemas.ts'

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
}
