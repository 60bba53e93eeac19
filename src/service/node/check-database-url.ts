import { LicetError } from '../../core/errors.ts'

/**
 * Refuses what cannot be the connection string of a PostgreSQL, before anything connects: the driver would take it for a name on this machine.
 *
 * @throws {LicetError} `invalid_configuration`; the message never holds the string, for there is a password in it.
 */
export function checkDatabaseUrl(text: string): void {
  // As the driver does: an address with a user may leave the host out (postgres://licet@/licet?host=/run/postgresql).
  const full = text.replace('@/', '@host/')
  const url = URL.canParse(full) ? new URL(full) : undefined
  if (url === undefined || !/^(?:postgres|postgresql|socket):$/.test(url.protocol) || url.hash !== '') {
    throw new LicetError(
      'invalid_configuration',
      'The address of the database is no connection string of PostgreSQL. Nothing was connected. Write it like postgres://user:password@host:5432/name; ' +
        'in the password # is %23, @ is %40, / is %2F, : is %3A and ? is %3F.',
      { field: 'databaseUrl' },
    )
  }
}

/** An option or a variable that is blank counts as one that is not set: `DATABASE_URL=` in a file of variables means none. */
export function orUnset(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text
}
