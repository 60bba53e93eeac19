import { expect, test } from 'vitest'
import { readBase64 } from '../../../src/service/crypto/bytes.ts'

// Regression: an unauthenticated token request with a secret of 260 kB took 25 ms of CPU time.
test('base64 longer than any valid key, signature or secret is not decoded', () => {
  expect(readBase64('A'.repeat(392))).toHaveLength(294)
  expect(readBase64('A'.repeat(516))).toBeUndefined()
  expect(readBase64('A-__')).toBeUndefined()
})
