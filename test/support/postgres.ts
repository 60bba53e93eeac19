import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { installDebianPackages } from './chromium.ts'

const START_TIMEOUT_MS = 30_000
const INSTALLED = '/usr/lib/postgresql'

/** A PostgreSQL server of one's own: a fresh cluster in a temporary folder, on a loopback port nobody else has. */
export interface TestPostgres {
  /** Connection string of an empty database. */
  readonly url: string
  /** Stops the server at once and removes its folder. */
  stop(): Promise<void>
}

/** What a test may want different from a throw-away server. */
export interface StartPostgresOptions {
  /** `true` keeps fsync on: for tests that kill the server and count what it had acknowledged. Default `false`. */
  readonly durable?: boolean
  /** More `name=value` settings, handed to the server as they are. */
  readonly settings?: readonly string[]
  /** A port that was free, for a server that somebody waits for already. */
  readonly port?: number
}

/** The folder with `initdb` and `postgres`, of the newest version there is. */
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
    'No PostgreSQL server found. These tests run on a real one. Install PostgreSQL 15 or newer (Debian: apt-get install postgresql).',
  )
}

/** The server refuses to run as root: then it runs as `postgres`, or as `nobody` where that account is missing. */
function unprivilegedUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // no such account: the next one
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a `postgres` nor a `nobody` account to run it as.')
}

/** A loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}

/** Waits for the line with which the server says that it takes connections. */
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
      if (log.includes('database system is ready to accept connections')) settle(resolve)
    })
    server.once('exit', (code) => settle(() => reject(new Error(`PostgreSQL ended with code ${code}:\n${log}`))))
    server.once('error', (error) => settle(() => reject(error)))
  })
}

/**
 * Starts a PostgreSQL server for one test file and answers when it takes connections.
 *
 * @example
 * const postgres = await startPostgres()
 * afterAll(() => postgres.stop())
 */
export async function startPostgres(options: StartPostgresOptions = {}): Promise<TestPostgres> {
  const binaries = ensureServerBinaries()
  const user = unprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'licet-postgres-'))
  chmodSync(folder, 0o700)
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const environment = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', HOME: folder, TZ: 'UTC' }
  const run = { cwd: folder, env: environment, ...user } as const
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'licet', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions'],
    { ...run, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const port = options.port ?? (await freePort())
  const quick = options.durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=120',
    ...quick,
    ...(options.settings ?? []),
  ]
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...run,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  // A test run that is interrupted leaves no server behind.
  const killWithUs = () => server.kill('SIGKILL')
  process.once('exit', killWithUs)
  const stop = async () => {
    process.removeListener('exit', killWithUs)
    server.kill('SIGQUIT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await ready(server)
  } catch (error) {
    await stop()
    throw error
  }
  // Its log goes on; unread, the pipe would fill and stop it.
  server.stderr?.resume()
  return { url: `postgres://licet@127.0.0.1:${port}/postgres`, stop }
}
