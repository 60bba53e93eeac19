import { type Command, EXIT, requiredOption, textOption, UsageError } from '../command.ts'
import { DATABASE_HELP, DATABASE_OPTIONS, ensureUser, withService } from './database.ts'

/** `licet api-key create` */
export const apiKeyCreate: Command = {
  words: ['api-key', 'create'],
  summary: 'Make an API key for a user; it is shown once.',
  usage: 'licet api-key create --email <user> [options]',
  options: {
    ...DATABASE_OPTIONS,
    email: { type: 'string' },
    name: { type: 'string' },
    organization: { type: 'string' },
    json: { type: 'boolean' },
  },
  help: {
    '--email <user>': 'user whose key it is',
    '--name <name>': 'name to know the key by (default: default)',
    '--organization <name>': 'makes the user, in an organization of that name, when there is none',
    ...DATABASE_HELP,
    '--json': 'print the key as JSON',
  },
  async run(input, io) {
    const email = requiredOption(input, 'email')
    const name = textOption(input, 'name')
    const made = await withService(input, io, async ({ admin }) => {
      const organization = textOption(input, 'organization')
      // A key of somebody whom a slip of the pen made would open nothing, and say nothing.
      if (organization === undefined && (await admin.findUser(email)) === undefined) throw noSuchUser(email)
      const { userId } = await ensureUser(admin, email, organization)
      return { userId, ...(await admin.createApiKey({ userId, name })) }
    })
    if (input.values.json === true) {
      io.out(JSON.stringify(made, null, 2))
      return EXIT.ok
    }
    io.out('The key is made. It is shown now and never again; only its hash is kept:')
    io.out(`  client_id      user:${made.userId}`)
    io.out(`  client_secret  ${made.key}`)
    io.out(`For AuthClient of licet/client they are the userId ${made.userId} and the apiKey.`)
    return EXIT.ok
  },
}

function noSuchUser(email: string): UsageError {
  return new UsageError(
    `There is no user ${email}. A key belongs to one, so none was made. Check the address, or give --organization to make that user.`,
  )
}
