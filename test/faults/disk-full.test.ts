import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid } from 'node:process'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openDiskStorage } from '../../src/service/node.ts'
import { createFaultTable } from './fault-table.ts'
import { expectNoViolation, openFaultWorld, pause, runFault } from './fault-world.ts'

const DISK = '48m'
const FULL_MS = 4000

const addToTable = createFaultTable('A full disk under load')

/** Mounts a small file system in memory. Returns its folder, and a function that removes it. */
function mountSmallDisk(size = DISK): { readonly folder: string; remove(): void } {
  if (getuid?.() !== 0) {
    throw new Error('This test mounts a small file system, and only root may. The full disk was not tested. Run it as root.')
  }
  const folder = mkdtempSync(join(tmpdir(), 'licet-full-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'licet', folder])
  const remove = () => {
    process.removeListener('exit', remove)
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
  }
  process.once('exit', remove)
  return { folder, remove }
}

test('E1: the disk of PostgreSQL is full: nothing acknowledged is lost or stored twice, and the process lives', async () => {
  const disk = mountSmallDisk()
  try {
    const world = await openFaultWorld({}, async ({ url, folder }) => {
      // The server runs as another user than this process.
      chownSync(disk.folder, statSync(folder).uid, statSync(folder).gid)
      const admin = new pg.Client({ connectionString: url })
      await admin.connect()
      await admin.query(`CREATE TABLESPACE small LOCATION '${disk.folder}'`)
      await admin.query('CREATE DATABASE licet TABLESPACE small')
      await admin.end()
      return Object.assign(new URL(url), { pathname: 'licet' }).href
    })
    try {
      const outcome = await runFault(world, async ({ databaseUrl }) => {
        const admin = new pg.Client({ connectionString: databaseUrl })
        await admin.connect()
        await admin.query('CREATE TABLE public.filler (data text)')
        await admin.query('ALTER TABLE public.filler ALTER COLUMN data SET STORAGE PLAIN')
        for (const rows of [1000, 1]) await fill(admin, rows)
        const begun = performance.now()
        while (performance.now() - begun < FULL_MS) {
          await pause(200)
          await fill(admin, 1)
        }
        await admin.query('DROP TABLE public.filler')
        await admin.query('CHECKPOINT')
        await admin.end()
      })
      addToTable(`the disk of PostgreSQL is full for ${FULL_MS / 1000} s`, outcome)
      expectNoViolation(outcome, [503])
      expect(outcome.report.statuses[503]).toBeGreaterThan(0)
    } finally {
      await world.close()
    }
  } finally {
    disk.remove()
  }
})

// Regression: it reported damaged files, and to restore a backup.
test('an embedded database for which the disk has no room names the disk, and opens when there is room', async () => {
  const disk = mountSmallDisk('20m')
  const folder = join(disk.folder, 'data')
  try {
    await expect(openDiskStorage({ folder })).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringMatching(/its disk has only \d+ kB left\. .*Free disk space/),
    })
    execFileSync('mount', ['-o', 'remount,size=200m', disk.folder])
    const storage = await openDiskStorage({ folder })
    await storage.ready()
    await storage.close()
  } finally {
    disk.remove()
  }
})

// Regression: PGlite ran the commit whose log did not fit on the disk forever, and so blocked the process.
test('an embedded database refuses work before its log no longer fits on the disk, and continues when there is room', async () => {
  const disk = mountSmallDisk('140m')
  const filler = join(disk.folder, 'filler')
  try {
    const storage = await openDiskStorage({ folder: join(disk.folder, 'data') })
    await storage.query('CREATE TABLE public.acknowledged (n integer)')
    const acknowledged: number[] = []
    let refused = 0
    for (let n = 0; n < 80; n++) {
      // 10 MB are left: less than a file of the log, of which a part is still free.
      if (n === 30) writeFileSync(filler, Buffer.alloc(roomOf(disk.folder) - 10_000_000))
      if (n === 70) rmSync(filler)
      const stored = storage.transaction(async (sql) => {
        await sql.query('INSERT INTO public.acknowledged VALUES ($1)', [n])
        await sql.query("SELECT pg_logical_emit_message(true, '', repeat('x', $1::integer))", [1_000_000])
      })
      await stored.then(
        () => acknowledged.push(n),
        (error: unknown) => {
          refused++
          expect(error).toMatchObject({
            ...{ code: 'unavailable', message: expect.stringContaining('no room on its disk'), retryAfterMs: expect.any(Number) },
            cause: { state: '53100' },
          })
        },
      )
    }
    expect(refused).toBe(40)
    const rows = await storage.query<{ n: number }>('SELECT n FROM public.acknowledged ORDER BY n')
    expect(rows.map(({ n }) => n)).toEqual(acknowledged)
    await storage.close()
  } finally {
    disk.remove()
  }
})

function roomOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Inserts rows until the disk has no space for more. */
async function fill(admin: pg.Client, rows: number): Promise<void> {
  for (;;) {
    try {
      await admin.query(`INSERT INTO public.filler SELECT repeat('x', 8000) FROM generate_series(1, ${rows})`)
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === '53100') return
      throw error
    }
  }
}
