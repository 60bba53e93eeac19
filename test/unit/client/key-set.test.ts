import { generateKeyPairSync } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AuthClient } from '../../../src/client/index.ts'
import { KEY_SET_COOLDOWN_MS, KeySet } from '../../../src/client/tokens/key-set.ts'
import { AUTH_PATHS } from '../../../src/protocol/paths.ts'
import type { TestService } from '../../../src/testing/index.ts'
import { createTestService } from '../../fixtures/test-service.ts'

type Respond = (response: ServerResponse) => void

let test: TestService
/** A token of the service, and the same token with an unknown `kid`. */
let token: string
let foreign: string
/** How the host of the keys responds, and the number of requests so far. */
let respond: Respond
let asked = 0
let now = Date.now()
let time = 0
let url: string

const server = createServer((_, response) => {
  asked++
  respond(response)
})

beforeAll(async () => {
  test = await createTestService()
  const client = new AuthClient({ authUrl: test.authUrl, fetch: test.fetch })
  const { id, publicKey } = test.provider
  token = (await client.grant({ type: 'provider', providerId: id, publicKey })).accessToken
  const header = { ...JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()), kid: 'nobody' }
  foreign = token.replace(/^[^.]+/, Buffer.from(JSON.stringify(header)).toString('base64url'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await test.close()
})
beforeEach(() => {
  asked = 0
})

const good: Respond = async (response) => {
  const keys = await test.fetch(test.authUrl + AUTH_PATHS.jwks)
  response.writeHead(200, { 'content-type': 'application/json' }).end(await keys.text())
}

const json =
  (value: unknown): Respond =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** Responds with a set that contains this key under the requested name. */
const setOf = (key: object) => json({ keys: [{ ...key, kid: 'nobody' }] })

const rsa512 = generateKeyPairSync('rsa', { modulusLength: 512 }).publicKey.export({ format: 'jwk' })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** Opens a key set that has fetched the valid keys. */
async function open() {
  respond = good
  const http = { fetch: globalThis.fetch, now: () => now, monotonic: () => time, timeoutMs: 10_000 }
  const keySet = new KeySet(http, url)
  const verify = (jwt: string) => keySet.verify(jwt, { typ: 'at+jwt', issuer: test.authUrl })
  expect(await verify(token)).toMatchObject({ iss: test.authUrl })
  asked = 0
  return { http, verify }
}

describe('a valid key set', () => {
  it.each<[what: string, respond: Respond]>([
    ['HTML', (response) => response.end('<html>')],
    ['a 500', (response) => response.writeHead(500).end()],
    [
      'a Content-Length of 10 MB',
      (response) => response.writeHead(200, { 'content-length': 10 * 1024 * 1024 }).write(' '.repeat(1024)),
    ],
    [
      'an endless body',
      (response) => {
        // Node 26 calls back after the end of the connection too.
        const more = () => response.destroyed || response.write(' '.repeat(64 * 1024), more)
        more()
      },
    ],
    ['nothing', () => {}],
    ['headers and then nothing', (response) => response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()],
    ['a redirect to another key set', (response) => response.writeHead(302, { location: `${url}/elsewhere` }).end()],
    ['keys that are not objects', json({ keys: [1, null] })],
    ['a set without keys', json({ keys: [] })],
    ['a key of 512 bits', setOf(rsa512)],
    ['a private key', setOf(ec.privateKey.export({ format: 'jwk' }))],
    ['a symmetric key', setOf({ kty: 'oct', k: 'AAAA' })],
  ])('A20: stays in use when the service then responds with %s', async (_, bad) => {
    const { http, verify } = await open()
    respond = bad
    http.timeoutMs = 500
    await expect(verify(foreign)).rejects.toThrow()
    expect(asked).toBe(1)
    expect(await verify(token)).toMatchObject({ iss: test.authUrl })
    // After the cooldown, the key set is fetched again.
    http.timeoutMs = 10_000
    respond = good
    time += KEY_SET_COOLDOWN_MS
    await expect(verify(foreign)).rejects.toMatchObject({ reason: 'unknown_key' })
    expect(asked).toBe(2)
  })
})

describe('the cooldown', () => {
  it.each([
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ])('A21: uses a monotonic clock, so that setting the clock %s an hour does not change it', async (_, jump) => {
    const { verify } = await open()
    await expect(verify(foreign)).rejects.toMatchObject({ reason: 'unknown_key' })
    now += jump
    for (let count = 0; count < 20; count++) await expect(verify(foreign)).rejects.toMatchObject({ reason: 'unknown_key' })
    expect(asked).toBe(1)
    time += KEY_SET_COOLDOWN_MS
    await expect(verify(foreign)).rejects.toMatchObject({ reason: 'unknown_key' })
    expect(asked).toBe(2)
  })
})
