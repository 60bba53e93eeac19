import { LicetError } from '../../core/errors.ts'

/**
 * Refuses a text that is not a connection string of PostgreSQL. The driver would read it as the name of a local database.
 *
 * @throws {LicetError} `invalid_configuration`. The message does not contain the text, which can contain a password.
 */
export function checkDatabaseUrl(text: string): void {
  // Like the driver: a URL with a user may omit the host (postgres://licet@/licet?host=/run/postgresql).
  const full = text.replace('@/', '@host/')
  const url = URL.canParse(full) ? new URL(full) : undefined
  if (url === undefined || !/^(?:postgres|postgresql|socket):$/.test(url.protocol) || url.hash !== '') {
    throw new LicetError(
      'invalid_configuration',
      'The database URL is not a connection string of PostgreSQL. No connection was made. Write it like postgres://user:password@host:5432/name; ' +
        'in the password write # as %23, @ as %40, / as %2F, : as %3A and ? as %3F.',
      { field: 'databaseUrl' },
    )
  }
}

/** Returns the text, or `undefined` when it is blank: `DATABASE_URL=` in an environment file means that it is not set. */
export function nonBlank(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text
}
