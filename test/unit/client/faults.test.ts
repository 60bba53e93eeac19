import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestService, type TestService } from '../../../src/testing/index.ts'
import { newClient } from './support.ts'

let test: TestService

beforeAll(async () => {
  test = await createTestService()
})
afterAll(() => test.close())
afterEach(() => {
  test.faults.clear()
  test.online = true
  test.skewMs = 0
  test.requests.length = 0
})

const soon = (callback: () => void) => {
  const timer = setTimeout(callback, 0)
  return () => clearTimeout(timer)
}

describe('lost and doubled', () => {
  it.each([
    ['drop-request', { kind: 'drop-request' }],
    ['drop-answer', { kind: 'drop-answer' }],
    ['reset', { kind: 'reset' }],
    ['duplicate', { kind: 'duplicate' }],
  ] as const)('G2 after a %s the same bytes give one license', async (_, fault) => {
    const client = newClient(test, { schedule: soon })
    test.faults.add(fault, { path: '/license/create' })
    const license = await client.createLicense()
    expect(license.status).toBe('active')
    await client.getLicense({ refresh: true })
    expect(client.getSnapshot().license).toEqual(license)
    await client.close()
  })
})
