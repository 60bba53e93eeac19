import { LICENSE_STATUSES, type License } from '../../../core/license.ts'
import { type CommandInput, type CommandOption, textOption, UsageError } from '../../command.ts'

/** The options that select licenses. */
export const FILTER_OPTIONS = {
  provider: { type: 'string', value: '<id>', help: 'only licenses of this provider' },
  status: { type: 'string', value: '<status>', help: `only licenses with this status: ${LICENSE_STATUSES.join(', ')}` },
  ptr: { type: 'string', value: '<id>', help: "only licenses of this person, by the app's id" },
} as const satisfies Readonly<Record<string, CommandOption>>

/**
 * Returns the function that selects licenses.
 *
 * @throws {UsageError} when the status does not exist.
 */
export function readFilter(input: CommandInput): (license: License) => boolean {
  const [provider, status, ptr] = ['provider', 'status', 'ptr'].map((name) => textOption(input, name))
  if (status !== undefined && !LICENSE_STATUSES.some((known) => known === status))
    throw new UsageError(`--status is "${status}". Nothing was requested. Use ${LICENSE_STATUSES.join(', ')}.`)
  return (license) =>
    (provider === undefined || license.providerId === provider) &&
    (status === undefined || license.status === status) &&
    (ptr === undefined || license.ptr === ptr)
}
