import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getuid } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { installDebianPackages } from './chromium.ts'
import { childrenOf, isRunning } from './processes.ts'
import { projectRoot } from './run-command.ts'

const START_TIMEOUT_MS = 60_000
const POLL_MS = 20
const INSTALLED = '/usr/lib/postgresql'
const INITDB_OPTIONS = ['-U', 'licet', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions']

/** An empty database. */
export interface TestDatabase {
  /** Connection string. */
  readonly url: string
  /** Deletes it with everything that was started for it. */
  stop(): Promise<void>
}

/** A new PostgreSQL server: a fresh cluster in a temporary folder, on a free loopback port. `stop` stops it immediately. */
export interface TestPostgres extends TestDatabase {
  /** Returns the process id of the postmaster. */
  pid(): number
  /** The folder of its files. */
  readonly folder: string
  /** Sends a signal to the postmaster, and resolves when the whole server has ended. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Starts a server that {@link TestPostgres.kill} ended again, on the same files and port. */
  start(): Promise<void>
}

/** Options of {@link startPostgres}. */
export interface StartPostgresOptions {
  /** `true` keeps fsync on, for tests that kill the server and count what it acknowledged. Default `false`. */
  readonly durable?: boolean
  /** More server settings, as `name=value`. */
  readonly settings?: readonly string[]
  /** The port, for a server that a client waits for already. Default: any free port. */
  readonly port?: number
  /** The connection string of a primary. Then the server is a streaming standby of it. */
  readonly standbyOf?: string
  /** The folder of a base backup. Then the server recovers from it, with `restore_command` in `settings`. */
  readonly baseBackup?: string
}

/** Returns the folder with `initdb` and `postgres` of the newest installed version. */
function findServerBinaries(): string | undefined {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED) : []
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a))
  const folders = [
    ...newestFirst.map((version) => join(INSTALLED, version, 'bin')),
    '/usr/local/bin',
    '/opt/homebrew/bin',
    '/usr/bin',
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

function ensureServerBinaries(): string {
  const found = findServerBinaries()
  if (found !== undefined) return found
  if (getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No PostgreSQL server found: installing Debian’s package.')
    installDebianPackages('postgresql')
    const installed = findServerBinaries()
    if (installed !== undefined) return installed
  }
  throw new Error(
    'No PostgreSQL server was found, so these tests did not run. Install PostgreSQL 15 or newer (Debian: apt-get install postgresql).',
  )
}

/** PostgreSQL and PgBouncer refuse to run as root. Then they run as `postgres`, or as `nobody` if that account is missing. */
export function unprivilegedUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // This account does not exist: try the next one.
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, so these tests did not run. Create an account named `postgres` or `nobody`, or run as another user.',
  )
}

/** Ports below those that Linux gives to other programs, so that none of them takes the port before its user listens. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000]

/** Returns a loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) =>
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
    )
    await new Promise((resolve) => server.close(resolve))
    if (isFree) return port
  }
}

/** Resolves when the server logs that it accepts connections. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    const timer = setTimeout(() => reject(new Error(`PostgreSQL was not ready in time:\n${log}`)), START_TIMEOUT_MS)
    const settle = (end: () => void) => {
      clearTimeout(timer)
      end()
    }
    server.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk
      if (/database system is ready to accept (?:read-only )?connections/.test(log)) settle(resolve)
    })
    server.once('exit', (code) => settle(() => reject(new Error(`PostgreSQL ended with code ${code}:\n${log}`))))
    server.once('error', (error) => settle(() => reject(error)))
  })
}

/** Writes the files of an empty cluster: a copy of those that `initdb` made once for this version of PostgreSQL and this account. */
function createCluster(binaries: string, data: string, run: { readonly cwd: string; readonly uid?: number }): void {
  const version = execFileSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' })
  const key = createHash('sha256')
    .update(JSON.stringify([version, INITDB_OPTIONS, run.uid ?? getuid?.()]))
    .digest('hex')
    .slice(0, 16)
  const kept = join(projectRoot, 'node_modules', '.cache', 'licet', `cluster-${key}`)
  if (!existsSync(kept)) {
    execFileSync(join(binaries, 'initdb'), ['-D', data, ...INITDB_OPTIONS], { ...run, stdio: ['ignore', 'ignore', 'inherit'] })
    // Two lanes may do this at the same time, and neither may read half of the other's files.
    const part = `${kept}.${process.pid}`
    mkdirSync(dirname(kept), { recursive: true })
    execFileSync('cp', ['-a', data, part])
    try {
      renameSync(part, kept)
    } catch {
      rmSync(part, { recursive: true })
    }
    return
  }
  execFileSync('cp', ['-a', kept, data])
}

/** Writes a base backup of a running server into a new folder, as the server's user. */
export function writeBaseBackup(url: string, folder: string): void {
  const options = { cwd: dirname(folder), env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' }, ...unprivilegedUser() }
  execFileSync(
    join(ensureServerBinaries(), 'pg_basebackup'),
    ['-D', folder, '-d', url, '-c', 'fast', '-X', 'none', '--no-sync'],
    options,
  )
}

/** Creates a folder that the server's user can write. `name` is the start of its name. */
export function createServerFolder(name = 'licet-archive-'): string {
  const folder = mkdtempSync(join(tmpdir(), name))
  const user = unprivilegedUser()
  chmodSync(folder, 0o700)
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

/**
 * Starts a PostgreSQL server and resolves when it accepts connections. A test that only needs a database
 * uses `createPostgresDatabase` of test/fixtures/databases.ts.
 *
 * @example
 * const postgres = await startPostgres()
 * afterAll(() => postgres.stop())
 */
export async function startPostgres(options: StartPostgresOptions = {}): Promise<TestPostgres> {
  const binaries = ensureServerBinaries()
  const user = unprivilegedUser()
  const folder = createServerFolder('licet-postgres-')
  const data = join(folder, 'data')
  const environment = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', HOME: folder, TZ: 'UTC' }
  const run = { cwd: folder, env: environment, ...user } as const
  if (options.baseBackup !== undefined) {
    execFileSync('cp', ['-a', options.baseBackup, data], run)
    execFileSync('touch', [join(data, 'recovery.signal')], run)
  } else if (options.standbyOf === undefined) createCluster(binaries, data, run)
  else execFileSync(join(binaries, 'pg_basebackup'), ['-D', data, '-d', options.standbyOf, '-R', '-c', 'fast', '--no-sync'], run)
  const port = options.port ?? (await freePort())
  const quick = options.durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=120',
    ...quick,
    ...(options.settings ?? []),
  ]
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  let server: ChildProcess
  let ended = Promise.resolve()
  const start = async () => {
    server = spawn(join(binaries, 'postgres'), args, { ...run, stdio: ['ignore', 'ignore', 'pipe'] })
    ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    await ready(server)
    // The server keeps logging. An unread pipe would fill up and block it.
    server.stderr?.resume()
  }
  const kill = async (signal: NodeJS.Signals) => {
    const children = server.pid === undefined ? [] : childrenOf(server.pid)
    server.kill(signal)
    await ended
    // After SIGKILL, the other processes of the server end by themselves. A new server does not start before.
    while (children.some(({ pid }) => isRunning(pid))) await pause(POLL_MS)
  }
  // An interrupted test run must leave no server behind.
  const endWithThisProcess = () => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', endWithThisProcess)
  const stop = async () => {
    process.removeListener('exit', endWithThisProcess)
    server.kill('SIGQUIT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `postgres://licet@127.0.0.1:${port}/postgres`, pid: () => server.pid ?? 0, folder, kill, start, stop }
}
