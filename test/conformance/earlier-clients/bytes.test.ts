import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningService, serve } from '../../../src/service/node.ts'
import { createTenant, type Tenant } from '../../fixtures/caller.ts'
import { type Device, pooledDevice } from '../../fixtures/device.ts'
import { describeWorlds } from '../../fixtures/worlds.ts'

const PAGE = 'https://app.example'

/** The requests of the earlier clients as they are on the network, byte by byte. */
describeWorlds('requests of earlier clients, byte by byte', (world) => {
  let running: RunningService
  let tenant: Tenant
  let device: Device
  let host: string
  beforeAll(async () => {
    running = await serve({ port: 0, storage: world.storage, maxWaitMs: 60_000 })
    tenant = await createTenant(running.service)
    // Not one of the first, which `tenant.device()` registers.
    device = pooledDevice(5)
    host = new URL(running.url).host
  })
  afterAll(() => running.close())

  /** Sends the lines of a head and a body over a socket, and parses the response. */
  async function exchange(head: readonly string[], body = '') {
    const socket = connect(running.port, '127.0.0.1')
    socket.write([...head, 'Connection: close', '', body].join('\r\n'))
    const response = await text(socket)
    const [top = '', ...rest] = response.split('\r\n\r\n')
    const headers = new Map(
      top.split('\r\n').map((line): [string, string] => {
        const at = line.indexOf(':')
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
      }),
    )
    const content = rest.join('\r\n\r\n')
    return { status: Number(top.split(' ')[1]), headers, body: content.startsWith('{') ? JSON.parse(content) : content }
  }
  const post = (path: string, headers: readonly string[], body: string) =>
    exchange([`POST ${path} HTTP/1.1`, `Host: ${host}`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`], body)
  const FORM = 'Content-Type: application/x-www-form-urlencoded'
  const grant = async (form: string) => post('/api/latest/auth/token', ['Accept: application/json', FORM], form)

  test('the web client: registers, gets its token, passes the preflight, creates, verifies without a body and refreshes', async () => {
    const { providerId, pubKey } = tenant.provider
    const provider = await grant(
      `grant_type=client_credentials&client_id=provider%3A${providerId}&client_secret=${encodeURIComponent(pubKey)}&scope=account%3Aprovider&expires=`,
    )
    expect([provider.status, provider.body.expires_in]).toEqual([200, 600_000])
    const registration = `{"id":"web-1","address":"${device.address}","pubKey":"${device.pubKey}","signature":"${device.sign(`web-1.${device.address}`)}"}`
    const bearer = (token: string) => ['Content-Type: application/json', `Authorization: Bearer ${token}`]
    const registered = await post(`/api/latest/provider/${providerId}/user`, bearer(provider.body.access_token), registration)
    expect([registered.status, registered.body.address]).toEqual([200, device.address])

    const secret = encodeURIComponent(device.sign(device.address))
    const own = await grant(
      `grant_type=client_credentials&client_id=addr%3A${providerId}%3A${device.address}&client_secret=${secret}&scope=trail%20publish`,
    )
    expect([own.status, own.body.scope]).toEqual([200, ''])

    for (const path of ['/license/create', '/license/verify']) {
      const preflight = await exchange([
        `OPTIONS ${path} HTTP/1.1`,
        `Host: ${host}`,
        'Access-Control-Request-Method: POST',
        'Access-Control-Request-Headers: access-control-allow-credentials,access-control-allow-origin,authorization,content-type',
        `Origin: ${PAGE}`,
        'Sec-Fetch-Mode: cors',
      ])
      expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
        204,
        'access-control-allow-credentials, access-control-allow-origin, authorization, content-type',
      ])
      expect([preflight.headers.get('access-control-allow-origin'), preflight.headers.get('access-control-allow-methods')]).toEqual(
        ['*', 'POST'],
      )
    }

    const license = [
      'Access-Control-Allow-Origin: *',
      'Access-Control-Allow-Credentials: true',
      `Authorization: Bearer ${own.body.access_token}`,
      `Origin: ${PAGE}`,
    ]
    const unsigned =
      '{"ptr":"web-1","origin":"com.example.web","terms":"# Terms","description":"Receipts","tags":["purchase_history"],"uses":[{"usecases":["attribution"],"destinations":["*"]}]'
    const body = `${unsigned},"signature":"${device.sign(`${unsigned}}`)}"}`
    const created = await post('/license/create', ['Content-Type: application/json', ...license], body)
    expect([created.status, created.headers.get('access-control-allow-origin')]).toEqual([201, '*'])
    const again = await post('/license/create', ['Content-Type: application/json', ...license], body)
    expect([again.status, again.body]).toEqual([200, created.body])
    const verified = await post('/license/verify', license, '')
    expect([verified.status, verified.body]).toEqual([200, { verified: true, reason: 'licensed' }])

    const refresh = () => grant(`grant_type=refresh_token&refresh_token=${own.body.refresh_token}`)
    const [first, second] = await Promise.all([refresh(), refresh()])
    expect([first.status, second.status]).toEqual([200, 200])
    const next = await grant(`grant_type=refresh_token&refresh_token=${second.body.refresh_token}`)
    expect(next.status).toBe(200)
  })

  test('the client that accepts only 200, and the one that signs JSON with escaped slashes', async () => {
    const mobile = await tenant.device('mobile-1')
    const headers = ['Content-Type: application/json; charset=utf-8', `Authorization: Bearer ${mobile.token}`]
    const unsigned =
      '{"uses":[{"destinations":["*"],"usecases":["attribution"]}],"tags":["purchase_history"],"description":"Receipts","terms":"See https:\\/\\/acme.example\\/terms","origin":"com.example.mobile","ptr":"mobile-1"'
    const body = `${unsigned},"signature":"${mobile.device.sign(`${unsigned}}`).replaceAll('/', '\\/')}"}`
    const created = await post('/license/create', ['Prefer: status=200', ...headers], body)
    expect([created.status, created.headers.get('preference-applied')]).toEqual([200, 'status=200'])
    expect(created.body).toMatchObject({ ptr: 'mobile-1', terms: 'See https://acme.example/terms', status: 'active' })
    const literal = unsigned.replace('mobile-1', 'mobile-2')
    const sha3 = `${literal},"signature":"${mobile.device.sign(`${literal}}`, 'sha3-256').replaceAll('/', '\\/')}"}`
    expect((await post('/license/create', headers, sha3)).status).toBe(201)
  })
})
