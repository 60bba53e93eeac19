import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import type { CreatedApiKey, Provider } from '../../src/protocol/records/accounts.ts'
import { createDevice, signedRequest } from '../fixtures/device.ts'
import { dist } from '../support/dist.ts'
import { startPostgres } from '../support/postgres.ts'
import { median, printTable } from '../support/print-table.ts'
import { groupSeconds } from '../support/processor-time.ts'
import { type Program, startProgram } from '../support/program.ts'
import { run } from '../support/run-command.ts'
import { installPeers, PEERS } from './install-peers.ts'

const SECONDS = 2
const DEVICES = 20
/** The number of licenses in one load. They are signed before the load starts. */
const LICENSES = 2000
const FORM = 'application/x-www-form-urlencoded'
const AUTH = '/api/latest/auth'

/** The body and the token of a request. */
interface Item {
  readonly body?: string
  readonly token?: string
}

/** A request that is sent repeatedly, and the program that responds to it. */
interface Load {
  readonly name: string
  readonly program: Program
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly type?: string
  /** Returns the items of a round, which are sent in turn. A request that must be unique is created for each round. */
  readonly items: () => readonly Item[]
  /** Sends every item once. Default: repeats the items for a fixed time. */
  readonly once?: boolean
}

/** Functions that close resources, called in reverse order. */
type Closing = (() => Promise<void> | void)[]

interface LoadResult {
  readonly perSecond: number
  readonly total: number
  readonly p99: number
  readonly failed: number
}

/** Measures requests per second of the service on both databases, and of plain Node and oidc-provider. Another process sends the requests. */
export async function measureTokenServers(runs: number): Promise<void> {
  await installPeers()
  const closing: Closing = []
  try {
    const loads = [
      ...(await openPeers(closing)),
      ...(await openLicet('embedded', closing)),
      ...(await openLicet('postgresql', closing)),
    ]
    const rows = new Map(loads.map(({ name }) => [name, [] as { readonly result: LoadResult; readonly microseconds: number }[]]))
    // The first round warms up the programs and does not count.
    for (let round = 0; round <= runs; round++) {
      for (const load of loads) {
        const items = load.items()
        const before = groupSeconds(load.program.child.pid ?? 0)
        const result = await send(load, items)
        if (result.failed > 0) throw new Error(`${load.name}: ${result.failed} of ${result.total} requests failed.`)
        const microseconds = ((groupSeconds(load.program.child.pid ?? 0) - before) / result.total) * 1e6
        if (round > 0) rows.get(load.name)?.push({ result, microseconds })
      }
    }
    printTable(
      `The service, 10 connections, ${runs} rounds of ${SECONDS} s`,
      ['', 'req/s', 'p99 ms', 'CPU µs per request'],
      [...rows].map(([name, all]) => [
        name,
        median(all.map(({ result }) => result.perSecond)).toFixed(0),
        median(all.map(({ result }) => result.p99)).toFixed(1),
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
    { ...plain, name: 'node:http, without signing', method: 'GET', path: '/', items: () => [{}] },
    { ...plain, name: 'node:http, with ES256 of node:crypto', method: 'GET', path: '/token', items: () => [{}] },
    { ...oidc, name: 'oidc-provider, in memory: token', method: 'POST', path: '/token', type: FORM, items: () => [grant] },
  ]
}

/** Starts `licet serve` with a provider, a user and devices. */
async function openLicet(database: 'embedded' | 'postgresql', closing: Closing): Promise<readonly Load[]> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-bench-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const env = { DATABASE_URL: '', ...(database === 'postgresql' && { DATABASE_URL: await openPostgres(closing) }) }
  const cli = [join(dist, 'cli/index.js')]
  const databaseOptions = database === 'embedded' ? ['--data-dir', folder] : []
  const licet = async (...args: string[]) =>
    JSON.parse(await run(execPath, [...cli, ...args, ...databaseOptions, '--json'], { env }))
  const provider: Provider = await licet('provider', 'create', '--name', 'Pomelo', '--email', 'bench@example.com')
  const apiKey: CreatedApiKey & { readonly userId: string } = await licet('api-key', 'create', '--email', 'bench@example.com')
  const service = await open(
    [...cli, 'serve', '--port', '0', '--json', '--max-licenses-per-hour', '0', ...databaseOptions],
    closing,
    { env },
  )

  const post = async (path: string, body: string, headers: Record<string, string>) => {
    const response = await fetch(service.url + path, { method: 'POST', body, headers })
    if (!response.ok) throw new Error(`${path} responded with status ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const grant = async (item: Item) => (await post(AUTH, item.body ?? '', { 'content-type': FORM })).access_token as string
  const tokenRequest = (client_id: string, client_secret: string) =>
    form({ grant_type: 'client_credentials', client_id, client_secret })
  const user = tokenRequest(`user:${apiKey.userId}`, apiKey.key)
  const providerToken = await grant(tokenRequest(`provider:${provider.providerId}`, provider.pubKey))
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, async (_, at) => {
      const device = createDevice()
      const id = `user-${at}`
      const registration = { id, address: device.address, pubKey: device.pubKey, signature: device.sign(`${id}.${device.address}`) }
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${providerToken}` }
      await post(`/api/latest/provider/${provider.providerId}/user`, JSON.stringify(registration), headers)
      const secret = tokenRequest(`address:${provider.providerId}:${device.address}`, device.sign(device.address))
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
  const licetLoad = (name: string, load: Pick<Load, 'method' | 'path' | 'type' | 'items' | 'once'>): Load => ({
    ...service,
    name: `licet, ${database}: ${name}`,
    ...load,
  })
  return [
    licetLoad('key set', { method: 'GET', path: '/.well-known/jwks.json', items: () => [{}] }),
    licetLoad('token for a user', { method: 'POST', path: AUTH, type: FORM, items: () => [user] }),
    licetLoad('token for a device', { method: 'POST', path: AUTH, type: FORM, items: () => devices.map(({ secret }) => secret) }),
    licetLoad('new license', { method: 'POST', path: '/license/create', type: json, items: licenses, once: true }),
    licetLoad('verification of a use', {
      method: 'POST',
      path: '/license/verify',
      type: json,
      items: () => devices.map(({ token }) => ({ token, body: '{"usecase":"analytics","destination":"basket.example.com"}' })),
    }),
  ]
}

async function openPostgres(closing: Closing): Promise<string> {
  // As in production: the service responds after the data is on disk.
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

/** Sends the requests from another process, so that the sender does not use the thread of the service. */
async function send({ url, method, path, type, once }: Load, items: readonly Item[]): Promise<LoadResult> {
  const description = {
    url,
    method,
    path,
    items,
    headers: type === undefined ? {} : { 'content-type': type },
    ...(once ? { amount: items.length } : { seconds: SECONDS }),
  }
  const folder = mkdtempSync(join(tmpdir(), 'licet-load-'))
  try {
    const file = join(folder, 'requests.json')
    writeFileSync(file, JSON.stringify(description))
    return JSON.parse(await run(execPath, [join(PEERS, 'services/load.mjs'), file]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function form(fields: Record<string, string>): Item {
  return { body: new URLSearchParams(fields).toString() }
}

function never(): never {
  throw new Error('The index is always below the number of devices.')
}
