import { describe, expect, it } from 'vitest'
import { coversUse, licenseStatusAt } from '../../../src/core/license.ts'

const uses = [
  { usecases: ['analytics', 'attribution'], destinations: ['example.com'] },
  { usecases: ['support'], destinations: ['*'] },
]

describe('coversUse', () => {
  it.each([
    ['analytics', 'example.com', true],
    ['analytics', 'other.com', false],
    ['analytics', undefined, true],
    ['support', 'anywhere.org', true],
    ['ai_training', 'example.com', false],
    ['ai_training', undefined, false],
  ])('for %s at %s returns %s', (usecase, destination, covered) => {
    expect(coversUse(uses, usecase, destination)).toBe(covered)
  })

  it('treats `*` as every use case', () => {
    expect(coversUse([{ usecases: ['*'], destinations: ['example.com'] }], 'anything', 'example.com')).toBe(true)
  })

  it('covers nothing without uses or without destinations', () => {
    expect(coversUse([], 'analytics')).toBe(false)
    expect(coversUse([{ usecases: ['analytics'], destinations: [] }], 'analytics')).toBe(false)
  })
})

describe('licenseStatusAt', () => {
  const expiry = '2027-01-01T00:00:00Z'
  const at = Date.parse(expiry)

  it('returns `expired` from the millisecond of the expiry', () => {
    expect(licenseStatusAt({ status: 'active', expiry }, at - 1)).toBe('active')
    expect(licenseStatusAt({ status: 'active', expiry }, at)).toBe('expired')
  })

  it('returns a final status unchanged', () => {
    expect(licenseStatusAt({ status: 'revoked', expiry }, at)).toBe('revoked')
  })

  it('returns `active` without an expiry', () => {
    expect(licenseStatusAt({ status: 'active' }, Number.MAX_SAFE_INTEGER)).toBe('active')
  })
})
