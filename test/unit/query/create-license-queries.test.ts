import { dehydrate, hydrate, MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ServiceClient } from '../../../src/client/index.ts'
import { createLicenseQueries } from '../../../src/query/index.ts'
import { createTestService, type TestService } from '../../../src/testing/index.ts'
import { agreement } from '../../fixtures/client.ts'
import { quickCrypto } from '../../fixtures/quick-crypto.ts'

let service: TestService
beforeAll(async () => {
  service = await createTestService()
})
afterAll(() => service.close())

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  service.requests.length = 0
})

let people = 0
function open() {
  people++
  const { authUrl, provider, fetch } = service
  const userId = `person-${people}`
  const client = new ServiceClient({ authUrl, provider, fetch, origin: 'com.acme.shop', userId, agreement, crypto: quickCrypto })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const licet = createLicenseQueries(client, { person: userId })
  closers.push(
    () => client.close(),
    () => queryClient.clear(),
  )
  return { client, queryClient, licet, userId }
}

test('make no request before an agreement', async () => {
  const { queryClient, licet, client } = open()
  expect(await queryClient.fetchQuery(licet.license())).toBeNull()
  expect(await queryClient.fetchQuery(licet.receipt())).toBeNull()
  expect(await queryClient.fetchQuery(licet.terms())).toEqual({ text: client.terms() })
  expect(await queryClient.fetchQuery(licet.verified({ usecase: 'analytics', destination: 'acme.example' }))).toMatchObject({
    verified: false,
  })
  expect(service.requests).toEqual([])
})

test('follow the client: an observed query is current after an agreement and after a withdrawal', async () => {
  const { queryClient, licet } = open()
  closers.push(licet.follow(queryClient))
  const license = new QueryObserver(queryClient, licet.license())
  const receipt = new QueryObserver(queryClient, licet.receipt())
  closers.push(
    license.subscribe(() => undefined),
    receipt.subscribe(() => undefined),
  )
  const agreed = await new MutationObserver(queryClient, licet.agree()).mutate(undefined)
  await expect.poll(() => license.getCurrentResult().data).toMatchObject({ id: agreed.id, status: 'active' })
  await expect.poll(() => receipt.getCurrentResult().data).toMatchObject({ lic: agreed.id, status: 'active' })
  await new MutationObserver(queryClient, licet.withdraw()).mutate()
  await expect.poll(() => license.getCurrentResult().data?.status).toBe('revoked')
})

test('the mutation of an agreement takes the options of createLicense, and reports its error', async () => {
  const { queryClient, licet } = open()
  const agree = new MutationObserver(queryClient, licet.agree())
  await expect(agree.mutate({ terms: 'another text' })).rejects.toMatchObject({ code: 'terms_changed' })
  expect(agree.getCurrentResult().status).toBe('error')
})

test('the terms are prefetched on a server, and are in the cache of the browser with the same key', async () => {
  const server = open()
  await server.queryClient.prefetchQuery(server.licet.terms())
  const state = JSON.parse(JSON.stringify(dehydrate(server.queryClient)))
  const browser = new QueryClient()
  hydrate(browser, state)
  expect(browser.getQueryData(createLicenseQueries(server.client, { person: server.userId }).terms().queryKey)).toEqual({
    text: server.client.terms(),
  })
  expect(service.requests).toEqual([])
})

test('the keys of two persons differ, and a stopped follow() invalidates nothing', async () => {
  const [first, second] = [open(), open()]
  expect(first.licet.license().queryKey).not.toEqual(second.licet.license().queryKey)
  first.licet.follow(first.queryClient)()
  await first.queryClient.fetchQuery(first.licet.license())
  await first.client.createLicense()
  expect(first.queryClient.getQueryState(first.licet.license().queryKey)?.isInvalidated).toBe(false)
})
