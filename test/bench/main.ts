import { arch, cpus, loadavg, platform } from 'node:os'
import { argv, version } from 'node:process'
import { parseArgs } from 'node:util'
import { measureAccept } from './accept.ts'
import { measureBackup } from './backup.ts'
import { measureGate } from './gate.ts'
import { measureInteraction } from './interaction.ts'
import { measureLint } from './lint.ts'
import { measurePartitions } from './partitions.ts'
import { measureScroll } from './scroll.ts'
import { measureService } from './service/measure.ts'
import { measureSizes } from './sizes.ts'
import { measureStart } from './start.ts'
import { measureTerms } from './terms.ts'
import { measureTokenServers } from './token-servers.ts'
import { measureVisible } from './visible.ts'

const RUNS = '9'

/** Options of single measurements. */
interface Options {
  /** `service`: the operations to measure. */
  readonly only?: readonly string[]
  /** `service`: folders `dist` of other versions to measure beside this one. */
  readonly beside?: readonly string[]
  /** `service`: numbers of licenses, to measure growth. */
  readonly licenses?: readonly number[]
  /** `service`: a folder for CPU profiles and flame graphs, which are then recorded instead of a table. */
  readonly profile?: string
}

/** The measurements by name. One runs alone with `npm run bench -- visible --runs 30`. */
const PARTS: Readonly<Record<string, (runs: number, options: Options) => Promise<void> | void>> = {
  sizes: measureSizes,
  terms: measureTerms,
  lint: measureLint,
  visible: measureVisible,
  gate: measureGate,
  interaction: measureInteraction,
  scroll: measureScroll,
  accept: measureAccept,
  start: measureStart,
  service: (runs, options) => measureService({ ...options, runs }),
  partitions: measurePartitions,
  backup: measureBackup,
  'token-servers': measureTokenServers,
}

/** Runs the measurements. Numbers of one run can be compared with each other; numbers of different machines cannot. */
export async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    args: argv.slice(3),
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: RUNS },
      only: { type: 'string' },
      beside: { type: 'string', multiple: true },
      licenses: { type: 'string' },
      profile: { type: 'string' },
    },
  })
  const { only, beside = [], licenses, profile } = values
  const runs = Number(values.runs)
  const options = {
    beside,
    ...(only !== undefined && { only: only.split(',') }),
    ...(licenses !== undefined && { licenses: licenses.split(',').map(Number) }),
    ...(profile !== undefined && { profile }),
  }
  const unknown = positionals.find((name) => !Object.hasOwn(PARTS, name))
  if (unknown !== undefined || !Number.isInteger(runs) || runs < 1) {
    throw new Error(
      `Usage: npm run bench -- [${Object.keys(PARTS).join('] [')}] [--runs <number, default ${RUNS}>] [--only <operations>] [--beside <dist>] [--licenses <numbers>] [--profile <folder>]`,
    )
  }
  const [load = 0] = loadavg()
  console.log(
    `Node ${version} on ${platform()} ${arch()}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), load ${load.toFixed(1)} at the start, ${new Date().toISOString().slice(0, 10)}`,
  )
  for (const [name, measure] of Object.entries(PARTS)) {
    if (positionals.length === 0 || positionals.includes(name)) await measure(runs, options)
  }
}
