import { type Command, EXIT, requiredOption, textOption } from '../command.ts'
import { DATABASE_HELP, DATABASE_OPTIONS, ensureUser, withService } from './database.ts'

/** `licet provider create` */
export const providerCreate: Command = {
  words: ['provider', 'create'],
  summary: 'Make a provider: the app on whose behalf licenses are taken.',
  usage: 'licet provider create --name <name> --email <user> [options]',
  options: {
    ...DATABASE_OPTIONS,
    name: { type: 'string' },
    email: { type: 'string' },
    organization: { type: 'string' },
    json: { type: 'boolean' },
  },
  help: {
    '--name <name>': 'name of the provider',
    '--email <user>': 'user whose organization it belongs to; made when there is none',
    '--organization <name>': 'name of the organization, when it is made',
    ...DATABASE_HELP,
    '--json': 'print the provider as JSON',
  },
  async run(input, io) {
    const name = requiredOption(input, 'name')
    const email = requiredOption(input, 'email')
    const provider = await withService(input, io, async ({ admin }) => {
      const { orgId } = await ensureUser(admin, email, textOption(input, 'organization'))
      return admin.createProvider({ orgId, name })
    })
    if (input.values.json === true) {
      io.out(JSON.stringify(provider, null, 2))
      return EXIT.ok
    }
    io.out('The provider is made. Your app is configured with both; neither is a secret:')
    io.out(`  provider.id         ${provider.providerId}`)
    io.out(`  provider.publicKey  ${provider.pubKey}`)
    return EXIT.ok
  },
}
