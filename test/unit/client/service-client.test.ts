import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../../../src/client/index.ts'
import type { TestService } from '../../../src/testing/index.ts'
import { newClient, newUserId, until } from '../../fixtures/client.ts'
import { createTestService } from '../../fixtures/test-service.ts'

let test: TestService

beforeAll(async () => {
  test = await createTestService()
})
afterAll(() => test.close())

describe('the whole flow', () => {
  it('agrees, finds the license again after a reload, and withdraws it', async () => {
    const storage = createMemoryStorage()
    const userId = newUserId()
    // The only tests in Node that create keys as in production.
    const client = newClient(test, { storage, userId, crypto: globalThis.crypto })
    expect(client.getSnapshot()).toMatchObject({ phase: 'opening', licensed: false, needs: 'first' })
    const license = await client.createLicense({ terms: client.terms() })
    expect(license).toMatchObject({ status: 'active', ptr: userId, terms: client.terms(), providerId: test.provider.id })
    expect(client.getSnapshot()).toMatchObject({
      phase: 'ready',
      licensed: true,
      receiptStatus: 'verified',
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
    expect(reloaded.getSnapshot()).toMatchObject({ licensed: false, needs: 'first', receiptStatus: 'verified' })
    const again = await reloaded.createLicense()
    expect(again.id).not.toBe(license.id)
    expect(again).toMatchObject({ status: 'active' })
    await reloaded.close()
  })
})

describe('the first token of a device', () => {
  const paths = () => test.requests.map(({ path }) => path).filter((path) => !path.endsWith('jwks.json'))
  const grant = '/api/latest/auth/token'
  const registration = () => `/api/latest/provider/${test.provider.id}/user`

  beforeEach(() => {
    test.requests.length = 0
  })
  afterEach(() => test.faults.clear())

  it('is returned with the registration, so that an agreement takes three sequential requests', async () => {
    const spans: [string, string][] = []
    const client = newClient(test, {
      fetch: async (input, init) => {
        const { pathname, search } = new URL(String(input))
        spans.push(['sent', pathname + search])
        const response = await test.fetch(input, init)
        spans.push(['received', pathname + search])
        return response
      },
    })
    await client.createLicense()
    const steps = [grant, `${registration()}?grant=address`, '/license/create']
    expect(spans.filter(([, path]) => !path.endsWith('jwks.json'))).toEqual(
      steps.flatMap((path) => [
        ['sent', path],
        ['received', path],
      ]),
    )
    await client.close()
  })

  it('is granted separately when the service does not return it with the registration', async () => {
    const client = newClient(test, { fetch: (input, init) => test.fetch(String(input).replace('?grant=address', ''), init) })
    expect((await client.createLicense()).status).toBe('active')
    expect(paths()).toEqual([grant, registration(), grant, '/license/create'])
    await client.close()
  })

  it('is not used when it is malformed or belongs to another device', async () => {
    const stranger = newClient(test)
    let foreign: unknown
    test.faults.add({ kind: 'alter', alter: (response) => keep(response, ({ token }) => (foreign = token)) }, { path: '/user' })
    await stranger.createLicense()
    await stranger.close()
    for (const token of [foreign, { access_token: 'nonsense' }, 'nonsense', null]) {
      test.requests.length = 0
      const client = newClient(test, { schedule: () => () => {} })
      test.faults.add(
        { kind: 'alter', alter: async (response) => Response.json({ ...(await response.json()), token }) },
        { path: '/user' },
      )
      client.createLicense().catch(() => {})
      await until(client, ({ pending }) => pending?.lastError !== undefined)
      expect(client.getSnapshot()).toMatchObject({ licensed: false, pending: { lastError: { code: 'invalid_response' } } })
      expect(paths()).toEqual([grant, registration()])
      client.retry()
      await until(client, ({ licensed }) => licensed)
      await client.close()
    }
  })
})

describe('a page that receives no messages from other pages', () => {
  it('G6: detects at its next call that another page agreed, withdrew or cleared', async () => {
    const shared = { storage: createMemoryStorage(), userId: newUserId(), channel: null }
    const [a, b] = [newClient(test, shared), newClient(test, shared)]
    b.subscribe(() => {})
    await b.whenIdle()
    const sent = () => test.requests.filter(({ path }) => path === '/license/create').length

    const agreed = await a.createLicense()
    test.requests.length = 0
    expect(b.getSnapshot().licensed).toBe(false)
    expect(await b.createLicense()).toEqual(agreed)
    expect(sent()).toBe(0)

    const withdrawn = await a.revokeLicense()
    expect(b.getSnapshot().licensed).toBe(true)
    const again = await b.createLicense()
    expect(again).toMatchObject({ status: 'active', address: agreed.address })
    expect(new Set([agreed.id, withdrawn.id, again.id]).size).toBe(3)

    await b.revokeLicense()
    await a.clear()
    const anew = await b.createLicense()
    expect(anew.status).toBe('active')
    expect(anew.address).not.toBe(agreed.address)
    expect(await b.getLicense({ refresh: true })).toEqual(anew)
    await Promise.all([a.close(), b.close()])
  })
})

async function keep(response: Response, inspect: (body: Record<string, unknown>) => void): Promise<Response> {
  const body = await response.json()
  inspect(body)
  return Response.json(body)
}
