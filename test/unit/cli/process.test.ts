import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../support/postgres.ts'
import { plainEnvironment, projectRoot } from '../../support/run-command.ts'

const START_MS = 60_000

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close()
})

/** The command as a process of its own, as a person or a supervisor starts it. */
function licet(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [join(projectRoot, 'test/support/licet.mjs'), ...args], {
    cwd: projectRoot,
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closers.push(() => child.kill('SIGKILL'))
  return child
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

/** Resolves once nobody takes connections at a port any more. */
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

test('E4 SIGTERM under load: what is under way is answered, nobody new is taken, and it ends with 0', {
  timeout: START_MS,
}, async () => {
  const child = licet('serve', '--port', '0', '--memory', '--json')
  const ended = once(child, 'exit')
  const { port } = await address(child)
  const sockets = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const socket: Socket = connect(port, '127.0.0.1')
      socket.write(HEAD)
      // The service has the head of this one, and waits for its body.
      const [first] = await once(socket, 'data')
      expect(String(first)).toContain('100 Continue')
      return socket
    }),
  )
  child.kill('SIGTERM')
  await untilRefused(port)
  const answers = sockets.map((socket) => text(socket))
  for (const socket of sockets) socket.write(BODY)
  for (const answer of await Promise.all(answers)) {
    expect(answer).toContain('HTTP/1.1 401 ')
    expect(answer).toContain('"error":"invalid_client"')
  }
  expect(await ended).toEqual([0, null])
})

// The next line of the log ended the service with EPIPE.
// SIGTERM was noted and nothing else: a start that waited for its database went on, and a key was rotated after its command had been told to end.
test('a command that has nothing to finish ends at the first signal', { timeout: START_MS }, async () => {
  const silent = createServer()
  closers.push(
    () => silent.closeAllConnections(),
    () => silent.close(),
  )
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const folder = mkdtempSync(join(tmpdir(), 'licet-process-'))
  closers.push(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'receipt.txt'), 'e30.e30.c2ln')
  const child = licet('verify', join(folder, 'receipt.txt'), '--keys', `http://127.0.0.1:${port}/keys`)
  await once(silent, 'request')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
})

test('E1 who reads its output may go away: it logs to nobody and goes on serving', { timeout: START_MS }, async () => {
  const child = licet('serve', '--port', '0', '--json', '--database-url', `postgres://licet@127.0.0.1:${await freePort()}/none`)
  const ended = once(child, 'exit')
  const { url } = await address(child)
  child.stdout?.destroy()
  child.stderr?.destroy()
  // Each of these is logged, and the first may still fit into the pipe.
  for (let n = 0; n < 5; n++) expect((await fetch(`${url}/readyz`)).status).toBe(503)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
