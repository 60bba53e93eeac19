import { expect, it } from 'vitest'
import { LicetError } from '../../../src/core/errors.ts'
import { isSame } from '../../../src/core/is-same.ts'

it('compares values by their content', () => {
  expect(isSame({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true)
  expect(isSame({ a: 1 }, { a: 2 })).toBe(false)
  expect(isSame({ a: undefined }, { b: undefined })).toBe(false)
  expect(isSame({}, { a: 1 })).toBe(false)
  expect([isSame({}, null), isSame(null, {}), isSame({}, undefined), isSame(1, {}), isSame({}, 1)]).not.toContain(true)
})

it('compares errors by code and status only', () => {
  const error = (status: number, retryAfterMs?: number) =>
    new LicetError('unavailable', 'Away.', { status, ...(retryAfterMs !== undefined && { retryAfterMs }) })
  expect(isSame(error(503), error(503, 1000))).toBe(true)
  expect(isSame(error(503), error(500))).toBe(false)
  expect(isSame(error(503), new LicetError('timeout', 'Late.', { status: 503 }))).toBe(false)
  expect([isSame(error(503), {}), isSame({}, error(503))]).toEqual([false, false])
})
