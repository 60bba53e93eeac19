import type { DistributionStep } from '../../service/storage/distribute-tables.ts'
import { type Command, type CommandInput, type CommandIo, EXIT, JSON_OPTION, textOption, UsageError } from '../command.ts'
import { DATABASE_OPTIONS, readDatabase, withDatabase } from '../database.ts'
import { toPrintableJson } from '../printable.ts'

export const migrateCommand: Command = {
  words: ['migrate'],
  summary: 'Bring the schema of the database to the version of this program.',
  options: {
    partition: {
      type: 'string',
      value: '<number>',
      help: 'also divide the license tables into this many partitions; stop the service first',
    },
    distribute: {
      type: 'string',
      value: '<shards>',
      help: 'also distribute the license tables over the workers of a Citus coordinator, such as 32; stop the service first',
    },
    yes: { type: 'boolean', help: 'partition or distribute the tables without asking' },
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
  },
  notes: [
    'Services of the previous version keep running meanwhile. An interrupted migration continues with the next call.',
    'With --partition or --distribute, stop every process of the service first. Each copies the tables in one transaction.',
  ],
  async run(input, io) {
    if (input.values.partition !== undefined) return partition(input, io)
    if (input.values.distribute !== undefined) return distribute(input, io)
    const { found, to, from } = await withDatabase(await readDatabase(input, io), async (storage) => {
      const before = await storage.schema?.()
      await storage.ready()
      const after = await storage.schema?.()
      const to = after?.version ?? 0
      return { found: before?.version ?? to, to, from: after?.migratedFrom ?? to }
    })
    if (input.values.json === true) io.out(toPrintableJson({ from, to }))
    else if (from !== to) io.out(`The schema was migrated from version ${from} to version ${to}.`)
    else if (found === to) io.out(`The schema has version ${to} already. Nothing was changed.`)
    else io.out(`Another process migrated the schema from version ${found} to version ${to} meanwhile. This one changed nothing.`)
    return EXIT.ok
  },
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

async function partition(input: CommandInput, io: CommandIo): Promise<number> {
  const { PARTITION_COUNT, DEVICE_TABLES, listPartitions, readTableBytes } = await import('../../service/storage/partitions.ts')
  const { partitionTables } = await import('../../service/storage/partition-tables.ts')
  const { openPostgresStorage } = await import('../../service/node.ts')
  const count = readCount('partition', textOption(input, 'partition') ?? '', PARTITION_COUNT)
  const { databaseUrl } = await readDatabase(input, io)
  if (databaseUrl === undefined)
    throw new UsageError(
      'The embedded database cannot be partitioned. Nothing was changed. Use PostgreSQL: set --database-url or DATABASE_URL.',
    )
  // One connection, so that every other one belongs to another process.
  const storage = openPostgresStorage(databaseUrl, { maxConnections: 1, hasTimeLimits: false })
  try {
    await storage.ready()
    const isJson = input.values.json === true
    const former = (await listPartitions(storage.query, DEVICE_TABLES[0])).length
    if (former === count) {
      io.out(
        isJson
          ? toPrintableJson({ partitions: count, tables: [] })
          : `The tables have ${count} partitions already. Nothing was changed.`,
      )
      return EXIT.ok
    }
    const size = toSize(await readTableBytes(storage))
    const question = `Copy ${DEVICE_TABLES.join(', ')} (${size}) into ${count} partitions each? It needs as much free disk. [Y/n] `
    if (!(await isConfirmed(input, io, question))) return EXIT.failed
    const tables = await partitionTables(storage, count)
    if (isJson) io.out(toPrintableJson({ partitions: count, tables }))
    else for (const { table, rows } of tables) io.out(`${table}: ${rows} ${rows === 1 ? 'row' : 'rows'} in ${count} partitions`)
    return EXIT.ok
  } finally {
    await storage.close()
  }
}

async function distribute(input: CommandInput, io: CommandIo): Promise<number> {
  const { distributeTables, SHARD_COUNT } = await import('../../service/storage/distribute-tables.ts')
  const { readTableBytes } = await import('../../service/storage/partitions.ts')
  const { openPostgresStorage } = await import('../../service/node.ts')
  const shards = readCount('distribute', textOption(input, 'distribute') ?? '', SHARD_COUNT)
  const { databaseUrl } = await readDatabase(input, io)
  if (databaseUrl === undefined)
    throw new UsageError(
      'The embedded database cannot be distributed. Nothing was changed. Set --database-url or DATABASE_URL to a Citus coordinator.',
    )
  const storage = openPostgresStorage(databaseUrl, { maxConnections: 1, hasTimeLimits: false })
  try {
    await storage.ready()
    const size = toSize(await readTableBytes(storage))
    if (!(await isConfirmed(input, io, `Copy the tables of licenses and devices (${size}) to the workers? [Y/n] `)))
      return EXIT.failed
    const steps: DistributionStep[] = []
    const isJson = input.values.json === true
    const isNew = await distributeTables(storage, {
      shards,
      onStep: (step) => {
        steps.push(step)
        if (!isJson) io.out(`${step.step}: ${step.seconds.toFixed(1)} s`)
      },
    })
    if (isJson) io.out(toPrintableJson({ shards, steps }))
    else
      io.out(isNew ? 'The tables are distributed. Start the service.' : 'The tables are distributed already. Nothing was changed.')
    return EXIT.ok
  } finally {
    await storage.close()
  }
}

/** Asks unless `--yes` answers. */
async function isConfirmed(input: CommandInput, io: CommandIo, question: string): Promise<boolean> {
  if (input.values.yes === true) return true
  if (io.confirm === undefined) throw new UsageError('Nobody can answer here. Nothing was changed. Make a backup, and add --yes.')
  if (await io.confirm(question, new AbortController().signal)) return true
  io.out('Nothing was changed.')
  return false
}

function readCount(option: string, text: string, { min, max }: { readonly min: number; readonly max: number }): number {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (count >= min && count <= max) return count
  throw new UsageError(`--${option} is "${text}". Nothing was changed. Use a whole number from ${min} to ${max}, such as 16.`)
}

function toSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1000)))
  return `${(bytes / 1000 ** power).toPrecision(3)} ${UNITS[power]}`
}
