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
import { createFaultTable, createRows } from './fault-table.ts'
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
const addKill = createRows('Backup and restore killed', [
  ...['fault', 'kills', 'ended before', 'files of a name that are not complete', 'databases in part', 'failed next time'],
])
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

/** Returns the number of licenses, and 0 also for a database without tables. */
async function countLicenses(connectionString: string): Promise<number> {
  const [found] = await queryOnce<{ has: boolean }>(connectionString, "SELECT to_regclass('licet.licenses') IS NOT NULL AS has")
  if (found?.has !== true) return 0
  const [counted] = await queryOnce<{ count: number }>(connectionString, 'SELECT count(*)::int AS count FROM licet.licenses')
  return counted?.count ?? 0
}

/** Starts a command, kills it after a time, and resolves when it has ended, with whether the kill ended it. */
async function kill(afterMs: number, ...args: string[]): Promise<boolean> {
  const child: ChildProcess = spawn(execPath, [LICET, ...args], { env: plainEnvironment(), stdio: 'ignore' })
  const ended = once(child, 'exit')
  await Promise.race([pause(afterMs), ended])
  child.kill('SIGKILL')
  await ended
  return child.signalCode === 'SIGKILL'
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

  // On the same server, while the service works on the other database.
  const restored = await createDatabase('restored')
  const meanwhile = await runFault(world, async () => {
    await licet('restore', file, '--nothing-erased', '--database-url', restored)
  })
  addToTable('a restore under load, into another database of the server', meanwhile)
  expectNoViolation(meanwhile, [503])
  const violations = await countViolations(restored, ids)
  addToTable(`a backup under load, restored: ${ids.length} licenses were acknowledged before it`, { ...outcome, ...violations })
  expect(violations).toEqual({ lost: 0, twice: 0, partial: 0, unlogged: 0 })

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
  const complete = await countLicenses(target)
  const restores = { kills: 0, broken: 0, failed: 0 }
  const backups = { kills: 0, broken: 0 }
  const fails = (...args: string[]) =>
    licet(...args).then(
      () => 0,
      () => 1,
    )
  // The service stores licenses meanwhile.
  const outcome = await runFault(world, async () => {
    for (let n = 1; n <= KILLS; n++) {
      const again = await createDatabase(`killed_${n}`)
      const part = (restoreMs * n) / (KILLS + 1)
      const isKilled = await kill(part, 'restore', file, '--nothing-erased', '--database-url', again)
      const licenses = await countLicenses(again)
      // Its last byte was committed before the kill.
      const isComplete = licenses === complete
      restores.kills += Number(isKilled && !isComplete)
      if (licenses > 0 && !isComplete) restores.broken++
      // The next restore works.
      if (!isComplete) restores.failed += await fails('restore', file, '--nothing-erased', '--database-url', again)
      backups.kills += Number(await kill(part, 'backup', join(folder, `killed-${n}`), '--database-url', world.databaseUrl))
    }
  })
  for (const name of readdirSync(folder).filter((name) => name.startsWith('killed')))
    if (!name.endsWith('.part')) backups.broken += await fails('restore', join(folder, name), '--check')
  addToTable(`${KILLS} restores and ${KILLS} backups killed`, outcome)
  addKill('restore', restores.kills, KILLS - restores.kills, '–', restores.broken, restores.failed)
  addKill('backup', backups.kills, KILLS - backups.kills, backups.broken, '–', '–')
  expectNoViolation(outcome, [503])
  expect([restores.broken, restores.failed, backups.broken]).toEqual([0, 0, 0])
})
