import { LicetError } from '../../core/errors.ts'
import type { RouteCall } from '../routing/route.ts'
import { grantClientCredentials } from './grant-client-credentials.ts'
import { grantRefreshToken } from './grant-refresh-token.ts'
import { readTokenForm } from './read-token-form.ts'
import { revokeTokens } from './revoke-tokens.ts'

/**
 * Token: grants or revokes tokens. The parameter `grant_type` of the body selects the operation; without it, the request is a
 * revocation.
 */
export async function postToken(call: RouteCall): Promise<Response> {
  const form = await readTokenForm(call)
  switch (form.get('grant_type')) {
    case 'client_credentials':
      return grantClientCredentials(call, form)
    case 'refresh_token':
      return grantRefreshToken(call, form)
    case undefined:
      if (form.has('token') || form.has('refresh_token')) return revokeTokens(call, form)
      throw new LicetError(
        'invalid_request',
        'The parameter grant_type is missing. No token was issued. Send client_credentials or refresh_token.',
        { field: 'grant_type' },
      )
    default:
      throw new LicetError(
        'unsupported_grant_type',
        'The service does not support this grant_type. No token was issued. Send client_credentials or refresh_token.',
        { field: 'grant_type' },
      )
  }
}
