import { isLicetError, LicetError } from '../../core/errors.ts'
import type { Storage } from '../../service/index.ts'
import { nonBlank } from '../../service/node/check-database-url.ts'
import { type CommandInput, type CommandIo, UsageError } from '../command.ts'
import { DATABASE_OPTIONS, readDatabase, requireDatabase, withDatabase } from '../database.ts'
import { describeFailure } from './describe-failure.ts'
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
  if (isRemote(input, io)) return onService(openRemote(input, io), work.remote)
  const chosen = await readDatabase(input, io)
  requireDatabase(chosen)
  return withDatabase(chosen, work.local, { mayMigrate: false })
}

/** Adds the address and the options to an error, which the client of the service cannot know. */
async function onService<T>(service: RemoteService, work: (service: RemoteService) => Promise<T>): Promise<T> {
  try {
    return await work(service)
  } catch (error) {
    if (isLicetError(error, 'network_error')) throw unreachable(service.authUrl, error)
    if (isLicetError(error, 'invalid_client')) throw unknownKey(error)
    if (isLicetError(error, 'invalid_configuration') && error.field === 'issuer') throw wrongAddress(error)
    throw error
  }
}

function unreachable(url: string, cause: LicetError): LicetError<'network_error'> {
  const reason = describeFailure(cause)
  return new LicetError(
    'network_error',
    `${url} could not be reached${reason === undefined ? '' : `: ${reason}`}. A change that was sent may have been made. Correct LICET_URL or --url, or check the service with \`licet doctor\`.`,
    { cause },
  )
}

function unknownKey(cause: LicetError): LicetError<'invalid_client'> {
  return new LicetError(
    'invalid_client',
    'The service knows no API key with this user and secret. Nothing was done. Correct LICET_USER_ID, and LICET_API_KEY or LICET_API_KEY_FILE.',
    { cause },
  )
}

function wrongAddress(cause: LicetError): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    `${cause.message} Set LICET_URL or --url to the address that the service reports.`,
    {
      cause,
    },
  )
}

/** Returns whether the options and the environment choose a running service. */
export function isRemote({ values }: CommandInput, { env }: CommandIo): boolean {
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
