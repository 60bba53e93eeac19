import type { Admin, Service, Storage } from '../service/index.ts'
import { nonBlank } from '../service/node/check-database-url.ts'
import { type CommandInput, type CommandIo, textOption } from './command.ts'

/** Folder of the embedded database, in the folder where a command is started. */
export const DEFAULT_FOLDER = '.licet/service'

/** The issuer of the service while a command works on its database. The service is not reachable, so nobody ever sees it. */
export const UNUSED_AUTH_URL = 'http://localhost'

/** The options that choose the database of a command. */
export const DATABASE_OPTIONS = {
  'database-url': {
    type: 'string',
    value: '<url>',
    help: 'connection string of PostgreSQL (default: the environment variable DATABASE_URL)',
  },
  'data-dir': {
    type: 'string',
    value: '<folder>',
    help: `folder of the embedded database, used without PostgreSQL (default: ${DEFAULT_FOLDER})`,
  },
} as const

/**
 * Returns the database that a command uses: the first of `--database-url`, `--data-dir`, `DATABASE_URL` and the default folder.
 *
 * A blank option or variable counts as one that is not set.
 */
export function readDatabase(input: CommandInput, io: CommandIo): { readonly databaseUrl?: string; readonly dataDir?: string } {
  const dataDir = nonBlank(textOption(input, 'data-dir'))
  const databaseUrl =
    nonBlank(textOption(input, 'database-url')) ?? (dataDir === undefined ? nonBlank(io.env.DATABASE_URL) : undefined)
  return databaseUrl === undefined ? { dataDir: dataDir ?? DEFAULT_FOLDER } : { databaseUrl }
}

/** Opens the service on the database of a command, passes it to `work`, and closes it. The service does not listen. */
export async function withService<T>(input: CommandInput, io: CommandIo, work: (service: Service) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir = DEFAULT_FOLDER } = readDatabase(input, io)
  // Records in the wrong database are unknown to every app, and nothing else reports the mistake.
  if (databaseUrl === undefined && input.values['data-dir'] === undefined) {
    io.err(`Using the embedded database in ${DEFAULT_FOLDER}, because neither --database-url nor DATABASE_URL is set.`)
  }
  const { createService } = await import('../service/index.ts')
  const { createNodeCrypto, createNodePost, openDiskStorage, openPostgresStorage } = await import('../service/node.ts')
  const storage: Storage = databaseUrl === undefined ? await openDiskStorage({ folder: dataDir }) : openPostgresStorage(databaseUrl)
  try {
    await storage.ready()
    const platform = { crypto: createNodeCrypto(), postWebhook: createNodePost() }
    return await work(await createService({ authUrl: UNUSED_AUTH_URL, storage, ...platform, now: io.now }))
  } finally {
    await storage.close()
  }
}

/** Returns the user with an e-mail address. Creates the user in a new organization if the user does not exist. */
export async function findOrCreateUser(admin: Admin, email: string, organization: string | undefined) {
  const user = await admin.findUser(email)
  if (user !== undefined) return user
  const { orgId } = await admin.createOrganization({ name: organization ?? email.slice(email.indexOf('@') + 1) })
  return admin.createUser({ orgId, email })
}
