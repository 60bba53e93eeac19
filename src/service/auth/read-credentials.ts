import { LicetError } from '../../core/errors.ts'
import { decodeFormText, type Form } from '../http/parse-form.ts'
import { BASIC_SCHEME } from '../http/respond-error.ts'
import { type ClientCredentials, invalidClient } from './authenticate-client.ts'

/**
 * Reads the credentials of a client from the body or from HTTP Basic, but not from both (RFC 6749 section 2.3.1).
 *
 * Returns `undefined` when the id or the secret is missing.
 *
 * @throws {LicetError} `invalid_request` for credentials in both places; `invalid_client` for a header that is not valid Basic.
 */
export function readCredentials(request: Request, form: Form): ClientCredentials | undefined {
  const header = request.headers.get('authorization')
  const clientId = form.get('client_id')
  const clientSecret = form.get('client_secret')
  if (header === null) {
    if (clientId === undefined || clientSecret === undefined) return undefined
    return { clientId, clientSecret }
  }
  if (clientSecret !== undefined) {
    throw new LicetError(
      'invalid_request',
      'The header and the body both contain credentials. No token was issued. Send them in one place only.',
    )
  }
  const basic = readBasic(header)
  if (clientId !== undefined && clientId !== basic.clientId) {
    throw new LicetError(
      'invalid_request',
      'The client_id in the body differs from the one in the header. No token was issued. Send it in one place only.',
    )
  }
  return basic
}

function readBasic(header: string): ClientCredentials {
  if (!BASIC_SCHEME.test(header)) {
    // RFC 6749 section 5.2 uses this code for an unsupported authentication method.
    throw new LicetError(
      'invalid_client',
      'The scheme of the Authorization header is not Basic. No token was issued. Use Basic, or send the credentials in the body.',
    )
  }
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1]
  if (encoded === undefined) throw invalidClient()
  let pair: string
  try {
    pair = atob(encoded)
  } catch {
    throw invalidClient()
  }
  const [, unencodedId, unencodedSecret] = UNENCODED.exec(pair) ?? []
  if (unencodedId !== undefined && unencodedSecret !== undefined) return { clientId: unencodedId, clientSecret: unencodedSecret }
  const colon = pair.indexOf(':')
  if (colon < 0) throw invalidClient()
  return { clientId: decodeFormText(pair.slice(0, colon)), clientSecret: decodeFormText(pair.slice(colon + 1)) }
}

/**
 * A pair that is not form-encoded, as `curl -u` and many libraries send it (wire, amendment 21). An encoded `client_id` contains no colon, so
 * its pair never matches.
 */
const UNENCODED = /^((?:user|provider):[^:]*|addr(?:ess)?:[^:]*:[^:]*):(.*)$/s
