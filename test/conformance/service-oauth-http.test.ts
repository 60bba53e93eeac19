import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningService, serve } from '../../src/service/node.ts'
import { createTenant } from '../fixtures/caller.ts'
import { openEmbeddedStorage } from '../fixtures/databases.ts'

let running: RunningService
let storage: Awaited<ReturnType<typeof openEmbeddedStorage>>
type Credentials = { readonly client_id: string; readonly client_secret: string }
let form: Credentials
/** An API key, which can introspect. */
let user: Credentials
beforeAll(async () => {
  storage = await openEmbeddedStorage()
  running = await serve({ storage, port: 0, maxWaitMs: 60_000 })
  const { provider, userId, apiKey } = await createTenant(running.service)
  user = { client_id: `user:${userId}`, client_secret: apiKey }
  form = { client_id: `provider:${provider.providerId}`, client_secret: provider.pubKey }
})
afterAll(async () => {
  await running.close()
  await storage.close()
})

test('openid-client discovers, gets a token, refreshes, introspects and revokes over HTTP, and reads an error', async () => {
  const configure = ({ client_id, client_secret }: Credentials) =>
    openid.discovery(new URL(running.url), client_id, undefined, openid.ClientSecretPost(client_secret), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    })
  const config = await configure(form)
  const reader = await configure(user)
  const first = await openid.clientCredentialsGrant(config, { scope: 'trail' })
  expect(await openid.tokenIntrospection(reader, first.access_token)).toMatchObject({ active: true, scope: 'trail' })
  const second = await openid.refreshTokenGrant(config, first.refresh_token ?? '')
  await openid.tokenRevocation(config, second.refresh_token ?? '')
  expect(await openid.tokenIntrospection(reader, second.refresh_token ?? '')).toEqual({ active: false })
  await expect(openid.clientCredentialsGrant(await configure({ ...form, client_secret: 'AAAA' }))).rejects.toMatchObject({
    error: 'invalid_client',
    status: 401,
  })
})

test('oauth4webapi discovers, gets a token, refreshes, introspects and revokes over HTTP, and reads an error', async () => {
  const options = { [oauth.allowInsecureRequests]: true }
  const issuer = new URL(running.url)
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options })
  const server = await oauth.processDiscoveryResponse(issuer, found)
  const client = { client_id: form.client_id }
  const secret = oauth.ClientSecretBasic(form.client_secret)
  const granted = await oauth.processClientCredentialsResponse(
    server,
    client,
    await oauth.clientCredentialsGrantRequest(server, client, secret, {}, options),
  )
  const second = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, secret, granted.refresh_token ?? '', options),
  )
  const reader = { client_id: user.client_id }
  const apiKey = oauth.ClientSecretBasic(user.client_secret)
  const introspect = async () =>
    oauth.processIntrospectionResponse(
      server,
      reader,
      await oauth.introspectionRequest(server, reader, apiKey, second.refresh_token ?? '', options),
    )
  expect((await introspect()).active).toBe(true)
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, secret, second.refresh_token ?? '', options))
  expect(await introspect()).toEqual({ active: false })
  const wrong = await oauth.clientCredentialsGrantRequest(server, client, oauth.ClientSecretPost('AAAA'), {}, options)
  await expect(oauth.processClientCredentialsResponse(server, client, wrong)).rejects.toMatchObject({ error: 'invalid_client' })
})
