import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { withOverview } from './overview/with-overview.ts'

export const userList: Command = {
  words: ['user', 'list'],
  summary: 'List the users, who own API keys, newest first.',
  options: { ...TARGET_OPTIONS, ...JSON_OPTION },
  notes: TARGET_NOTES,
  async run(input, io) {
    const users = await withOverview(input, io, (overview) => overview.users())
    if (input.values.json === true) io.out(toPrintableJson(users))
    else {
      for (const { userId, orgId, email, created } of users)
        io.out(`${userId}  organization ${orgId}  created ${created}  ${printable(email)}`)
      io.out(users.length === 0 ? 'There is no user.' : 'List the keys of a user: licet api-key list --email <address>')
    }
    return EXIT.ok
  },
}
