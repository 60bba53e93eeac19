import * as v from 'valibot'
import { WIRE_ERROR_CODES } from '../../core/error-codes.ts'
import { described, number, oneOf, record, text } from '../declare.ts'
import { LicenseRecord } from './licenses.ts'

const MESSAGE = 'What happened, what it means and how to fix it.'
const code = oneOf(WIRE_ERROR_CODES, 'The code of the error.')

/** An OAuth error (RFC 6749 section 5.2). */
export const OAuthErrorRecord = record('The error response of the token paths (RFC 6749 section 5.2).', {
  error: code,
  error_description: text(MESSAGE),
})

/** A problem document (RFC 9457). `license` is a reference in the OpenAPI document, which has no room for a description. */
export const ProblemRecord = record(
  'A problem document (RFC 9457), the error response of every other path. `license` is the stored license, only with `license_ended`.',
  {
    type: described(v.literal('about:blank'), 'Always `about:blank`.'),
    title: text('The text of the status.'),
    status: number('The HTTP status.'),
    detail: text(MESSAGE),
    code,
    field: v.exactOptional(text('The member that is wrong, if the error concerns one.')),
    license: v.exactOptional(LicenseRecord),
  },
)

/** Response of health and readiness. */
export const HealthRecord = record('The state of the process.', {
  status: oneOf(['ok', 'ready'], '`ok` for health, `ready` for readiness.'),
})
