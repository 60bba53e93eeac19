import type { WebhookFault, WebhookResult } from '../../service/index.ts'
import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { toCommandOptions } from '../configuration/config-option.ts'
import { EGRESS } from '../configuration/serve-flags.ts'
import { toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { withWebhooks } from './webhook/with-webhooks.ts'

export const webhookTest: Command = {
  words: ['webhook', 'test'],
  summary: 'Send the event webhook.test to a webhook now, and print the result.',
  positionals: { '<id>': 'the id that `licet webhook list` prints' },
  options: { ...TARGET_OPTIONS, ...toCommandOptions(EGRESS), ...JSON_OPTION },
  notes: [
    'Exit code: 0 when the receiver responded with 2xx, otherwise 1.',
    ...TARGET_NOTES,
    'On the database, it sends from this machine. A running service uses its own denied networks and proxy.',
  ],
  async run(input, io) {
    const [id = ''] = input.positionals
    const result = await withWebhooks(input, io, (webhooks) => webhooks.sendTest(id))
    io.out(input.values.json === true ? toPrintableJson(result) : describeResult(result))
    return 'status' in result && result.status >= 200 && result.status < 300 ? EXIT.ok : EXIT.failed
  },
}

const FAULTS: Readonly<Record<WebhookFault, string>> = {
  timeout: 'No response began within 15 seconds.',
  private_address:
    'Its address is private or in a denied network, so nothing was sent. Add the webhook again with --allow-private, or check --webhook-denied-network.',
  unknown_host: 'The host name cannot be resolved.',
  refused: 'No server listens at this address.',
  tls: 'TLS failed. Check the certificate of the receiver.',
  proxy: 'The proxy of webhooks refused the connection, or is unavailable. Check --webhook-proxy and the log of the proxy.',
  connection: 'The connection failed before a response.',
}

function describeResult(result: WebhookResult): string {
  if ('fault' in result) return FAULTS[result.fault]
  if (result.status >= 200 && result.status < 300) return `The receiver responded with ${result.status}. Events are delivered.`
  const redirect = result.status >= 300 && result.status < 400 ? ' Redirects are not followed: use the final address.' : ''
  return `The receiver responded with ${result.status}. Only 2xx counts as delivered.${redirect}`
}
