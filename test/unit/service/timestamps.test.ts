import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCertificates } from '../../../src/log/timestamp/certificate.ts'
import { parseTimestampExtra } from '../../../src/log/timestamp/timestamp-extra.ts'
import { verifyTimestamp } from '../../../src/log/timestamp/verify-timestamp.ts'
import { parseTlogProof } from '../../../src/log/tlog-proof.ts'
import { createService, type Service, type ServiceEvent, type Storage } from '../../../src/service/index.ts'
import { verifyLog } from '../../../src/service/log/verify-log.ts'
import { createNodeCrypto, createNodePostTimestamp } from '../../../src/service/node.ts'
import { readLogState } from '../../../src/service/storage/log-tree.ts'
import { call, createTenant } from '../../fixtures/caller.ts'
import { openEmbeddedStorage } from '../../fixtures/databases.ts'
import { signedRequest } from '../../fixtures/device.ts'
import { openAuthority } from '../../fixtures/timestamp-authority.ts'

const HOUR_MS = 3_600_000
const authority = openAuthority()
const trusted = parseCertificates(authority.root)
const { subtle } = globalThis.crypto
let server: Server
let url = ''
let requests = 0
/** Also counts the requests that end before the server has read them, on a busy machine. */
let asked = 0
let answer: (response: ServerResponse, request: Buffer) => unknown
let storage: Storage
let service: Service
let events: ServiceEvent[] = []
let now = Date.now()

const grant = async (response: ServerResponse, request: Buffer) => response.end(await authority.reply(request))

beforeAll(async () => {
  server = createServer(async (request, response) => {
    requests++
    expect(request.headers['content-type']).toBe('application/timestamp-query')
    answer(response, await readBody(request))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`
  storage = await openEmbeddedStorage()
  service = await openService((query) => {
    asked++
    return post(query)
  })
})
afterAll(async () => {
  await service.close()
  await storage.close()
  server.closeAllConnections()
  server.close()
  authority.close()
})

const patient = createNodePostTimestamp()
const impatient = createNodePostTimestamp({ timeoutMs: 100 })
let post = patient

const openService = (postTimestamp?: typeof post) =>
  createService({
    authUrl: 'https://auth.example.com',
    ...{ storage, crypto: createNodeCrypto(), timestamp: url, postTimestamp, now: () => now },
    onEvent: (event) => void events.push(event),
  })

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Adds an entry, an hour later. */
async function grow(of: Service = service): Promise<void> {
  now += HOUR_MS
  await storage.query(
    "INSERT INTO licet.log_pending (kind, hash, at, license_id) VALUES ('license', sha256($1::bytea), 1, gen_random_uuid())",
    [new TextEncoder().encode(String(now))],
  )
  await of.appendLog()
}

const newest = async (): Promise<number | undefined> => (await call(service, '/log/keys')).body.timestamp

test('a proof has the first time stamp after its entry, once an hour and only if the log has grown', async () => {
  answer = grant
  const tenant = await createTenant(service)
  const device = await tenant.device()
  const { body: license } = await call(service, '/license/create', { token: device.token, json: signedRequest(device.device) })
  await service.appendLog()
  expect([requests, await newest(), events]).toEqual([1, 1, []])
  const prove = async () =>
    parseTlogProof((await call(service, `/license/${license.id}/proof`, { token: await tenant.addressToken(device.device) })).body)
  const first = await prove()
  const { token, ...extra } = parseTimestampExtra(first.extra ?? new Uint8Array())
  expect(extra).toEqual({ size: 1, consistency: [] })
  const message = new TextEncoder().encode(first.checkpoint)
  expect(await verifyTimestamp(token, message, subtle, { trusted })).toMatchObject({ isTrusted: true })

  // The published files of the time stamp are what it is in the proof.
  expect((await call(service, '/log/1/timestamp/1.checkpoint')).body).toBe(first.checkpoint)
  const published = await service.fetch(new Request('https://auth.example.com/log/1/timestamp/1'))
  expect([published.headers.get('cache-control'), published.headers.get('access-control-allow-origin')]).toEqual([
    'public, max-age=31536000, immutable',
    '*',
  ])
  expect(new Uint8Array(await published.arrayBuffer())).toEqual(token)
  expect((await call(service, '/log/timestamp/1.checkpoint')).body).toBe(first.checkpoint)
  for (const name of ['2', '01', '1.', '1.other', 'x']) expect((await call(service, `/log/timestamp/${name}`)).status).toBe(404)

  // Within the hour, and an hour later without growth.
  now -= HOUR_MS
  await grow()
  expect(requests).toBe(1)
  await grow()
  expect([requests, await newest()]).toEqual([2, 3])
  now += HOUR_MS
  await service.appendLog()
  expect(requests).toBe(2)
  expect(await prove()).toEqual(first)
  const rows = await storage.query('SELECT count(*) AS count FROM licet.log_timestamps')
  expect(Number(rows[0]?.count)).toBe(2)
})

test.each<[string, typeof answer, RegExp]>([
  ['a stamp of another checkpoint', (response) => response.end(replyWith(authority.stamp('other'))), /another checkpoint/],
  [
    'a stamp that answers another request',
    async (response, request) => response.end(await authority.reply(withOtherNonce(request))),
    /another request/,
  ],
  ['a truncated stamp', async (response, request) => response.end((await authority.reply(request)).subarray(0, -9)), /malformed/],
  ['a refusal', (response) => response.end(Buffer.from('30053003020102', 'hex')), /the refusal 2/],
  ['a page', (response) => response.end('<html>'), /malformed/],
  ['another status', (response) => response.writeHead(503).end(), /status 503/],
  ['a redirect', (response) => response.writeHead(302, { location: url }).end(), /status 302/],
  ['too many bytes', (response) => response.end(Buffer.alloc(16_385)), /more than 16 KiB/],
  ['no answer', () => undefined, /does not respond/],
  ['a body without an end', (response) => response.write('0'), /does not respond/],
])('%s is one event, and neither a failed license nor a time stamp', async (_, wrong, reason) => {
  const before = [await newest(), asked] as const
  events = []
  answer = wrong
  post = reason.source === 'does not respond' ? impatient : patient
  for (let count = 0; count < 2; count++) await grow()
  expect([await newest(), asked]).toEqual([before[0], before[1] + 2])
  expect((await call(service, '/log/checkpoint')).body).toMatch(/^auth\.example\.com\/log\/1\n/)
  expect(events).toEqual([{ type: 'timestamp_failing', authority: new URL(url).host, reason: expect.stringMatching(reason) }])
  // It is asked again later, not at each look.
  await service.appendLog()
  expect(asked).toBe(before[1] + 2)
  // Regression: when the clock was ahead during the failure and is set back now, nothing was asked until it caught up.
  now -= 24 * HOUR_MS
  await service.appendLog()
  now += 24 * HOUR_MS
  expect(asked).toBe(before[1] + 3)
  answer = grant
  post = patient
  await grow()
  expect(events.slice(1)).toEqual([{ type: 'timestamp_recovered', authority: new URL(url).host }])
  expect(await newest()).toBeGreaterThan(before[0] ?? 0)
})

test('fetch, the default, and a `postTimestamp` of the host have the same limits', async () => {
  const other = await openService()
  answer = grant
  await grow(other)
  expect(await newest()).toBe((await readLogState(storage)).size)
  events = []
  answer = (response) => response.end(Buffer.alloc(16_385))
  await grow(other)
  expect(events).toMatchObject([{ type: 'timestamp_failing', reason: expect.stringMatching(/more than 16 KiB/) }])
  await other.close()
  const ofHost = await openService(async () => new Uint8Array(16_385))
  events = []
  await grow(ofHost)
  expect(events).toMatchObject([{ type: 'timestamp_failing', reason: expect.stringMatching(/more than 16 KiB/) }])
  await ofHost.close()
  await storage.query("UPDATE licet.log_timestamps SET created = clock_timestamp() - interval '2 hours'")
  expect((await readLogState(storage)).unstampedSeconds).toBeGreaterThanOrEqual(7200)
})

test('a denied network is never asked, and an address without http is refused at the start', async () => {
  const denied = createNodePostTimestamp({ deniedNetworks: ['127.0.0.0/8'] })
  const before = requests
  await expect(denied({ url, body: new Uint8Array(), signal: new AbortController().signal })).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(requests).toBe(before)
  const started = createService({ authUrl: 'https://auth.example.com', storage, timestamp: 'ftp://tsa.example' })
  await expect(started).rejects.toMatchObject({ code: 'invalid_configuration', field: 'timestamp' })
})

// Regression: a time stamp of another checkpoint counted, as the newest one, beside the report that it is wrong.
test('the verification of the log counts valid time stamps only, and says what is wrong with each other one', async () => {
  const verify = async () => {
    const { treeFaults, epochs } = await verifyLog({ storage, crypto: createNodeCrypto() }, { certificates: authority.root })
    return { faults: treeFaults.map(({ message }) => message), timestamps: epochs[0]?.timestamps }
  }
  const valid = await verify()
  expect(valid).toEqual({
    faults: [],
    timestamps: { count: expect.any(Number), newest: expect.objectContaining({ isTrusted: true }) },
  })
  const [stamped] = await storage.query<{ note: string; token: Uint8Array }>('SELECT note, token FROM licet.log_timestamps LIMIT 1')
  const { note = '', token = new Uint8Array() } = stamped ?? {}
  const [origin = '', size = ''] = note.split('\n')
  const unsigned = note.replace(/\n.{43}=\n/, `\n${'A'.repeat(43)}=\n`)
  for (const [at, text, bytes] of [
    [1001, note, token],
    [1002, note, authority.stamp('another checkpoint')],
    [1003, unsigned, authority.stamp(unsigned)],
    [1004, note, token.slice(0, -1)],
  ] as const)
    await storage.query('INSERT INTO licet.log_timestamps VALUES (1, $1, $2, $3, now())', [at, text, bytes])
  const found = await verify()
  await storage.query('DELETE FROM licet.log_timestamps WHERE size > 1000')
  expect(found.timestamps).toEqual(valid.timestamps)
  expect(found.faults).toEqual([
    `The time stamp of 1001 entries covers a checkpoint of ${size}.`,
    expect.stringMatching(/^The time stamp of 1002 entries is not valid\. .* another checkpoint/),
    expect.stringMatching(new RegExp(`^The time stamp of 1003 entries is not valid\\. The signature of ${origin} .* is wrong`)),
    expect.stringMatching(/^The time stamp of 1004 entries is not valid\. .* malformed/),
  ])
})

/** Returns the response of an authority with a token. */
function replyWith(token: Buffer): Buffer {
  const status = Buffer.from('3003020100', 'hex')
  const length = status.length + token.length
  return Buffer.concat([Buffer.from([0x30, 0x82, length >> 8, length & 255]), status, token])
}

/** Changes the last byte of the nonce, which is before the BOOLEAN at the end. */
function withOtherNonce(request: Buffer): Buffer {
  const changed = Buffer.from(request)
  changed[request.length - 4] = (changed[request.length - 4] ?? 0) ^ 1
  return changed
}
