import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/client/index.ts'
import { countOf } from '../support/counts.ts'
import { plainEnvironment, projectRoot, run } from '../support/run-command.ts'
import { createFaultTable } from './fault-table.ts'
import { countViolations, expectNoViolation, type FaultWorld, openFaultWorld, pause, runFault } from './fault-world.ts'
import { startLoad } from './load-process.ts'

const LICET = join(projectRoot, 'dist/cli/index.js')
const KILLS = countOf(5, 1)
const FIRST_LOAD_MS = countOf(10_000, 4000)

let world: FaultWorld
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'licet-fault-backup-'))
  world = await openFaultWorld()
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const addToTable = createFaultTable('Backup and restore under load')
const licet = (...args: string[]) => run(execPath, [LICET, ...args])

/** Creates an empty database on the server, and returns its connection string. */
async function createDatabase(name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: world.databaseUrl })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.end()
  return Object.assign(new URL(world.databaseUrl), { pathname: name }).href
}

async function queryOnce<R extends object>(connectionString: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts a command, kills it after a time, and resolves when it has ended. */
async function kill(afterMs: number, ...args: string[]): Promise<void> {
  const child: ChildProcess = spawn(execPath, [LICET, ...args], { env: plainEnvironment(), stdio: 'ignore' })
  const ended = once(child, 'exit')
  await Promise.race([pause(afterMs), ended])
  child.kill('SIGKILL')
  await ended
}

test('a backup under load has every license that was acknowledged before it, and its receipts verify after the restore', async () => {
  const load = await startLoad(world.load)
  await pause(FIRST_LOAD_MS)
  const { ids } = await load.stop()
  expect(ids).not.toEqual([])
  const file = join(folder, 'one.backup')
  const outcome = await runFault(world, async ({ databaseUrl }) => {
    await licet('backup', file, '--database-url', databaseUrl)
  })
  // The backup takes processor time, so requests can be refused for a moment.
  expectNoViolation(outcome, [503])

  const restored = await createDatabase('restored')
  await licet('restore', file, '--nothing-erased', '--database-url', restored)
  const violations = await countViolations(restored, ids)
  addToTable(`a backup under load, restored: ${ids.length} licenses were acknowledged before it`, { ...outcome, ...violations })
  expect(violations).toEqual({ lost: 0, twice: 0, partial: 0 })

  const keys = (await (await fetch(`${world.service.url}/.well-known/jwks.json`)).json()) as { keys: JsonWebKey[] }
  const rows = await queryOnce<{ id: string; receipt: string }>(restored, 'SELECT id, receipt FROM licet.licenses')
  expect(rows.length).toBeGreaterThanOrEqual(ids.length)
  for (const { id, receipt } of rows) expect(await verifyReceipt(receipt, keys)).toMatchObject({ lic: id })
})

test(`a backup that is killed leaves no file of its name, and a restore that is killed leaves an empty database, ${KILLS} times`, async () => {
  const file = join(folder, 'two.backup')
  await licet('backup', file, '--database-url', world.databaseUrl)
  const target = await createDatabase('killed')
  const begun = performance.now()
  await licet('restore', file, '--nothing-erased', '--database-url', target)
  const restoreMs = performance.now() - begun
  for (let n = 1; n <= KILLS; n++) {
    const again = await createDatabase(`killed_${n}`)
    const part = (restoreMs * n) / (KILLS + 1)
    await kill(part, 'restore', file, '--nothing-erased', '--database-url', again)
    const [found] = await queryOnce<{ has: boolean }>(again, "SELECT to_regclass('licet.organizations') IS NOT NULL AS has")
    if (found?.has) expect(await queryOnce(again, 'SELECT 1 FROM licet.organizations')).toEqual([])
    // The next restore works.
    await licet('restore', file, '--nothing-erased', '--database-url', again)
    await kill(part, 'backup', join(folder, `killed-${n}`), '--database-url', world.databaseUrl)
    for (const name of readdirSync(folder).filter((name) => name.startsWith('killed')))
      if (!name.endsWith('.part')) await licet('restore', join(folder, name), '--check')
  }
})
