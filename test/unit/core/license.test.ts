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
  ])('says of %s at %s: %s', (usecase, destination, covered) => {
    expect(coversUse(uses, usecase, destination)).toBe(covered)
  })

  it('takes * among the use cases for all of them', () => {
    expect(coversUse([{ usecases: ['*'], destinations: ['example.com'] }], 'anything', 'example.com')).toBe(true)
  })

  it('covers nothing without uses, or without anybody who may receive it', () => {
    expect(coversUse([], 'analytics')).toBe(false)
    expect(coversUse([{ usecases: ['analytics'], destinations: [] }], 'analytics')).toBe(false)
  })
})

describe('licenseStatusAt', () => {
  const expiry = '2027-01-01T00:00:00Z'
  const at = Date.parse(expiry)

  it('is expired from the very millisecond of its expiry', () => {
    expect(licenseStatusAt({ status: 'active', expiry }, at - 1)).toBe('active')
    expect(licenseStatusAt({ status: 'active', expiry }, at)).toBe('expired')
  })

  it('keeps a status that is already final', () => {
    expect(licenseStatusAt({ status: 'revoked', expiry }, at)).toBe('revoked')
  })

  it('never expires without an expiry', () => {
    expect(licenseStatusAt({ status: 'active' }, Number.MAX_SAFE_INTEGER)).toBe('active')
  })
})
