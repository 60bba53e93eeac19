import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { writeDatabaseFiles } from '../../fixtures/databases.ts'
import { freePort } from '../../support/postgres.ts'
import { plainEnvironment, projectRoot } from '../../support/run-command.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close()
})

/** Starts a command in its own process, as a person or a supervisor does. */
function licet(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [join(projectRoot, 'test/support/licet.mjs'), ...args], {
    cwd: projectRoot,
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closers.push(() => child.kill('SIGKILL'))
  return child
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'licet-process-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function address(child: ChildProcess): Promise<{ readonly url: string; readonly port: number }> {
  let printed = ''
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    printed += String(chunk)
    if (printed.includes('\n')) break
  }
  const { url } = JSON.parse(printed)
  return { url, port: Number(new URL(url).port) }
}

/** Resolves when the port refuses connections. */
async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const refused = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(false))
      socket.once('error', () => resolve(true))
    })
    socket.destroy()
    if (refused) return
  }
}

const BODY = 'grant_type=client_credentials&client_id=user%3Ax&client_secret=y'
const HEAD = [
  'POST /api/latest/auth/token HTTP/1.1',
  'Host: x',
  'Content-Type: application/x-www-form-urlencoded',
  `Content-Length: ${BODY.length}`,
  'Expect: 100-continue',
  '',
  '',
].join('\r\n')

test('E4: at SIGTERM under load it finishes the open requests, refuses new connections, and exits with 0', async () => {
  const dataDir = temporaryFolder()
  await writeDatabaseFiles(dataDir)
  const child = licet('serve', '--port', '0', '--data-dir', dataDir, '--max-wait', '60000', '--json')
  const ended = once(child, 'exit')
  const { port } = await address(child)
  const sockets = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const socket: Socket = connect(port, '127.0.0.1')
      socket.write(HEAD)
      // The service has read the headers and waits for the body.
      const [first] = await once(socket, 'data')
      expect(String(first)).toContain('100 Continue')
      return socket
    }),
  )
  child.kill('SIGTERM')
  await untilRefused(port)
  const responses = sockets.map((socket) => text(socket))
  for (const socket of sockets) socket.write(BODY)
  for (const response of await Promise.all(responses)) {
    expect(response).toContain('HTTP/1.1 401 ')
    expect(response).toContain('"error":"invalid_client"')
  }
  expect(await ended).toEqual([0, null])
})

// Regression: the signal was only recorded, so a start kept waiting for its database, and a key was rotated after Ctrl-C.
test('a command without anything to finish ends at the first signal', async () => {
  const silent = createServer()
  closers.push(
    () => silent.closeAllConnections(),
    () => silent.close(),
  )
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'receipt.txt'), 'e30.e30.c2ln')
  const child = licet('verify', join(folder, 'receipt.txt'), '--keys', `http://127.0.0.1:${port}/keys`)
  await once(silent, 'request')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
})

// Regression: the next line of the log ended the service with EPIPE.
test('E1: keeps running when the reader of its output exits', async () => {
  const child = licet('serve', '--port', '0', '--json', '--database-url', `postgres://licet@127.0.0.1:${await freePort()}/none`)
  const ended = once(child, 'exit')
  const { url } = await address(child)
  child.stdout?.destroy()
  child.stderr?.destroy()
  // Every request is logged. The first line can still fit into the buffer of the pipe.
  for (let n = 0; n < 5; n++) expect((await fetch(`${url}/readyz`)).status).toBe(503)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
