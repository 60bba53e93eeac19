import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { withWebhooks } from './webhook/with-webhooks.ts'

/** `licet webhook remove` */
export const webhookRemove: Command = {
  words: ['webhook', 'remove'],
  summary: 'Remove a webhook, and its events that are not delivered.',
  usage: 'licet webhook remove <id> [options]',
  positionals: { '<id>': 'the id that `licet webhook list` prints' },
  options: { ...TARGET_OPTIONS, ...JSON_OPTION },
  notes: TARGET_NOTES,
  async run(input, io) {
    const [id = ''] = input.positionals
    await withWebhooks(input, io, (webhooks) => webhooks.deleteEndpoint(id))
    io.out(input.values.json === true ? toPrintableJson({ removed: id }) : 'The webhook is removed.')
    return EXIT.ok
  },
}
