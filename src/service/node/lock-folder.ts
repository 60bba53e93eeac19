import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { pid } from 'node:process'
import { LicetError } from '../../core/errors.ts'
import { hasCode } from './private-folder.ts'

/** Name of the lock file, and prefix of the temporary files beside it. */
export const LOCK_NAME = 'licet.lock'
const MAX_TRIES = 10
/** Longest path of a socket that every system supports. Some systems silently truncate a longer one. */
const MAX_SOCKET_PATH = 100

/** The file beside the lock with the address of the service that has the lock, for the message to a second process. */
const URL_NAME = `${LOCK_NAME}.url`

/** A lock on a folder. It ends with `release()` or with the process. */
export interface FolderLock {
  release(): void
}

/**
 * Locks a folder, which must exist. PGlite has no lock, and two processes on one folder lose rows that were already confirmed.
 *
 * Takes over the lock of a dead process. The lock contains the id and the start time of its process, because ids are reused.
 * It also contains a socket on which the process listens, because two containers that share the folder do not see each other's
 * processes.
 *
 * `url` is the address of the service on this folder, if it listens.
 *
 * @throws {LicetError} `storage_unavailable` when a running process has the lock. The message contains its address.
 */
export async function lockFolder(folder: string, url?: string): Promise<FolderLock> {
  const lock = join(folder, LOCK_NAME)
  const own = `${lock}.${randomUUID()}`
  const socket = await listenAt(own + SOCKET_SUFFIX)
  const mine = JSON.stringify({ pid, started: startTime(pid), ...(socket && { name: own.slice(lock.length + 1) }) })
  let locked = false
  try {
    writeFileSync(own, mine)
    for (let tries = 0; tries < MAX_TRIES && !locked; tries++) {
      locked = createLock(own, lock)
      const holder = locked ? undefined : readHolder(lock)
      if (holder === undefined) continue
      await refuseRunning(folder, holder)
      removeStale(lock, holder)
    }
  } finally {
    rmSync(own, { force: true })
    if (!locked) socket?.close()
  }
  if (locked) {
    if (url !== undefined) writeFileSync(join(folder, URL_NAME), `${mine}\n${url}`)
    return {
      release: () => {
        if (readUrl(folder, mine) !== undefined) rmSync(join(folder, URL_NAME), { force: true })
        releaseLock(lock, mine)
        socket?.close()
      },
    }
  }
  throw new LicetError(
    'storage_unavailable',
    'Other processes keep locking and unlocking the folder of the database. It was not opened. Try again.',
  )
}

/**
 * Checks that no running process has locked a folder, which need not exist.
 *
 * @throws {LicetError} `storage_unavailable` when one has. The message contains the address of its service.
 */
export async function checkUnlocked(folder: string): Promise<void> {
  let holder: Holder | undefined
  try {
    holder = readHolder(join(folder, LOCK_NAME))
  } catch {
    // Opening the folder reports why it cannot be read.
  }
  if (holder !== undefined) await refuseRunning(folder, holder)
}

/** Includes this process: a second storage on the folder would also lose rows. */
async function refuseRunning(folder: string, holder: Holder): Promise<void> {
  if (isAlive(holder)) throw lockedBy(folder, holder, '')
  if (await acceptsConnections(holder.socket)) throw lockedBy(folder, holder, ' of another container')
}

/** Returns the address of the service that wrote a lock, or `undefined` when it wrote none. */
function readUrl(folder: string, lock: string): string | undefined {
  const [writer, url] = readIfExists(join(folder, URL_NAME))?.split('\n') ?? []
  return writer === lock && url !== undefined && URL.canParse(url) ? url : undefined
}

/** A link is atomic, so no process reads an incomplete lock. */
function createLock(own: string, lock: string): boolean {
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

const SOCKET_SUFFIX = '.socket'

/** Listens on a socket until this process ends. Returns `undefined` when the file system does not support sockets. */
async function listenAt(path: string): Promise<Server | undefined> {
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH) return undefined
  const server = createServer((connection) => connection.destroy()).unref()
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined))
    server.listen({ path, exclusive: true }, () => resolve(server))
  })
}

/** Returns whether a running process listens on a socket. The system accepts the connection, even for a busy process. */
function acceptsConnections(path: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (path === undefined) return resolve(false)
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error) => resolve(hasCode(error, 'EAGAIN')))
  })
}

/** The content of a lock file. */
interface Holder {
  readonly text: string
  /** `undefined` when the file is not a valid lock. */
  readonly id: number | undefined
  readonly started: string
  readonly socket: string | undefined
}

function readHolder(lock: string): Holder | undefined {
  const text = readIfExists(lock)
  if (text === undefined) return undefined
  const [, id, started = '', name] = /^\{"pid":(\d+),"started":"(\d*)"(?:,"name":"([\da-f-]+)")?\}$/.exec(text) ?? []
  const socket = name === undefined ? undefined : `${lock}.${name}${SOCKET_SUFFIX}`
  return { text, id: id === undefined ? undefined : Number(id), started, socket }
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Removes the lock of a dead process. If another process has replaced it meanwhile, restores the new lock. */
function removeStale(lock: string, { text, socket }: Holder): void {
  const aside = `${lock}.${randomUUID()}.stale`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  if (readIfExists(aside) !== text) createLock(aside, lock)
  else if (socket !== undefined) rmSync(socket, { force: true })
  rmSync(aside, { force: true })
}

function releaseLock(lock: string, mine: string): void {
  if (readIfExists(lock) === mine) rmSync(lock, { force: true })
}

function isAlive({ id, started }: Holder): boolean {
  if (id === undefined) return false
  try {
    process.kill(id, 0)
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return hasCode(error, 'EPERM')
  }
  return started === '' || startTime(id) === started
}

/** Returns when a process started, in ticks since the system started. Empty on systems without /proc. */
function startTime(id: number): string {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    // The program name is in parentheses and can contain spaces, so fields are counted after it. The start time is field 22.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function lockedBy(folder: string, { id, text }: Holder, location: string): LicetError<'storage_unavailable'> {
  const url = readUrl(folder, text)
  const [serves, fix] = url === undefined ? ['', 'Stop'] : [` for the service at ${url}`, 'Use that service, stop']
  return new LicetError(
    'storage_unavailable',
    `Process ${id ?? '?'}${location} uses the folder of the database${serves}. It was not opened, because two processes on one folder lose licenses. ` +
      `${fix} that process, or use another folder.`,
  )
}
