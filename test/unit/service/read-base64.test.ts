import { expect, test } from 'vitest'
import { readBase64 } from '../../../src/service/crypto/bytes.ts'

// A token request with a secret of 260 kB took 25 ms of the processor, from anybody.
test('base64 is read up to the length of the longest thing that there is of it, and not decoded beyond', () => {
  expect(readBase64('A'.repeat(392))).toHaveLength(294)
  expect(readBase64('A'.repeat(516))).toBeUndefined()
  expect(readBase64('A-__')).toBeUndefined()
})
