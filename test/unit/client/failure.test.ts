import { describe, expect, it } from 'vitest'
import { classifyFailure, classifyStatus, fromStoredFailure, toStoredFailure } from '../../../src/client/classify-failure.ts'
import { LicetError } from '../../../src/core/errors.ts'

describe('failures are told apart once', () => {
  it('a 4xx is permanent, but for 401, 408, 425 and 429', () => {
    for (let status = 400; status < 500; status++) {
      const expected = status === 401 ? 'unauthorized' : [408, 425, 429].includes(status) ? 'passing' : 'permanent'
      expect(classifyStatus(status), String(status)).toBe(expected)
    }
  })

  it('a 5xx and a redirect are passing', () => {
    for (const status of [301, 302, 307, 308, 500, 502, 503, 504, 599])
      expect(classifyStatus(status), String(status)).toBe('passing')
  })

  it('network, timeout and an answer that is not the service’s are passing, whatever their status', () => {
    for (const code of ['network_error', 'timeout', 'aborted', 'closed'] as const) {
      expect(classifyFailure(new LicetError(code, ''))).toBe('passing')
    }
    expect(classifyFailure(new LicetError('invalid_response', '', { status: 200 }))).toBe('passing')
  })

  it('a record or receipt that is not what was signed is permanent', () => {
    expect(classifyFailure(new LicetError('record_mismatch', ''))).toBe('permanent')
    expect(classifyFailure(new LicetError('invalid_receipt', ''))).toBe('permanent')
  })

  it('what nobody knows is passing: nothing is thrown away for it', () => {
    expect(classifyFailure(new TypeError('x'))).toBe('passing')
    expect(classifyFailure(undefined)).toBe('passing')
  })

  it('G15 a stored failure keeps code and status, and nothing of the message', () => {
    const stored = toStoredFailure(new LicetError('invalid_license', 'user-4711 secret', { status: 400, cause: 'secret' }))
    expect(stored).toEqual({ code: 'invalid_license', status: 400 })
    const told = fromStoredFailure(stored)
    expect(told).toMatchObject({ code: 'invalid_license', status: 400 })
    expect(told.message).not.toContain('secret')
  })

  it('a permanent refusal says that it was dropped, a passing one that the decision is safe', () => {
    expect(fromStoredFailure({ code: 'invalid_license', status: 400 }).message).toContain('dropped')
    expect(fromStoredFailure({ code: 'unavailable', status: 503 }).message).toContain('safe on this device')
  })

  // It was stored as an error of the service without a status, and told as a refusal, while the decision waited for its next try.
  it('what nobody knows is stored as unexpected_error, and told as what it is: the decision is safe', () => {
    const stored = toStoredFailure(new TypeError('user-4711 secret'))
    expect(stored).toEqual({ code: 'unexpected_error' })
    expect(fromStoredFailure(stored).message).toContain('safe on this device')
  })
})
