import { randomBytes, timingSafeEqual } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { isJsonObject } from '../../../core/json.ts'
import type { Storage } from '../../../service/index.ts'
import type { CommandIo } from '../../command.ts'
import { sharedStorage } from '../../database.ts'
import { CONTROL_FILE, type ControlLine } from '../../target/forward.ts'

const MAX_BYTES = 100_000

/**
 * Runs the commands of other terminals on the database of `licet dev`, which only one process can use. It listens on this machine only. A
 * command needs the key in the folder of the database.
 *
 * @returns A function that stops it.
 */
export async function openControl(folder: string, storage: Storage, now: CommandIo['now']): Promise<() => void> {
  const key = randomBytes(32).toString('base64url')
  const server = createServer((request, response) => {
    handle(request, response, { key, storage, now }).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject))
  const file = join(folder, CONTROL_FILE)
  writeFileSync(file, JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key }), { mode: 0o600 })
  return () => {
    rmSync(file, { force: true })
    server.closeAllConnections()
    server.close()
  }
}

interface Control {
  readonly key: string
  readonly storage: Storage
  readonly now: CommandIo['now']
}

async function handle(request: IncomingMessage, response: ServerResponse, { key, storage, now }: Control): Promise<void> {
  if (!isEqual(request.headers.authorization ?? '', `Bearer ${key}`)) {
    response.writeHead(401).end()
    return
  }
  const { args, env, cwd } = readCall(await readBody(request))
  const { run } = await import('../../run.ts')
  const controller = new AbortController()
  response.on('close', () => controller.abort())
  const write = (line: ControlLine) => void response.write(`${JSON.stringify(line)}\n`)
  const io: CommandIo = {
    out: (out) => write({ out }),
    err: (err) => write({ err }),
    drained: async () => {
      if (response.writableNeedDrain) await new Promise<void>((resolve) => response.once('drain', resolve).once('close', resolve))
    },
    now,
    env,
    cwd,
    outputClosed: controller.signal,
    signal: controller.signal,
  }
  const code = await sharedStorage.run(storage, () => run(args, io))
  response.end(`${JSON.stringify({ code } satisfies ControlLine)}\n`)
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BYTES) throw new RangeError('The call is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function readCall(body: string): { args: readonly string[]; env: Record<string, string>; cwd: string } {
  const { args, env, cwd } = JSON.parse(body)
  if (!Array.isArray(args) || !isJsonObject(env) || typeof cwd !== 'string') throw new TypeError('The call has another form.')
  const variables = Object.entries(env).map(([name, value]) => [name, String(value)])
  return { args: args.map(String), env: Object.fromEntries(variables), cwd }
}
