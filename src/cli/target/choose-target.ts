import type { Storage } from '../../service/index.ts'
import { nonBlank } from '../../service/node/check-database-url.ts'
import { type CommandInput, type CommandIo, UsageError } from '../command.ts'
import { DATABASE_OPTIONS, readDatabase, requireDatabase, withDatabase } from '../database.ts'
import { openRemote, REMOTE_OPTIONS, type RemoteService } from './remote-service.ts'

/** The options of a command that works on a running service or directly on its database. */
export const TARGET_OPTIONS = { ...REMOTE_OPTIONS, ...DATABASE_OPTIONS }

/** Lines for the help of these commands. */
export const TARGET_NOTES = ['With --url or LICET_URL it uses a running service and your API key, otherwise the database.']

const DATABASE_FLAGS = ['database-url', 'data-dir'] as const
const API_KEY_VARIABLES = ['LICET_API_KEY', 'LICET_API_KEY_FILE'] as const

/**
 * Calls `remote` with the running service or `local` with the database that the options and the environment choose. A flag decides before
 * a variable.
 *
 * @throws {UsageError} when flags choose both.
 */
export async function withTarget<T>(
  input: CommandInput,
  io: CommandIo,
  work: { readonly remote: (service: RemoteService) => Promise<T>; readonly local: (storage: Storage) => Promise<T> },
): Promise<T> {
  if (isRemote(input, io)) return work.remote(openRemote(input, io))
  const chosen = await readDatabase(input, io)
  requireDatabase(chosen)
  return withDatabase(chosen, work.local, { mayMigrate: false })
}

function isRemote({ values }: CommandInput, { env }: CommandIo): boolean {
  const chosen = DATABASE_FLAGS.find((name) => values[name] !== undefined)
  const ofService = (Object.keys(REMOTE_OPTIONS) as (keyof typeof REMOTE_OPTIONS)[]).find((name) => values[name] !== undefined)
  if (chosen !== undefined && ofService !== undefined)
    throw new UsageError(
      `--${ofService} is of a running service, and --${chosen} of a database. Nothing was done. Remove one of them.`,
    )
  if (chosen !== undefined) return false
  // An API key is of no use on a database.
  const hasKey = API_KEY_VARIABLES.some((name) => nonBlank(env[name]) !== undefined)
  return ofService !== undefined || nonBlank(env.LICET_URL) !== undefined || hasKey
}
