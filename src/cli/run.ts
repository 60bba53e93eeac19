import { parseArgs } from 'node:util'
import { isLicetError } from '../core/errors.ts'
import { type Command, type CommandIo, EXIT, UsageError } from './command.ts'
import { apiKeyCreate } from './commands/api-key-create.ts'
import { apiKeyList } from './commands/api-key-list.ts'
import { apiKeyRevoke } from './commands/api-key-revoke.ts'
import { keyRemove } from './commands/key-remove.ts'
import { keyRotate } from './commands/key-rotate.ts'
import { openApiCommand } from './commands/openapi.ts'
import { providerCreate } from './commands/provider-create.ts'
import { serveCommand } from './commands/serve.ts'
import { termsLint } from './commands/terms-lint.ts'
import { verifyCommand } from './commands/verify.ts'
import { printable } from './printable.ts'
import { readVersion } from './version.ts'

/** Every command of `licet`. */
export const COMMANDS: readonly Command[] = [
  serveCommand,
  providerCreate,
  apiKeyCreate,
  apiKeyList,
  apiKeyRevoke,
  keyRotate,
  keyRemove,
  verifyCommand,
  termsLint,
  openApiCommand,
]

/** Runs `licet` with its arguments; gives back the exit code, and never rejects. */
export async function run(args: readonly string[], io: CommandIo): Promise<number> {
  const command = COMMANDS.find(({ words }) => words.every((word, at) => args[at] === word))
  if (command === undefined) return runNothing(args, io)
  const rest = args.slice(command.words.length)
  if (rest.includes('--help') || rest.includes('-h')) {
    for (const line of describe(command)) io.out(line)
    return EXIT.ok
  }
  try {
    const { values, positionals } = parse(command, rest)
    return await command.run({ values, positionals }, io)
  } catch (error) {
    return tell(error, command, io)
  }
}

function runNothing(args: readonly string[], io: CommandIo): number {
  if (args[0] === '--version' || args[0] === '-v') {
    io.out(readVersion())
    return EXIT.ok
  }
  const asked = args.length === 0 || ['--help', '-h', 'help'].includes(args[0] ?? '')
  const write = asked ? io.out : io.err
  if (!asked) write(`licet has no command "${printable(args.slice(0, 2).join(' '))}".`)
  write('Usage: licet <command> [options]')
  write('')
  for (const { words, summary } of COMMANDS) write(`  ${words.join(' ').padEnd(18)}${summary}`)
  write('')
  write('licet <command> --help tells its options, licet --version which one this is.')
  return asked ? EXIT.ok : EXIT.error
}

function parse(command: Command, args: readonly string[]) {
  try {
    const parsed = parseArgs({
      args: [...args],
      options: command.options,
      allowPositionals: command.positionals !== undefined,
      strict: true,
    })
    if (parsed.positionals.length !== (command.positionals ?? 0))
      throw new UsageError('The number of arguments is not the one it takes.')
    return parsed
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(error instanceof Error ? error.message : 'The arguments are not understood.')
  }
}

function tell(error: unknown, command: Command, io: CommandIo): number {
  if (error instanceof UsageError) {
    io.err(printable(error.message))
    io.err(`Usage: ${command.usage}`)
    io.err(`licet ${command.words.join(' ')} --help tells more.`)
    return EXIT.error
  }
  const missing = missingPackage(error)
  if (missing !== undefined) {
    io.err(`The package ${printable(missing)} is not installed. licet ${command.words.join(' ')} runs the service, which needs it.`)
    io.err(`Install what it needs: npm install ${SERVER_PACKAGES.join(' ')}`)
    return EXIT.error
  }
  // What the database said, by its SQLSTATE: the wire keeps it to itself, and a person at the terminal needs it.
  if (isLicetError(error, 'unavailable') && error.cause instanceof Error) io.err(printable(error.cause.message))
  io.err(isLicetError(error) ? error.message : `licet failed: ${printable(error instanceof Error ? error.message : String(error))}`)
  return EXIT.error
}

/** The optional peers that the service runs on; the one of PostgreSQL is told of when it is asked for. */
const SERVER_PACKAGES = ['hono', '@hono/node-server', '@electric-sql/pglite']

/** Which package of a server an import did not find. */
function missingPackage(error: unknown): string | undefined {
  const notFound = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  return notFound ? SERVER_PACKAGES.find((name) => error.message.includes(`'${name}'`)) : undefined
}

function describe(command: Command): string[] {
  const width = Math.max(...Object.keys(command.help).map((name) => name.length)) + 2
  return [
    command.summary,
    '',
    `Usage: ${command.usage}`,
    '',
    ...Object.entries(command.help).map(([name, text]) => `  ${name.padEnd(width)}${text}`),
  ]
}
