import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import pg from 'pg'
import { createPostgresStorage, createService } from '../../src/service/index.ts'
import { createNodeCrypto } from '../../src/service/node.ts'
import { call, createTenant } from '../fixtures/caller.ts'
import { signedRequest } from '../fixtures/device.ts'
import { startPostgres } from '../support/postgres.ts'
import { median, printTable } from '../support/print-table.ts'
import { projectRoot, run } from '../support/run-command.ts'

const LICENSES = 10_000
/** Licenses of each device. Each supersedes the one before. */
const PER_DEVICE = 10
const SIZES = `SELECT sum(pg_total_relation_size(c.oid))::bigint AS bytes FROM pg_class c
  WHERE c.relnamespace = 'licet'::regnamespace AND c.relkind = 'r' AND c.relname = ANY ($1)`
const LOG_TABLES = ['log_entries', 'log_tiles']

/**
 * Measures the size of a backup, and the time of `licet backup` and `licet restore`, for each license. The licenses are requested from the
 * service, because copies of one license would compress better. Uses `dist`.
 */
export async function measureBackup(runs: number): Promise<void> {
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'licet-backup-'))
  const database = (name: string) => Object.assign(new URL(postgres.url), { pathname: name }).href
  const client = new pg.Client({ connectionString: postgres.url })
  try {
    await client.connect()
    const log = await fill(postgres.url)
    const times: Record<'backup' | 'check' | 'restore', number[]> = { backup: [], check: [], restore: [] }
    let bytes = 0
    for (let round = 0; round < runs; round++) {
      const file = join(folder, `${round}.backup`)
      const copy = `copy_${round}`
      times.backup.push(await licet('backup', file, '--database-url', postgres.url))
      bytes = statSync(file).size
      times.check.push(await licet('restore', file, '--check'))
      await client.query(`CREATE DATABASE ${copy}`)
      times.restore.push(await licet('restore', file, '--nothing-lost', '--database-url', database(copy)))
      await client.query(`DROP DATABASE ${copy}`)
    }
    printTable(
      `Backup of ${LICENSES.toLocaleString('en')} licenses: ${Math.round(bytes / LICENSES)} bytes of a license. Public log in PostgreSQL: ${Math.round(log / LICENSES)} bytes. Median of ${runs} rounds`,
      ['command', 'seconds', 'µs of a license'],
      Object.entries(times).map(([name, seconds]) => [
        name,
        median(seconds).toFixed(1),
        Math.round((median(seconds) * 1_000_000) / LICENSES),
      ]),
    )
  } finally {
    await client.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a command, and returns its seconds without the time that Node.js needs to start, which only matters for few licenses. */
async function licet(...args: readonly string[]): Promise<number> {
  const time = async (args: readonly string[]) => {
    const start = performance.now()
    await run(execPath, [join(projectRoot, 'dist/cli/index.js'), ...args])
    return (performance.now() - start) / 1000
  }
  const start = await time(['--version'])
  return (await time(args)) - start
}

/** Requests the licenses, puts them into the public log, and returns the bytes of the log. */
async function fill(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  const storage = createPostgresStorage(pool, (oid) => pg.types.getTypeParser(oid))
  const service = await createService({ authUrl: 'https://auth.example.com', storage, crypto: createNodeCrypto() })
  const tenant = await createTenant(service)
  for (let n = 0; n < LICENSES / PER_DEVICE; n++) {
    const id = `user-${n}`
    const { device, token } = await tenant.device(id)
    for (let license = 0; license < PER_DEVICE; license++) {
      const { status, body } = await call(service, '/license/create', {
        token,
        json: signedRequest(device, { ptr: id, description: `Receipts for rewards, ${license}` }),
      })
      if (status !== 201) throw new Error(`The license was not stored: ${status} ${JSON.stringify(body)}`)
    }
  }
  await service.appendLog()
  await storage.query('VACUUM ANALYZE')
  const [size] = await storage.query<{ bytes: number }>(SIZES, [LOG_TABLES])
  await service.close()
  await storage.close()
  return Number(size?.bytes ?? 0)
}
