import type { LicetError } from '../../core/errors.ts'
import { utf8 } from '../../core/signature.ts'
import { ERROR_STATUS } from '../../protocol/problem.ts'
import { concatBytes } from '../crypto/bytes.ts'
import { toErrorBody } from '../http/respond-error.ts'
import { respondJsonBytes } from '../http/respond-json.ts'

/** Responds with 409 `license_ended` and the record of the license, as `toLicenseBytes` wrote it. */
export function respondEnded(error: LicetError<'license_ended'>, record: Uint8Array): Response {
  const { body, contentType } = toErrorBody(error, 'problem')
  const problem = [utf8(`${JSON.stringify(body).slice(0, -1)},"license":`), record, utf8('}')]
  return respondJsonBytes(concatBytes(problem), ERROR_STATUS.license_ended, { 'content-type': contentType })
}
