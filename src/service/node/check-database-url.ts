import { LicetError } from '../../core/errors.ts'
import { splitHosts } from './database-hosts.ts'

/** Values of `target_session_attrs` with which libpq connects to a server that can be written. */
const WRITABLE = ['read-write', 'primary']

/**
 * Refuses a text that is not a connection string of PostgreSQL. The driver would read it as the name of a local database.
 *
 * @throws {LicetError} `invalid_configuration`. The message does not contain the text, which can contain a password.
 */
export function checkDatabaseUrl(text: string, field = 'databaseUrl'): void {
  for (const each of splitHosts(text)) {
    // Like the driver: a URL with a user may omit the host (postgres://licet@/licet?host=/run/postgresql).
    const full = each.replace('@/', '@host/')
    const url = URL.canParse(full) ? new URL(full) : undefined
    if (url === undefined || !/^(?:postgres|postgresql|socket):$/.test(url.protocol) || url.hash !== '') throw notAnUrl(field)
    if (url.searchParams.get('host')?.includes(',')) throw hostsAsParameter(field)
    const attributes = url.searchParams.get('target_session_attrs')
    if (attributes !== null && !WRITABLE.includes(attributes)) throw notWritable(attributes, field)
  }
}

function notAnUrl(field: string): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    'The database URL is not a connection string of PostgreSQL. No connection was made. Write it like postgres://user:password@host:5432/name; ' +
      'in the password write # as %23, @ as %40, / as %2F, : as %3A and ? as %3F.',
    { field },
  )
}

function hostsAsParameter(field: string): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    'The database URL names several hosts in the parameter host. No connection was made. Write them like postgres://user@a:5432,b:5432/name.',
    { field },
  )
}

function notWritable(attributes: string, field: string): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    `target_session_attrs of the database URL is ${attributes}. No connection was made, because the service writes. Use read-write.`,
    { field },
  )
}

/** Returns the text, or `undefined` when it is blank: `DATABASE_URL=` in an environment file means that it is not set. */
export function nonBlank(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text
}
