import { isLicetError } from '../../../core/errors.ts'
import { toTimestamp } from '../../../core/timestamp.ts'
import { isLoopback } from '../../../service/http/is-loopback.ts'
import type { Storage } from '../../../service/index.ts'
import { splitHosts } from '../../../service/node/database-hosts.ts'
import type { DatabaseReport } from '../../../service/storage/inspect.ts'
import { LOST_STATEMENT_STATES, StorageError } from '../../../service/storage/storage.ts'
import { count } from '../../count.ts'
import { describeDatabaseFailure } from '../../describe-database-failure.ts'
import type { SecretOptions } from '../../read-key-protection.ts'
import { checkDistribution } from './check-distribution.ts'
import { checkKeyProtection } from './check-key-protection.ts'
import { checkLog } from './check-log.ts'
import { type Finding, fault, ok, warning } from './doctor-finding.ts'

/** A token is valid for ten minutes, and a difference of seconds shows in the times of licenses. */
const MAX_CLOCK_DIFFERENCE_MS = 2000

// Prepared statements fail behind some poolers, which must not hide the other findings.
const ONE_CONNECTION = { maxConnections: 1, mayMigrate: false, preparedStatements: false }

/** The findings about the database, and the key that signs now. */
export interface DatabaseChecks {
  readonly findings: readonly Finding[]
  readonly signingKid?: string | undefined
}

/** The database to check. */
interface CheckedDatabase {
  readonly databaseUrl: string
  readonly preparedStatements: boolean | undefined
  /** How many connections the service opens at most. */
  readonly connections: number
  /** The options that protect the signing key. */
  readonly secrets: SecretOptions
}

/** Checks PostgreSQL at a connection string, without changing anything. */
export async function checkDatabase(
  { databaseUrl, preparedStatements, connections, secrets }: CheckedDatabase,
  now: () => number,
): Promise<DatabaseChecks> {
  const { openPostgresStorage } = await import('../../../service/node.ts')
  const storage = openPostgresStorage(databaseUrl, ONE_CONNECTION)
  const tls = checkDatabaseTls(databaseUrl)
  try {
    const schema = await checkSchema(storage)
    if (schema.status !== 'ok') return { findings: [schema, tls] }
    const { inspectDatabase } = await import('../../../service/storage/inspect.ts')
    const asked = now()
    const report = await inspectDatabase(storage)
    const middleMs = (asked + now()) / 2
    const all = [
      schema,
      checkWritable(report),
      checkConnections(connections, report),
      ...(preparedStatements === false ? [] : [await checkPreparedStatements(databaseUrl)]),
      tls,
      checkClock(report.clockMs - middleMs),
      checkKeys(report),
      ...(await checkKeyProtection(report, secrets)),
      await checkLog(storage),
      ...(await checkDistribution(storage)),
    ]
    return { findings: all, signingKid: report.signingKid }
  } catch (error) {
    return { findings: [fault('database', ...toTexts(error)), tls] }
  } finally {
    await storage.close()
  }
}

/** Checks the standby for lists. Without it they come from the primary, so a fault of it is a warning. */
export async function checkReplica(databaseReadUrl: string | undefined): Promise<readonly Finding[]> {
  if (databaseReadUrl === undefined) return []
  const { openPostgresStorage } = await import('../../../service/node.ts')
  const storage = openPostgresStorage(databaseReadUrl, ONE_CONNECTION)
  try {
    const [server] = await storage.query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"')
    if (server?.isStandby) return [ok('read replica', 'The standby is available.')]
    const fix = 'Set DATABASE_READ_URL to a standby, or unset it.'
    return [warning('read replica', 'DATABASE_READ_URL is not a standby, so lists come from the primary.', fix)]
  } catch (error) {
    const [text] = toTexts(error)
    return [warning('read replica', text, 'Correct DATABASE_READ_URL and the standby. Meanwhile lists come from the primary.')]
  } finally {
    await storage.close()
  }
}

async function checkSchema(storage: Storage): Promise<Finding> {
  const { version = 0, supported = 0, migratedBy = 'a newer version of licet' } = (await storage.schema?.()) ?? {}
  if (version > supported)
    return fault(
      'database',
      `The schema has version ${version}, and this program supports ${supported}.`,
      `Run ${migratedBy} or a later one.`,
    )
  if (version === supported) return ok('database', `The schema has version ${version}.`)
  const found = version === 0 ? 'There is no schema.' : `The schema has version ${version}, and this program needs ${supported}.`
  return fault('database', found, 'Run `licet migrate`, or start the service with --migrate auto.')
}

/** Any text with a parameter. Without one, a statement is not prepared. */
const PREPARED = 'SELECT $1::text AS prepared'

/**
 * Repeats a prepared statement on two connections, so that a pooler in transaction mode exchanges what is behind them: the second
 * connection occupies the server connection on which the first one has prepared it.
 */
async function checkPreparedStatements(databaseUrl: string): Promise<Finding> {
  const { openPostgresStorage } = await import('../../../service/node.ts')
  const options = { ...ONE_CONNECTION, preparedStatements: true }
  const [first, second] = [openPostgresStorage(databaseUrl, options), openPostgresStorage(databaseUrl, options)]
  try {
    await first.query(PREPARED, ['first'])
    await second.transaction(async (sql) => {
      await sql.query(PREPARED, ['second'])
      await first.query(PREPARED, ['third'])
    })
    return ok('prepared statements', 'Connections keep prepared statements.')
  } catch (error) {
    if (!isLostStatement(error)) throw error
    return fault(
      'prepared statements',
      'A pooler loses prepared statements, so many requests would fail with SQLSTATE 42P05 or 26000.',
      'Set DATABASE_PREPARED=off (--no-prepared-statements), or max_prepared_statements of PgBouncer 1.21 or later.',
    )
  } finally {
    await Promise.all([first.close(), second.close()])
  }
}

function isLostStatement(error: unknown): boolean {
  return error instanceof StorageError && LOST_STATEMENT_STATES.includes(error.state)
}

function checkWritable({ version, isReadOnly }: DatabaseReport): Finding {
  if (!isReadOnly) return ok('database', `PostgreSQL ${version} is available and accepts writes.`)
  return fault(
    'database',
    `PostgreSQL ${version} is read-only, for example a standby.`,
    'Connect to the primary: correct DATABASE_URL.',
  )
}

function checkConnections(connections: number, { maxConnections }: DatabaseReport): Finding {
  const found = `The service opens up to ${count(connections, 'connection')}, and PostgreSQL accepts ${maxConnections}.`
  if (connections <= maxConnections) return ok('database', found)
  const fix = 'Lower --max-connections or --workers, or raise max_connections of PostgreSQL. Behind a pooler, ignore this.'
  return warning('database', found, fix)
}

/** Sslmodes with which the driver uses TLS and checks the certificate. */
const CHECKED_MODES = ['require', 'verify-ca', 'verify-full']

function checkDatabaseTls(databaseUrl: string): Finding {
  const urls = splitHosts(databaseUrl).map((each) => new URL(each.replace('@/', '@localhost/')))
  const host = urls.map((url) => url.searchParams.get('host') ?? url.hostname).find((each) => !isOnThisMachine(each))
  if (host === undefined) return ok('database TLS', 'The database is on this machine.')
  const mode = urls[0]?.searchParams.get('sslmode') ?? ''
  if (CHECKED_MODES.includes(mode)) return ok('database TLS', `The connection uses TLS (sslmode=${mode}).`)
  return warning(
    'database TLS',
    `The connection to ${host} ${mode === 'no-verify' ? 'does not check the certificate' : 'is not encrypted'}.`,
    'End the connection string with ?sslmode=verify-full. On a private network that nobody else uses, ignore this.',
  )
}

function isOnThisMachine(host: string): boolean {
  return host.startsWith('/') || host === '' || isLoopback(host)
}

function checkClock(differenceMs: number): Finding {
  const seconds = (Math.abs(differenceMs) / 1000).toFixed(1)
  if (Math.abs(differenceMs) < MAX_CLOCK_DIFFERENCE_MS) return ok('clock', `The clocks differ by ${seconds} s.`)
  const slow = differenceMs > 0 ? 'behind' : 'ahead of'
  return fault(
    'clock',
    `The clock of this machine is ${seconds} s ${slow} the clock of the database.`,
    'Synchronize both with NTP, for example with timedatectl set-ntp true.',
  )
}

function checkKeys({ signingKid, nextKey }: DatabaseReport): Finding {
  const next = nextKey && ` The key ${nextKey.kid} signs from ${toTimestamp(nextKey.signsFrom)}.`
  if (signingKid !== undefined) return ok('keys', `The key ${signingKid} signs.${next ?? ''}`)
  return warning(
    'keys',
    'There is no signing key yet.',
    'A running service creates it with its first token. Run `licet doctor` again.',
  )
}

/** Splits an error of the service into what happened and what to do. */
function toTexts(error: unknown): [text: string, fix: string] {
  const failure = describeDatabaseFailure(error)
  if (failure !== undefined) return [failure.reason, failure.fix]
  if (!isLicetError(error)) throw error
  if (isMissingPackage(error.cause))
    return ['The package pg is not installed, so PostgreSQL was not checked.', 'Run npm install pg.']
  const detail = error.cause instanceof Error ? `${error.cause.message} ` : ''
  return [`${detail}${error.message}`, 'Correct DATABASE_URL and the database, and run `licet doctor` again.']
}

function isMissingPackage(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
}
