import { LicetError } from '../../core/errors.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { parseForm } from '../http/parse-form.ts'
import { readBody } from '../http/read-body.ts'
import type { Route, RouteCall } from '../routing/route.ts'
import { grantClientCredentials } from './grant-client-credentials.ts'
import { grantRefreshToken } from './grant-refresh-token.ts'
import { revokeTokens } from './revoke-tokens.ts'

/** Token grant and token revoke, told apart by the body (wire decisions, section 1). */
export const postToken: Route = {
  method: 'POST',
  paths: [AUTH_PATHS.token, AUTH_PATHS.tokenAlias],
  errors: 'oauth',
  cors: true,
  async handle(call) {
    const form = await readForm(call)
    switch (form.get('grant_type')) {
      case 'client_credentials':
        return grantClientCredentials(call, form)
      case 'refresh_token':
        return grantRefreshToken(call, form)
      case undefined:
        if (form.has('token') || form.has('refresh_token')) return revokeTokens(call, form)
        throw new LicetError(
          'invalid_request',
          'The parameter grant_type is missing. It tells what is asked. Send client_credentials or refresh_token.',
          {
            field: 'grant_type',
          },
        )
      default:
        throw new LicetError(
          'unsupported_grant_type',
          'The grant_type is none that this service has. Nothing was issued. Use client_credentials or refresh_token.',
          {
            field: 'grant_type',
          },
        )
    }
  },
}

/** Token revoke under a path of its own (RFC 7009). */
export const postRevoke: Route = {
  method: 'POST',
  paths: [AUTH_PATHS.revoke],
  errors: 'oauth',
  cors: true,
  async handle(call) {
    return revokeTokens(call, await readForm(call))
  },
}

async function readForm({ request }: RouteCall): Promise<ReturnType<typeof parseForm>> {
  // RFC 6749 section 2.3.1: credentials never go in the address, which is logged on the way.
  if (request.url.includes('?')) {
    throw new LicetError(
      'invalid_request',
      'The address has a query. Credentials in it would be logged on the way. Send every parameter in the body.',
    )
  }
  return parseForm(await readBody(request, 'application/x-www-form-urlencoded'))
}
