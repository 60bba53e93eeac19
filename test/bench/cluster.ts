import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createPostgresStorage, createService, type Service } from '../../src/service/index.ts'
import { SESSION_SETTINGS } from '../../src/service/node/open-postgres-storage.ts'
import { createNodeCrypto } from '../../src/service/node.ts'
import { AUTH_URL } from '../fixtures/auth-url.ts'
import { type CallOptions, call, createTenant, grant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { createDevice, type Device, signedRequest } from '../fixtures/device.ts'
import { createCitusDatabase } from '../support/citus-setup.ts'
import { startPostgres } from '../support/postgres.ts'
import { median, printTable } from '../support/print-table.ts'
import { postgresSeconds } from '../support/processor-time.ts'

/** So many that no device reaches the limit of licenses in force in 9 rounds. */
const DEVICES = 128
/** Requests of an operation in a round. */
const REQUESTS = 200
/** Requests of each operation before the first round. */
const WARM_UP = 40
const TOKEN_SECONDS = 86_400
/** Connections for each of two workers. */
const CONNECTIONS = [1, 4] as const
const WORKERS = 2

interface Client {
  readonly device: Device
  readonly ptr: string
  readonly token: string
  readonly license: string
}

interface Target {
  readonly name: string
  readonly service: Service
  readonly tenant: Tenant
  readonly admin: string
  readonly clients: readonly Client[]
  /** The processes of its servers. */
  readonly postmasters: readonly number[]
}

type Request = readonly [path: string, options: CallOptions]

let created = 0

const create = ({ token, device }: Client, members: object): Request => [
  '/license/create',
  { token, json: signedRequest(device, members) },
]

/** The measured operations. `before` is what another request must have stored, which is not measured. */
const OPERATIONS: Readonly<
  Record<
    string,
    (client: Client, target: Target) => { readonly before?: readonly Request[]; readonly request: Request | Promise<Request> }
  >
> = {
  'token for a device': ({ device }, { tenant }) => ({
    request: [
      TOKEN,
      {
        form: {
          grant_type: 'client_credentials',
          client_id: `address:${tenant.provider.providerId}:${device.address}`,
          client_secret: device.sign(device.address),
        },
      },
    ],
  }),
  'refresh, first use': ({ device }, { service, tenant }) => ({
    request: grant(service, {
      client_id: `address:${tenant.provider.providerId}:${device.address}`,
      client_secret: device.sign(device.address),
    }).then(({ refresh_token = '' }) => [TOKEN, { form: { grant_type: 'refresh_token', refresh_token } }] as const),
  }),
  'new license': (client) => ({ request: create(client, { ptr: `new-${created++}` }) }),
  'license that supersedes one': (client) => ({
    request: create(client, { ptr: client.ptr, description: `Number ${created++}` }),
  }),
  withdrawal: (client) => {
    const ptr = `ended-${created++}`
    return { before: [create(client, { ptr })], request: create(client, { ptr, uses: [] }) }
  },
  verify: ({ token }) => ({
    request: ['/license/verify', { token, json: { usecase: 'analytics', destination: 'basket.example.com' } }],
  }),
  'get of a device': ({ token, license }) => ({ request: [`/license/${license}`, { token }] }),
  'list of 10 of a device': ({ token }) => ({ request: ['/license?limit=10', { token }] }),
  'permit of a person': ({ ptr }, { admin }) => ({
    request: ['/license/permit', { token: admin, json: { ptr, usecase: 'analytics', allowUnvouched: true } }],
  }),
  'permit about a device': ({ device: { address } }, { admin }) => ({
    request: ['/license/permit', { token: admin, json: { address, usecase: 'analytics' } }],
  }),
  'get of an organization': ({ license }, { admin }) => ({ request: [`/license/${license}`, { token: admin }] }),
  'list of 10 of an organization': (_, { admin }) => ({ request: ['/license?limit=10', { token: admin }] }),
}

/** Of each request: processor time in microseconds, and time in milliseconds. */
interface Sample {
  readonly database: number
  /** Of this process, which is the service and its callers. */
  readonly service: number
  readonly elapsed: number
}

/**
 * Measures each frequent operation on one PostgreSQL server and on the cluster of `CITUS_URL`, in turn: the processor time of all servers and
 * of the service, and how long a request takes. The servers must run on this machine, and the role must be a superuser, so that their
 * processes can be found.
 */
export async function measureCluster(runs: number): Promise<void> {
  const citusUrl = process.env.CITUS_URL
  if (citusUrl === undefined)
    throw new Error('CITUS_URL is not set. Nothing was measured. Set it to the connection string of a coordinator.')
  const postgres = await startPostgres()
  const cluster = await createCitusDatabase(citusUrl, `licet_${randomUUID().replaceAll('-', '')}`)
  const closing = [() => postgres.stop(), () => cluster.stop()]
  try {
    const one = await openTarget('one', postgres.url, SESSION_SETTINGS, [postgres.pid()])
    closing.push(one.close)
    const several = await openTarget('cluster', cluster.url, {}, await findPostmasters(cluster.url))
    closing.push(several.close)
    const samples = new Map<string, Sample[]>()
    for (const target of [one.target, several.target])
      for (const name of Object.keys(OPERATIONS)) await measure(name, target, WORKERS, WARM_UP)
    for (let round = 0; round < runs; round++)
      for (const connections of CONNECTIONS)
        for (const name of Object.keys(OPERATIONS))
          for (const target of [one.target, several.target]) {
            const key = `${name} ${target.name} ${connections}`
            const sample = await measure(name, target, connections * WORKERS, REQUESTS)
            samples.set(key, [...(samples.get(key) ?? []), sample])
          }
    print(samples)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function openTarget(name: string, url: string, settings: Readonly<Record<string, string>>, postmasters: readonly number[]) {
  const options = Object.entries(settings).map(([setting, value]) => `-c ${setting}=${value}`)
  const pool = new pg.Pool({ connectionString: url, max: 10, ...(options.length > 0 && { options: options.join(' ') }) })
  const storage = createPostgresStorage(pool, (oid) => pg.types.getTypeParser(oid))
  const limits = {
    maxLicensesPerHour: 0,
    maxTermsPerDay: 0,
    maxStrangerBytesPerDay: 0,
    maxRegistrationsPerHour: 0,
    maxWaitMs: 60_000,
  }
  const service = await createService({ authUrl: AUTH_URL, storage, crypto: createNodeCrypto(), ...limits })
  const tenant = await createTenant(service)
  // For the whole measurement.
  const tokenFor = async (client: { readonly client_id: string; readonly client_secret: string }) =>
    (await grant(service, { ...client, expires: String(TOKEN_SECONDS) })).access_token
  const clients: Client[] = []
  for (let n = 0; n < DEVICES; n++) {
    const [device, ptr] = [createDevice(), `person-${n}`]
    await tenant.register(device, ptr)
    const token = await tokenFor({
      client_id: `address:${tenant.provider.providerId}:${device.address}`,
      client_secret: device.sign(device.address),
    })
    const { body } = await call(service, ...create({ device, ptr, token, license: '' }, { ptr }))
    clients.push({ device, ptr, token, license: body.id })
  }
  const admin = await tokenFor({ client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey })
  const target: Target = { name, service, tenant, admin, clients, postmasters }
  return { target, close: () => storage.close() }
}

/** Returns the processes of the servers of a cluster. */
async function findPostmasters(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const own = await client.query("SELECT pg_read_file('postmaster.pid') AS file")
  const others = await client.query("SELECT result AS file FROM run_command_on_workers($$SELECT pg_read_file('postmaster.pid')$$)")
  await client.end()
  return [...own.rows, ...others.rows].map(({ file }) => Number.parseInt(file, 10))
}

async function measure(name: string, target: Target, connections: number, requests: number): Promise<Sample> {
  const { clients, service, postmasters } = target
  const prepared: Request[] = []
  for (let n = 0; n < requests; n++) {
    const client = clients[n % clients.length]
    const operation = client && OPERATIONS[name]?.(client, target)
    if (operation === undefined) throw new Error(`No operation is called "${name}".`)
    for (const request of operation.before ?? []) {
      const { status } = await call(service, ...request)
      if (status >= 300) throw new Error(`What "${name}" needs was refused with ${status} on ${target.name}.`)
    }
    prepared.push(await operation.request)
  }
  const read = () => postmasters.reduce((sum, pid) => sum + postgresSeconds(pid), 0)
  const [before, usage, started] = [read(), process.cpuUsage(), performance.now()]
  let next = 0
  const send = async (): Promise<void> => {
    for (let request = prepared[next++]; request !== undefined; request = prepared[next++]) {
      const { status } = await call(service, ...request)
      if (status >= 300) throw new Error(`"${name}" was refused with ${status} on ${target.name}.`)
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
  const elapsed = ((performance.now() - started) * connections) / requests
  const { user, system } = process.cpuUsage(usage)
  return { database: ((read() - before) / requests) * 1e6, service: (user + system) / requests, elapsed }
}

function print(samples: ReadonlyMap<string, readonly Sample[]>): void {
  const of = (name: string, target: string, connections: number, member: keyof Sample) =>
    median((samples.get(`${name} ${target} ${connections}`) ?? []).map((sample) => sample[member]))
  const printMember = (title: string, member: keyof Sample, format: (value: number) => string) =>
    printTable(
      title,
      ['request', ...CONNECTIONS.flatMap((connections) => [`one server, ${connections}`, `cluster, ${connections}`])],
      Object.keys(OPERATIONS).map((name) => [
        name,
        ...CONNECTIONS.flatMap((connections) => ['one', 'cluster'].map((target) => format(of(name, target, connections, member)))),
      ]),
    )
  const toMicros = (value: number) => Math.round(value).toLocaleString('en')
  printMember('Processor time of PostgreSQL for each request, in microseconds, by connections per worker', 'database', toMicros)
  printMember('Processor time of the service and its caller for each request, in microseconds', 'service', toMicros)
  printMember('Time of a request, in milliseconds', 'elapsed', (value) => value.toFixed(1))
}
