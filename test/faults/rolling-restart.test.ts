import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LicetProcess, startLicet } from '../fixtures/licet-process.ts'
import { countOf } from '../support/counts.ts'
import { startHaproxy, type TestHaproxy } from '../support/haproxy.ts'
import { startNginx, type TestNginx } from '../support/nginx.ts'
import { freePort, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { createFaultTable } from './fault-table.ts'
import { countViolations, expectNoViolation, pause, waitUntilReady } from './fault-world.ts'
import { type FaultLoad, startLoad } from './load-process.ts'
import { AUTH_URL, registerDevices } from './register-devices.ts'

// Few, so that a statement does not reach its time limit because the machine is busy.
const CONNECTIONS = 4
const RESTARTS = countOf(8, 4)
/** HAProxy asks each second, and stops after the second 503. */
const DRAIN_SECONDS = 4
/** Until HAProxy has asked a process that is ready again. */
const READY_MS = 2500
/** The service refuses 1,000 wrong secrets of one network in each process. */
const WRONG_SECRETS = 2400
const TOO_MANY = 429

const addToTable = createFaultTable('Processes behind a proxy')

/** The proxies of the guide, each with the configuration of the guide. */
const PROXIES = ['HAProxy', 'nginx'] as const
type Proxy = (typeof PROXIES)[number]

let postgres: TestPostgres
let devices: Pick<FaultLoad, 'providerId' | 'clients'>
let haproxy: TestHaproxy
let nginx: TestNginx
const ports: [number, number] = [0, 0]
const processes: LicetProcess[] = []

const start = (port: number) =>
  startLicet(
    ...['--port', String(port), '--auth-url', AUTH_URL, '--database-url', postgres.url],
    ...['--trusted-proxy', '127.0.0.1', '--drain', String(DRAIN_SECONDS)],
    ...['--max-licenses-per-hour', '0', '--max-terms-per-day', '0', '--refresh-reuse-grace', '0'],
    // A busy machine must not look like a restart that fails requests.
    ...['--max-wait', '10000'],
  )

beforeAll(async () => {
  postgres = await startPostgres()
  devices = await registerDevices(postgres.url)
  ports[0] = await freePort()
  ports[1] = await freePort()
  processes.push(await start(ports[0]), await start(ports[1]))
  haproxy = await startHaproxy(ports)
  nginx = await startNginx(ports)
})
afterAll(async () => {
  await haproxy?.stop()
  await nginx?.stop()
  for (const each of processes) await each.stop()
  await postgres?.stop()
})

const urlOf = (proxy: Proxy): string => (proxy === 'nginx' ? nginx : haproxy).url

// Regression: nginx took both processes out for ten seconds, after one refused connection to each, and answered 133 requests with 502.
test.each(PROXIES)(`a rolling restart behind %s, ${RESTARTS} times, fails no request`, async (proxy) => {
  const running = await startLoad({ url: urlOf(proxy), ...devices, connections: CONNECTIONS })
  await pause(1000)
  for (let n = 0; n < RESTARTS; n++) {
    const at = n % 2
    const port = ports[at] ?? 0
    expect(await processes[at]?.terminate()).toBe(0)
    processes[at] = await start(port)
    await waitUntilReady({ url: processes[at].url, isRunning: processes[at].isAlive })
    if (proxy === 'HAProxy') await pause(READY_MS)
  }
  const report = await running.stop()
  const { twice, ...counts } = await countViolations(postgres.url, report.ids)
  const outcome = {
    ...{ report, ...counts, twice: twice + report.twice },
    ...{ tokensUsedTwice: report.tokensUsedTwice, ended: 0, recoveredMs: 0, peakMemory: 0 },
  }
  addToTable(`${RESTARTS} restarts of two processes behind ${proxy}, one at a time`, outcome)
  expectNoViolation(outcome, [])
})

/** Sends a wrong secret from an address of this machine, and resolves with the status. */
function sendWrongSecret(proxy: Proxy, localAddress: string, n: number): Promise<number> {
  const { hostname, port } = new URL(urlOf(proxy))
  const body = new URLSearchParams({
    ...{ grant_type: 'client_credentials', client_secret: 'wrong' },
    client_id: `user:00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  }).toString()
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      // A caller that tries to be counted as somebody else.
      'x-forwarded-for': `198.51.100.${n % 250}`,
    }
    request({ hostname, port, path: '/api/latest/auth/token', method: 'POST', localAddress, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
      .once('error', reject)
      .end(body)
  })
}

test.each([
  ['HAProxy', 2],
  ['nginx', 4],
] as const)(
  'behind %s, wrong secrets are counted by the address of the caller, and its own header changes nothing',
  async (proxy, n) => {
    const [caller, other] = [`127.0.0.${n}`, `127.0.0.${n + 1}`]
    const statuses = new Set<number>()
    for (let first = 0; first < WRONG_SECRETS; first += 20) {
      for (const status of await Promise.all(Array.from({ length: 20 }, (_, at) => sendWrongSecret(proxy, caller, first + at))))
        statuses.add(status)
    }
    expect([...statuses].sort()).toEqual([401, TOO_MANY])
    expect(await sendWrongSecret(proxy, caller, WRONG_SECRETS)).toBe(TOO_MANY)
    expect(await sendWrongSecret(proxy, other, WRONG_SECRETS + 1)).toBe(401)
  },
)
