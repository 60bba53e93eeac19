import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { pid } from 'node:process'
import { LicetError } from '../../core/errors.ts'
import { hasCode } from './private-folder.ts'

/** Name of the lock, and how every file that it needs for a moment begins. */
export const LOCK_NAME = 'licet.lock'
const MAX_TRIES = 10
/** Longest path that every system takes for a socket; a longer one is cut short without a word. */
const MAX_SOCKET_PATH = 100

/** A lock on a folder, held until released or until the process ends. */
export interface FolderLock {
  release(): void
}

/**
 * Takes the lock of a folder, which must exist. PGlite has no lock of its own, and two processes on one folder lose acknowledged rows.
 *
 * The lock of a dead process is taken over. It names the process by id and start time, for ids are used again, and by a socket that only the
 * living answer at, for two containers that share the folder see nothing of each other's processes.
 *
 * @throws {LicetError} `storage_unavailable` when a living process holds it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const lock = join(folder, LOCK_NAME)
  const own = `${lock}.${randomUUID()}`
  const sign = await listenAt(own + SOCKET_SUFFIX)
  const mine = JSON.stringify({ pid, started: startTime(pid), ...(sign && { name: own.slice(lock.length + 1) }) })
  let held = false
  try {
    writeFileSync(own, mine)
    for (let tries = 0; tries < MAX_TRIES && !held; tries++) {
      held = createLock(own, lock)
      const holder = held ? undefined : readHolder(lock)
      if (holder === undefined) continue
      // This very process counts as living too: a second storage on the folder is as harmful from inside.
      if (isAlive(holder)) throw lockedBy(holder, '')
      if (await answersAt(holder.socket)) throw lockedBy(holder, ' of another container')
      removeStale(lock, holder)
    }
  } finally {
    rmSync(own, { force: true })
    if (!held) sign?.close()
  }
  if (held) {
    return {
      release: () => {
        releaseLock(lock, mine)
        sign?.close()
      },
    }
  }
  throw new LicetError(
    'storage_unavailable',
    'The folder of the database changes hands all the time. It could not be locked. Try again.',
  )
}

/** A link appears whole or not at all, so nobody ever reads half a lock. */
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

/** Answers at a socket for as long as this process lives; `undefined` where the file system has none. */
async function listenAt(path: string): Promise<Server | undefined> {
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH) return undefined
  const server = createServer((connection) => connection.destroy()).unref()
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined))
    server.listen({ path, exclusive: true }, () => resolve(server))
  })
}

/** Whether a living process of this system answers. The system itself does, also for one that is busy. */
function answersAt(path: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (path === undefined) return resolve(false)
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error) => resolve(hasCode(error, 'EAGAIN')))
  })
}

/** Who holds a lock, as its file says. */
interface Holder {
  readonly text: string
  /** `undefined`: what is in the file is no lock. */
  readonly id: number | undefined
  readonly started: string
  readonly socket: string | undefined
}

function readHolder(lock: string): Holder | undefined {
  const text = readLock(lock)
  if (text === undefined) return undefined
  const [, id, started = '', name] = /^\{"pid":(\d+),"started":"(\d*)"(?:,"name":"([\da-f-]+)")?\}$/.exec(text) ?? []
  const socket = name === undefined ? undefined : `${lock}.${name}${SOCKET_SUFFIX}`
  return { text, id: id === undefined ? undefined : Number(id), started, socket }
}

function readLock(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Moves the lock of a dead process away. When another was faster and the lock is a new one by now, it is put back. */
function removeStale(lock: string, { text, socket }: Holder): void {
  const aside = `${lock}.${randomUUID()}.stale`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  if (readLock(aside) !== text) createLock(aside, lock)
  else if (socket !== undefined) rmSync(socket, { force: true })
  rmSync(aside, { force: true })
}

function releaseLock(lock: string, mine: string): void {
  if (readLock(lock) === mine) rmSync(lock, { force: true })
}

function isAlive({ id, started }: Holder): boolean {
  if (id === undefined) return false
  try {
    process.kill(id, 0)
  } catch (error) {
    // EPERM: it is there, and somebody else's.
    return hasCode(error, 'EPERM')
  }
  return started === '' || startTime(id) === started
}

/** When a process started, in ticks since the system did; empty where the system does not tell. */
function startTime(id: number): string {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    // The name of the program is in parentheses and may hold anything; field 22 counts from behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function lockedBy({ id = '?' }: { readonly id?: number | string | undefined }, where: string): LicetError<'storage_unavailable'> {
  return new LicetError(
    'storage_unavailable',
    `Process ${id}${where} uses the folder of the database. Two processes on one folder would lose what people agreed to. Stop that one, or use another folder.`,
  )
}
