import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf, inTitle } from '../support/counts.ts'
import { median, printTable } from '../support/print-table.ts'
import { postgresSeconds } from '../support/processor-time.ts'
import { createFaultTable } from './fault-table.ts'
import { expectNoViolation, type FaultWorld, type Outcome, openFaultWorld, pause, runFault } from './fault-world.ts'
import { type FaultLoad, startLoad } from './load-process.ts'

const SLOW_CLIENTS = countOf(1000, 200)
const SLOW_MS = countOf(15_000, 3000)
const OVERLOAD = 3
const MIN_OVERLOAD = 2.5
/** A request of the load that finds no free connection is left out. It counts as a part of the load. */
const OVERLOAD_CONNECTIONS = 3000
/** Requests a second at the start. */
const FIRST_RATE = 1000
/** So much more is sent, because other programs make the capacity vary, and the load does not send each request in time. */
const SLACK = 1.2
const OVERLOAD_MS = countOf(30_000, 5000)
/** Of a wait in the same run. An accepted request has waited for its turn, and so has each that was refused because its turn did not come. */
const MAX_WAIT_RATIO = 1
/** Of the accepted requests for each second of processor time without an overload. Refusals cost the rest. */
const MIN_ACCEPTED_RATIO = 0.4
const MAX_MEMORY = 250_000_000
/** The goal of memory is stated for 1,000 connections. */
const MAX_OVERLOAD_MEMORY = 400_000_000
const ROUNDS = countOf(5, 2)
const ROUND_MS = 3000
const NOISE_CONNECTIONS = 64
const NOISE_LICENSES = 1500

let world: FaultWorld
beforeAll(async () => {
  world = await openFaultWorld({ maxSocketsPerAddress: 2 * OVERLOAD_CONNECTIONS })
})
afterAll(() => world.close())

const addToTable = createFaultTable('Overload')

/** Returns the processor time of service and database until now. */
const processorSeconds = () => world.service.processorSeconds() + postgresSeconds(world.postgres.pid())

/** Opens a connection that sends a request at one byte per second: half of them the head, the others a body after a complete head. */
function openSlowClient(url: string, n: number): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const complete =
    'POST /license/create HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n'
  socket.write(n % 2 === 0 ? 'POST /license/create HTTP/1.1\r\nhost: localhost\r\nx-slow: ' : complete)
  const timer = setInterval(() => socket.write('1'), 1000)
  socket.on('error', () => undefined)
  socket.on('close', () => clearInterval(timer))
  return socket
}

test(`E1: ${inTitle(SLOW_CLIENTS)} slow clients: all other requests are served, and memory stays under 250 MB`, async () => {
  const outcome = await runFault(world, async ({ service }) => {
    const sockets = Array.from({ length: SLOW_CLIENTS }, (_, n) => openSlowClient(service.url, n))
    await pause(SLOW_MS)
    for (const socket of sockets) socket.destroy()
  })
  addToTable(`${SLOW_CLIENTS} slow clients for ${SLOW_MS / 1000} s`, outcome)
  // On a busy machine, some requests wait longer than 0.5 s for their turn.
  expectNoViolation(outcome, [503])
  const { 200: served = 0, 503: refused = 0 } = outcome.report.statuses
  // If slow clients took turns, nearly every other request would be refused.
  expect(refused).toBeLessThan(served / 2)
  expect(outcome.peakMemory).toBeLessThan(MAX_MEMORY)
})

/** Returns the outcome of a load, and how many requests were accepted for each second of processor time of service and database. */
async function acceptedRate(run: () => Promise<Outcome>): Promise<{ readonly outcome: Outcome; readonly rate: number }> {
  const before = processorSeconds()
  const outcome = await run()
  const { 200: ok = 0, 201: created = 0 } = outcome.report.statuses
  return { outcome, rate: (ok + created) / (processorSeconds() - before) }
}

test(`E1: ${OVERLOAD} times the load that it can serve: what it accepts waits no longer than what it refuses, and costs little more than usual`, async () => {
  const usual = await acceptedRate(() => runFault(world, () => pause(ROUND_MS), { mix: 'mostly verify' }))
  const { outcome, rate } = await acceptedRate(() =>
    runFault(world, () => pause(OVERLOAD_MS), {
      ...{ mix: 'mostly verify', perSecond: FIRST_RATE, overload: OVERLOAD * SLACK, connections: OVERLOAD_CONNECTIONS },
    }),
  )
  const { report } = outcome
  addToTable(`${OVERLOAD} times the load for ${OVERLOAD_MS / 1000} s`, outcome)
  const { sentPerSecond, notSentPerSecond, perSecond, p99, refusedP99 } = report
  const times = (sentPerSecond + notSentPerSecond) / perSecond
  printTable(
    'Requests a second, accepted requests for each second of processor time, and the p99 of the responses in ms',
    ['sent', 'left out', 'accepted', 'times', 'usual for each second', 'in the overload', 'p99 of accepted', 'p99 of 503'],
    [
      [
        ...[sentPerSecond, notSentPerSecond, perSecond].map((value) => value.toFixed(0)),
        times.toFixed(1),
        ...[usual.rate, rate, p99, refusedP99].map((value) => value.toFixed(0)),
      ],
    ],
  )
  expectNoViolation(outcome, [503, 429])
  expect(report.statuses[503]).toBeGreaterThan(0)
  expect(times).toBeGreaterThanOrEqual(MIN_OVERLOAD)
  // Otherwise a service that refuses everything would pass.
  expect(rate / usual.rate).toBeGreaterThan(MIN_ACCEPTED_RATIO)
  expect(p99 / refusedP99).toBeLessThan(MAX_WAIT_RATIO)
  expect(outcome.peakMemory).toBeLessThan(MAX_OVERLOAD_MEMORY)
})

/** Returns how many verifications of other devices are answered for each second of processor time of service and database. */
async function verifyRate(clients: FaultLoad['clients']): Promise<number> {
  const load = await startLoad({ ...world.load, mix: 'verify', clients })
  const [begun, before] = [performance.now(), processorSeconds()]
  await pause(ROUND_MS)
  const [ended, after] = [performance.now(), processorSeconds()]
  const { perSecond } = await load.stop()
  return (perSecond * (ended - begun)) / 1000 / (after - before)
}

test('E1: one device that sends as fast as it can slows the others by at most a half', async () => {
  const [noisy, ...others] = world.load.clients
  if (noisy === undefined) throw new Error('The world has no devices.')
  const quiet = others.slice(0, 8)
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await verifyRate(quiet))
    const outcome = await runFault(
      world,
      async () => {
        beside.push(await verifyRate(quiet))
      },
      // Signed before the load, so that signing does not take the processor from the service.
      { mix: 'create', clients: [noisy], connections: NOISE_CONNECTIONS, signed: NOISE_LICENSES },
    )
    addToTable(`one noisy device, round ${round + 1}`, outcome)
    expectNoViolation(outcome, [503, 429])
  }
  const ratios = beside.map((rate, round) => rate / (alone[round] ?? rate))
  const rates = (all: readonly number[]) => median(all).toFixed(0)
  printTable(
    `Verifications of 8 other devices for each second of processor time, medians of ${ROUNDS} rounds`,
    ['alone', `beside ${NOISE_CONNECTIONS} connections of one device`, 'ratio'],
    [[rates(alone), rates(beside), median(ratios).toFixed(2)]],
  )
  expect(median(ratios)).toBeGreaterThanOrEqual(0.5)
})
