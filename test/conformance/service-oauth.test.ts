import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { AUTH_URL, atSkew, describeWorlds } from '../fixtures/worlds.ts'

const DAY_MS = 86_400_000
const [TOKEN, REVOKE, INTROSPECT] = ['/oauth2/token', '/oauth2/revoke', '/oauth2/introspect'] as const

describeWorlds('standard OAuth', (world) => {
  let tenant: Tenant
  let other: Tenant
  beforeAll(async () => {
    tenant = await createTenant(world.service)
    other = await createTenant(world.service)
  })

  const customFetch = (url: string, options: object) => world.service.fetch(new Request(url, options))
  const credentials = (of = tenant) => ({
    client_id: `provider:${of.provider.providerId}`,
    client_secret: of.provider.pubKey,
  })
  const user = (of = tenant) => ({ client_id: `user:${of.userId}`, client_secret: of.apiKey })
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    call(world.service, path, { form, headers })
  const grant = async (form: Record<string, string> = credentials()) =>
    (await post(TOKEN, { grant_type: 'client_credentials', ...form })).body
  const refresh = (refresh_token: string) => post(TOKEN, { grant_type: 'refresh_token', refresh_token })
  const introspect = async (token: string, form: Record<string, string> = user()) =>
    (await post(INTROSPECT, { token, ...form })).body
  const asDevice = async (name: string) => {
    const { device } = await tenant.device(name)
    return {
      device,
      form: { client_id: `address:${tenant.provider.providerId}:${device.address}`, client_secret: device.sign(device.address) },
    }
  }

  describe('the library openid-client', () => {
    const configure = (form: { client_id: string; client_secret: string }, auth = openid.ClientSecretBasic(form.client_secret)) =>
      openid.discovery(new URL(AUTH_URL), form.client_id, undefined, auth, {
        algorithm: 'oauth2',
        [openid.customFetch]: customFetch as openid.CustomFetch,
      })

    test('discovers, gets a token, refreshes, introspects and revokes, with each way to authenticate', async () => {
      const form = credentials()
      for (const auth of [openid.ClientSecretBasic(form.client_secret), openid.ClientSecretPost(form.client_secret)]) {
        const config = await configure(form, auth)
        // Only an API key introspects.
        const reader = await configure(user())
        expect(config.serverMetadata()).toMatchObject({ issuer: AUTH_URL, token_endpoint: AUTH_URL + TOKEN })
        const first = await openid.clientCredentialsGrant(config, { scope: 'trail', expires: '120' })
        expect([first.expires_in, first.scope]).toEqual([120, 'trail'])
        // What is left of it by the clock of the library.
        expect(first.expiresIn()).toBeGreaterThan(100)
        expect(first.expiresIn()).toBeLessThanOrEqual(120)
        expect(await openid.tokenIntrospection(reader, first.access_token)).toMatchObject({
          active: true,
          client_id: form.client_id,
          scope: 'trail',
          token_type: 'Bearer',
        })
        const second = await openid.refreshTokenGrant(config, first.refresh_token ?? '')
        expect([second.expires_in, second.scope]).toEqual([120, 'trail'])
        await openid.tokenRevocation(config, second.refresh_token ?? '')
        expect(await openid.tokenIntrospection(reader, second.refresh_token ?? '')).toEqual({ active: false })
        await expect(openid.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toMatchObject({
          error: 'invalid_grant',
          status: 400,
        })
      }
    })

    test('reads the codes of errors', async () => {
      const form = credentials()
      const config = await configure(form, openid.ClientSecretPost(form.client_secret))
      await expect(openid.clientCredentialsGrant(config, { scope: 'account:admin' })).rejects.toMatchObject({
        error: 'invalid_scope',
        error_description: expect.stringContaining('No token was issued.'),
      })
      await expect(openid.clientCredentialsGrant(config, { expires: '0' })).rejects.toMatchObject({ error: 'invalid_request' })
      const wrong = await configure(form, openid.ClientSecretPost('AAAA'))
      await expect(openid.clientCredentialsGrant(wrong)).rejects.toMatchObject({ error: 'invalid_client', status: 401 })
      const { access_token } = await openid.clientCredentialsGrant(config)
      await expect(openid.tokenRevocation(config, access_token)).rejects.toMatchObject({ error: 'unsupported_token_type' })
      // Its error for a response with a challenge has the response.
      const basic = await openid
        .clientCredentialsGrant(await configure(form, openid.ClientSecretBasic('AAAA')))
        .catch((error) => error)
      expect([basic.status, basic.cause[0].scheme]).toEqual([401, 'basic'])
      expect(await basic.response.json()).toMatchObject({ error: 'invalid_client' })
    })

    test('works for users and devices', async () => {
      const admin = await configure(user())
      const granted = await openid.clientCredentialsGrant(admin)
      expect([granted.scope, granted.refresh_token]).toEqual(['account:admin', undefined])
      expect(await openid.tokenIntrospection(admin, granted.access_token)).toMatchObject({ active: true, scope: 'account:admin' })
      const { form } = await asDevice('user-of-openid-client')
      const device = await configure(form)
      const token = await openid.clientCredentialsGrant(device, { scope: 'trail publish' })
      expect([token.scope, typeof token.refresh_token]).toEqual([undefined, 'string'])
      await openid.refreshTokenGrant(device, token.refresh_token ?? '')
      await expect(openid.tokenIntrospection(device, token.access_token)).rejects.toMatchObject({ error: 'unauthorized_client' })
    })
  })

  /** Discovers the service with oauth4webapi. The types of both libraries differ from Node's types. */
  const discover = async () => {
    const options = { [oauth.customFetch]: customFetch as never }
    const issuer = new URL(AUTH_URL)
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options })
    const server = await oauth.processDiscoveryResponse(issuer, found)
    const { client_id, client_secret } = credentials()
    return { server, client: { client_id }, clientSecret: client_secret, options }
  }

  test('the library oauth4webapi discovers, gets a token, refreshes, introspects and revokes, even without credentials', async () => {
    const { server, client, clientSecret, options } = await discover()
    const secret = oauth.ClientSecretBasic(clientSecret)
    const granted = await oauth.processClientCredentialsResponse(
      server,
      client,
      await oauth.clientCredentialsGrantRequest(server, client, secret, {}, options),
    )
    expect([granted.expires_in, granted.token_type]).toEqual([600, 'bearer'])
    const refreshWith = async (auth: oauth.ClientAuth, token = '') =>
      oauth.processRefreshTokenResponse(server, client, await oauth.refreshTokenGrantRequest(server, client, auth, token, options))
    const second = await refreshWith(oauth.None(), granted.refresh_token)
    const third = await refreshWith(secret, second.refresh_token)
    const reader = { client_id: user().client_id }
    const apiKey = oauth.ClientSecretBasic(user().client_secret)
    const introspectWith = async (token: string) =>
      oauth.processIntrospectionResponse(server, reader, await oauth.introspectionRequest(server, reader, apiKey, token, options))
    expect(await introspectWith(third.access_token)).toMatchObject({ active: true, iss: AUTH_URL, sub: client.client_id })
    expect(await introspectWith(third.refresh_token ?? '')).toMatchObject({ active: true, client_id: client.client_id })
    const revoking = await oauth.revocationRequest(server, client, oauth.None(), third.refresh_token ?? '', options)
    await oauth.processRevocationResponse(revoking)
    expect(await introspectWith(third.refresh_token ?? '')).toEqual({ active: false })
    await expect(refreshWith(oauth.None(), third.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('the library oauth4webapi reads the codes of errors', async () => {
    const { server, client, clientSecret, options } = await discover()
    const grantWith = async (auth: oauth.ClientAuth, parameters: Record<string, string> = {}) =>
      oauth.processClientCredentialsResponse(
        server,
        client,
        await oauth.clientCredentialsGrantRequest(server, client, auth, parameters, options),
      )
    const secret = oauth.ClientSecretPost(clientSecret)
    await expect(grantWith(secret, { scope: 'account:admin' })).rejects.toMatchObject({
      error: 'invalid_scope',
      error_description: expect.stringContaining('No token was issued.'),
    })
    await expect(grantWith(secret, { expires: '0' })).rejects.toMatchObject({ error: 'invalid_request', status: 400 })
    await expect(grantWith(oauth.ClientSecretPost('AAAA'))).rejects.toMatchObject({ error: 'invalid_client', status: 401 })
    // Its error for a response with a challenge has the response.
    const basic = await grantWith(oauth.ClientSecretBasic('AAAA')).catch((error) => error)
    expect([basic.status, basic.cause[0].scheme]).toEqual([401, 'basic'])
    expect(await basic.response.json()).toMatchObject({ error: 'invalid_client' })
    const { access_token } = await grantWith(secret)
    const revoking = await oauth.revocationRequest(server, client, secret, access_token, options)
    await expect(oauth.processRevocationResponse(revoking)).rejects.toMatchObject({ error: 'unsupported_token_type', status: 400 })
    const unknown = await oauth.introspectionRequest(server, client, oauth.ClientSecretPost('AAAA'), access_token, options)
    await expect(oauth.processIntrospectionResponse(server, client, unknown)).rejects.toMatchObject({ error: 'invalid_client' })
  })

  test('the metadata names the standard endpoints and how clients authenticate', async () => {
    const { body } = await call(world.service, '/.well-known/oauth-authorization-server')
    expect(body).toMatchObject({
      token_endpoint: AUTH_URL + TOKEN,
      revocation_endpoint: AUTH_URL + REVOKE,
      introspection_endpoint: AUTH_URL + INTROSPECT,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    })
  })

  test('expires_in is in seconds at the standard endpoint and in milliseconds at the endpoint of the interface', async () => {
    const standard = await post(TOKEN, { grant_type: 'client_credentials', ...credentials(), expires: '60' })
    const deployed = await post('/api/latest/auth/token', { grant_type: 'client_credentials', ...credentials(), expires: '60' })
    expect([standard.body.expires_in, deployed.body.expires_in]).toEqual([60, 60_000])
    expect(standard.headers.get('cache-control')).toBe('no-store')
    expect((await post(TOKEN, { grant_type: 'password' })).body.error).toBe('unsupported_grant_type')
    // Without a grant type, only the path of the interface is a revocation.
    expect((await post(TOKEN, { token: 'x' })).body).toMatchObject({ error: 'invalid_request' })
    expect((await call(world.service, `${TOKEN}?grant_type=x`, { form: '' })).body.error).toBe('invalid_request')
  })

  test('only a failed Basic attempt gets a challenge, and empty parameters count as absent', async () => {
    for (const path of [TOKEN, INTROSPECT, REVOKE, '/api/latest/auth/token']) {
      const form = { grant_type: 'client_credentials', token: 'x', ...credentials(), client_secret: 'AAAA' }
      const inBody = await post(path, form)
      expect([path, inBody.status, inBody.body.error, inBody.headers.get('www-authenticate')]).toEqual([
        path,
        401,
        'invalid_client',
        null,
      ])
      const authorization = `Basic ${btoa(`${encodeURIComponent(form.client_id)}:AAAA`)}`
      const inHeader = await post(path, { grant_type: 'client_credentials', token: 'x' }, { authorization })
      expect([inHeader.status, inHeader.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="licet", charset="UTF-8"'])
    }
    const empty = { expires: '', scope: '', client_assertion: '', refresh_token: '' }
    for (const path of [TOKEN, '/api/latest/auth/token']) {
      const granted = await post(path, { grant_type: 'client_credentials', ...credentials(), ...empty })
      expect([granted.status, granted.body.scope]).toEqual([200, 'account:provider trail publish'])
    }
    expect((await post(REVOKE, { token: '' })).body.error).toBe('invalid_request')
  })

  test('a client revokes its own refresh tokens, a user the tokens of the organization, and the answer is always the same', async () => {
    const token = async () => (await grant()).refresh_token
    const mine = await asDevice('user-who-revokes')
    const attempts: [form: Record<string, string>, isRevoked: boolean][] = [
      [{}, true],
      [credentials(), true],
      [user(), true],
      [{ client_id: credentials().client_id }, true],
      [user(other), false],
      [credentials(other), false],
      [mine.form, false],
      [{ client_id: credentials(other).client_id }, false],
    ]
    for (const [form, isRevoked] of attempts) {
      // The first token of a chain has no row yet, a later one has.
      for (const revoked of [await token(), (await refresh(await token())).body.refresh_token]) {
        const response = await post(REVOKE, { token: revoked, token_type_hint: 'access_token', ...form })
        expect([response.status, response.body]).toEqual([200, {}])
        expect([form, (await refresh(revoked)).status]).toEqual([form, isRevoked ? 400 : 200])
      }
    }
    const made = await call(world.service, '/api/latest/profile/keys', { token: await tenant.adminToken(), json: {} })
    const works = async () =>
      (await post(TOKEN, { grant_type: 'client_credentials', ...user(), client_secret: made.body.key })).status
    for (const form of [{}, credentials(), user(other)]) await post(REVOKE, { token: made.body.key, ...form })
    expect(await works()).toBe(200)
    await post(REVOKE, { token: made.body.key, ...user() })
    expect(await works()).toBe(401)
    const unknown = await post(REVOKE, { token: 'unknown' })
    expect([unknown.status, unknown.body]).toEqual([200, {}])
  })

  test('introspection shows tokens of the own organization, as long as they are valid', async () => {
    const { access_token, refresh_token } = await grant()
    const inactive = { active: false }
    const iat = expect.any(Number)
    const facts = {
      active: true,
      iss: AUTH_URL,
      aud: AUTH_URL,
      ...{ sub: credentials().client_id, client_id: credentials().client_id },
    }
    const jti = expect.any(String)
    expect(await introspect(access_token)).toEqual({
      ...facts,
      ...{ iat, exp: iat, jti, token_type: 'Bearer', scope: 'account:provider trail publish' },
    })
    expect(await introspect(refresh_token)).toEqual({ ...facts, iat, exp: iat, jti })
    // Regression: with the public secret of the provider, a thief saw when the victim had used a refresh token.
    for (const form of [credentials(), credentials(other), user(other)]) {
      expect(await introspect(access_token, form)).toEqual(inactive)
      expect(await introspect(refresh_token, form)).toEqual(inactive)
    }
    for (const odd of ['x', 'a.b.c', tenant.apiKey, access_token.slice(0, -2), `${access_token}A`])
      expect(await introspect(odd)).toEqual(inactive)
    expect(await atSkew(world, 601_000, () => introspect(access_token))).toEqual(inactive)
    expect(await atSkew(world, 30 * DAY_MS + 1000, () => introspect(refresh_token))).toEqual(inactive)
    const next = (await refresh(refresh_token)).body
    expect([await introspect(refresh_token), (await introspect(next.refresh_token)).active]).toEqual([inactive, true])

    const { device, form } = await asDevice('user-of-introspection')
    const own = await grant(form)
    expect(await introspect(own.access_token)).toMatchObject({ active: true, client_id: form.client_id, token_type: 'Bearer' })
    expect(await introspect(own.access_token)).not.toHaveProperty('scope')
    const path = `/api/latest/provider/${tenant.provider.providerId}/user?address=${device.address}`
    await call(world.service, path, { token: await tenant.adminToken(), method: 'DELETE' })
    expect([await introspect(own.access_token), await introspect(own.refresh_token)]).toEqual([inactive, inactive])
    expect((await tenant.register(device, 'user-of-introspection')).status).toBe(200)
    expect([await introspect(own.access_token), await introspect(own.refresh_token)]).toEqual([inactive, inactive])
  })

  test('introspection requires credentials, and a revoked key or deleted provider ends its tokens', async () => {
    const { access_token } = await grant()
    expect((await post(INTROSPECT, { token: access_token })).body.error).toBe('invalid_client')
    expect((await post(INTROSPECT, user())).body.error).toBe('invalid_request')
    const bearer = await post(INTROSPECT, { token: access_token }, { authorization: `Bearer ${access_token}` })
    expect([bearer.status, bearer.body.error]).toEqual([401, 'invalid_client'])
    const leaving = await createTenant(world.service)
    const asUser = (await grant(user(leaving))).access_token
    const made = await call(world.service, '/api/latest/profile/keys', { token: asUser, json: {} })
    const second = { ...user(leaving), client_secret: made.body.key }
    const [asProvider, asSecond] = [(await grant(credentials(leaving))).access_token, (await grant(second)).access_token]
    const states = async () => [
      (await introspect(asProvider, user(leaving))).active,
      (await introspect(asSecond, user(leaving))).active,
    ]
    expect(await states()).toEqual([true, true])
    await post(REVOKE, { token: made.body.key, ...user(leaving) })
    expect(await states()).toEqual([true, false])
    await call(world.service, `/api/latest/provider/${leaving.provider.providerId}`, { token: asUser, method: 'DELETE' })
    expect(await states()).toEqual([false, false])
  })
})
