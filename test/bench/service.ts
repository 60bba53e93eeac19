import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import type { CreatedApiKey, Provider } from '../../src/protocol/answers.ts'
import { createDevice, signedRequest } from '../fixtures/device.ts'
import { dist } from '../support/dist.ts'
import { startPostgres } from '../support/postgres.ts'
import { type Program, startProgram } from '../support/program.ts'
import { run } from '../support/run-command.ts'
import { installPeers, PEERS } from './install-peers.ts'
import { median, printTable } from './table.ts'

const SECONDS = 2
const DEVICES = 20
/** New licenses of one load; a device signs each before the load begins. */
const LICENSES = 2000
const CLOCK_TICKS_PER_SECOND = 100
const FORM = 'application/x-www-form-urlencoded'
const AUTH = '/api/latest/auth'

/** One body of a request, and the token that goes with it. */
interface Item {
  readonly body?: string
  readonly token?: string
}

/** A request that is sent again and again, and the process that answers it. */
interface Load {
  readonly name: string
  readonly program: Program
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly type?: string
  /** Sent in turn. Made anew for each round, where no request may be sent twice. */
  readonly items: () => readonly Item[]
  /** Every item once, instead of as many as go in a time. */
  readonly once?: boolean
}

/** What ends what was opened, the last first. */
type Closing = (() => Promise<void> | void)[]

interface Loaded {
  readonly perSecond: number
  readonly total: number
  readonly p99: number
  readonly failed: number
}

/** Requests per second of the service on both databases, from a second process over ten connections, beside what Node does and another token server. */
export async function measureService(runs: number): Promise<void> {
  await installPeers()
  const closing: Closing = []
  try {
    const loads = [
      ...(await openPeers(closing)),
      ...(await openOurs('embedded', closing)),
      ...(await openOurs('postgresql', closing)),
    ]
    const rows = new Map(loads.map(({ name }) => [name, [] as { readonly loaded: Loaded; readonly microseconds: number }[]]))
    // The first round warms them up and is not counted.
    for (let round = 0; round <= runs; round++) {
      for (const load of loads) {
        const items = load.items()
        const before = processorSeconds(load.program)
        const loaded = await send(load, items)
        if (loaded.failed > 0) throw new Error(`${load.name}: ${loaded.failed} of ${loaded.total} requests failed.`)
        const microseconds = ((processorSeconds(load.program) - before) / loaded.total) * 1e6
        if (round > 0) rows.get(load.name)?.push({ loaded, microseconds })
      }
    }
    printTable(
      `The service, 10 connections, ${runs} rounds of ${SECONDS} s`,
      ['', 'req/s', 'p99 ms', 'CPU µs per request'],
      [...rows].map(([name, all]) => [
        name,
        median(all.map(({ loaded }) => loaded.perSecond)).toFixed(0),
        median(all.map(({ loaded }) => loaded.p99)).toFixed(1),
        median(all.map(({ microseconds }) => microseconds)).toFixed(0),
      ]),
    )
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function openPeers(closing: Closing): Promise<readonly Load[]> {
  const [plain, oidc] = await Promise.all(
    ['plain', 'oidc-provider'].map((name) => open([join(PEERS, `services/${name}.mjs`)], closing)),
  )
  if (plain === undefined || oidc === undefined) return []
  const grant = form({ grant_type: 'client_credentials', client_id: 'bench', client_secret: 'secret', scope: 'read' })
  return [
    { ...plain, name: 'node:http, no signing', method: 'GET', path: '/', items: () => [{}] },
    { ...plain, name: 'node:http and ES256 of node:crypto', method: 'GET', path: '/token', items: () => [{}] },
    { ...oidc, name: 'oidc-provider, in memory: a token', method: 'POST', path: '/token', type: FORM, items: () => [grant] },
  ]
}

/** The service as the command runs it, with a provider, a user and some devices. */
async function openOurs(database: 'embedded' | 'postgresql', closing: Closing): Promise<readonly Load[]> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-bench-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const env = { DATABASE_URL: '', ...(database === 'postgresql' && { DATABASE_URL: await openPostgres(closing) }) }
  const cli = [join(dist, 'cli/index.js')]
  const where = database === 'embedded' ? ['--data-dir', folder] : []
  const licet = async (...args: string[]) => JSON.parse(await run(execPath, [...cli, ...args, ...where, '--json'], { env }))
  const provider: Provider = await licet('provider', 'create', '--name', 'Pomelo', '--email', 'bench@example.com')
  const apiKey: CreatedApiKey & { readonly userId: string } = await licet('api-key', 'create', '--email', 'bench@example.com')
  const service = await open([...cli, 'serve', '--port', '0', '--json', ...where], closing, { env })

  const post = async (path: string, body: string, headers: Record<string, string>) => {
    const answer = await fetch(service.url + path, { method: 'POST', body, headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const grant = async (item: Item) => (await post(AUTH, item.body ?? '', { 'content-type': FORM })).access_token as string
  const secretOf = (client_id: string, client_secret: string) =>
    form({ grant_type: 'client_credentials', client_id, client_secret })
  const user = secretOf(`user:${apiKey.userId}`, apiKey.key)
  const ofProvider = await grant(secretOf(`provider:${provider.providerId}`, provider.pubKey))
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, async (_, at) => {
      const device = createDevice()
      const id = `user-${at}`
      const registration = { id, address: device.address, pubKey: device.pubKey, signature: device.sign(`${id}.${device.address}`) }
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${ofProvider}` }
      await post(`/api/latest/provider/${provider.providerId}/user`, JSON.stringify(registration), headers)
      const secret = secretOf(`address:${provider.providerId}:${device.address}`, device.sign(device.address))
      return { device, id, secret, token: await grant(secret) }
    }),
  )
  let signed = 0
  const licenses = () =>
    Array.from({ length: LICENSES }, (_, at) => {
      const { device, id: ptr, token } = devices[at % DEVICES] ?? never()
      return { body: JSON.stringify(signedRequest(device, { ptr, 'x-number': signed++ })), token }
    })
  const json = 'application/json'
  const ours = (name: string, load: Pick<Load, 'method' | 'path' | 'type' | 'items' | 'once'>): Load => ({
    ...service,
    name: `licet, ${database}: ${name}`,
    ...load,
  })
  return [
    ours('the key set', { method: 'GET', path: '/.well-known/jwks.json', items: () => [{}] }),
    ours('a token for a user', { method: 'POST', path: AUTH, type: FORM, items: () => [user] }),
    ours('a token for a device', { method: 'POST', path: AUTH, type: FORM, items: () => devices.map(({ secret }) => secret) }),
    ours('a new license', { method: 'POST', path: '/license/create', type: json, items: licenses, once: true }),
    ours('whether a use is licensed', {
      method: 'POST',
      path: '/license/verify',
      type: json,
      items: () => devices.map(({ token }) => ({ token, body: '{"usecase":"analytics","destination":"basket.example.com"}' })),
    }),
  ]
}

async function openPostgres(closing: Closing): Promise<string> {
  // As it is in earnest: what was answered is on the disk.
  const postgres = await startPostgres({ durable: true })
  closing.push(() => postgres.stop())
  return postgres.url
}

async function open(
  args: readonly string[],
  closing: Closing,
  options?: Parameters<typeof startProgram>[2],
): Promise<{ readonly program: Program; readonly url: string }> {
  const program = startProgram(execPath, args, options)
  closing.push(() => program.stop())
  return { program, url: await program.printed(/"url": ?"([^"]+)"/) }
}

/** Loads it from a process of its own, which takes nothing of the time of what it measures but the machine's. */
async function send({ url, method, path, type, once }: Load, items: readonly Item[]): Promise<Loaded> {
  const orders = {
    url,
    method,
    path,
    items,
    headers: type === undefined ? {} : { 'content-type': type },
    ...(once ? { amount: items.length } : { seconds: SECONDS }),
  }
  const folder = mkdtempSync(join(tmpdir(), 'licet-load-'))
  try {
    const file = join(folder, 'orders.json')
    writeFileSync(file, JSON.stringify(orders))
    return JSON.parse(await run(execPath, [join(PEERS, 'services/load.mjs'), file]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Processor time of a program and what it started, in seconds, where the system tells (proc(5)). */
function processorSeconds({ child }: Program): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      // Behind the name, which may hold anything, in brackets: the group is the third, user and system time the 12th and 13th.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      if (Number(fields[2]) === child.pid) ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // It ended meanwhile.
    }
  }
  return ticks / CLOCK_TICKS_PER_SECOND
}

function form(fields: Record<string, string>): Item {
  return { body: new URLSearchParams(fields).toString() }
}

function never(): never {
  throw new Error('There are as many devices as are asked for.')
}
