import type { Service } from '../../service/index.ts'
import { type Command, JSON_OPTION, requiredOption, textOption } from '../command.ts'
import { DATABASE_OPTIONS, findOrCreateUser, withService } from '../database.ts'
import { printResult } from '../print-result.ts'
import { CREATE_STATUS_OPTION, readCreateStatus } from './provider/create-status.ts'
import { REQUIRE_IDENTITY_OPTION, readRequireIdentity } from './provider/require-identity.ts'

const { 'create-status': CREATE_STATUS } = CREATE_STATUS_OPTION
const { 'require-identity': REQUIRE_IDENTITY } = REQUIRE_IDENTITY_OPTION

export const providerCreate: Command = {
  words: ['provider', 'create'],
  summary: 'Create a provider: the app that asks people for licenses.',
  options: {
    name: { type: 'string', value: '<name>', isRequired: true, help: 'name of the provider' },
    email: {
      type: 'string',
      value: '<address>',
      isRequired: true,
      help: 'a user of the organization; created if the user does not exist',
    },
    organization: {
      type: 'string',
      value: '<name>',
      help: 'name of the organization if it is created (default: the domain of the address)',
    },
    'create-status': { ...CREATE_STATUS, help: `${CREATE_STATUS.help} (default: 201)` },
    'require-identity': { ...REQUIRE_IDENTITY, help: `${REQUIRE_IDENTITY.help} (default: no)` },
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
  },
  async run(input, io) {
    const name = requiredOption(input, 'name')
    const email = requiredOption(input, 'email')
    const organization = textOption(input, 'organization')
    const createStatus = readCreateStatus(input)
    const requireIdentity = readRequireIdentity(input)
    const create = async ({ admin }: Service) => {
      const { orgId } = await findOrCreateUser(admin, email, organization)
      return admin.createProvider({ orgId, name, createStatus, requireIdentity })
    }
    // The first command of a new installation.
    const provider = await withService(input, io, create, { mayCreate: true })
    return printResult(input, io, provider, [
      'The provider is created. Put both values into the configuration of your app; neither is a secret.',
      `  provider.id         ${provider.providerId}`,
      `  provider.publicKey  ${provider.pubKey}`,
    ])
  },
}
