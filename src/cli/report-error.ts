import { isLicetError } from '../core/errors.ts'
import { describeFileError } from '../service/node/describe-file-error.ts'
import { type Command, type CommandIo, UsageError } from './command.ts'
import { ConfigurationError } from './configuration/configuration-error.ts'
import { describeDatabaseFailure } from './describe-database-failure.ts'
import { usageOf } from './help.ts'
import { printable } from './printable.ts'

/** The packages of the service with PostgreSQL. Without it, the service needs the embedded database instead of `pg`. */
const SERVER_PACKAGES = ['hono', '@hono/node-server', 'pg', 'pino']
const EMBEDDED_DATABASE = '@electric-sql/pglite'

/** Prints the reason why a command failed, and how to fix it. */
export function reportError(error: unknown, command: Command, io: CommandIo): void {
  const name = `licet ${command.words.join(' ')}`
  const missing = missingPackage(error)
  const file = describeFileError(error)
  const failure = describeDatabaseFailure(error)
  if (error instanceof UsageError) {
    io.err(printable(error.message))
    io.err(`Usage: ${usageOf(command)}`)
    io.err(`Run \`${name} --help\` for all options.`)
  } else if (error instanceof ConfigurationError) {
    const { faults } = error
    io.err(`The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}. Nothing was done. Correct it:`)
    for (const fault of faults) io.err(`  ${printable(fault)}`)
    io.err(`Run \`${name} --help\` for all options.`)
  } else if (missing !== undefined) {
    io.err(`The package ${missing} is not installed. Nothing was done, because \`${name}\` runs the service, which needs it.`)
    const packages =
      missing === EMBEDDED_DATABASE ? SERVER_PACKAGES.map((name) => (name === 'pg' ? missing : name)) : SERVER_PACKAGES
    io.err(`Install the packages of the service: npm install ${packages.join(' ')}`)
    if (missing === EMBEDDED_DATABASE) io.err('With PostgreSQL it is not needed: set DATABASE_URL, and install pg.')
  } else if (failure !== undefined) {
    io.err(printable(failure.reason))
    io.err(`${failure.fix} What the command had not finished was not stored.`)
  } else if (isLicetError(error)) {
    // The database's own message, with its SQLSTATE. The service never sends it over the wire, but the operator needs it.
    const reason = error.code === 'unavailable' && error.cause instanceof Error ? error.cause.message : undefined
    if (reason) io.err(printable(reason))
    io.err(printable(error.message))
  } else if (file !== undefined) {
    io.err(`\`${name}\` could not write to the disk: ${file.reason}. It may have done a part of its work.`)
    io.err(`${file.fix}, and run it again.`)
  } else {
    io.err(`\`${name}\` failed unexpectedly: ${printable(error instanceof Error ? error.message : String(error))}`)
    io.err('It may have done a part of its work. Run it again; if it fails again, report this message to the maintainers of licet.')
  }
}

function missingPackage(error: unknown): string | undefined {
  const isNotFound = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  return isNotFound ? [...SERVER_PACKAGES, EMBEDDED_DATABASE].find((name) => error.message.includes(`'${name}'`)) : undefined
}
