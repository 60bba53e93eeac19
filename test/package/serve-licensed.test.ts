import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runnerImport } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStorage, ServiceClient } from '../../src/client/index.ts'
import type { TestService } from '../../src/testing/index.ts'
import { agreement } from '../fixtures/client.ts'
import { createBackend } from '../fixtures/identity.ts'
import { quickCrypto } from '../fixtures/quick-crypto.ts'
import { createTestService } from '../fixtures/test-service.ts'
import { codeBlocks } from '../support/documents.ts'
import { projectRoot } from '../support/run-command.ts'

/** An app with the code of two guides. `licet` is the package as it is published. */
const folder = join(projectRoot, 'node_modules/.cache/licet/serve-licensed')
/** The host app's own code. The person who is signed in is a global, because each loaded file has its own modules. */
const SESSION = `
export const getSession = async () => (globalThis.signedIn === undefined ? null : { user: { id: globalThis.signedIn } })
export const findOffers = async () => ['oat milk']
`
const signIn = (person: string | undefined) => vi.stubGlobal('signedIn', person)

let service: TestService

const [guides, identity] = ['docs/guides/server.md', 'docs/guides/identity.md']
const blockOf = (document: string, content: string) => codeBlocks(document, 'ts').find((code) => code.includes(content)) ?? ''
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
// biome-ignore lint/suspicious/noExplicitAny: the code of the guides
const load = async (file: string): Promise<any> =>
  (await runnerImport(join(folder, file), { configFile: false, logLevel: 'error', root: folder })).module

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'node_modules/licet'), { recursive: true })
  for (const part of ['package.json', 'dist']) symlinkSync(join(projectRoot, part), join(folder, 'node_modules/licet', part))
  write('app/server.mjs', SESSION)
  write('app/identity/route.ts', blockOf(identity, 'createIdentityToken').replace('../session', '../server.mjs'))
  write('app/offers/route.ts', blockOf(guides, 'licet/next').replace('../server', '../server.mjs'))
  write('may-personalize.ts', blockOf(guides, 'mayPersonalize'))
  write('many.ts', blockOf(guides, 'permitsMany'))
  write('hono.ts', blockOf(guides, 'licet/hono'))

  service = await createTestService()
  const { authUrl, provider, user, fetch } = service
  const { admin } = service.service
  const { key } = await admin.createApiKey({ userId: user.userId, scope: 'trail' })
  const { publicJwk, privateKey } = createBackend(provider.id)
  await admin.addIdentityKey(provider.id, publicJwk as { kty: string; crv: string; x: string; y: string })
  vi.stubEnv('LICET_AUTH_URL', authUrl)
  vi.stubEnv('LICET_PROVIDER_ID', provider.id)
  vi.stubEnv('LICET_IDENTITY_KEY', JSON.stringify(privateKey.export({ format: 'jwk' })))
  vi.stubEnv('LICET_USER_ID', user.userId)
  vi.stubEnv('LICET_API_KEY', key)

  const { GET } = await load('app/identity/route.ts')
  const agree = async (person: string, withIdentity: boolean) => {
    signIn(person)
    const client = new ServiceClient({
      ...{ authUrl, provider, fetch, origin: 'com.acme.receipts', userId: person },
      agreement: { ...agreement, purposes: ['personalization', 'analytics'] },
      ...{ storage: createMemoryStorage(), crypto: quickCrypto },
      ...(withIdentity && { identity: async () => (await GET()).text() }),
    })
    const license = await client.createLicense()
    await client.close()
    return license
  }
  vi.stubGlobal('fetch', fetch)
  expect((await agree('ada', true)).vouched).toBe(true)
  expect((await agree('eve', false)).vouched).toBe(false)
}, 60_000)
beforeEach(() => vi.stubGlobal('fetch', service.fetch))
afterEach(() => vi.unstubAllGlobals())
afterAll(async () => {
  vi.unstubAllEnvs()
  await service.close()
})

test('the route of the guide about identity responds with 401 when nobody is signed in', async () => {
  signIn(undefined)
  const { GET } = await load('app/identity/route.ts')
  expect((await GET()).status).toBe(401)
})

test('the function of the guide permits only a vouched person with a license', async () => {
  const { mayPersonalize } = await load('may-personalize.ts')
  expect([await mayPersonalize('ada'), await mayPersonalize('eve'), await mayPersonalize('nobody')]).toEqual([true, false, false])
})

test('the route of the guide for Next.js serves offers only to a vouched person with a license', async () => {
  const { GET } = await load('app/offers/route.ts')
  const get = async (person: string | undefined) => {
    signIn(person)
    const response: Response = await GET(new Request('https://app.example/offers'))
    return [response.status, await response.json()]
  }
  expect(await get('ada')).toEqual([200, ['oat milk']])
  expect(await get('eve')).toEqual([403, expect.objectContaining({ reason: 'no_active_license' })])
  expect(await get(undefined)).toEqual([403, expect.objectContaining({ reason: 'signed_out' })])
})

test('the app of the guide for Hono serves offers only to a vouched person with a license', async () => {
  const { app } = await load('hono.ts')
  const get = async (person: string) => (await app.request('/offers', { headers: { 'x-session': person } })).status
  expect([await get('ada'), await get('eve'), await get('')]).toEqual([200, 403, 403])
})

test('the function of the guide for many people returns those without a license', async () => {
  const { withoutLicense } = await load('many.ts')
  expect(await withoutLicense(['ada', 'eve', 'nobody'])).toEqual(['eve', 'nobody'])
})
