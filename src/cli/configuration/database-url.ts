import { ConfigurationError, describeFault } from './configuration-error.ts'

/** A connection string up to its user, and the rest. */
const WITH_USER = /^(\w+:\/\/[^:@/?#]+)(@.*)$/s

/**
 * Adds the password to a connection string whose user has none.
 *
 * @throws {ConfigurationError} when the connection string has a password already, or no user.
 */
export function withPassword(databaseUrl: string, password: string | undefined): string {
  if (password === undefined) return databaseUrl
  const [, user, rest] = WITH_USER.exec(databaseUrl) ?? []
  if (user !== undefined && rest !== undefined) return `${user}:${encodeURIComponent(password)}${rest}`
  throw new ConfigurationError([
    describeFault(
      'databasePassword',
      'the connection string has a password already, or no user. Write it like postgres://user@host:5432/name, or remove this password.',
    ),
  ])
}
