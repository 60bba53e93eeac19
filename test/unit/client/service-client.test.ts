import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../../../src/client/index.ts'
import { createTestService, type TestService } from '../../../src/testing/index.ts'
import { newClient, newUserId } from './support.ts'

let test: TestService

beforeAll(async () => {
  test = await createTestService()
})
afterAll(() => test.close())

describe('the vertical', () => {
  it('agrees, is found again after a reload, and is taken back', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    const client = newClient(test, { storage, userId })
    expect(client.getSnapshot()).toMatchObject({ phase: 'opening', licensed: false, needs: 'first' })
    const license = await client.createLicense({ terms: client.terms() })
    expect(license).toMatchObject({ status: 'active', ptr: userId, terms: client.terms(), providerId: test.provider.id })
    expect(client.getSnapshot()).toMatchObject({
      phase: 'ready',
      licensed: true,
      receipt: 'verified',
      needs: 'nothing',
      pending: undefined,
    })
    expect(await client.verifyLicense({ usecase: 'analytics', destination: 'acme.example' })).toEqual({
      verified: true,
      reason: 'licensed',
    })
    await client.close()

    test.requests.length = 0
    const reloaded = newClient(test, { storage, userId })
    expect(await reloaded.getLicense()).toEqual(license)
    expect(await reloaded.createLicense()).toEqual(license)
    expect(test.requests).toEqual([])
    expect(await reloaded.getLicense({ refresh: true })).toEqual(license)

    const withdrawal = await reloaded.revokeLicense()
    expect(withdrawal).toMatchObject({ status: 'revoked', uses: [], supersedes: license.id })
    expect(reloaded.getSnapshot()).toMatchObject({ licensed: false, needs: 'first', receipt: 'verified' })
    const again = await reloaded.createLicense()
    expect(again.id).not.toBe(license.id)
    expect(again).toMatchObject({ status: 'active' })
    await reloaded.close()
  })
})
