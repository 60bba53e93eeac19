import type { Duration } from '../../core/duration.ts'
import { type Command, type CommandInput, EXIT, JSON_OPTION, requiredOption, textOption, UsageError } from '../command.ts'
import { toPrintableJson } from '../printable.ts'
import { TARGET_OPTIONS } from '../target/choose-target.ts'
import { printSecret } from './webhook/print-endpoint.ts'
import { withWebhooks } from './webhook/with-webhooks.ts'

/** The address of a service is in LICET_URL only, because --url is the address of the receiver. */
const { url: _, ...OTHER_OPTIONS } = TARGET_OPTIONS

export const webhookAdd: Command = {
  words: ['webhook', 'add'],
  summary: 'Add a URL that receives the events of a provider, and print its secret once.',
  usage: 'licet webhook add --provider <id> --url <url> [options]',
  options: {
    provider: { type: 'string', value: '<id>', help: 'the provider.id that `licet provider create` printed' },
    url: { type: 'string', value: '<url>', help: 'where the events are sent, with https' },
    'remind-every': {
      type: 'string',
      value: '<period>',
      help: 'also send a reminder for each license in force: 90d, 12m or 1y (default: only before an end)',
    },
    'allow-private': { type: 'boolean', help: 'allow an address of a private network, and plain HTTP' },
    ...OTHER_OPTIONS,
    ...JSON_OPTION,
  },
  notes: [
    'With LICET_URL it uses that running service and your API key, otherwise the database.',
    'A running service never allows a private address.',
  ],
  async run(input, io) {
    const options = {
      providerId: requiredOption(input, 'provider'),
      url: requiredOption(input, 'url'),
      remindEvery: readPeriod(input),
      allowPrivate: input.values['allow-private'] === true,
    }
    const endpoint = await withWebhooks(withoutUrl(input), io, (webhooks) => webhooks.createEndpoint(options))
    if (input.values.json === true) {
      io.out(toPrintableJson(endpoint))
      return EXIT.ok
    }
    io.out(`The webhook ${endpoint.id} is added. It receives events from now on.`)
    printSecret(endpoint, io)
    io.out(`Send it a test: licet webhook test ${endpoint.id}`)
    return EXIT.ok
  },
}

function withoutUrl({ values: { url: _, ...values }, positionals }: CommandInput): CommandInput {
  return { values, positionals }
}

const UNITS = { d: 'days', m: 'months', y: 'years' } as const

function readPeriod(input: CommandInput): Duration | undefined {
  const text = textOption(input, 'remind-every')
  if (text === undefined) return undefined
  const [, count, unit] = /^([1-9]\d{0,3})([dmy])$/.exec(text) ?? []
  if (unit === 'd' || unit === 'm' || unit === 'y') return { [UNITS[unit]]: Number(count) } as unknown as Duration
  throw new UsageError(`--remind-every is "${text}". No endpoint was added. Use a number with d, m or y, such as 90d or 12m.`)
}
