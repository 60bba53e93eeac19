import { afterAll, beforeAll, expect, test } from 'vitest'
import { createService, type Service, type Storage } from '../../src/service/index.ts'
import { createNodeCrypto, openPostgresStorage } from '../../src/service/node.ts'
import { AUTH_URL } from '../fixtures/auth-url.ts'
import { call, createTenant, grant, type Tenant } from '../fixtures/caller.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { createDevice, type Device, signedRequest } from '../fixtures/device.ts'
import { findContradictions } from '../fixtures/find-contradictions.ts'
import { inTitle } from '../support/counts.ts'
import type { TestDatabase } from '../support/postgres.ts'
import { run } from '../support/run-command.ts'

/** Requests that store a license or withdraw one. */
const REQUESTS = Number(process.env.CITUS_LICENSES ?? 2000)
/** Shell commands that kill a server of the cluster, and start it again. Without them, only a shard is moved. */
const { CITUS_KILL_WORKER, CITUS_KILL_COORDINATOR } = process.env
const DEVICES = 40
const AT_ONCE = 8
const WITHDRAW_EVERY = 10
const TOKEN_SECONDS = 86_400
/** Citus ends what a killed worker left prepared once a minute. */
const RECOVERY_MS = 150_000

let database: TestDatabase
let storage: Storage
let service: Service
let tenant: Tenant
beforeAll(async () => {
  database = await createPostgresDatabase()
  storage = openPostgresStorage(database.url, { maxConnections: AT_ONCE + 4 })
  const limits = { maxLicensesPerHour: 0, maxTermsPerDay: 0, maxStrangerBytesPerDay: 0, maxWaitMs: 60_000 }
  service = await createService({ authUrl: AUTH_URL, storage, crypto: createNodeCrypto(), ...limits })
  tenant = await createTenant(service)
})
afterAll(async () => {
  await storage.close()
  await database.stop()
})

/** Sends a request until the service answers, as a client does. Returns the body, and how often the service was unavailable. */
async function sendUntilAnswered(path: string, token: string, json: object) {
  for (let refused = 0; ; refused++) {
    const { status, headers, body } = await call(service, path, { token, json })
    if (status < 500) return { status, body, refused }
    expect([status, body.code]).toEqual([503, 'unavailable'])
    await new Promise((resolve) => setTimeout(resolve, Number(headers.get('retry-after') ?? 1) * 1000))
  }
}

/** Moves the shards of some devices to another worker, while requests change them. */
async function moveShard(): Promise<void> {
  const [shard] = await storage.query<{ id: number; host: string; port: number }>(
    "SELECT shardid AS id, nodename AS host, nodeport AS port FROM citus_shards WHERE table_name = 'licet.licenses'::regclass LIMIT 1",
  )
  const [target] = await storage.query<{ host: string; port: number }>(
    'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 AND (nodename, nodeport) <> ($1, $2::integer) LIMIT 1',
    [shard?.host ?? '', shard?.port ?? 0],
  )
  const mover = openPostgresStorage(database.url, { maxConnections: 1, hasTimeLimits: false })
  await mover.query('SELECT citus_move_shard_placement($1::bigint, $2, $3::integer, $4, $5::integer)', [
    ...[shard?.id ?? 0, shard?.host ?? '', shard?.port ?? 0, target?.host ?? '', target?.port ?? 0],
  ])
  await mover.close()
}

test(`${inTitle(REQUESTS)} requests while servers are killed and a shard moves lose nothing and double nothing`, async () => {
  const { providerId } = tenant.provider
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, async (_, n) => {
      const device = createDevice()
      expect((await tenant.register(device, `person-${n}`)).status).toBe(200)
      const credentials = { client_id: `address:${providerId}:${device.address}`, client_secret: device.sign(device.address) }
      const { access_token: token } = await grant(service, { ...credentials, expires: String(TOKEN_SECONDS) })
      return { device, ptr: `person-${n}`, token, isOpen: false }
    }),
  )
  const stored: string[] = []
  let [sent, refused] = [0, 0]
  const agree = async (own: { device: Device; ptr: string; token: string; isOpen: boolean }): Promise<void> => {
    const number = sent++
    const isEnd = own.isOpen && number % WITHDRAW_EVERY === 0
    const json = signedRequest(own.device, { ptr: own.ptr, description: `Number ${number}`, ...(isEnd ? { uses: [] } : {}) })
    const answer = await sendUntilAnswered('/license/create', own.token, json)
    expect([200, 201]).toContain(answer.status)
    refused += answer.refused
    stored.push(answer.body.id)
    own.isOpen = !isEnd
  }
  // Each device has one request at a time, and the devices take turns.
  const queues = Array.from({ length: AT_ONCE }, (_, n) => devices.filter((__, at) => at % AT_ONCE === n))
  const working = Promise.all(
    queues.map(async (own) => {
      for (let turn = 0; sent < REQUESTS; turn++) {
        const device = own[turn % own.length]
        if (device !== undefined) await agree(device)
      }
    }),
  )
  const reach = (part: number) => expect.poll(() => sent, { timeout: 3_600_000, interval: 100 }).toBeGreaterThan(REQUESTS * part)
  const breaking = async () => {
    await reach(0.25)
    if (CITUS_KILL_WORKER !== undefined) await run('sh', ['-c', CITUS_KILL_WORKER])
    await reach(0.45)
    if (CITUS_KILL_COORDINATOR !== undefined) await run('sh', ['-c', CITUS_KILL_COORDINATOR])
    await reach(0.6)
    const started = Date.now()
    await moveShard()
    return { moved: Date.now() - started, sent }
  }
  const [, broken] = await Promise.all([working, breaking()])
  console.log(
    `${stored.length} stored, ${refused} answers of 503, a shard moved in ${broken.moved} ms, up to request ${broken.sent}`,
  )

  await expect.poll(() => findContradictions(storage), { timeout: RECOVERY_MS, interval: 5000 }).toEqual([])
  const rows = await storage.query<{ id: string }>('SELECT id FROM licet.licenses')
  expect(rows.map(({ id }) => id).sort()).toEqual([...stored].sort())
  for (const { token, isOpen } of devices) {
    const { body } = await call(service, '/license/verify', { token, json: {} })
    expect(body.verified).toBe(isOpen)
  }
}, 7_200_000)
