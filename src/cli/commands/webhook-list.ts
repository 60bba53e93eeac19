import { type Command, EXIT, JSON_OPTION, requiredOption } from '../command.ts'
import { count } from '../count.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { printEndpoint } from './webhook/print-endpoint.ts'
import { withWebhooks } from './webhook/with-webhooks.ts'

export const webhookList: Command = {
  words: ['webhook', 'list'],
  summary: 'List the webhooks of a provider, with the events that were given up.',
  options: {
    provider: { type: 'string', value: '<id>', isRequired: true, help: 'the provider.id that `licet provider create` printed' },
    ...TARGET_OPTIONS,
    ...JSON_OPTION,
  },
  notes: TARGET_NOTES,
  async run(input, io) {
    const provider = requiredOption(input, 'provider')
    const endpoints = await withWebhooks(input, io, (webhooks) => webhooks.listEndpoints(provider))
    if (input.values.json === true) {
      io.out(toPrintableJson(endpoints))
      return EXIT.ok
    }
    if (endpoints.length === 0) io.out('The provider has no webhooks, or no provider has this id.')
    for (const endpoint of endpoints) {
      printEndpoint(endpoint, io)
      io.out(describeQueue(endpoint))
      for (const { id, type, attempts, reason, failed } of endpoint.lastFailed)
        io.out(`  given up ${failed}  ${id}  ${type}  ${count(attempts, 'attempt')}, the last: ${printable(reason)}`)
      if (endpoint.failed > 0) io.out(`  Send them again: licet webhook replay ${endpoint.id}`)
    }
    return EXIT.ok
  },
}

function describeQueue({ waiting, failed }: { readonly waiting: number; readonly failed: number }): string {
  return `  ${count(waiting, 'event')} ${waiting === 1 ? 'is' : 'are'} waiting, ${failed} ${failed === 1 ? 'was' : 'were'} given up.`
}
