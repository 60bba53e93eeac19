import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_RETRY_AFTER_MS, RETRY_BASE_MS, RETRY_CAP_MS, retryDelayMs } from '../../../src/client/engine/retry-delay.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

it('returns a delay between 0 and a bound that doubles up to the cap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), random, (attempts, number) => {
      const wait = retryDelayMs(attempts, number)
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThanOrEqual(Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** Math.min(attempts - 1, 30)))
    }),
  )
  expect(retryDelayMs(1, 0)).toBe(0)
  expect(retryDelayMs(4, 0.5)).toBe(RETRY_BASE_MS * 4)
})

it('returns at least Retry-After, up to its own limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), random, fc.nat(), (attempts, number, retryAfterMs) => {
      const wait = retryDelayMs(attempts, number, retryAfterMs)
      expect(wait).toBeGreaterThanOrEqual(Math.min(retryAfterMs, MAX_RETRY_AFTER_MS))
      expect(wait).toBeLessThanOrEqual(MAX_RETRY_AFTER_MS)
    }),
  )
})
