import { AsyncLocalStorage } from 'node:async_hooks'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { LicetError } from '../core/errors.ts'
import type { Admin, PostWebhook, Service, Storage } from '../service/index.ts'
import { splitHosts } from '../service/node/database-hosts.ts'
import type { PostgresStorageOptions } from '../service/node.ts'
import type { CommandInput, CommandIo, CommandOption } from './command.ts'
import { toCommandOption } from './configuration/config-option.ts'
import { ConfigurationError } from './configuration/configuration-error.ts'
import { DATABASE, DEFAULT_FOLDER, SECRETS } from './configuration/database-flags.ts'
import { withPassword } from './configuration/database-url.ts'
import { readConfiguration, type Setting } from './configuration/read-configuration.ts'
import { SERVE } from './configuration/serve-flags.ts'
import { readSecrets, type SecretOptions } from './read-key-protection.ts'

export { DEFAULT_FOLDER } from './configuration/database-flags.ts'

/** The issuer of the service while a command works on its database. The service is not reachable, so nobody ever sees it. */
export const UNUSED_AUTH_URL = 'http://localhost'

/** The open database of `licet dev`, for the commands of other terminals, which it runs itself. */
export const sharedStorage = new AsyncLocalStorage<Storage>()

/** The option with the path of the configuration file. */
export const CONFIG_OPTION = {
  config: {
    type: 'string',
    value: '<file>',
    help: 'file of the configuration (default: licet.config.ts, .mjs, .js or .json in this folder)',
  },
} as const satisfies Readonly<Record<string, CommandOption>>

/** The options that choose the database of a command. */
export const DATABASE_OPTIONS = {
  'database-url': toCommandOption(DATABASE.databaseUrl),
  'database-password': toCommandOption(DATABASE.databasePassword),
  'data-dir': toCommandOption(DATABASE.dataDir),
  'prepared-statements': toCommandOption(DATABASE.preparedStatements),
  'key-encryption-key': toCommandOption(SECRETS.keyEncryptionKey),
  'key-encryption-former-key': toCommandOption(SECRETS.keyEncryptionFormerKey),
  ...CONFIG_OPTION,
}

/** The database that the settings choose. */
export interface DatabaseChoice {
  readonly databaseUrl?: string
  readonly preparedStatements?: boolean
  readonly dataDir?: string
}

/** Returns the database that the settings choose: PostgreSQL, or the folder of the embedded one. */
export function chooseDatabase(settings: readonly Setting[]): DatabaseChoice {
  const textOf = (name: string): string | undefined => {
    const value = settings.find((setting) => setting.name === name)?.value
    return typeof value === 'string' ? value : undefined
  }
  const databaseUrl = textOf('databaseUrl')
  if (databaseUrl === undefined) return { dataDir: textOf('dataDir') ?? DEFAULT_FOLDER }
  const prepared = settings.find(({ name }) => name === 'preparedStatements')?.value
  return {
    databaseUrl: withPassword(databaseUrl, textOf('databasePassword')),
    ...(typeof prepared === 'boolean' && { preparedStatements: prepared }),
  }
}

/** Returns the standby that the settings choose. */
export function chooseReplica(settings: readonly Setting[]): { readonly databaseReadUrl?: string } {
  const [readUrl, password] = ['databaseReadUrl', 'databasePassword'].map(
    (name) => settings.find((setting) => setting.name === name)?.value,
  )
  if (typeof readUrl !== 'string') return {}
  const isMissing =
    typeof password === 'string' && splitHosts(readUrl).every((url) => URL.canParse(url) && new URL(url).password === '')
  return { databaseReadUrl: isMissing ? withPassword(readUrl, password) : readUrl }
}

/**
 * Returns the database of a command, from its flags, the environment and the file of the configuration.
 *
 * @throws {ConfigurationError} with every fault of these settings.
 */
export async function readDatabase(input: CommandInput, io: CommandIo): Promise<DatabaseChoice> {
  const { settings, faults } = await readConfiguration(DATABASE, input, io, SERVE)
  if (faults.length > 0) throw new ConfigurationError(faults)
  // Records in the wrong database are unknown to every app, and nothing else reports the mistake.
  if (!settings.some(({ name }) => name === 'databaseUrl' || name === 'dataDir'))
    io.err(`Using the embedded database in ${DEFAULT_FOLDER}, because neither --database-url nor DATABASE_URL is set.`)
  return chooseDatabase(settings)
}

/**
 * Requires that the folder of the embedded database has one, for commands that must not create it.
 *
 * @throws {LicetError} `storage_unavailable`
 */
export function requireDatabase({ databaseUrl, dataDir = DEFAULT_FOLDER }: DatabaseChoice): void {
  if (sharedStorage.getStore() !== undefined || databaseUrl !== undefined || hasDatabase(dataDir)) return
  throw new LicetError(
    'storage_unavailable',
    `The folder ${dataDir} has no database. Nothing was done. Select the database with --database-url, DATABASE_URL or --data-dir.`,
  )
}

/**
 * Returns whether a folder has an embedded database. `true` also when the system refuses to look, for example in a folder
 * of another user: opening the database names the reason.
 */
export function hasDatabase(dataDir: string): boolean {
  try {
    return statSync(join(dataDir, 'pgdata'), { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** Opens the storage of a command, passes it to `work`, and closes it. Refuses PostgreSQL without the schema of this program. */
export async function withStorage<T>(input: CommandInput, io: CommandIo, work: (storage: Storage) => Promise<T>): Promise<T> {
  return withDatabase(await readDatabase(input, io), work, { mayMigrate: false })
}

/** Opens the storage of a database, passes it to `work`, and closes it. */
export async function withDatabase<T>(
  { databaseUrl, preparedStatements, dataDir = DEFAULT_FOLDER }: DatabaseChoice,
  work: (storage: Storage) => Promise<T>,
  options: PostgresStorageOptions = {},
): Promise<T> {
  const shared = sharedStorage.getStore()
  if (shared !== undefined) return work(shared)
  const { openDiskStorage, openPostgresStorage } = await import('../service/node.ts')
  const storage: Storage =
    databaseUrl === undefined
      ? await openDiskStorage({ folder: dataDir })
      : openPostgresStorage(databaseUrl, { preparedStatements, ...options })
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}

/**
 * Opens the service on the database of a command, passes it to `work`, and closes it. The service does not listen.
 *
 * Refuses PostgreSQL without the schema of this program. With `mayCreate`, it creates the schema in an empty database, unless the
 * configuration leaves that to `licet migrate`. It never migrates an existing schema, because a service may be using it.
 */
export async function withService<T>(
  input: CommandInput,
  io: CommandIo,
  work: (service: Service) => Promise<T>,
  { mayCreate = false }: { readonly mayCreate?: boolean } = {},
): Promise<T> {
  const chosen = await readDatabase(input, io)
  const mayMigrate = mayCreate && (await leavesMigration(input, io)) && (await isEmpty(chosen))
  const secrets = await readSecrets(input, io)
  return withDatabase(chosen, (storage) => withServiceOn(storage, io, work, secrets), { mayMigrate })
}

/** Returns whether `migrate` of the configuration leaves the schema to the commands that need it. */
async function leavesMigration(input: CommandInput, io: CommandIo): Promise<boolean> {
  const { settings, faults } = await readConfiguration({ migrate: SERVE.migrate }, input, io, SERVE)
  if (faults.length > 0) throw new ConfigurationError(faults)
  return !settings.some(({ name, value }) => name === 'migrate' && value !== 'auto')
}

async function isEmpty(chosen: DatabaseChoice): Promise<boolean> {
  if (chosen.databaseUrl === undefined) return false
  const schema = await withDatabase(chosen, async (storage) => storage.schema?.(), { mayMigrate: false })
  return schema?.version === 0
}

/** Opens the service on a storage, passes it to `work`, and closes it. The service does not listen. */
export async function withServiceOn<T>(
  storage: Storage,
  io: CommandIo,
  work: (service: Service) => Promise<T>,
  options: SecretOptions & { readonly postWebhook?: PostWebhook | undefined },
): Promise<T> {
  const { createService } = await import('../service/index.ts')
  const { createNodeCrypto, createNodePost } = await import('../service/node.ts')
  await storage.ready()
  const { postWebhook = createNodePost() } = options
  const service = await createService({
    ...options,
    authUrl: UNUSED_AUTH_URL,
    storage,
    crypto: createNodeCrypto(),
    postWebhook,
    now: io.now,
  })
  try {
    return await work(service)
  } finally {
    // Closes the chain of this command in the audit log.
    await service.close()
  }
}

/** Returns the user with an e-mail address. Creates the user in a new organization if the user does not exist. */
export async function findOrCreateUser(admin: Admin, email: string, organization: string | undefined) {
  const user = await admin.findUser(email)
  if (user !== undefined) return user
  const { orgId } = await admin.createOrganization({ name: organization ?? email.slice(email.indexOf('@') + 1) })
  return admin.createUser({ orgId, email })
}
