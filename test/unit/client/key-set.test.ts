import { generateKeyPairSync } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AuthClient } from '../../../src/client/index.ts'
import { KEY_SET_COOLDOWN_MS, KeySet } from '../../../src/client/tokens/key-set.ts'
import { AUTH_PATHS } from '../../../src/protocol/paths.ts'
import type { TestService } from '../../../src/testing/index.ts'
import { createTestService } from '../../fixtures/test-service.ts'

type Answer = (response: ServerResponse) => void

let test: TestService
/** A token of the service, and the same with a `kid` that no set has. */
let token: string
let foreign: string
/** What the host of the keys answers, and how often it was asked. */
let answer: Answer
let asked = 0
let now = Date.now()
let time = 0
let url: string

const server = createServer((_, response) => {
  asked++
  answer(response)
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

const good: Answer = async (response) => {
  const keys = await test.fetch(test.authUrl + AUTH_PATHS.jwks)
  response.writeHead(200, { 'content-type': 'application/json' }).end(await keys.text())
}

const json =
  (value: unknown): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** A set with a key of this kind, under the name that is asked for. */
const setOf = (key: object) => json({ keys: [{ ...key, kid: 'nobody' }] })

const rsa512 = generateKeyPairSync('rsa', { modulusLength: 512 }).publicKey.export({ format: 'jwk' })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A client's key set that has the good keys. */
async function open() {
  answer = good
  const http = { fetch: globalThis.fetch, now: () => now, monotonic: () => time, timeoutMs: 10_000 }
  const keySet = new KeySet(http, url)
  const verify = (jwt: string) => keySet.verify(jwt, { typ: 'at+jwt', issuer: test.authUrl })
  expect(await verify(token)).toMatchObject({ iss: test.authUrl })
  asked = 0
  return { http, verify }
}

describe('a key set that was good', () => {
  it.each<[what: string, answer: Answer]>([
    ['HTML', (response) => response.end('<html>')],
    ['a 500', (response) => response.writeHead(500).end()],
    ['10 MB, as it says', (response) => response.writeHead(200, { 'content-length': 10 * 1024 * 1024 }).write(' '.repeat(1024))],
    [
      'without an end',
      (response) => {
        const more = () => response.write(' '.repeat(64 * 1024), more)
        more()
      },
    ],
    ['silence', () => {}],
    ['a head and then silence', (response) => response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()],
    ['a redirect to the keys of another', (response) => response.writeHead(302, { location: `${url}/elsewhere` }).end()],
    ['keys that are none', json({ keys: [1, null] })],
    ['a set without keys', json({ keys: [] })],
    ['a key of 512 bits', setOf(rsa512)],
    ['a private key', setOf(ec.privateKey.export({ format: 'jwk' }))],
    ['a key for secrets', setOf({ kty: 'oct', k: 'AAAA' })],
  ])('A20 goes on when the service answers %s instead', async (_, bad) => {
    const { http, verify } = await open()
    answer = bad
    http.timeoutMs = 500
    await expect(verify(foreign)).rejects.toThrow()
    expect(asked).toBe(1)
    expect(await verify(token)).toMatchObject({ iss: test.authUrl })
    // And is looked for again, once that may be.
    http.timeoutMs = 10_000
    answer = good
    time += KEY_SET_COOLDOWN_MS
    await expect(verify(foreign)).rejects.toMatchObject({ reason: 'unknown_key' })
    expect(asked).toBe(2)
  })
})

describe('the cool-down', () => {
  it.each([
    ['back', -3_600_000],
    ['forth', 3_600_000],
  ])('A21 goes by a clock of its own: a clock that is set %s an hour neither ends it nor draws it out', async (_, jump) => {
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
