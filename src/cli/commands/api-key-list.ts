import { type Command, EXIT, requiredOption, UsageError } from '../command.ts'
import { printable } from '../printable.ts'
import { DATABASE_HELP, DATABASE_OPTIONS, withService } from './database.ts'

/** `licet api-key list` */
export const apiKeyList: Command = {
  words: ['api-key', 'list'],
  summary: 'List the API keys of a user, without the keys themselves.',
  usage: 'licet api-key list --email <user> [options]',
  options: { ...DATABASE_OPTIONS, email: { type: 'string' }, json: { type: 'boolean' } },
  help: { '--email <user>': 'user whose keys they are', ...DATABASE_HELP, '--json': 'print the keys as JSON' },
  async run(input, io) {
    const email = requiredOption(input, 'email')
    const keys = await withService(input, io, async ({ admin }) => {
      const user = await admin.findUser(email)
      if (user === undefined) throw new UsageError(`There is no user ${email}, so there are no keys. Check the address.`)
      return admin.listApiKeys(user.userId)
    })
    if (input.values.json === true) {
      io.out(JSON.stringify(keys, null, 2))
      return EXIT.ok
    }
    for (const { id, prefix, name, created, revoked } of keys)
      io.out(`${id}  ${prefix}…  made ${created}  ${revoked === undefined ? 'opens' : `revoked ${revoked}`}  ${printable(name)}`)
    io.out(keys.length === 0 ? 'There are none.' : 'One is revoked by its id: licet api-key revoke <id>')
    return EXIT.ok
  },
}
