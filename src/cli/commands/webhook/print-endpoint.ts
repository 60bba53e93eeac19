import { partsOf } from '../../../core/duration.ts'
import type { WebhookEndpoint, WebhookEndpointWithSecret } from '../../../service/index.ts'
import type { CommandIo } from '../../command.ts'
import { printable } from '../../printable.ts'

/** Prints an endpoint on one line. */
export function printEndpoint({ id, url, remindEvery, created }: WebhookEndpoint, io: CommandIo): void {
  const [unit, count] = remindEvery === undefined ? [] : partsOf(remindEvery)
  const reminders = unit === undefined ? '' : `  reminders every ${count} ${unit}${count === 1 ? '' : 's'}`
  io.out(`${id}  ${printable(url)}  created ${created}${reminders}`)
}

/** Prints a new secret, and where it belongs. */
export function printSecret({ secret }: WebhookEndpointWithSecret, io: CommandIo): void {
  io.out('Copy the secret now: no command shows it again.')
  io.out(`  ${secret}`)
  io.out('Your receiver verifies each signature with it, see docs/guides/webhooks.md.')
}
