import { describe, expect, it } from 'vitest'
import { classifyFailure, fromStoredFailure, toStoredFailure } from '../../../src/client/classify-failure.ts'
import { LicetError } from '../../../src/core/errors.ts'

describe('classifying failures', () => {
  const ofStatus = (status: number) => classifyFailure(new LicetError('invalid_request', '', { status }))

  it('treats a 4xx of the service as permanent, except 408, 425 and 429', () => {
    for (let status = 400; status < 500; status++)
      expect(ofStatus(status), String(status)).toBe([408, 425, 429].includes(status) ? 'temporary' : 'permanent')
  })

  it('treats a rejected token as unauthorized, and an unknown client as permanent', () => {
    expect(classifyFailure(new LicetError('invalid_token', '', { status: 401 }))).toBe('unauthorized')
    expect(classifyFailure(new LicetError('invalid_client', '', { status: 401 }))).toBe('permanent')
  })

  it('treats a 5xx and a redirect as temporary', () => {
    for (const status of [301, 302, 307, 308, 500, 502, 503, 504, 599]) expect(ofStatus(status), String(status)).toBe('temporary')
  })

  it('treats network errors, timeouts and invalid responses as temporary, whatever their status', () => {
    for (const code of ['network_error', 'timeout', 'aborted', 'closed'] as const) {
      expect(classifyFailure(new LicetError(code, ''))).toBe('temporary')
    }
    expect(classifyFailure(new LicetError('invalid_response', '', { status: 200 }))).toBe('temporary')
  })

  it('treats a license or receipt that does not match the signed request as permanent', () => {
    expect(classifyFailure(new LicetError('record_mismatch', ''))).toBe('permanent')
    expect(classifyFailure(new LicetError('invalid_receipt', ''))).toBe('permanent')
  })

  it('treats an unknown error as temporary', () => {
    expect(classifyFailure(new TypeError('x'))).toBe('temporary')
    expect(classifyFailure(undefined)).toBe('temporary')
  })

  it('G15: stores the code and status of a failure, without its message', () => {
    const stored = toStoredFailure(new LicetError('invalid_license', 'user-4711 secret', { status: 400, cause: 'secret' }))
    expect(stored).toEqual({ code: 'invalid_license', status: 400 })
    const restored = fromStoredFailure(stored)
    expect(restored).toMatchObject({ code: 'invalid_license', status: 400 })
    expect(restored.message).not.toContain('secret')
  })

  it('reports that a refused decision is not sent again, and that another one is saved', () => {
    expect(fromStoredFailure({ code: 'invalid_license', status: 400 }).message).toContain('not sent again')
    expect(fromStoredFailure({ code: 'unavailable', status: 503 }).message).toContain('is saved')
  })

  // Regression: an unknown error was stored as an error of the service and reported as a refusal, while the decision waited.
  it('stores an unknown error as unexpected_error, and reports that the decision is saved', () => {
    const stored = toStoredFailure(new TypeError('user-4711 secret'))
    expect(stored).toEqual({ code: 'unexpected_error' })
    expect(fromStoredFailure(stored).message).toContain('is saved')
  })
})
