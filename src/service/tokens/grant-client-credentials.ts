import { LicetError } from '../../core/errors.ts'
import { DEFAULT_EXPIRES_SECONDS, MAX_EXPIRES_SECONDS } from '../../core/limits.ts'
import type { TokenResponse } from '../../protocol/records/tokens.ts'
import { authenticateClient, invalidClient } from '../auth/authenticate-client.ts'
import { readCredentials } from '../auth/read-credentials.ts'
import type { Form } from '../http/parse-form.ts'
import type { RouteCall } from '../routing/route.ts'
import { grantScopes } from './grant-scopes.ts'
import { issueTokens } from './issue-tokens.ts'

/** Token grant `client_credentials`: issues tokens for the id and the secret of a client (RFC 6749 section 4.4). */
export async function grantClientCredentials(call: RouteCall, form: Form): Promise<TokenResponse> {
  const { context, request } = call
  const lifetime = readExpires(form.get('expires'))
  const credentials = readCredentials(request, form)
  if (credentials === undefined) throw invalidClient()
  const client = await authenticateClient(call, credentials)
  return issueTokens(context, client, grantScopes(client, form.get('scope')), lifetime)
}

/** Reads `expires`: whole seconds from 1 to `MAX_EXPIRES_SECONDS`. */
function readExpires(text: string | undefined): number {
  if (text === undefined) return DEFAULT_EXPIRES_SECONDS
  const seconds = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0
  if (seconds < 1 || seconds > MAX_EXPIRES_SECONDS) {
    throw new LicetError(
      'invalid_request',
      `The parameter expires is not a whole number of seconds from 1 to ${MAX_EXPIRES_SECONDS}. No token was issued. ` +
        `Send such a number, or omit expires for ${DEFAULT_EXPIRES_SECONDS}.`,
      { field: 'expires' },
    )
  }
  return seconds
}
