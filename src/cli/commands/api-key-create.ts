import { API_KEY_SCOPES, type ApiKeyScope } from '../../protocol/scopes.ts'
import { type Command, type CommandInput, JSON_OPTION, requiredOption, textOption, UsageError } from '../command.ts'
import { DATABASE_OPTIONS, findOrCreateUser, withService } from '../database.ts'
import { printResult } from '../print-result.ts'

export const apiKeyCreate: Command = {
  words: ['api-key', 'create'],
  summary: 'Create an API key for a user and print it once.',
  options: {
    email: { type: 'string', value: '<address>', isRequired: true, help: 'the user who owns the key' },
    name: { type: 'string', value: '<name>', help: 'name of the key in lists (default: default)' },
    scope: {
      type: 'string',
      value: '<scope>',
      help: 'trail for a server that only reads licenses, license:end to read and end them, or account:admin for everything (default: account:admin)',
    },
    organization: {
      type: 'string',
      value: '<name>',
      help: 'create the user, in a new organization with this name, if the user does not exist',
    },
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
  },
  async run(input, io) {
    const email = requiredOption(input, 'email')
    const name = textOption(input, 'name')
    const scope = readScope(input)
    const organization = textOption(input, 'organization')
    const created = await withService(input, io, async ({ admin }) => {
      // A mistyped address must not create a user: the key would have access to nothing, without an error.
      if (organization === undefined && (await admin.findUser(email)) === undefined) throw noSuchUser(email)
      const { userId } = await findOrCreateUser(admin, email, organization)
      return { userId, ...(await admin.createApiKey({ userId, name, scope })) }
    })
    return printResult(input, io, created, [
      'The API key is created. Copy it now: the service stores only its hash and cannot show it again.',
      `  client_id      user:${created.userId}`,
      `  client_secret  ${created.key}`,
      'For licet/server and `licet license`, set LICET_USER_ID to the client_id and LICET_API_KEY to the client_secret.',
      `In AuthClient of licet/client, set userId to ${created.userId} and apiKey to the client_secret.`,
    ])
  },
}

function readScope(input: CommandInput): ApiKeyScope | undefined {
  const text = textOption(input, 'scope')
  const scope = API_KEY_SCOPES.find((known) => known === text)
  if (text === undefined || scope !== undefined) return scope
  throw new UsageError(`--scope is "${text}". No API key was created. Use account:admin, license:end or trail.`)
}

function noSuchUser(email: string): UsageError {
  return new UsageError(
    `No user has the address ${email}. No API key was created. Correct the address, or add --organization to create the user.`,
  )
}
