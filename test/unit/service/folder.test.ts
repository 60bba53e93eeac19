import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { afterEach, expect, test } from 'vitest'
import { openDiskStorage } from '../../../src/service/node.ts'

const NOBODY = 65_534

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'licet-folder-'))
  // Other users get as far as the folder under test.
  chmodSync(folder, 0o755)
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function open(folder: string) {
  const storage = await openDiskStorage({ folder })
  closers.push(storage.close)
  return storage
}

const modeOf = (path: string) => statSync(path).mode & 0o777

/** What another user of the machine gets to see of a folder; only root can ask in another's name. */
function seenByNobody(folder: string): string {
  try {
    return execFileSync('ls', [folder], { uid: NOBODY, gid: NOBODY, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

/** Runs something without the rights of root, whom no mode of a folder keeps out. */
async function asNobody<T>(run: () => Promise<T>): Promise<T> {
  const { geteuid, seteuid } = process
  const root = geteuid?.() === 0
  if (root) seteuid?.(NOBODY)
  try {
    return await run()
  } finally {
    if (root) seteuid?.(0)
  }
}

// The folder was 755 and the files in it 666, so that any user of the machine could read the key that signs.
test('F2: nobody but its owner enters the folder of the embedded database, also one that was open to all before', async () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o777)
  await open(folder)
  expect([modeOf(folder), modeOf(join(folder, 'pgdata'))]).toEqual([0o700, 0o700])
  if (getuid?.() === 0) expect([seenByNobody(folder), seenByNobody(join(folder, 'pgdata'))]).toEqual(['', ''])
})

test('a database that an older version left open to all is closed, and a folder with other things in it stays as it is', async () => {
  const folder = join(temporaryFolder(), 'new', 'service')
  const first = await openDiskStorage({ folder })
  await first.close()
  expect([modeOf(join(folder, '..')), modeOf(folder)]).toEqual([0o700, 0o700])
  chmodSync(join(folder, '..'), 0o755)
  chmodSync(join(folder, 'pgdata'), 0o755)
  chmodSync(folder, 0o777)
  writeFileSync(join(folder, 'of-somebody-else'), '')
  await open(folder)
  expect([modeOf(folder), modeOf(join(folder, 'pgdata'))]).toEqual([0o777, 0o700])
  if (getuid?.() === 0) expect(seenByNobody(join(folder, 'pgdata'))).toBe('')
})

// The system's own error came out, which names neither what is wrong nor what to do.
test('E1: a file in the place of the folder, and a folder that cannot be made, are told with its name', async () => {
  const parent = temporaryFolder()
  const file = join(parent, 'file')
  writeFileSync(file, '')
  for (const folder of [file, join(file, 'below')]) {
    await expect(openDiskStorage({ folder })).rejects.toMatchObject({
      code: 'invalid_configuration',
      field: 'dataDir',
      message: expect.stringContaining(folder),
    })
  }
  const closed = join(parent, 'closed')
  mkdirSync(closed, { mode: 0o555 })
  const failure = await asNobody(() => openDiskStorage({ folder: join(closed, 'new') }).catch((error: unknown) => error))
  expect(failure).toMatchObject({
    code: 'storage_unavailable',
    field: 'dataDir',
    message: expect.stringContaining(`${closed}/new`),
  })
  expect(failure).toMatchObject({ message: expect.stringContaining('EACCES') })
})

test('E1: a database whose files are damaged is told with its folder, and nothing of it goes', async () => {
  const folder = temporaryFolder()
  const first = await openDiskStorage({ folder })
  await first.close()
  const data = join(folder, 'pgdata')
  truncateSync(join(data, 'global', 'pg_control'), 0)
  cpSync(data, join(folder, 'copy'), { recursive: true })
  await expect(openDiskStorage({ folder })).rejects.toMatchObject({
    code: 'storage_unavailable',
    message: expect.stringContaining(folder),
  })
  expect(readdirSync(folder)).toEqual(['copy', 'pgdata'])
})
