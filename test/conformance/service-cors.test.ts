import { expect, test } from 'vitest'
import type { CorsOption } from '../../src/service/index.ts'
import { call, TOKEN } from '../fixtures/caller.ts'
import { describeWorlds } from '../fixtures/worlds.ts'

const ID = '00000000-0000-7000-8000-000000000000'

describeWorlds('methods, CORS and security headers', (world) => {
  test('B10: an unsupported method is 405 with Allow, an unknown path is 404, in the error format of the path', async () => {
    for (const [path, method, allow] of [
      [TOKEN, 'GET', 'POST, OPTIONS'],
      ['/api/latest/auth/revoke', 'PUT', 'POST, OPTIONS'],
      ['/license/create', 'GET', 'POST, OPTIONS'],
      ['/.well-known/jwks.json', 'DELETE', 'GET, HEAD, OPTIONS'],
      ['/api/latest/profile/keys', 'PATCH', 'POST, GET, HEAD, OPTIONS'],
      [`/api/latest/provider/${ID}/user`, 'PUT', 'POST, GET, HEAD, DELETE, OPTIONS'],
    ]) {
      const response = await call(world.service, path ?? '', { method: method ?? '' })
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
      expect(response.body.code ?? response.body.error).toBe('method_not_allowed')
    }
    const missing = await call(world.service, '/api/latest/nothing')
    expect([missing.status, missing.body.code]).toEqual([404, 'not_found'])
    expect(missing.headers.get('content-type')).toBe('application/problem+json')
    expect((await call(world.service, '/healthz', { method: 'HEAD' })).status).toBe(200)
  })

  test('B10: Allow lists every method of the path, also methods without CORS', async () => {
    const options = async (path: string) => {
      const { headers } = await call(world.service, path, { method: 'OPTIONS', headers: { origin: 'https://app.example' } })
      return [headers.get('allow'), headers.get('access-control-allow-methods')]
    }
    expect(await options('/api/latest/profile')).toEqual(['GET, HEAD, OPTIONS', null])
    expect(await options(`/api/latest/provider/${ID}`)).toEqual(['GET, HEAD, DELETE, OPTIONS', null])
    expect(await options(`/api/latest/provider/${ID}/user`)).toEqual(['POST, GET, HEAD, DELETE, OPTIONS', 'POST, GET'])
    expect(await options(TOKEN)).toEqual(['POST, OPTIONS', 'POST'])
  })

  test('F1: a preflight needs no token and is cached, and configured origins can read every response', async () => {
    const preflight = await call(world.service, '/license/create', {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example' },
    })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-max-age': '86400',
    })
    const refused = await call(world.service, '/license/create', { json: {}, headers: { origin: 'https://app.example' } })
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect(refused.headers.get('access-control-expose-headers')).toBe(
      'Date, Link, Preference-Applied, Retry-After, WWW-Authenticate',
    )
    expect(refused.headers.has('access-control-allow-credentials')).toBe(false)
    const profile = await call(world.service, '/api/latest/profile', {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example' },
    })
    expect(profile.headers.has('access-control-allow-origin')).toBe(false)

    const strict = await world.another({ cors: ['https://app.example'] })
    const origin = async (from: string) => {
      const { headers } = await call(strict, '/.well-known/jwks.json', { headers: { origin: from } })
      return [headers.get('access-control-allow-origin'), headers.get('vary')]
    }
    expect(await origin('https://app.example')).toEqual(['https://app.example', 'Origin'])
    expect(await origin('https://app.example.evil')).toEqual([null, 'Origin'])
    expect(await origin('null')).toEqual([null, 'Origin'])
  })

  // Regression: Chromium blocked the earlier web client, which sends `Access-Control-Allow-*` as request headers.
  test('F1: a preflight allows the request headers that the browser names, and no other text', async () => {
    const allowed = async (requested?: string) => {
      const { headers } = await call(world.service, '/license/create', {
        method: 'OPTIONS',
        headers: {
          origin: 'https://app.example',
          ...(requested === undefined ? {} : { 'access-control-request-headers': requested }),
        },
      })
      expect(headers.get('vary')).toBe('Access-Control-Request-Headers')
      return headers.get('access-control-allow-headers')
    }
    const earlier = 'access-control-allow-credentials,access-control-allow-origin,authorization,content-type'
    expect(await allowed(earlier)).toBe(earlier.replaceAll(',', ', '))
    expect(await allowed(' prefer ,\tauthorization')).toBe('prefer, authorization')
    const longest = `${'a'.repeat(2000)},${'b'.repeat(47)}`
    expect(await allowed(longest)).toBe(longest.replace(',', ', '))
    for (const other of [undefined, '', 'a,,b', 'a b', 'a;b', 'a:b', 'a"', 'é', `${longest}b`])
      expect(await allowed(other)).toBe('Authorization, Content-Type')
    const strict = await world.another({ cors: ['https://app.example'] })
    const headers = { origin: 'https://evil.example', 'access-control-request-headers': earlier }
    const refused = await call(strict, '/license/create', { method: 'OPTIONS', headers })
    expect(refused.headers.has('access-control-allow-headers')).toBe(false)
  })

  test('F1: origins are compared in the form that browsers send, and a * in the list allows all', async () => {
    const allowedOrigin = async (cors: CorsOption, from: string) => {
      const service = await world.another({ cors })
      const { headers } = await call(service, '/.well-known/jwks.json', { headers: { origin: from } })
      return headers.get('access-control-allow-origin')
    }
    for (const written of ['https://app.example/', 'HTTPS://App.Example', 'https://app.example:443'])
      expect(await allowedOrigin([written], 'https://app.example')).toBe('https://app.example')
    expect(await allowedOrigin(['https://app.example:444'], 'https://app.example')).toBeNull()
    expect(await allowedOrigin(['*'], 'https://any.example')).toBe('*')
    expect(await allowedOrigin(['https://app.example', '*'], 'https://any.example')).toBe('*')
    // Regression: origins of apps and extensions were refused, so that only * could permit them.
    for (const [written, from] of [
      ['capacitor://localhost', 'capacitor://localhost'],
      ['Ionic://localhost', 'ionic://localhost'],
      ['chrome-extension://abcdef', 'chrome-extension://abcdef'],
    ] as const)
      expect(await allowedOrigin([written], from)).toBe(from)
    const extensions = ['capacitor://', 'capacitor://*', 'capacitor://localhost/', 'chrome-extension://a b', 'x://u@host']
    for (const nonsense of [
      '',
      'app.example',
      'null',
      'https://*.example',
      'ftp://app.example',
      'https://app.example/path',
      ...extensions,
    ])
      await expect(world.another({ cors: [nonsense] })).rejects.toMatchObject({ code: 'invalid_configuration', field: 'cors' })
  })

  // Regression: unknown paths and preflights lacked the header.
  test('every response has nosniff, even for unknown paths and preflights', async () => {
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['OPTIONS', '/license/create'],
      ['PUT', '/license/create'],
      ['GET', '/healthz'],
    ] as const) {
      const { headers } = await call(world.service, path, { method, headers: { origin: 'https://app.example' } })
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
    }
  })
})
