import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pid } from 'node:process'
import { LicetError } from '../../core/errors.ts'
import { hasCode } from './private-folder.ts'

/** Name of the lock, and how every file that it needs for a moment begins. */
export const LOCK_NAME = 'licet.lock'
const MAX_TRIES = 10

/** A lock on a folder, held until released or until the process ends. */
export interface FolderLock {
  release(): void
}

/**
 * Takes the lock of a folder that there is, which PGlite itself does not have: two processes on one folder lose acknowledged rows.
 *
 * The lock of a dead process is taken over. It names the process by id and start time, for ids are used again.
 *
 * @throws {LicetError} `storage_unavailable` when a living process holds it.
 */
export function lockFolder(folder: string): FolderLock {
  const lock = join(folder, LOCK_NAME)
  const own = join(folder, `${LOCK_NAME}.${pid}`)
  const mine = JSON.stringify({ pid, started: startTime(pid) })
  writeFileSync(own, mine)
  try {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      if (createLock(own, lock)) return { release: () => releaseLock(lock, mine) }
      const holder = readLock(lock)
      // This very process counts as living too: a second storage on the folder is as harmful from inside.
      if (holder !== undefined && isAlive(holder)) throw lockedBy(holder)
      if (holder !== undefined) removeStale(lock, holder)
    }
  } finally {
    rmSync(own, { force: true })
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

function readLock(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Moves the lock of a dead process away. When another was faster and the lock is a new one by now, it is put back. */
function removeStale(lock: string, expected: string): void {
  const aside = `${lock}.stale.${pid}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  if (readLock(aside) !== expected) createLock(aside, lock)
  rmSync(aside, { force: true })
}

function releaseLock(lock: string, mine: string): void {
  if (readLock(lock) === mine) rmSync(lock, { force: true })
}

function isAlive(holder: string): boolean {
  const [, id, started] = /^\{"pid":(\d+),"started":"(\d*)"\}$/.exec(holder) ?? []
  if (id === undefined) return false
  try {
    process.kill(Number(id), 0)
  } catch (error) {
    // EPERM: it is there, and somebody else's.
    return hasCode(error, 'EPERM')
  }
  return started === '' || startTime(Number(id)) === started
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

function lockedBy(holder: string): LicetError<'storage_unavailable'> {
  const id = /\d+/.exec(holder)?.[0] ?? '?'
  return new LicetError(
    'storage_unavailable',
    `Process ${id} uses the folder of the database. Two processes on one folder would lose what people agreed to. Stop that one, or use another folder.`,
  )
}
