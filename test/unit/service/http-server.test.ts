import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createHttpServer } from '../../../src/service/node/http-server.ts'

test('E6 a connection whose body never ends is closed, a minute after it began', async () => {
  const server = createHttpServer(async (request) => new Response(await request.text()))
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 60_000])
  // Nobody waits a minute here: the same server with less patience.
  Object.assign(server, { headersTimeout: 100, requestTimeout: 100 })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /)
  } finally {
    server.close()
  }
})
