import { type Command, EXIT, JSON_OPTION, requiredOption, UsageError } from '../command.ts'
import { DATABASE_OPTIONS, withService } from '../database.ts'
import { printable, toPrintableJson } from '../printable.ts'

export const apiKeyList: Command = {
  words: ['api-key', 'list'],
  summary: 'List the API keys of a user, without the secrets.',
  options: {
    email: { type: 'string', value: '<address>', isRequired: true, help: 'the user who owns the keys' },
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
  },
  async run(input, io) {
    const email = requiredOption(input, 'email')
    const keys = await withService(input, io, async ({ admin }) => {
      const user = await admin.findUser(email)
      if (user === undefined) {
        throw new UsageError(`No user has the address ${email}. There are no API keys to list. Correct the address.`)
      }
      return admin.listApiKeys(user.userId)
    })
    if (input.values.json === true) {
      io.out(toPrintableJson(keys))
      return EXIT.ok
    }
    for (const { id, prefix, name, scope, created, revoked } of keys) {
      const state = revoked === undefined ? 'active' : `revoked ${revoked}`
      io.out(`${id}  ${prefix}…  ${scope}  created ${created}  ${state}  ${printable(name)}`)
    }
    io.out(keys.length === 0 ? 'The user has no API keys.' : 'Revoke a key by its id: licet api-key revoke <id>')
    return EXIT.ok
  },
}
