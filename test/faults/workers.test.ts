import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServeOptions } from '../../src/service/node.ts'
import { type LicetProcess, startLicet } from '../fixtures/licet-process.ts'
import { countOf } from '../support/counts.ts'
import { childrenOf } from '../support/processes.ts'
import { createFaultTable } from './fault-table.ts'
import { expectNoViolation, type FaultWorld, openFaultWorld, pause, runFault } from './fault-world.ts'
import type { ServiceProcess } from './service-process.ts'

const WORKERS = 2
const KILLS = countOf(8, 3)
const KB = 1024

const addToTable = createFaultTable('A worker killed under load')

let licet: LicetProcess
let world: FaultWorld
beforeAll(async () => {
  world = await openFaultWorld({}, undefined, startWorkers)
})
afterAll(() => world.close())

/** Starts `licet serve` with workers. The count of ends and the memory cover the primary process and its workers. */
async function startWorkers({ databaseUrl = '', authUrl = '' }: ServeOptions): Promise<ServiceProcess> {
  const options = { 'database-url': databaseUrl, 'auth-url': authUrl, 'refresh-reuse-grace': 0 }
  const quotas = { 'max-licenses-per-hour': 0, 'max-terms-per-day': 0, workers: WORKERS, 'metrics-port': 0, 'log-interval': 1 }
  licet = await startLicet(...Object.entries({ ...options, ...quotas }).flatMap(([name, value]) => [`--${name}`, String(value)]))
  const { url, pid, isAlive, stop } = licet
  let isStopped = false
  const memoryOf = (name: string) => () =>
    [pid, ...workersOf()].reduce((sum, each) => {
      const status = readFileSync(`/proc/${each}/status`, 'utf8')
      return sum + Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * KB
    }, 0)
  return {
    url,
    isRunning: isAlive,
    ended: () => (isAlive() || isStopped ? 0 : 1),
    restart: () => Promise.reject(new Error('The primary process has ended.')),
    setClock: () => undefined,
    memory: () => ({ now: memoryOf('VmRSS')(), peak: memoryOf('VmHWM')() }),
    processorSeconds: () => 0,
    stop: async () => {
      isStopped = true
      await stop()
    },
  }
}

const workersOf = () => childrenOf(licet.pid).map((child) => child.pid)

/** Returns how many workers listen. */
async function countListening(): Promise<number> {
  const text = await (await fetch(String(licet.address.metricsUrl))).text()
  return Number(/^licet_workers (\d+)$/m.exec(text)?.[1])
}

test(`E1: a worker ends with kill -9, ${KILLS} times: nothing acknowledged is lost or stored twice, and another one replaces it`, async () => {
  const outcome = await runFault(world, async () => {
    for (let n = 0; n < KILLS; n++) {
      process.kill(workersOf()[n % WORKERS] ?? 0, 'SIGKILL')
      await expect.poll(countListening, { timeout: 20_000 }).toBe(WORKERS - 1)
      await expect.poll(countListening, { timeout: 20_000 }).toBe(WORKERS)
      // Until the new one has had a part of the load.
      await pause(1000)
    }
  })
  addToTable(`a worker ends with kill -9, ${KILLS} times`, outcome)
  // A request of the killed worker has no response, and a new worker responds with 503 until it has opened the database.
  expectNoViolation(outcome, [0, 503])
  const ends = licet
    .log()
    .filter((line) => typeof line === 'object' && line !== null && 'type' in line && line.type === 'worker_ended')
  expect(ends).toHaveLength(KILLS)
})
