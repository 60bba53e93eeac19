import { WIRE_ERROR_CODES } from '../../core/error-codes.ts'
import type { JsonObject } from '../../core/json.ts'
import { object, oneOf, text } from './schema-builders.ts'

/** The schemas of errors. */
export const ERROR_SCHEMAS = {
  OAuthError: object('The error response of the token paths (RFC 6749 section 5.2).', {
    error: oneOf('The code of the error.', WIRE_ERROR_CODES),
    error_description: text('What happened, what it means and how to fix it.'),
  }),
  Problem: object(
    'A problem document (RFC 9457), the error response of every other path.',
    {
      type: { const: 'about:blank' },
      title: text('The text of the status.'),
      status: { type: 'integer', description: 'The HTTP status.' },
      detail: text('What happened, what it means and how to fix it.'),
      code: oneOf('The code of the error.', WIRE_ERROR_CODES),
      field: text('The member that is wrong, if the error concerns one.'),
      license: { $ref: '#/components/schemas/License', description: 'Only with `license_ended`: the stored license.' },
    },
    'field',
    'license',
  ),
} satisfies Readonly<Record<string, JsonObject>>
