import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createNodePost, serve } from '../../../src/service/node.ts'
import { startReceiver } from '../../fixtures/webhook-receiver.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const close of closing.splice(0)) await close()
})

/** A proxy of this machine. It connects each name to a port of this machine, or responds with a status. */
async function startProxy(respond: { readonly port: number } | { readonly status: string }) {
  const asked: { readonly target: string | undefined; readonly authorization: string | undefined }[] = []
  const server = createServer()
  server.on('connect', ({ url, headers }: IncomingMessage, socket: Socket) => {
    asked.push({ target: url, authorization: headers['proxy-authorization'] })
    if ('status' in respond) return socket.end(`HTTP/1.1 ${respond.status}\r\n\r\n`)
    const onward = connect(respond.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(() => server.close())
  return { asked, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const webhook = (url: string, allowPrivate = true) => ({
  url,
  headers: { 'content-type': 'application/json', 'webhook-id': 'one' },
  body: '{"type":"webhook.test"}',
  allowPrivate,
  signal: new AbortController().signal,
})

// Regression: a service without access to the internet could not send webhooks.
describe('a webhook that is sent through a proxy', () => {
  test('arrives with its headers and its body, and the proxy resolves its name', async () => {
    const receiver = await startReceiver()
    closing.push(receiver.close)
    const { asked, host } = await startProxy({ port: Number(new URL(receiver.url).port) })
    const post = createNodePost({ proxy: `http://user:p%40ss@${host}` })
    expect(await post(webhook('http://shop.example/events'))).toEqual({ status: 204 })
    expect(receiver.received).toMatchObject([{ body: '{"type":"webhook.test"}', headers: { host: 'shop.example' } }])
    expect(receiver.received[0]?.headers).not.toHaveProperty('proxy-authorization')
    const authorization = `Basic ${Buffer.from('user:p@ss').toString('base64')}`
    expect(asked).toEqual([{ target: 'shop.example:80', authorization }])
  })

  test('is encrypted up to the receiver, whose certificate is checked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-proxy-'))
    closing.push(() => rmSync(folder, { recursive: true, force: true }))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=shop.example', '-addext', 'subjectAltName=DNS:shop.example']
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2', ...subject],
      {
        stdio: 'ignore',
      },
    )
    const names: unknown[] = []
    const server = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      names.push((request.socket as { servername?: unknown }).servername, request.headers.host)
      response.writeHead(202).end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    closing.push(() => server.close())
    const { asked, host } = await startProxy({ port: (server.address() as AddressInfo).port })
    const post = createNodePost({ proxy: `http://${host}` })
    expect(await post(webhook('https://shop.example/events', false))).toEqual({ fault: 'tls' })
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    expect(await post(webhook('https://shop.example/events', false))).toEqual({ status: 202 })
    expect(names).toEqual(['shop.example', 'shop.example'])
    expect(asked.map(({ target }) => target)).toEqual(['shop.example:443', 'shop.example:443'])
  })

  // Regression: the bytes that arrived with the response of the proxy were dropped, so the request ran into its timeout.
  test('reads what the receiver sent before the tunnel was open', async () => {
    const proxy = createServer().on('connect', (_, socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n')
    })
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    closing.push(() => proxy.close())
    const post = createNodePost({ proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, timeoutMs: 2000 })
    expect(await post(webhook('http://shop.example/'))).toEqual({ status: 202 })
  })

  test('fails with the fault of the proxy when that refuses, closes or is unavailable', async () => {
    const refusing = await startProxy({ status: '403 Forbidden' })
    expect(await createNodePost({ proxy: `http://${refusing.host}` })(webhook('https://shop.example/'))).toEqual({ fault: 'proxy' })
    expect(await createNodePost({ proxy: 'http://127.0.0.1:9' })(webhook('https://shop.example/'))).toEqual({ fault: 'proxy' })
  })

  test('never asks the proxy for a private or denied address', async () => {
    const { asked, host } = await startProxy({ status: '200 OK' })
    const post = createNodePost({ proxy: `http://${host}`, deniedNetworks: ['198.51.100.0/24', '2606:4700::/32'] })
    for (const url of ['https://10.0.0.1/', 'https://[::1]/', 'https://198.51.100.7/', 'https://[2606:4700::1]/'])
      expect(await post(webhook(url, false))).toEqual({ fault: 'private_address' })
    expect(asked).toEqual([])
  })

  test('is a timeout when the proxy does not respond', async () => {
    const silent = createServer().on('connect', (_, socket: Socket) => closing.push(() => socket.destroy()))
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    closing.push(() => silent.close())
    const proxy = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    expect(await createNodePost({ proxy, timeoutMs: 100 })(webhook('https://shop.example/'))).toEqual({ fault: 'timeout' })
  })
})

test.each(['proxy.example.com:3128', 'socks5://u:secret@proxy', 'http://u:secret@proxy/path', 'http://u:secret%@proxy', ''])(
  'refuses "%s" as a proxy before anything is opened, and does not print the password',
  async (webhookProxy) => {
    const refused = await serve({ port: 0, memory: true, webhookProxy }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'invalid_configuration', field: 'webhookProxy' })
    expect(String(refused)).not.toContain('secret')
  },
)
