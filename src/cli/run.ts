import { parseArgs } from 'node:util'
import { type Command, type CommandInput, type CommandIo, EXIT, UsageError } from './command.ts'
import { agreementPrepare } from './commands/agreement-prepare.ts'
import { apiKeyCreate } from './commands/api-key-create.ts'
import { apiKeyList } from './commands/api-key-list.ts'
import { apiKeyRevoke } from './commands/api-key-revoke.ts'
import { auditExport } from './commands/audit-export.ts'
import { auditFollow } from './commands/audit-follow.ts'
import { auditVerify } from './commands/audit-verify.ts'
import { auditWho } from './commands/audit-who.ts'
import { backupCommand } from './commands/backup.ts'
import { devCommand } from './commands/dev.ts'
import { deviceErase } from './commands/device-erase.ts'
import { deviceList } from './commands/device-list.ts'
import { doctorCommand } from './commands/doctor.ts'
import { erasuresExport } from './commands/erasures-export.ts'
import { erasuresRepeat } from './commands/erasures-repeat.ts'
import { healthCommand } from './commands/health.ts'
import { identityKeyCreate } from './commands/identity-key-create.ts'
import { identityKeyList } from './commands/identity-key-list.ts'
import { identityKeyRemove } from './commands/identity-key-remove.ts'
import { initCommand } from './commands/init.ts'
import { keyList } from './commands/key-list.ts'
import { keyRemove } from './commands/key-remove.ts'
import { keyRotate } from './commands/key-rotate.ts'
import { licenseExport } from './commands/license-export.ts'
import { licenseList } from './commands/license-list.ts'
import { licenseRevoke } from './commands/license-revoke.ts'
import { licenseShow } from './commands/license-show.ts'
import { logExport } from './commands/log-export.ts'
import { logKey } from './commands/log-key.ts'
import { logKeyRotate } from './commands/log-key-rotate.ts'
import { logMonitor } from './commands/log-monitor.ts'
import { logVerify } from './commands/log-verify.ts'
import { logWitness } from './commands/log-witness.ts'
import { migrateCommand } from './commands/migrate.ts'
import { openApiCommand } from './commands/openapi.ts'
import { providerCreate } from './commands/provider-create.ts'
import { providerList } from './commands/provider-list.ts'
import { providerShow } from './commands/provider-show.ts'
import { providerUpdate } from './commands/provider-update.ts'
import { restoreCommand } from './commands/restore.ts'
import { serveCommand } from './commands/serve.ts'
import { statsCommand } from './commands/stats.ts'
import { termsAddLanguage } from './commands/terms-add-language.ts'
import { termsHash } from './commands/terms-hash.ts'
import { termsLint } from './commands/terms-lint.ts'
import { themeBuild } from './commands/theme-build.ts'
import { themeCheck } from './commands/theme-check.ts'
import { userCreate } from './commands/user-create.ts'
import { userList } from './commands/user-list.ts'
import { verifyCommand } from './commands/verify.ts'
import { webhookAdd } from './commands/webhook-add.ts'
import { webhookList } from './commands/webhook-list.ts'
import { webhookRemind } from './commands/webhook-remind.ts'
import { webhookRemove } from './commands/webhook-remove.ts'
import { webhookReplay } from './commands/webhook-replay.ts'
import { webhookRotate } from './commands/webhook-rotate.ts'
import { webhookTest } from './commands/webhook-test.ts'
import { findSimilar } from './configuration/find-similar.ts'
import { formatHelp, formatOverview } from './help.ts'
import { printable } from './printable.ts'
import { readVersion } from './read-version.ts'
import { reportError } from './report-error.ts'
import { forwardToDev } from './target/forward.ts'

/** Every command of `licet`, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  initCommand,
  devCommand,
  serveCommand,
  migrateCommand,
  backupCommand,
  restoreCommand,
  erasuresExport,
  erasuresRepeat,
  healthCommand,
  doctorCommand,
  providerCreate,
  providerUpdate,
  providerList,
  providerShow,
  userCreate,
  userList,
  apiKeyCreate,
  apiKeyList,
  apiKeyRevoke,
  licenseList,
  licenseShow,
  licenseExport,
  licenseRevoke,
  statsCommand,
  deviceList,
  deviceErase,
  logVerify,
  logExport,
  logMonitor,
  logKeyRotate,
  logKey,
  logWitness,
  webhookAdd,
  webhookList,
  webhookTest,
  webhookReplay,
  webhookRemind,
  webhookRotate,
  webhookRemove,
  identityKeyCreate,
  identityKeyList,
  identityKeyRemove,
  keyList,
  keyRotate,
  keyRemove,
  auditExport,
  auditFollow,
  auditVerify,
  auditWho,
  verifyCommand,
  termsLint,
  termsHash,
  termsAddLanguage,
  agreementPrepare,
  themeBuild,
  themeCheck,
  openApiCommand,
]

const HELP_FLAGS = ['--help', '-h']

/** Runs `licet` with its arguments and returns the exit code. Never rejects. */
export async function run(args: readonly string[], io: CommandIo): Promise<number> {
  const command = COMMANDS.find(({ words }) => words.every((word, at) => args[at] === word))
  if (command === undefined) return runWithoutCommand(args, io)
  const rest = args.slice(command.words.length)
  if (rest.some((argument) => HELP_FLAGS.includes(argument))) {
    for (const line of formatHelp(command)) io.out(line)
    return EXIT.ok
  }
  try {
    const input = parse(command, rest)
    return (await forwardToDev(command, input, args, io)) ?? (await command.run(input, io))
  } catch (error) {
    reportError(error, command, io)
    return EXIT.error
  }
}

function runWithoutCommand(args: readonly string[], io: CommandIo): number {
  const [first = 'help'] = args
  if (first === '--version' || first === '-v') {
    io.out(readVersion())
    return EXIT.ok
  }
  const isHelp = first === 'help' || HELP_FLAGS.includes(first)
  if (isHelp) {
    for (const line of formatOverview(COMMANDS)) io.out(line)
    return EXIT.ok
  }
  const similar = COMMANDS.filter(({ words }) => words[0] === first)
  const isGroup = similar.length > 0
  const typed = printable(args.slice(0, isGroup ? 2 : 1).join(' '))
  if (isGroup && (args.length === 1 || HELP_FLAGS.includes(args[1] ?? ''))) {
    for (const line of formatOverview(similar)) (args.length === 1 ? io.err : io.out)(line)
    return args.length === 1 ? EXIT.error : EXIT.ok
  }
  const near = findSimilar(
    typed,
    COMMANDS.map(({ words }) => words.slice(0, isGroup ? 2 : 1).join(' ')),
  )
  io.err(`licet has no command "${typed}". Nothing was done.${near === undefined ? '' : ` Did you mean \`licet ${near}\`?`}`)
  io.err(`Run \`licet ${isGroup ? `${first} ` : ''}--help\` for the list of commands.`)
  return EXIT.error
}

/** A hash, an address or a key id: one in 64 begins with a hyphen, and would be taken for an option. */
const DIGEST = /^-[\w-]{42}$/
const OPTION = /^--[a-z-]+$/

/** Joins an option and its digest with `=`. */
function joinDigests(args: readonly string[]): string[] {
  const joined: string[] = []
  for (const argument of args) {
    const option = joined.at(-1)
    if (option !== undefined && OPTION.test(option) && DIGEST.test(argument)) joined.splice(-1, 1, `${option}=${argument}`)
    else joined.push(argument)
  }
  return joined
}

function parse({ words, options, positionals = {} }: Command, args: readonly string[]): CommandInput {
  const expected = Object.keys(positionals)
  let parsed: CommandInput
  try {
    parsed = parseArgs({
      args: joinDigests(args),
      options,
      allowPositionals: expected.length > 0,
      strict: true,
      allowNegative: true,
    })
  } catch (error) {
    // Further lines of Node explain how to write a value that begins with a hyphen.
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : ['The arguments are not valid']
    const isAmbiguous = error instanceof Error && error.message.includes('ambiguous')
    const hint = isAmbiguous ? ' A value that begins with a hyphen is written with =, such as --port=-1.' : ''
    throw new UsageError(`${reason.replace(/\.$/, '')}. Nothing was done.${hint}`)
  }
  const required = expected.filter((name) => !name.startsWith('['))
  const given = parsed.positionals.length
  if (given < required.length || given > expected.length) {
    const takes = `\`licet ${words.join(' ')}\` takes ${expected.join(' ')}`
    throw new UsageError(`${takes}, but ${given} arguments were given. Nothing was done.`)
  }
  return parsed
}
