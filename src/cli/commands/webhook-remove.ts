import { type Command, JSON_OPTION } from '../command.ts'
import { printResult } from '../print-result.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { withWebhooks } from './webhook/with-webhooks.ts'

export const webhookRemove: Command = {
  words: ['webhook', 'remove'],
  summary: 'Remove a webhook, and its events that are not delivered.',
  positionals: { '<id>': 'the id that `licet webhook list` prints' },
  options: { ...TARGET_OPTIONS, ...JSON_OPTION },
  notes: TARGET_NOTES,
  async run(input, io) {
    const [id = ''] = input.positionals
    await withWebhooks(input, io, (webhooks) => webhooks.deleteEndpoint(id))
    return printResult(input, io, { removed: id }, ['The webhook is removed.'])
  },
}
