import { HOUR_MS } from '../../core/time-units.ts'
import { type Command, type CommandInput, EXIT, JSON_OPTION, textOption, UsageError } from '../command.ts'
import { toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { printSecret } from './webhook/print-endpoint.ts'
import { withWebhooks } from './webhook/with-webhooks.ts'

export const webhookRotate: Command = {
  words: ['webhook', 'rotate'],
  summary: 'Replace the secret of a webhook. Both secrets sign for a day.',
  positionals: { '<id>': 'the id that `licet webhook list` prints' },
  options: {
    'overlap-hours': {
      type: 'string',
      value: '<n>',
      help: 'how long the old secret signs too (default: 24; 0 for a secret that leaked)',
    },
    ...TARGET_OPTIONS,
    ...JSON_OPTION,
  },
  notes: TARGET_NOTES,
  async run(input, io) {
    const [id = ''] = input.positionals
    const hours = readOverlapHours(input)
    const endpoint = await withWebhooks(input, io, (webhooks) => webhooks.rotateSecret(id, { overlapMs: hours * HOUR_MS }))
    if (input.values.json === true) {
      io.out(toPrintableJson(endpoint))
      return EXIT.ok
    }
    const former = hours === 0 ? 'no longer signs' : `signs too for ${hours} ${hours === 1 ? 'hour' : 'hours'}`
    io.out(`The webhook has a new secret. The old secret ${former}.`)
    printSecret(endpoint, io)
    return EXIT.ok
  },
}

function readOverlapHours(input: CommandInput): number {
  const text = textOption(input, 'overlap-hours') ?? '24'
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new UsageError(`--overlap-hours is "${text}". The secret was not changed. Use a whole number of hours, or 0.`)
}
