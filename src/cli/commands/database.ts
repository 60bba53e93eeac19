import type { Admin, Service, Storage } from '../../service/index.ts'
import { nonBlank } from '../../service/node/check-database-url.ts'
import { type CommandInput, type CommandIo, textOption } from '../command.ts'

/** Folder of the embedded database of every command. */
export const DEFAULT_FOLDER = '.licet/service'

/** The issuer of a service that issues nothing. */
export const NOWHERE = 'http://localhost'

/** Options that tell which database a command works on. */
export const DATABASE_OPTIONS = {
  'database-url': { type: 'string' },
  'data-dir': { type: 'string' },
} as const

/** What the options of {@link DATABASE_OPTIONS} do. */
export const DATABASE_HELP = {
  '--database-url <url>': 'PostgreSQL to work on (default: the variable DATABASE_URL)',
  '--data-dir <folder>': `folder of the embedded database, without PostgreSQL (default: ${DEFAULT_FOLDER})`,
} as const

/** Which database was asked for: PostgreSQL by option or variable, else a folder. */
export function readDatabase(input: CommandInput, io: CommandIo): { readonly databaseUrl?: string; readonly dataDir?: string } {
  const dataDir = nonBlank(textOption(input, 'data-dir'))
  const databaseUrl =
    nonBlank(textOption(input, 'database-url')) ?? (dataDir === undefined ? nonBlank(io.env.DATABASE_URL) : undefined)
  return databaseUrl === undefined ? { dataDir: dataDir ?? DEFAULT_FOLDER } : { databaseUrl }
}

/** Runs something with the service on the database that was asked for, and closes it. It answers nobody but the caller. */
export async function withService<T>(input: CommandInput, io: CommandIo, work: (service: Service) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir = DEFAULT_FOLDER } = readDatabase(input, io)
  // What is made beside the database that is served is unknown to every app, and nothing else says so.
  if (databaseUrl === undefined && input.values['data-dir'] === undefined)
    io.err(`No database is named, so this is the embedded one in ${DEFAULT_FOLDER}.`)
  const { createService } = await import('../../service/index.ts')
  const { createNodeCrypto, openDiskStorage, openPostgresStorage } = await import('../../service/node.ts')
  const storage: Storage = databaseUrl === undefined ? await openDiskStorage({ folder: dataDir }) : openPostgresStorage(databaseUrl)
  try {
    await storage.ready()
    return await work(await createService({ authUrl: NOWHERE, storage, crypto: createNodeCrypto(), now: io.now }))
  } finally {
    await storage.close()
  }
}

/** The user with an e-mail address; made, with an organization, when there is none. */
export async function ensureUser(admin: Admin, email: string, organization: string | undefined) {
  const known = await admin.findUser(email)
  if (known !== undefined) return known
  const { orgId } = await admin.createOrganization({ name: organization ?? email.slice(email.indexOf('@') + 1) })
  return admin.createUser({ orgId, email })
}
