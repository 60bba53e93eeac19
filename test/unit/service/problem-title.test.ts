import { STATUS_CODES } from 'node:http'
import { expect, test } from 'vitest'
import type { WireErrorCode } from '../../../src/core/error-codes.ts'
import { LicetError } from '../../../src/core/errors.ts'
import { ERROR_STATUS } from '../../../src/protocol/problem.ts'
import { toErrorBody } from '../../../src/service/http/respond-error.ts'

// Regression: the problem document of an erased license had the title "Error".
test('a problem document has the phrase of its HTTP status as its title (RFC 9457 section 4.2.1)', () => {
  for (const [code, status] of Object.entries(ERROR_STATUS)) {
    const { body } = toErrorBody(new LicetError(code as WireErrorCode, 'Nothing was done.'), 'problem')
    // RFC 9110 section 15.5.14 has renamed it since Node.js named it.
    expect([code, body]).toMatchObject([code, { title: status === 413 ? 'Content Too Large' : STATUS_CODES[status] }])
  }
})
