import { LicetError } from '../../core/errors.ts'
import { decodeFormText, type Form } from '../http/parse-form.ts'
import { BASIC_SCHEME } from '../http/respond.ts'
import { type ClientCredentials, invalidClient } from './authenticate-client.ts'

/**
 * Reads the client's credentials: in the body, or by HTTP Basic with both halves form-encoded (RFC 6749 section 2.3.1), never both.
 * `undefined` when there are none, or one half.
 *
 * @throws {LicetError} `invalid_request` for both at once; `invalid_client` for what is no Basic.
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
      'There are credentials in the header and in the body. Only one can count. Send them once.',
    )
  }
  const basic = readBasic(header)
  if (clientId !== undefined && clientId !== basic.clientId) {
    throw new LicetError(
      'invalid_request',
      'The client_id in the body is not the one in the header. Only one can count. Send it once.',
    )
  }
  return basic
}

function readBasic(header: string): ClientCredentials {
  if (!BASIC_SCHEME.test(header)) {
    // RFC 6749 section 5.2 names an unsupported method among the reasons of this code.
    throw new LicetError(
      'invalid_client',
      'The Authorization header is of another scheme than Basic. No client shows by it here who it is. Send Basic, or leave the header out.',
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
  const colon = pair.indexOf(':')
  if (colon < 0) throw invalidClient()
  return { clientId: decodeFormText(pair.slice(0, colon)), clientSecret: decodeFormText(pair.slice(colon + 1)) }
}
