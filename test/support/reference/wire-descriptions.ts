import * as v from 'valibot'
import * as accounts from '../../../src/protocol/records/accounts.ts'
import * as devices from '../../../src/protocol/records/devices.ts'
import * as operations from '../../../src/protocol/records/license-operations.ts'
import * as receipt from '../../../src/protocol/records/receipt.ts'
import * as events from '../../../src/protocol/records/webhook-events.ts'
import * as webhooks from '../../../src/protocol/records/webhooks.ts'

const EXPORTS: Readonly<Record<string, unknown>> = { ...accounts, ...devices, ...operations, ...receipt, ...events, ...webhooks }

/** Returns the description of each member of a declaration of `src/protocol/records`, by the name of its export. */
export function descriptionsOf(exported: string): Readonly<Record<string, string>> {
  const found = EXPORTS[exported]
  if (typeof found !== 'object' || found === null) return {}
  const options = 'options' in found && Array.isArray(found.options) ? found.options : [found]
  const entries = options.flatMap((one) => Object.entries('entries' in one ? one.entries : one))
  return Object.fromEntries(entries.map(([name, entry]) => [name, descriptionOf(entry)]))
}

/** Returns the description of a declaration, or of the one that an optional member wraps. */
export function descriptionOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return ''
  if ('wrapped' in entry) return descriptionOf(entry.wrapped)
  // valibot merges the metadata of a pipe.
  const metadata: Readonly<Record<string, unknown>> = 'pipe' in entry ? v.getMetadata(entry as never) : {}
  return typeof metadata.description === 'string' ? metadata.description : ''
}
