import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { count } from '../count.ts'
import { toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { withWebhooks } from './webhook/with-webhooks.ts'

export const webhookReplay: Command = {
  words: ['webhook', 'replay'],
  summary: 'Resend the events of a webhook that were given up or wait for another attempt.',
  positionals: { '<id>': 'the id that `licet webhook list` prints' },
  options: { ...TARGET_OPTIONS, ...JSON_OPTION },
  notes: [
    'The service sends them within seconds. Events that were given up arrive after later events of their device.',
    ...TARGET_NOTES,
  ],
  async run(input, io) {
    const [id = ''] = input.positionals
    const events = await withWebhooks(input, io, (webhooks) => webhooks.replay(id))
    io.out(
      input.values.json === true
        ? toPrintableJson({ events })
        : `${count(events, 'event')} ${events === 1 ? 'is' : 'are'} due now.`,
    )
    return EXIT.ok
  },
}
