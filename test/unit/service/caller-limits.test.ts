import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { createHttpServer, type HttpServerOptions, type Respond } from '../../../src/service/node/http-server.ts'
import { parseTrustedProxies } from '../../../src/service/node/trusted-proxies.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const refused: string[] = []
function start(options: HttpServerOptions, respond: Respond = async () => new Response('response')): Server {
  refused.length = 0
  const server = createHttpServer(respond, { onRefused: (limit) => refused.push(limit), ...options })
  servers.push(server)
  return server
}

/** Connects from an address that this machine does not have. Node accepts any stream as a connection. */
function connectFrom(server: Server, remoteAddress: string) {
  const [client, side] = duplexPair()
  const socket = Object.assign(side, { remoteAddress, setTimeout: () => socket })
  server.emit('connection', socket)
  return { client, socket }
}

const get = (...lines: string[]) => ['GET / HTTP/1.1', 'Host: x', ...lines, '', ''].join('\r\n')
const status = (output: unknown) => Number(/^HTTP\/1\.1 (\d{3})/.exec(String(output))?.[1])

async function send({ client }: ReturnType<typeof connectFrom>, ...lines: string[]): Promise<string> {
  client.write(get(...lines))
  let output = ''
  await new Promise<void>((resolve) => {
    client.on('data', (chunk) => {
      output += chunk
      if (/\r\n\r\n[\s\S]*(?:response|\})/.test(output)) resolve()
    })
  })
  return output
}

describe('connections', () => {
  // With maxConnections, the primary process would offer the connection to the full workers again and again.
  test('of a worker above its limit are closed by the worker', async () => {
    const server = start({ maxSockets: 2, sharesPort: true })
    expect(server.maxConnections).toBeUndefined()
    const all = ['203.0.113.7', '203.0.113.8', '203.0.113.9'].map((address) => connectFrom(server, address))
    expect(all.map(({ socket }) => socket.destroyed)).toEqual([false, false, true])
    expect(refused).toEqual(['maxSockets'])
    all[0]?.socket.destroy()
    await once(all[0]?.socket ?? server, 'close')
    expect(status(await send(connectFrom(server, '203.0.113.9')))).toBe(200)
  })

  test.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['2001:db8:0:1::a', '2001:db8:0:1:ffff::b', '2001:db8:0:2::a'],
  ])('E6: of %s above its limit are closed, and other addresses are served', async (first, same, other) => {
    const server = start({ maxSocketsPerAddress: 2 })
    const [ending, kept, third] = [first, same, same].map((address) => connectFrom(server, address))
    expect([ending, kept, third].map((one) => one?.socket.destroyed)).toEqual([false, false, true])
    expect(refused).toEqual(['maxSocketsPerAddress'])
    expect(status(await send(connectFrom(server, other)))).toBe(200)
    ending?.socket.destroy()
    await once(ending?.socket ?? server, 'close')
    expect(status(await send(connectFrom(server, same)))).toBe(200)
  })

  // Regression: the owner of one /48 could use up the connections of the service, from 16 of its /64.
  test('E6: of all /64 of one /48 are bounded together, by four times the limit', async () => {
    const server = start({ maxSocketsPerAddress: 2 })
    const all = [1, 1, 2, 2, 3, 3, 4, 4, 5].map((network) => connectFrom(server, `2001:db8:7:${network}::a`))
    expect(all.map(({ socket }) => socket.destroyed)).toEqual([...Array(8).fill(false), true])
    expect(refused).toEqual(['maxSocketsPerAddress'])
    expect(status(await send(connectFrom(server, '2001:db8:8:1::a')))).toBe(200)
    all[0]?.socket.destroy()
    await once(all[0]?.socket ?? server, 'close')
    expect(status(await send(connectFrom(server, '2001:db8:7:5::a')))).toBe(200)
  })

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('E6: of this machine (%s) have no limit', async (address) => {
    const server = start({ maxSocketsPerAddress: 1 })
    const clients = [connectFrom(server, address), connectFrom(server, address)]
    for (const client of clients) expect(status(await send(client))).toBe(200)
  })

  test('E6: above the limit of the server are closed, whatever their address is', async () => {
    const server = start({ maxSockets: 2 })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1')
    const sockets = [open(), open()]
    for (const socket of sockets) await once(socket, 'connect')
    expect(await text(open())).toBe('')
    expect(refused).toEqual(['maxSockets'])
    for (const socket of sockets) socket.destroy()
  })
})

describe('behind a trusted proxy', () => {
  const proxies = parseTrustedProxies(['10.0.0.0/8', 'fd00::1'])

  test('E6: the concurrent requests of one caller are bounded, requests of the proxy are not', async () => {
    const waiting: (() => void)[] = []
    const peers: (string | undefined)[] = []
    const server = start({ proxies, maxSocketsPerAddress: 2 }, async (_, { peerAddress }) => {
      peers.push(peerAddress)
      await new Promise<void>((resolve) => waiting.push(resolve))
      return new Response('response')
    })
    const closed: Promise<unknown>[] = []
    server.on('request', (_, outgoing) => closed.push(once(outgoing, 'close')))
    const request = (forwarded: string) => send(connectFrom(server, '10.1.2.3'), `X-Forwarded-For: ${forwarded}`)
    // Anything before the address that the proxy added is what the caller sent.
    const responses = ['203.0.113.7', '198.51.100.1, 203.0.113.7', '203.0.113.8'].map(request)
    await expect.poll(() => [...peers].sort()).toEqual(['203.0.113.7', '203.0.113.7', '203.0.113.8'])
    const busy = await request('127.0.0.1, 203.0.113.7')
    expect(busy).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 1\r\n[\s\S]*"code":"too_many_requests"/i)
    expect(refused).toEqual(['maxSocketsPerAddress'])
    for (const respond of waiting.splice(0)) respond()
    expect((await Promise.all(responses)).map(status)).toEqual([200, 200, 200])
    await Promise.all(closed)
    const later = request('203.0.113.7')
    await expect.poll(() => waiting.length).toBe(1)
    waiting[0]?.()
    expect(status(await later)).toBe(200)
  })

  test.each([
    ['the last address that is no proxy', '10.1.2.3', '198.51.100.1, 203.0.113.7, 10.9.9.9', '203.0.113.7'],
    ['an address with a port', '::ffff:10.1.2.3', '203.0.113.7:4711', '203.0.113.7'],
    ['an IPv6 address in brackets', 'fd00::1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['an IPv4 address that is mapped to IPv6 in hexadecimal', '::ffff:a01:203', '[::FFFF:cb00:7107]:4711', '203.0.113.7'],
    // Regression: the caller had no address, and so no quota of registrations.
    ['the proxy, when it writes no address', '10.1.2.3', 'unknown', '10.1.2.3'],
    ['the proxy, without the header', '10.1.2.3', undefined, '10.1.2.3'],
    ['the proxy, when every address is a proxy', '10.1.2.3', '10.9.9.9', '10.1.2.3'],
    ['nobody, when the connection is closed', undefined, '203.0.113.7', undefined],
    ['its own connection, for anybody else', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ])('a caller is %s', (_, remoteAddress, forwarded, caller) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
    expect(proxies.findCaller({ socket, headers: { 'x-forwarded-for': forwarded } })).toBe(caller)
  })

  test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8/8', '::1/129', '', '10.0.0/8'])(
    'the trusted proxy %j is refused',
    (proxy) => {
      expect(() => parseTrustedProxies([proxy])).toThrow(
        expect.objectContaining({ code: 'invalid_configuration', field: 'trustedProxies' }),
      )
    },
  )
})
