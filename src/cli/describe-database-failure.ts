import { isLicetError } from '../core/errors.ts'

/** What to do about a database that is unavailable, by its SQLSTATE or the fault of the connection. */
const FIXES: Readonly<Record<string, string>> = {
  '28P01': 'Correct LICET_DATABASE_PASSWORD, its file, or the password in DATABASE_URL.',
  '28000': 'Correct the user in DATABASE_URL, or pg_hba.conf of PostgreSQL.',
  '3D000': 'Create the database, or correct its name in DATABASE_URL.',
  '42501': 'Grant it to the role, as the guide "PostgreSQL" describes.',
  '53300': 'Lower --max-connections, or raise max_connections of PostgreSQL.',
  '25006': 'Connect to the primary: correct DATABASE_URL.',
  refused: 'Start PostgreSQL, or correct the host and the port in DATABASE_URL.',
  unknown_host: 'Correct the host in DATABASE_URL.',
  tls: 'Correct sslmode and sslrootcert in DATABASE_URL, or the certificate of PostgreSQL.',
  password_missing: 'Set LICET_DATABASE_PASSWORD or LICET_DATABASE_PASSWORD_FILE, or write the password into DATABASE_URL.',
}

/**
 * Returns why the database cannot be used and what to do, or `undefined` when the error is another one. The service never sends this over
 * the wire, but the operator needs it.
 */
export function describeDatabaseFailure(error: unknown): { readonly reason: string; readonly fix: string } | undefined {
  const cause = isLicetError(error, 'unavailable') ? error.cause : error
  if (!(cause instanceof Error) || cause.name !== 'StorageError') return undefined
  const { state = '', fault = '' } = cause as Error & { readonly state?: string; readonly fault?: string }
  const fix = FIXES[state] ?? FIXES[fault]
  return fix === undefined ? undefined : { reason: cause.message, fix }
}
