import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningService, serve } from '../../src/service/node.ts'
import { TOKEN } from '../fixtures/caller.ts'

const KIB = 1024
const BUDGET_BYTES = 1024 * KIB
const HALF_SENT = 40
const SENT_BYTES = 230 * KIB
/** Three quarters of the budget are for large bodies. */
const ACCEPTED = 3

let running: RunningService
const events: unknown[] = []
beforeAll(async () => {
  running = await serve({ port: 0, maxWaitMs: 60_000, maxBufferedBytes: BUDGET_BYTES, onEvent: (event) => events.push(event) })
})
afterAll(() => running.close())

const head = (length: number) =>
  [
    `POST ${TOKEN} HTTP/1.1`,
    'Host: x',
    'Origin: https://app.example',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n')

/** Sends most of a body, and collects the response of the service. */
function sendHalf(): { readonly socket: Socket; readonly response: () => string } {
  const socket = connect(running.port, '127.0.0.1')
  let response = ''
  socket.on('data', (chunk) => {
    response += chunk
  })
  socket.on('error', () => undefined)
  socket.write(head(256 * KIB) + 'a'.repeat(SENT_BYTES))
  return { socket, response: () => response }
}

const post = (body: string) =>
  fetch(running.url + TOKEN, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })

// Regression: 1,200 half-sent bodies of strangers took 276 MB, because only each single body was limited.
test('E6: half-sent bodies share one budget, and small requests are served meanwhile', async () => {
  const halves = Array.from({ length: HALF_SENT }, sendHalf)
  const refused = () => halves.filter(({ response }) => response() !== '')
  await expect.poll(() => refused().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(HALF_SENT - ACCEPTED)
  for (const { response } of refused()) {
    expect(response()).toMatch(/^HTTP\/1\.1 503 /)
    expect(response()).toMatch(/^retry-after: 1\r$/im)
    expect(response()).toMatch(/^access-control-allow-origin: \*\r$/im)
    expect(response()).toContain('"error":"unavailable"')
  }
  expect(events).toEqual([{ type: 'overloaded', limit: 'maxBufferedBytes' }])
  const small = await post('grant_type=none')
  expect(small.status).toBe(400)
  const large = () => post(`grant_type=none&more=${'a'.repeat(240 * KIB)}`)
  for (const { socket } of halves) socket.destroy()
  await expect.poll(async () => (await large()).status).toBe(400)
})

test('E6: a body without an announced length counts as it arrives', async () => {
  const halves = Array.from({ length: HALF_SENT }, () => {
    const socket = connect(running.port, '127.0.0.1')
    let response = ''
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        response += chunk
      })
    const chunk = `${(10 * KIB).toString(16)}\r\n${'a'.repeat(10 * KIB)}\r\n`
    socket.write(head(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked') + chunk.repeat(SENT_BYTES / KIB / 10))
    return { socket, response: () => response }
  })
  const refused = () => halves.filter(({ response }) => response() !== '')
  await expect.poll(() => refused().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(HALF_SENT - ACCEPTED)
  for (const { response } of refused()) expect(response()).toMatch(/^HTTP\/1\.1 503 /)
  for (const { socket } of halves) socket.destroy()
})

test('maxBufferedBytes, connection limits and times that cannot work are refused before the database is opened', async () => {
  for (const [field, options] of Object.entries({
    maxBufferedBytes: { maxBufferedBytes: 1000 },
    maxSockets: { maxSockets: 0 },
    maxSocketsPerAddress: { maxSocketsPerAddress: 1.5 },
    maxWaitMs: { maxWaitMs: 0 },
    requestTimeoutMs: { requestTimeoutMs: Number.NaN },
    trustedProxies: { trustedProxies: ['proxy.example'] },
  })) {
    await expect(serve({ port: 0, ...options })).rejects.toMatchObject({ code: 'invalid_configuration', field })
  }
})
