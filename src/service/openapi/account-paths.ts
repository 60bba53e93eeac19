import type { JsonObject } from '../../core/json.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { DELETED, inPath, jsonResponse, operation } from './operation.ts'
import { listOf, schemaRef } from './schemas.ts'

const IDENTITY_KEYS = `${AUTH_PATHS.providers}/{providerId}/identity-key`
const PROVIDER = jsonResponse('The provider.', schemaRef('Provider'))

/** The profile, API keys and providers of a user. */
export const ACCOUNT_PATHS: JsonObject = {
  [AUTH_PATHS.profile]: {
    get: operation('getProfile', 'Get the user of the token', {
      by: 'user',
      returns: { 200: jsonResponse('The user.', schemaRef('Profile')) },
    }),
  },
  [AUTH_PATHS.apiKeys]: {
    get: operation('listApiKeys', 'List the API keys of the user', {
      by: 'user',
      returns: { 200: jsonResponse('The keys, without their secrets.', listOf('ApiKey')) },
    }),
    post: operation('createApiKey', 'Create an API key', {
      by: 'user',
      body: schemaRef('CreateApiKey'),
      returns: { 201: jsonResponse('The key with its secret, which is returned only once.', schemaRef('CreatedApiKey')) },
    }),
  },
  [AUTH_PATHS.users]: {
    get: operation('listUsers', 'List the users of the user’s organization', {
      by: 'user',
      returns: { 200: jsonResponse('The users, newest first.', listOf('Profile')) },
    }),
  },
  [AUTH_PATHS.providers]: {
    get: operation('listProviders', 'List the providers of the user’s organization', {
      by: 'reader',
      returns: { 200: jsonResponse('The providers, newest first.', listOf('Provider')) },
    }),
    post: operation('createProvider', 'Create a provider of the user’s organization', {
      by: 'user',
      body: schemaRef('CreateProvider'),
      returns: { 201: PROVIDER },
    }),
  },
  [`${AUTH_PATHS.providers}/{providerId}`]: {
    parameters: [inPath('providerId')],
    get: operation('getProvider', 'Get a provider of the user’s organization', {
      by: 'reader',
      returns: { 200: PROVIDER },
      fails: [404],
    }),
    delete: operation('deleteProvider', 'Delete a provider; its licenses stay', {
      by: 'user',
      returns: { 204: DELETED },
      fails: [404],
    }),
  },
  [IDENTITY_KEYS]: {
    parameters: [inPath('providerId')],
    post: operation('createIdentityKey', 'Add a public key with which the backend of the provider signs identity tokens', {
      by: 'user',
      body: schemaRef('CreateIdentityKey'),
      returns: { 201: jsonResponse('The key. The same key again is the same record.', schemaRef('IdentityKey')) },
      fails: [404],
    }),
    get: operation('listIdentityKeys', 'List the identity keys of the provider', {
      by: 'user',
      returns: { 200: jsonResponse('The keys, newest first.', listOf('IdentityKey')) },
      fails: [404],
    }),
  },
  [`${IDENTITY_KEYS}/{kid}`]: {
    parameters: [inPath('providerId'), inPath('kid')],
    delete: operation('deleteIdentityKey', 'Delete an identity key; devices that it vouched for stay registered', {
      by: 'user',
      returns: { 204: DELETED },
      fails: [404],
    }),
  },
}
