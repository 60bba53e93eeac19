import { LicetError } from '../../core/errors.ts'
import type { TokenResponse } from '../../protocol/records/tokens.ts'
import type { Form } from '../http/parse-form.ts'
import type { RouteCall } from '../routing/route.ts'
import { grantClientCredentials } from './grant-client-credentials.ts'
import { grantRefreshToken } from './grant-refresh-token.ts'

/**
 * Grants tokens, by the `grant_type` of the form. `expires_in` of the result is in milliseconds.
 *
 * @throws {LicetError} `invalid_request`, `unsupported_grant_type`, and the errors of each grant.
 */
export async function grantTokens(call: RouteCall, form: Form): Promise<TokenResponse> {
  switch (form.get('grant_type')) {
    case 'client_credentials':
      return grantClientCredentials(call, form)
    case 'refresh_token':
      return grantRefreshToken(call, form)
    case undefined:
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
