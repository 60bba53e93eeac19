import { LicetError } from '../../core/errors.ts'
import { type Form, parseForm } from '../http/parse-form.ts'
import { type BodyCall, readBody } from '../http/read-body.ts'

/**
 * Reads the form of a token or revocation request.
 *
 * @throws {LicetError} `invalid_request` for a query in the URL, which RFC 6749 section 2.3.1 forbids; and the errors of
 *   `readBody` and `parseForm`.
 */
export async function readTokenForm(call: BodyCall): Promise<Form> {
  if (call.request.url.includes('?')) {
    throw new LicetError(
      'invalid_request',
      'The URL has a query, which proxies and servers write to logs. Nothing was done. Send every parameter in the body.',
    )
  }
  return parseForm(await readBody(call, 'application/x-www-form-urlencoded'))
}
