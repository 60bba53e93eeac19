import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { isPrivateAddress } from '../../../src/service/http/is-private-address.ts'
import { createNodePost } from '../../../src/service/node.ts'
import { type PostWebhook, postWithFetch } from '../../../src/service/webhooks/post-webhook.ts'
import { startReceiver } from '../../fixtures/webhook-receiver.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const never = new AbortController().signal
const webhook = (url: string, more: { allowPrivate?: boolean; signal?: AbortSignal } = {}) => ({
  url,
  headers: { 'content-type': 'application/json', 'webhook-id': 'one' },
  body: '{"type":"webhook.test"}',
  allowPrivate: true,
  signal: never,
  ...more,
})

async function openReceiver() {
  const receiver = await startReceiver()
  closing.push(receiver.close)
  return receiver
}

/** A resolver that returns these addresses for every name. */
function resolverOf(...addresses: string[]) {
  const resolve = (_: string, __: object, callback: (error: null, found: { address: string; family: number }[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  return resolve as unknown as NonNullable<NonNullable<Parameters<typeof createNodePost>[0]>['resolveName']>
}

const POSTS: readonly (readonly [string, PostWebhook])[] = [
  ['node:http', createNodePost()],
  ['fetch', postWithFetch],
]

describe.each(POSTS)('a webhook that is sent with %s', (_, post) => {
  test('has its headers and its body, and returns the status', async () => {
    const receiver = await openReceiver()
    expect(await post(webhook(receiver.url))).toEqual({ status: 204 })
    expect(receiver.received).toMatchObject([{ body: '{"type":"webhook.test"}', headers: { 'webhook-id': 'one' } }])
  })

  test('does not follow a redirect', async () => {
    const [receiver, trap] = [await openReceiver(), await openReceiver()]
    receiver.respond = (response) => response.writeHead(307, { location: trap.url }).end()
    const result = await post(webhook(receiver.url))
    // `fetch` of a browser hides the status of a redirect, and `fetch` of Node does not.
    expect(result).toEqual({ status: 307 })
    expect(trap.received).toEqual([])
  })

  test('reports a receiver that is gone, and one that closes the connection', async () => {
    const receiver = await openReceiver()
    receiver.respond = (response) => response.destroy()
    expect(await post(webhook(receiver.url))).toEqual({ fault: 'connection' })
    await receiver.close()
    expect(['refused', 'connection']).toContain(Object.values(await post(webhook(receiver.url)))[0])
  })

  test('stops when the service closes', async () => {
    const receiver = await openReceiver()
    const controller = new AbortController()
    receiver.respond = () => {
      controller.abort()
      return new Promise(() => {})
    }
    expect(await post(webhook(receiver.url, { signal: controller.signal }))).toHaveProperty('fault')
  })

  test.each([
    'http://127.0.0.1:9/',
    'http://[::1]:9/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest',
    'http://0x7f.1/',
    'http://[fd00::1]/',
  ])('refuses %s, unless private addresses are allowed', async (url) => {
    expect(await post(webhook(url, { allowPrivate: false }))).toEqual({ fault: 'private_address' })
  })
})

describe('a webhook that is sent with node:http', () => {
  const post = createNodePost()
  const impatient = createNodePost({ timeoutMs: 500 })

  test.each([
    ['a private address', ['127.0.0.1']],
    ['a public and a private address', ['93.184.215.14', '10.0.0.1']],
  ])('is refused when the name resolves to %s', async (_, addresses) => {
    const receiver = await openReceiver()
    const url = receiver.url.replace('127.0.0.1', 'receiver.example.com')
    const sent = createNodePost({ resolveName: resolverOf(...addresses) })(webhook(url, { allowPrivate: false }))
    expect(await sent).toEqual({ fault: 'private_address' })
    expect(receiver.received).toEqual([])
  })

  // Regression: Linux connects these to this machine, so an endpoint that may be private reached a denied 127.0.0.0/8 by them.
  test.each(['0.0.0.0', '::', '::ffff:0.0.0.0'])('never reaches the unspecified address %s', async (address) => {
    const receiver = await openReceiver()
    const { port } = new URL(receiver.url)
    const denying = (...addresses: string[]) =>
      createNodePost({ deniedNetworks: ['127.0.0.0/8', '::1'], resolveName: resolverOf(...addresses) })
    const host = address.includes(':') ? `[${address}]` : address
    expect(await denying()(webhook(`http://${host}:${port}/`))).toEqual({ fault: 'private_address' })
    expect(await denying(address)(webhook(`http://receiver.example.com:${port}/`))).toEqual({ fault: 'private_address' })
    expect(receiver.received).toEqual([])
  })

  test('resolves the name once, so that the address that is checked is the one that is used', async () => {
    let names = 0
    const resolve = resolverOf('192.0.2.1')
    const counting: typeof resolve = ((...args: Parameters<typeof resolve>) => {
      names++
      return resolve(...args)
    }) as typeof resolve
    const sent = createNodePost({ resolveName: counting })
    expect(await sent(webhook('http://receiver.example.com/', { allowPrivate: false }))).toEqual({ fault: 'private_address' })
    expect(names).toBe(1)
  })

  test('is a timeout when no response begins in time, even when bytes trickle in', async () => {
    const silent = await openReceiver()
    silent.respond = () => new Promise(() => {})
    expect(await impatient(webhook(silent.url))).toEqual({ fault: 'timeout' })
    // Half a header, one byte at a time.
    const server = createTcpServer((socket) => {
      socket.on('error', () => {})
      const timer = setInterval(() => socket.write('H'), 50)
      socket.on('close', () => clearInterval(timer))
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
    }).listen(0, '127.0.0.1')
    closing.push(() => server.close())
    await once(server, 'listening')
    // Each byte would begin the time limit again if it were one between bytes: then this would never end.
    expect(await impatient(webhook(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))).toEqual({ fault: 'timeout' })
  })

  test('reports the status of a response that changes the protocol, and closes the connection', async () => {
    let closed = () => {}
    const isClosed = new Promise<void>((resolve) => (closed = resolve))
    const server = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.on('close', closed)
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
      )
    }).listen(0, '127.0.0.1')
    closing.push(() => server.close())
    await once(server, 'listening')
    expect(await post(webhook(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))).toEqual({ status: 101 })
    await isClosed
  })

  test('reads at most 64 kB of a response without an end, and then closes the connection', async () => {
    let sent = 0
    let closed = () => {}
    const isClosed = new Promise<void>((resolve) => (closed = resolve))
    const server = createServer((_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => {
        sent += 16_384
        response.write(Buffer.alloc(16_384))
      }, 1)
      response.on('close', () => {
        clearInterval(timer)
        closed()
      })
    }).listen(0, '127.0.0.1')
    closing.push(() => server.close())
    await once(server, 'listening')
    expect(await post(webhook(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))).toEqual({ status: 200 })
    await isClosed
    expect(sent).toBeLessThan(4_000_000)
  })

  test('closes a response that does not end a second after its status', async () => {
    let closed = () => {}
    const isClosed = new Promise<void>((resolve) => (closed = resolve))
    const server = createServer((_, response) => {
      response.writeHead(200).write('a')
      response.on('close', closed)
    }).listen(0, '127.0.0.1')
    closing.push(() => server.close())
    await once(server, 'listening')
    expect(await post(webhook(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))).toEqual({ status: 200 })
    await isClosed
  })

  test('reports a name without an address, and a certificate that nobody trusts', async () => {
    expect(
      await createNodePost({ resolveName: failing('ENOTFOUND') })(webhook('https://nowhere.example/', { allowPrivate: false })),
    ).toEqual({
      fault: 'unknown_host',
    })
    // A server without TLS.
    const receiver = await openReceiver()
    expect(await post(webhook(receiver.url.replace('http:', 'https:')))).toEqual({ fault: 'tls' })
  })
})

function failing(code: string) {
  const resolve = (_: string, __: object, callback: (error: Error) => void) => callback(Object.assign(new Error(code), { code }))
  return resolve as unknown as NonNullable<NonNullable<Parameters<typeof createNodePost>[0]>['resolveName']>
}

test.each([
  ['0.0.0.0', true],
  ['10.255.255.255', true],
  ['11.0.0.1', false],
  ['100.63.255.255', false],
  ['100.64.0.1', true],
  ['127.8.8.8', true],
  ['169.254.169.254', true],
  // The platform channel of Azure has a public address, and answers every virtual machine.
  ['168.63.129.16', true],
  ['168.63.129.17', false],
  ['172.15.255.255', false],
  ['172.16.0.1', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['198.19.0.1', true],
  ['198.20.0.1', false],
  ['223.255.255.255', false],
  ['224.0.0.1', true],
  ['255.255.255.255', true],
  ['8.8.8.8', false],
  ['::', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:8.8.8.8', false],
  ['::ffff:a00:1', true],
  ['64:ff9b::7f00:1', true],
  ['fd12:3456::1', true],
  ['fe80::1', true],
  ['fe80::1%eth0', true],
  ['ff02::1', true],
  ['2001:db8::1', true],
  ['2002:7f00:1::', true],
  ['2606:4700:4700::1111', false],
  ['2a00:1450:4001:831::200e', false],
  ['', true],
  ['example.com', true],
  ['1.2.3', true],
])('the address %s is private: %s', (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate)
})

test('a denied network is refused by its address and by a name, even for an endpoint that may be private', async () => {
  const receiver = await openReceiver()
  const deniedNetworks = ['127.0.0.0/8', '2001:db8::/32']
  for (const [url, addresses] of [
    [receiver.url, []],
    ['http://shop.example/events', ['127.0.0.1']],
    ['http://shop.example/events', ['::ffff:127.0.0.1']],
    ['http://shop.example/events', ['2001:db8::1']],
  ] as const) {
    const post = createNodePost({ deniedNetworks, resolveName: resolverOf(...addresses) })
    expect(await post(webhook(url))).toEqual({ fault: 'private_address' })
  }
  expect(receiver.received).toEqual([])
  expect(() => createNodePost({ deniedNetworks: ['example.com'] })).toThrow('webhookDeniedNetworks')
})
