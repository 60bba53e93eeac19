import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { dist } from '../../support/dist.ts'
import { startPostgres } from '../../support/postgres.ts'
import { groupSeconds, postgresSeconds } from '../../support/processor-time.ts'
import { sendLoad } from '../../support/send-load.ts'
import { checkSameAnswers } from './check-same-answers.ts'
import { drawFlameGraph } from './flame-graph.ts'
import { OPERATIONS, type Operation, type Target } from './operations.ts'
import { printComparison, printGrowth, printVersions, type Sample, type Samples } from './print.ts'
import { INSPECT, recordProfile } from './profile.ts'
import { openWebhook } from './webhook.ts'
import { execute, openBareServer, openWorld } from './world.ts'

/** Options of the part `service`. */
export interface ServiceOptions {
  readonly runs: number
  /** The operations to measure. Default: all. */
  readonly only?: readonly string[]
  /** Folders `dist` of other versions, measured in the same rounds. */
  readonly beside?: readonly string[]
  /** Numbers of licenses. Measures the service on a database of each size, instead of beside the straight-line server. */
  readonly licenses?: readonly number[]
  /** A folder for a CPU profile and a flame graph of each operation. Then nothing is measured. */
  readonly profile?: string
}

const SETTINGS = ['autovacuum=off', 'checkpoint_timeout=1h', 'max_wal_size=8GB', 'shared_buffers=256MB']

/**
 * Measures the processor time of the service and of PostgreSQL for each request, beside a server that does the same work with
 * `node:http`, `node:crypto` and `pg` on the same tables. The servers take turns in each round. Another process sends the requests.
 */
export async function measureService({
  runs,
  only = Object.keys(OPERATIONS),
  beside = [],
  licenses = [],
  profile,
}: ServiceOptions): Promise<void> {
  const unknown = only.find((name) => !Object.hasOwn(OPERATIONS, name))
  if (unknown !== undefined) throw new Error(`No operation is called "${unknown}". Use: ${Object.keys(OPERATIONS).join(', ')}.`)
  const closing: (() => Promise<void>)[] = []
  try {
    // As in production, the server responds after the data is on disk. Its background work runs between the rounds.
    const postgres = await startPostgres({ durable: true, settings: SETTINGS })
    closing.push(() => postgres.stop())
    const open = async (name: string, folder: string): Promise<Target> => {
      const world = await openWorld(folder, await createDatabase(postgres.url), closing, profile === undefined ? [] : [INSPECT])
      return { name, url: world.url, group: groupOf(world), world }
    }
    const rounds = (targets: readonly Target[]) => measureRounds(targets, { runs, only, postmaster: postgres.pid() })
    if (licenses.length > 0) {
      const sizes: Target[] = []
      for (const size of licenses) sizes.push(await open(`${size.toLocaleString('en')} licenses`, dist))
      for (const [at, { world }] of sizes.entries()) await world.fill(licenses[at] ?? 0)
      return printGrowth(await rounds(sizes), sizes)
    }
    const licet = await open('licet', dist)
    if (profile !== undefined) return await writeProfiles(licet, only, resolve(profile))
    const bareServer = await openBareServer(licet.world, closing)
    const bare = { name: 'bare', url: bareServer.url, group: groupOf(bareServer), world: licet.world }
    await checkSameAnswers(licet, bare)
    const others: Target[] = []
    for (const folder of beside) others.push(await open(basename(dirname(resolve(folder))), resolve(folder)))
    const samples = await rounds([licet, bare, ...others])
    printComparison(samples, runs)
    for (const { name } of others) printVersions(samples, name)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function measureRounds(
  targets: readonly Target[],
  { runs, only, postmaster }: { readonly runs: number; readonly only: readonly string[]; readonly postmaster: number },
): Promise<Samples> {
  const samples: Samples = new Map()
  // The first round warms up the servers and does not count.
  for (let round = 0; round <= runs; round++) {
    for (const { name, world } of targets) if (name !== 'bare') await world.vacuum()
    for (const [name, operation] of Object.entries(OPERATIONS).filter(([name]) => isSelected(only, name))) {
      // What is compared with another operation does not run on the straight-line server.
      const measured = targets.filter((target) => operation.against === undefined || target.name !== 'bare')
      for (const target of round % 2 === 0 ? measured : measured.reverse()) {
        const sample = await measure(operation, target, postmaster)
        const key = `${name} ${target.name}`
        if (round > 0) samples.set(key, [...(samples.get(key) ?? []), sample])
      }
    }
  }
  return samples
}

/** An operation that is compared with another one needs that one in the same rounds. */
function isSelected(only: readonly string[], name: string): boolean {
  return only.includes(name) || only.some((each) => OPERATIONS[each]?.against?.operation === name)
}

async function writeProfiles(target: Target, only: readonly string[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const [name, { title, prepare }] of Object.entries(OPERATIONS).filter(([name]) => only.includes(name))) {
    // The first load warms up the server.
    await sendLoad(target.url, await prepare(target))
    await target.world.vacuum()
    const load = await prepare(target)
    const recorded = await recordProfile(target.world.program, () => sendLoad(target.url, load))
    const file = join(folder, name)
    writeFileSync(`${file}.cpuprofile`, JSON.stringify(recorded))
    writeFileSync(`${file}.svg`, drawFlameGraph(recorded, title))
    console.log(`${title}: ${file}.svg`)
  }
}

async function measure(operation: Operation, target: Target, postmaster: number): Promise<Sample> {
  const load = await operation.prepare(target)
  const webhook = operation.hasWebhook === true ? await openWebhook(target.world) : undefined
  try {
    const before = { service: groupSeconds(target.group), database: postgresSeconds(postmaster) }
    const { total, perSecond, p99 } = await sendLoad(target.url, load)
    await webhook?.received(total)
    return {
      service: ((groupSeconds(target.group) - before.service) / total) * 1e6,
      database: ((postgresSeconds(postmaster) - before.database) / total) * 1e6,
      perSecond,
      p99,
    }
  } finally {
    await webhook?.close()
  }
}

async function createDatabase(url: string): Promise<string> {
  const name = `licet_${randomUUID().replaceAll('-', '')}`
  await execute(url, `CREATE DATABASE ${name}`)
  return Object.assign(new URL(url), { pathname: name }).href
}

function groupOf({ program }: { readonly program: { readonly child: { readonly pid?: number | undefined } } }): number {
  if (program.child.pid === undefined) throw new Error('The server has no process.')
  return program.child.pid
}
