import { describe, expect, it } from 'vitest'
import { isWireErrorCode, LOCAL_ERROR_CODES, WIRE_ERROR_CODES } from '../../../src/core/error-codes.ts'
import { isLicetError, LicetError, toLicetError } from '../../../src/core/errors.ts'
import { ERROR_STATUS } from '../../../src/protocol/problem.ts'

describe('LicetError', () => {
  it('keeps its code, its cause and the field of the fault', () => {
    const cause = new Error('below')
    const error = new LicetError('invalid_configuration', 'No company.', { cause, field: 'company.name' })
    expect(error).toMatchObject({ name: 'LicetError', code: 'invalid_configuration', field: 'company.name', cause })
    expect(error).not.toHaveProperty('status')
  })

  it('is recognized by name and code, so errors of another copy of the package count', () => {
    const foreign = Object.assign(new Error('x'), { name: 'LicetError', code: 'timeout' })
    expect(isLicetError(foreign)).toBe(true)
    expect(isLicetError(foreign, 'timeout')).toBe(true)
    expect(isLicetError(foreign, 'aborted')).toBe(false)
    expect(isLicetError(new Error('x'))).toBe(false)
    expect(isLicetError(null)).toBe(false)
  })
})

describe('toLicetError', () => {
  it('returns a LicetError unchanged, and wraps any other error with its own message', () => {
    const ours = new LicetError('timeout', 'Too late.')
    expect(toLicetError(ours)).toBe(ours)
    const cause = new TypeError('may hold anything')
    const wrapped = toLicetError(cause)
    expect(wrapped).toMatchObject({ code: 'unexpected_error', cause })
    expect(wrapped.message).not.toContain('anything')
  })
})

describe('error codes', () => {
  it('are unique and in lower snake case', () => {
    const all: string[] = [...WIRE_ERROR_CODES, ...LOCAL_ERROR_CODES]
    expect(new Set(all).size).toBe(all.length)
    for (const code of all) expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
  })

  it('each have an HTTP status', () => {
    for (const code of WIRE_ERROR_CODES) expect(ERROR_STATUS[code]).toBeGreaterThanOrEqual(400)
    expect(isWireErrorCode('invalid_grant')).toBe(true)
    expect(isWireErrorCode('aborted')).toBe(false)
  })
})
