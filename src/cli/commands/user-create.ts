import { type Command, JSON_OPTION, requiredOption } from '../command.ts'
import { DATABASE_OPTIONS, withService } from '../database.ts'
import { printResult } from '../print-result.ts'
import { printable } from '../printable.ts'

export const userCreate: Command = {
  words: ['user', 'create'],
  summary: 'Create a user of an existing organization, who can then own API keys.',
  options: {
    email: { type: 'string', value: '<address>', isRequired: true, help: 'e-mail address of the user' },
    organization: {
      type: 'string',
      value: '<id>',
      isRequired: true,
      help: 'id of the organization, as `licet user list` prints it',
    },
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
  },
  async run(input, io) {
    const [email, orgId] = [requiredOption(input, 'email'), requiredOption(input, 'organization')]
    const user = await withService(input, io, ({ admin }) => admin.createUser({ orgId, email }))
    return printResult(input, io, user, [
      `The user ${printable(email)} is created: ${user.userId}`,
      `Create a key for the user: licet api-key create --email ${printable(email)} --scope license:end`,
    ])
  },
}
