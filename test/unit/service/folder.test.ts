import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { afterEach, expect, test } from 'vitest'
import { makeDatabaseFolder } from '../../../src/service/node/private-folder.ts'
import { openDiskStorage } from '../../../src/service/node.ts'
import { writeDatabaseFiles } from '../../fixtures/databases.ts'

const NOBODY = 65_534

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'licet-folder-'))
  // Lets other users reach the folder under test.
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

/** Returns what another user of the machine can read of a folder. Only root can run as another user. */
function seenByNobody(folder: string): string {
  try {
    return execFileSync('ls', [folder], { uid: NOBODY, gid: NOBODY, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

/** Runs a function without the rights of root, which ignore the mode of a folder. */
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

// Regression: the folder was 755 and its files 666, so that any user of the machine could read the signing key.
test('F2: only the owner can enter the folder of the embedded database, even if it was open to all before', async () => {
  const folder = temporaryFolder()
  await writeDatabaseFiles(folder)
  for (const path of [folder, join(folder, 'pgdata')]) chmodSync(path, 0o777)
  await open(folder)
  expect([modeOf(folder), modeOf(join(folder, 'pgdata'))]).toEqual([0o700, 0o700])
  if (getuid?.() === 0) expect([seenByNobody(folder), seenByNobody(join(folder, 'pgdata'))]).toEqual(['', ''])
})

test('a database folder that others can read is restricted, and a folder with other files keeps its mode', async () => {
  const folder = join(temporaryFolder(), 'new', 'service')
  const first = await openDiskStorage({ folder })
  await first.close()
  expect([join(folder, '..'), folder, join(folder, 'pgdata')].map(modeOf)).toEqual([0o700, 0o700, 0o700])
  chmodSync(join(folder, '..'), 0o755)
  chmodSync(join(folder, 'pgdata'), 0o755)
  chmodSync(folder, 0o775)
  writeFileSync(join(folder, 'of-somebody-else'), '')
  await open(folder)
  expect([modeOf(folder), modeOf(join(folder, 'pgdata'))]).toEqual([0o775, 0o700])
  if (getuid?.() === 0) expect(seenByNobody(join(folder, 'pgdata'))).toBe('')
})

// Regression: a commit could contain the private keys, and Tailwind CSS ended the build of Next.js when it read the socket.
test('Git ignores the folder of the embedded database, unless it contains other files', async () => {
  const [own, shared] = [join(temporaryFolder(), 'service'), temporaryFolder()]
  writeFileSync(join(shared, 'of-somebody-else'), '')
  for (const folder of [own, own, shared]) await (await openDiskStorage({ folder })).close()
  expect([own, shared].map((folder) => readdirSync(folder).sort())).toEqual([
    ['.gitignore', 'pgdata'],
    ['of-somebody-else', 'pgdata'],
  ])
  expect(readFileSync(join(own, '.gitignore'), 'utf8')).toBe('*\n')
})

// Only root can give a file to another user. Somebody else runs the other tests of folders.
if (getuid?.() === 0) {
  // Regression: another user who had created the folder, or its database, could read and replace the signing key.
  test('F2: a folder or a database of another user is refused, even for root', async () => {
    const folder = temporaryFolder()
    for (const owned of [folder, join(folder, 'pgdata')]) {
      mkdirSync(owned, { recursive: true })
      chownSync(owned, NOBODY, NOBODY)
      await expect(openDiskStorage({ folder })).rejects.toMatchObject({
        code: 'storage_unavailable',
        field: 'dataDir',
        message: expect.stringMatching(`${owned} belongs to another user \\(${NOBODY}\\).*chown`),
      })
      chownSync(owned, 0, 0)
    }
    expect(readdirSync(folder)).toEqual(['pgdata'])
  })

  test('a volume of root is accepted from another user, unless every user can write to it', async () => {
    const folder = temporaryFolder()
    const makeAsNobody = () => asNobody(async () => makeDatabaseFolder(folder, () => true))
    chmodSync(folder, 0o775)
    await makeAsNobody()
    expect(modeOf(folder)).toBe(0o775)
    chmodSync(folder, 0o777)
    await expect(makeAsNobody()).rejects.toMatchObject({ code: 'storage_unavailable', field: 'dataDir' })
  })
}

test('F2: a folder with other files that every user can write to is refused', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'other'), '')
  chmodSync(folder, 0o777)
  await expect(openDiskStorage({ folder })).rejects.toMatchObject({
    code: 'storage_unavailable',
    field: 'dataDir',
    message: expect.stringContaining('chmod o-w'),
  })
  expect([readdirSync(folder), modeOf(folder)]).toEqual([['other'], 0o777])
})

// Regression: the error of the system was thrown, which does not explain the cause or the fix.
test('E1: the errors for a file in place of the folder and for a folder that cannot be created name the folder', async () => {
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

test('E1: the error for damaged files names the folder, and no file is deleted', async () => {
  const folder = temporaryFolder()
  await writeDatabaseFiles(folder)
  const data = join(folder, 'pgdata')
  truncateSync(join(data, 'global', 'pg_control'), 0)
  cpSync(data, join(folder, 'copy'), { recursive: true })
  await expect(openDiskStorage({ folder })).rejects.toMatchObject({
    code: 'storage_unavailable',
    message: expect.stringContaining(folder),
  })
  expect(readdirSync(folder)).toEqual(['copy', 'pgdata'])
})
