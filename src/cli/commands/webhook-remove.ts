import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { DATABASE_OPTIONS, withService } from '../database.ts'
import { toPrintableJson } from '../printable.ts'

/** `licet webhook remove` */
export const webhookRemove: Command = {
  words: ['webhook', 'remove'],
  summary: 'Remove a webhook, and its events that are not delivered.',
  usage: 'licet webhook remove <id> [options]',
  positionals: { '<id>': 'the id that `licet webhook list` prints' },
  options: { ...DATABASE_OPTIONS, ...JSON_OPTION },
  async run(input, io) {
    const [id = ''] = input.positionals
    await withService(input, io, ({ webhooks }) => webhooks.deleteEndpoint(id))
    io.out(input.values.json === true ? toPrintableJson({ removed: id }) : 'The webhook is removed.')
    return EXIT.ok
  },
}
